/**
 * What the precision of places does: coordinates are rounded to so many decimals (API v3 §9, ruling 43). Pure.
 *
 * The spec's helper, 1000 divided by 10 to the power of the precision, has no unit and is no distance on the ground. People
 * rely on this, so the distance that is shown is the real one: a degree is 111 kilometres.
 */

/** Metres between two rounded places from north to south; from west to east it is at most as much. */
export const computePrecisionMetres = (precision: number): number => 111_320 / 10 ** precision;

/** Metres from a place to where it is rounded to, at most: half of the diagonal between two rounded places. */
export const computeRoundingRadius = (precision: number): number =>
  computePrecisionMetres(precision) * Math.SQRT1_2;
