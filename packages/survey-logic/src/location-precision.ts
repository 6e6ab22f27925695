/**
 * How far shown places are away from the real ones.
 *
 * What the precision of places does: coordinates are rounded to so many decimals (API v3 §9, ruling 43). Pure.
 *
 * The spec's helper, 1000 divided by 10 to the power of the precision, has no unit and is no distance on the ground. People
 * rely on this, so the distance that is shown is the real one: a degree is 111 kilometres.
 */

import type { PlaceMasking } from '@waypost/contract/surveys/place-masking';

/** Metres between two rounded places from north to south; from west to east it is at most as much. */
export const computePrecisionMetres = (precision: number): number => 111_320 / 10 ** precision;

/** Metres from a place to where it is rounded to, at most: half of the diagonal between two rounded places. */
export const computeRoundingRadius = (precision: number): number =>
  computePrecisionMetres(precision) * Math.SQRT1_2;

/**
 * Metres of the side of the squares whose centers are displaced, as the database computes it: what can be learned at most from many reports
 * of one place.
 */
export const computeDisplacedSquareSide = (minDistance: number, maxDistance: number): number =>
  (maxDistance - minDistance) / (2 * Math.SQRT2);

/** Metres from a place to the one that the survey shows instead, at most. @param precision decimals of rounded places */
export function computePlaceRadius(
  masking: Pick<PlaceMasking, 'place_mask' | 'place_max_distance' | 'place_grid_km'>,
  precision: number,
): number {
  if (masking.place_mask === 'displaced') return masking.place_max_distance;
  if (masking.place_mask === 'grid') return masking.place_grid_km * 1000 * Math.SQRT1_2;
  return computeRoundingRadius(precision);
}
