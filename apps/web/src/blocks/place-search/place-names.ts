import type { Place } from '@waypost/contract/places/places';
import type { TFunction } from 'i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { getCountryNames } from '../map-canvas/style/country-names.ts';
import { formatAddress } from '../map-names/format-place-words.ts';
import type { PlaceHit } from './place-hits.ts';

/** How a place is shown in a list of results. */
export interface PlaceName {
  /** `Kisumu, Kenya` */
  name: string;
  /** `33.95° N, 117.4° W`, only where several places have the same name. */
  coordinates?: string;
}

/** Latitude and longitude with the letters of the hemispheres: they are understood everywhere, and the search reads them. */
function formatCoordinates({ lat, lon }: Pick<Place, 'lat' | 'lon'>, degrees: Intl.NumberFormat): string {
  const format = (value: number, positive: string, negative: string) =>
    `${degrees.format(Math.abs(value))}° ${value < 0 ? negative : positive}`;
  return `${format(lat, 'N', 'S')}, ${format(lon, 'E', 'W')}`;
}

/** Names of the places of one result list, in a language. @param t for house numbers */
export function formatPlaceNames(places: readonly PlaceHit[], language: string, t: TFunction): PlaceName[] {
  const countries = getCountryNames(language);
  const degrees = new Intl.NumberFormat(resolveFormatLocale(language), { maximumFractionDigits: 2 });
  const names = places.map(({ name, country, mapName }) => {
    if (mapName) return formatAddress(t, name, mapName.house_number);
    return country ? `${name}, ${countries[country] ?? country}` : name;
  });
  return places.map((place, index): PlaceName => {
    const name = names[index] ?? '';
    // Hits of map archives say what and where they are.
    const isShared = !place.mapName && names.indexOf(name) !== names.lastIndexOf(name);
    return isShared ? { name, coordinates: formatCoordinates(place, degrees) } : { name };
  });
}
