import type { Bounds } from '../map-canvas/map-types.ts';

/** Latitude in degrees north of Antarctica. */
const southernLimit = -60;

/** Bounds without what is in Antarctica, where misplaced reports would shrink the map for everybody. Pure. */
export function leaveOutAntarctica(bounds: Bounds): Bounds {
  const [west, south, east, north] = bounds;
  return north > southernLimit ? [west, Math.max(south, southernLimit), east, north] : bounds;
}
