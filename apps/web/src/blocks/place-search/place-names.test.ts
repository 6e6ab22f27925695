import { getFixedT } from 'i18next';
import { expect, it } from 'vitest';
import { formatPlaceNames } from './place-names.ts';

const t = getFixedT('en');
const createPlace = (name: string, country: string | null, lat = 0, lon = 0) => ({
  id: 1,
  name,
  country,
  population: 0,
  lat,
  lon,
});

it('names the country in the reader’s language', () => {
  expect(formatPlaceNames([createPlace('Kisumu', 'KE'), createPlace('Nowhere', null)], 'de', t)).toEqual([
    { name: 'Kisumu, Kenia' },
    { name: 'Nowhere' },
  ]);
  expect(formatPlaceNames([createPlace('Somewhere', 'ZZ')], 'en', t)[0]?.name).toContain('Somewhere, ');
});

it('adds the coordinates when several places have the same name', () => {
  const sameCountry = [
    createPlace('Springfield', 'US', 37.2, -93.3),
    createPlace('Springfield', 'US', 42.1015, -72.5898),
  ];
  expect(formatPlaceNames([...sameCountry, createPlace('Springfield', 'CA')], 'en', t)).toEqual([
    { name: 'Springfield, United States', coordinates: '37.2° N, 93.3° W' },
    { name: 'Springfield, United States', coordinates: '42.1° N, 72.59° W' },
    { name: 'Springfield, Canada' },
  ]);
});
