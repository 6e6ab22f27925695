import type { Place } from '@waypost/contract/places/places';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { getCountryNames } from '../map-canvas/style/country-names.ts';

export interface PlaceName {
  /** `Kisumu, Kenya` */
  name: string;
  /** Latitude and longitude, only where the name alone would not tell two places apart. */
  coordinates?: string;
}

/** What places found together are called in a language. */
export function formatPlaceNames(places: readonly Place[], language: string): PlaceName[] {
  const countries = getCountryNames(language);
  const degrees = new Intl.NumberFormat(resolveFormatLocale(language), { maximumFractionDigits: 1 });
  const names = places.map(({ name, country }) =>
    country ? `${name}, ${countries[country] ?? country}` : name,
  );
  return places.map(({ lat, lon }, at) => {
    const name = names[at] ?? '';
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return isShared ? { name, where: `${degrees.format(lat)}°, ${degrees.format(lon)}°` } : { name };
  });
}
