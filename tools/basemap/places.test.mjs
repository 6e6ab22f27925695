import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { namesById, namesByLanguage } from './city-names.mjs';
import { asciiName, buildPlacesFile, existingPlaces, firstZoom, placeFeatures } from './places.mjs';

it.each([
  ['São Paulo', 'Sao Paulo'],
  ['Łódź', 'Lodz'],
  ['Ağrı', 'Agri'],
  ['Tórshavn', 'Torshavn'],
  ['Ħal Għaxaq', 'Hal Ghaxaq'],
  ['Sana‘a', 'Sanaa'],
])('writes %s as %s', (name, ascii) => expect(asciiName(name)).toBe(ascii));

it('shows capitals early and quarters of towns late', () => {
  expect(firstZoom({ featureCode: 'PPLC', population: 2_750_547 })).toBe(2);
  expect(firstZoom({ featureCode: 'PPL', population: 2_750_547 })).toBe(4);
  expect(firstZoom({ featureCode: 'PPLX', population: 2_750_547 })).toBe(10);
  expect(firstZoom({ featureCode: 'PPL', population: 0 })).toBe(8);
});

const place = (cityId, name, population, featureCode = 'PPL') => ({
  cityId,
  name,
  population,
  featureCode,
  country: 'KE',
  loc: { type: 'Point', coordinates: [36.8, -1.3] },
});
const table = (...rows) => ['# of a test', 'name\tcountry\tar\tzh', ...rows, ''].join('\n');

it('names a city in other languages: the largest of its name, by the later table, and only where it is called otherwise', () => {
  const cities = existingPlaces([
    place(1, 'Thika', 9),
    place(2, 'Nairobi', 2_750_547),
    place(3, 'Nairobi', 5),
  ]);
  const names = namesById(cities, [
    table('Nairobi\tKE\tنيروبي\t错'),
    table('Nairobi\tKE\t\t内罗毕', 'Thika\tKE\tThika'),
  ]);
  expect(namesByLanguage(names)).toEqual({ ar: { 2: 'نيروبي' }, zh: { 2: '内罗毕' } });
  expect(placeFeatures(cities, names)[0].properties).toMatchObject({ name: 'Nairobi', id: 2 });
  expect(gunzipSync(buildPlacesFile(cities, names).bytes).toString()).toContain('\tar=نيروبي|zh=内罗毕\n');
  expect(() => namesById(cities, [table('Narobi\tKE\tنيروبي')])).toThrow('Narobi in KE');
});

it('lists places by population, without those that no longer stand', () => {
  const { rows, bytes } = buildPlacesFile(
    existingPlaces([
      place('1', 'Thika', 99_322),
      place('2', 'Nairobi', 2_750_547),
      place('3', 'Gedi', 9, 'PPLQ'),
    ]),
    new Map(),
  );
  expect(rows).toBe(2);
  expect(gunzipSync(bytes).toString().split('\n')).toEqual([
    'name\tascii\tcountry\tpopulation\tlon\tlat\tnames',
    'Nairobi\tNairobi\tKE\t2750547\t36.8\t-1.3\t',
    'Thika\tThika\tKE\t99322\t36.8\t-1.3\t',
    '',
  ]);
});
