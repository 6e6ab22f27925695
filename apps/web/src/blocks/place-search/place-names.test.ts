import { expect, it } from 'vitest';
import { placeNames } from './place-names.ts';

const place = (name: string, country: string | null, lat = 0, lon = 0) => ({
  id: 1,
  name,
  country,
  population: 0,
  lat,
  lon,
});

it('names the country in the reader’s language', () => {
  expect(placeNames([place('Kisumu', 'KE'), place('Nowhere', null)], 'de')).toEqual([
    { name: 'Kisumu, Kenia' },
    { name: 'Nowhere' },
  ]);
  expect(placeNames([place('Somewhere', 'ZZ')], 'en')[0]?.name).toContain('Somewhere, ');
});

it('tells where each one is when several have the same name', () => {
  const three = [place('Springfield', 'US', 37.2, -93.3), place('Springfield', 'US', 42.1015, -72.5898)];
  expect(placeNames([...three, place('Springfield', 'CA')], 'en')).toEqual([
    { name: 'Springfield, United States', where: '37.2°, -93.3°' },
    { name: 'Springfield, United States', where: '42.1°, -72.6°' },
    { name: 'Springfield, Canada' },
  ]);
});
