/** Compares the street maps that a saved area holds with those of the site. */
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { toArchiveLayer } from '../../blocks/map-canvas/archives/archive-layer.ts';
import { type ListedArea, readStoredLayers } from '../../blocks/map-canvas/archives/stored-archives.ts';

/**
 * Whether a street map that was saved with an area has been replaced, removed or turned off since. The area keeps the list of maps of
 * that time.
 * @param current the maps of the site
 */
export async function hasOutdatedMaps(area: ListedArea, current: readonly MapArchive[]): Promise<boolean> {
  // Areas that earlier versions saved cannot be updated.
  if (!area.bounds) return false;
  const saved = await readStoredLayers(area);
  const currentKeys = new Set(current.map((archive) => toArchiveLayer(archive)?.key));
  return saved.some(({ key }) => !currentKeys.has(key));
}
