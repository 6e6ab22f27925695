import {
  type AttributionPart,
  type MapArchive,
  type MapArchiveSchema,
  readMapArchiveFile,
} from '@waypost/contract/map-archives/map-archives';
import { buildEndpointUrl } from '../../../api/endpoint-url.ts';
import type { Bounds } from '../map-types.ts';

/** A map archive that the map shows inside its box. */
export interface ArchiveLayer {
  /** Changes with the content of the archive. */
  key: string;
  id: number;
  schema: MapArchiveSchema;
  bounds: Bounds;
  minZoom: number;
  maxZoom: number;
  attribution: readonly AttributionPart[];
}

/** The archive as the map draws it; null while it is not ready. */
export function toArchiveLayer({
  id,
  hash,
  state,
  active,
  schema,
  bounds,
  min_zoom,
  max_zoom,
  attribution,
}: MapArchive): ArchiveLayer | null {
  const isComplete =
    hash !== null && schema !== null && bounds !== null && min_zoom !== null && max_zoom !== null;
  if (!active || state !== 'ready' || !isComplete) return null;
  return { key: `${id}-${hash}`, id, schema, bounds, minZoom: min_zoom, maxZoom: max_zoom, attribution };
}

/** Scheme of the URLs of tiles, which `archive-tiles.ts` loads. */
export const archiveScheme = 'archive';

/** URL template of an archive's tiles. */
export const buildArchiveTileUrl = ({ key }: Pick<ArchiveLayer, 'key'>): string =>
  `${archiveScheme}://${key}/{z}/{x}/{y}`;

/** URL of an archive's file, which changes with its content: the service worker keeps ranges by it. */
export const buildArchiveFileUrl = ({ id, key }: Pick<ArchiveLayer, 'id' | 'key'>): string =>
  `${buildEndpointUrl(readMapArchiveFile, { params: { id } })}?v=${encodeURIComponent(key)}`;
