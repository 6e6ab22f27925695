/** Colours of pins, which are those of the surveys. */

/** For posts without a survey, and for invalid colours. */
export const NEUTRAL_PIN = '#6B7683';

/**
 * The colour of a survey for its pins, as `#RRGGBB`. The API allows # followed by letters and digits; everything that is not
 * a hexadecimal colour becomes grey.
 */
export function toPinColor(color: unknown): string {
  if (typeof color !== 'string' || !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color)) return NEUTRAL_PIN;
  const hex = color.slice(1).toUpperCase();
  return hex.length === 3 ? `#${hex.replace(/./g, '$&$&')}` : `#${hex}`;
}
