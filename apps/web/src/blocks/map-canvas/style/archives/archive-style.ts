/** Sources and layers of the map archives. */

import type { OwnBaseLayer } from '@waypost/contract/settings/base-layers';
import type { SourceSpecification } from 'maplibre-gl';
import { type ArchiveLayer, buildArchiveTileUrl } from '../../archives/archive-layer.ts';
import type { ArchivesStyle } from '../../archives/drawn-archives.ts';
import type { MapTheme } from '../../map-types.ts';
import { buildArchiveAreas } from './archive-areas.ts';
import { buildArchiveNames } from './archive-names.ts';
import type { PointLabels } from './archive-points.ts';
import { findFirstZoom } from './archive-zoom.ts';
import { schemaRoles } from './schema-roles.ts';
import { STREET_LOOKS } from './street-looks.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** The attribution as HTML of texts and links only. */
export const formatAttribution = (parts: ArchiveLayer['attribution']): string =>
  parts
    .map(({ text, url }) =>
      url === null
        ? escapeHtml(text)
        : `<a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`,
    )
    .join('');

const sourceName = ({ key }: ArchiveLayer) => `archive-${key}`;

/** Sides in pixels of the tiles of a raster archive: those of 512 pixels are sharp on dense screens. */
const RASTER_TILE_PX = 256;

function buildSource(archive: ArchiveLayer): SourceSpecification {
  const [west, south, east, north] = archive.bounds;
  const common = {
    tiles: [buildArchiveTileUrl(archive)],
    bounds: [west, south, east, north] as [number, number, number, number],
    minzoom: archive.minZoom,
    maxzoom: archive.maxZoom,
    attribution: formatAttribution(archive.attribution),
  };
  return archive.schema === 'raster'
    ? { type: 'raster', tileSize: RASTER_TILE_PX, ...common }
    : { type: 'vector', ...common };
}

interface StyleOptions {
  theme: MapTheme;
  language: string;
  baseLayer: OwnBaseLayer;
  pointLabels: PointLabels;
}

/** The sources and layers. @param archives from the lowest to the topmost */
export function buildArchivesStyle(
  archives: readonly ArchiveLayer[],
  { theme, language, baseLayer, pointLabels }: StyleOptions,
): ArchivesStyle {
  const look = STREET_LOOKS[baseLayer];
  const colors = look.palettes[theme];
  const boxes = archives.map((archive) => ({ bounds: archive.bounds, firstZoom: findFirstZoom(archive) }));
  const style: ArchivesStyle = { colors, sources: {}, areas: [], names: [] };
  archives.forEach((archive, index) => {
    const source = sourceName(archive);
    const firstZoom = findFirstZoom(archive);
    style.sources[source] = buildSource(archive);
    if (archive.schema === 'raster') {
      style.areas.push({ id: source, type: 'raster', source, minzoom: firstZoom });
      return;
    }
    const common = { source, look, colors, roles: schemaRoles[archive.schema], firstZoom };
    style.areas.push(...buildArchiveAreas(common));
    style.names.push(
      ...buildArchiveNames(common, language, { boxesAbove: boxes.slice(index + 1), pointLabels }),
    );
  });
  return style;
}
