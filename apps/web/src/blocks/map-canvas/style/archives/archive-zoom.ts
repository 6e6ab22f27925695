import type { ArchiveLayer } from '../../archives/archive-layer.ts';
import { computeSizePx } from '../../engine/camera.ts';

/** Below this size of its box on the screen an archive is not shown. */
const MIN_SIZE_PX = 128;
/** Further out, the world map with its borders and names shows more than a street map. */
const MIN_STREET_ZOOM = 6;

/** The zoom from which an archive is drawn. */
export function findFirstZoom({
  schema,
  bounds,
  minZoom,
}: Pick<ArchiveLayer, 'schema' | 'bounds' | 'minZoom'>): number {
  const zoomOfSize = Math.ceil(Math.log2(MIN_SIZE_PX / computeSizePx(0, bounds)));
  return Math.max(minZoom, zoomOfSize, schema === 'raster' ? 0 : MIN_STREET_ZOOM);
}
