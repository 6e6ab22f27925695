/** Boxes of saved areas. Pure. */
import type { SavedArea } from './saved-areas.ts';

/** A box in degrees; its west may be greater than its east, over the 180th meridian. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The bounds of a saved area; undefined for areas that earlier versions saved. */
export function getSavedBounds({ bounds }: Pick<SavedArea, 'bounds'>): Bounds | undefined {
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  return { west, south, east: east > 180 ? east - 360 : east, north };
}

/** The part of an area in a box of west, south, east and north; undefined where there is none. */
export function intersectBounds(
  area: Bounds,
  [west, south, east, north]: readonly [number, number, number, number],
): Bounds | undefined {
  // An area across the 180th meridian, and one that is as wide as the world, have no simple part of it.
  const isWrapped = area.east < area.west;
  const part = {
    west: isWrapped ? west : Math.max(area.west, west),
    south: Math.max(area.south, south),
    east: isWrapped ? east : Math.min(area.east, east),
    north: Math.min(area.north, north),
  };
  return part.west < part.east && part.south < part.north ? part : undefined;
}
