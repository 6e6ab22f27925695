/** The street maps that saved areas hold: each area keeps the list of maps of the time when it was saved. */
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { buildEndpointUrl } from '../../../api/endpoint-url.ts';
import { getScreenOwner } from '../../../api/session.ts';
import { getSavedBounds, intersectBounds } from '../../device/area-bounds.ts';
import { getAreaCachePrefix, getCacheOwner } from '../../device/cache-names.ts';
import { listSavedAreas, type SavedArea } from '../../device/saved-areas.ts';
import { type ArchiveLayer, toArchiveLayer } from './archive-layer.ts';
import { stackStoredLayers } from './stack-layers.ts';

/** A saved area with its id. */
export type ListedArea = SavedArea & { id: string };

/** The maps that were saved with an area, each with the part of its box that is in the area. */
export async function readStoredLayers(area: ListedArea): Promise<ArchiveLayer[]> {
  const cacheName = getAreaCachePrefix(area.owner) + area.id;
  const stored = await caches.match(buildEndpointUrl(listMapArchives, {}), { cacheName, ignoreVary: true });
  const parsed = listMapArchives.response.safeParse(await stored?.json());
  const layers = parsed.data?.results.flatMap((archive) => toArchiveLayer(archive) ?? []) ?? [];
  const bounds = getSavedBounds(area);
  if (!bounds) return layers;
  return layers.flatMap((layer) => {
    const part = intersectBounds(bounds, layer.bounds);
    return part ? [{ ...layer, bounds: [part.west, part.south, part.east, part.north] as const }] : [];
  });
}

const contains = (outer: SavedArea['bounds'], inner: SavedArea['bounds']): boolean =>
  outer !== undefined &&
  inner !== undefined &&
  outer.every((edge, side) => (side < 2 ? edge <= (inner[side] ?? 0) : edge >= (inner[side] ?? 0)));

/**
 * What a map draws without a network, with the areas of the account on the screen, if there is one, and of visitors. An area inside a newer
 * one shows what that holds.
 */
export async function readOfflineLayers(current: readonly ArchiveLayer[]): Promise<ArchiveLayer[]> {
  const areas = await listSavedAreas(getCacheOwner(getScreenOwner()?.id));
  const shown = areas.filter(
    ({ bounds }, index) => !areas.slice(0, index).some((newer) => contains(newer.bounds, bounds)),
  );
  return stackStoredLayers(current, await Promise.all(shown.map(readStoredLayers)));
}
