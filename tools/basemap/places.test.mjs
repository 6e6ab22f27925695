import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { asciiName, firstZoom, gazetteer } from './places.mjs';

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

it('lists places by population, without those that no longer stand', () => {
  const place = (cityId, name, population, featureCode = 'PPL') => ({
    cityId,
    name,
    population,
    featureCode,
    country: 'KE',
    loc: { type: 'Point', coordinates: [36.8, -1.3] },
  });
  const { rows, bytes } = gazetteer([
    place('1', 'Thika', 99_322),
    place('2', 'Nairobi', 2_750_547),
    place('3', 'Gedi', 9, 'PPLQ'),
  ]);
  expect(rows).toBe(2);
  expect(gunzipSync(bytes).toString().split('\n')).toEqual([
    'name\tascii\tcountry\tpopulation\tlon\tlat',
    'Nairobi\tNairobi\tKE\t2750547\t36.8\t-1.3',
    'Thika\tThika\tKE\t99322\t36.8\t-1.3',
    '',
  ]);
});
