import { expect, test } from 'vitest';
import { readFileName } from './map-file-name.ts';

test.each([
  ['https://example.org/europe/liechtenstein-latest.osm.pbf', 'liechtenstein-latest.osm.pbf'],
  ['https://example.org/city.PMTILES?key=secret', 'city.PMTILES'],
  [' https://example.org/Z%C3%BCrich.pbf ', 'Zürich.pbf'],
  ['https://example.org/100%.pbf', '100%.pbf'],
  ['https://example.org/', undefined],
  ['https://example.org/city.osm', undefined],
  ['example', undefined],
])('the file at %s is named %s', (address, name) => {
  expect(readFileName(address)).toBe(name);
});
