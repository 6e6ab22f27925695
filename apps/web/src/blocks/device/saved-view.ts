/** Where a map opens without a network: the maps of the device end at its saved areas. Pure. */
import { isInArchive } from '../map-canvas/archives/archive-box.ts';
import type { InitialView, LatLon } from '../map-canvas/map-types.ts';
import { parseInitialView } from '../map-canvas/map-view-param.ts';
import type { SavedArea } from './saved-areas.ts';

/**
 * The view of the area that was saved last; null where there is none, or where the place that would be shown is in a saved area.
 * @param areas the newest first
 * @param center the middle of what would be shown, if it is known
 */
export function findSavedView(
  areas: readonly Pick<SavedArea, 'at' | 'bounds'>[],
  center: LatLon | undefined,
): InitialView | null {
  // Areas that were saved before their boxes were stored are not known to contain a place.
  const boxes = areas.flatMap(({ bounds }) => (bounds ? [{ bounds }] : []));
  // Areas across the 180th meridian end beyond it.
  const places = center ? [center, { ...center, lon: center.lon + 360 }] : [];
  if (places.some((place) => isInArchive(boxes, place))) return null;
  return parseInitialView(areas[0]?.at);
}
