import { formatUnit } from './format-unit.ts';

/** `1.1 km`, formatted for the language of the user. */
export function formatLength(metres: number, language: string): string {
  const [value, unit]: [number, string] =
    metres >= 1000
      ? [metres / 1000, 'kilometer']
      : metres >= 1
        ? [metres, 'meter']
        : metres >= 0.01
          ? [metres * 100, 'centimeter']
          : [metres * 1000, 'millimeter'];
  return formatUnit(value, unit, language, { maximumSignificantDigits: 2 });
}
