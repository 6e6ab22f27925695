/** Colours of pins: those that administrators gave the surveys. */

/** For posts without a survey, and for colours that break the rule. */
export const NEUTRAL_PIN = '#6B7683';

/**
 * The colour of a survey as a pin may wear it. The rule of the wire: a leading # and otherwise letters
 * and digits. Of those only hexadecimal colours can be drawn; anything else is grey.
 */
export function toPinColor(color: unknown): string {
  if (typeof color !== 'string' || !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color)) return NEUTRAL_PIN;
  const hex = color.slice(1).toUpperCase();
  return hex.length === 3 ? `#${hex.replace(/./g, '$&$&')}` : `#${hex}`;
}
