import type { Place } from '@waypost/contract/places';
import { formatsOf } from '../../ui/formats-of.ts';
import { countryNames } from '../map-canvas/country-names.ts';

export interface PlaceName {
  /** `Kisumu, Kenya` */
  name: string;
  /** Latitude and longitude, only where the name alone would not tell two places apart. */
  where?: string;
}

/** What places found together are called in a language. */
export function placeNames(places: readonly Place[], language: string): PlaceName[] {
  const countries = countryNames(language);
  const degrees = new Intl.NumberFormat(formatsOf(language), { maximumFractionDigits: 1 });
  const names = places.map(({ name, country }) =>
    country ? `${name}, ${countries[country] ?? country}` : name,
  );
  return places.map(({ lat, lon }, at) => {
    const name = names[at] ?? '';
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return isShared ? { name, where: `${degrees.format(lat)}°, ${degrees.format(lon)}°` } : { name };
  });
}
