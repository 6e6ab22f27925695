import type { Place } from '@waypost/contract/places/places';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { getCountryNames } from '../map-canvas/style/country-names.ts';

/** How a place is shown in a list of results. */
export interface PlaceName {
  /** `Kisumu, Kenya` */
  name: string;
  /** Latitude and longitude, only where several places have the same name. */
  coordinates?: string;
}

/** Names of the places of one result list, in a language. */
export function formatPlaceNames(places: readonly Place[], language: string): PlaceName[] {
  const countries = getCountryNames(language);
  const degrees = new Intl.NumberFormat(resolveFormatLocale(language), { maximumFractionDigits: 1 });
  const names = places.map(({ name, country }) =>
    country ? `${name}, ${countries[country] ?? country}` : name,
  );
  return places.map(({ lat, lon }, index): PlaceName => {
    const name = names[index] ?? '';
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return isShared ? { name, coordinates: `${degrees.format(lat)}°, ${degrees.format(lon)}°` } : { name };
  });
}
