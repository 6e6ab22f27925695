/** Compares the street maps that a saved area holds with those of the site. */
import { listMapArchives, type MapArchive } from '@waypost/contract/map-archives/map-archives';
import { buildEndpointUrl } from '../../api/endpoint-url.ts';
import { getAreaCachePrefix } from '../../blocks/device/cache-names.ts';
import type { SavedArea } from '../../blocks/device/saved-areas.ts';
import { type ArchiveLayer, toArchiveLayer } from '../../blocks/map-canvas/archives/archive-layer.ts';
import { type Bounds, intersectBounds } from './tile-coverage.ts';

/** A saved area with its id. */
export type ListedArea = SavedArea & { id: string };

/** The bounds of a saved area; undefined for areas that earlier versions saved. */
export function getSavedBounds({ bounds }: SavedArea): Bounds | undefined {
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  return { west, south, east: east > 180 ? east - 360 : east, north };
}

const toLayers = (archives: readonly MapArchive[]): ArchiveLayer[] =>
  archives.flatMap((archive) => toArchiveLayer(archive) ?? []);

/**
 * Whether a street map that was saved with an area has been replaced, removed or turned off since. The area keeps the list of maps of
 * that time.
 * @param current the maps of the site
 */
export async function hasOutdatedMaps(area: ListedArea, current: readonly MapArchive[]): Promise<boolean> {
  const bounds = getSavedBounds(area);
  if (!bounds) return false;
  const cacheName = getAreaCachePrefix(area.owner) + area.id;
  const stored = await caches.match(buildEndpointUrl(listMapArchives, {}), { cacheName, ignoreVary: true });
  if (!stored) return false;
  const parsed = listMapArchives.response.safeParse(await stored.json());
  if (!parsed.success) return false;
  const saved = toLayers(parsed.data.results).filter((layer) => intersectBounds(bounds, layer.bounds));
  const currentKeys = new Set(toLayers(current).map(({ key }) => key));
  return saved.some(({ key }) => !currentKeys.has(key));
}
