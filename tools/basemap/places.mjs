/** Towns and cities for the map, and the gazetteer of place search. */
import { gzipSync } from 'node:zlib';
import { feature } from './geometry.mjs';

/** GeoNames feature codes of abandoned or seasonal places. */
const ABANDONED_CODES = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
const CAPITAL = 'PPLC';
const QUARTER = 'PPLX';

/** Smallest population for each first zoom. */
const ZOOM_BY_POPULATION = [
  [5e6, 3],
  [2e6, 4],
  [5e5, 5],
  [1e5, 6],
  [15e3, 7],
];

/** The same for national capitals: they appear early, except those of the smallest states. */
const ZOOM_BY_POPULATION_OF_CAPITAL = [
  [1e6, 2],
  [2e5, 3],
  [5e4, 4],
];

/** First zoom of a place. Quarters of towns appear late, whatever their size. */
export function firstZoom({ featureCode, population }) {
  const first = (table) => table.find(([least]) => population >= least)?.[1];
  if (featureCode === CAPITAL) return first(ZOOM_BY_POPULATION_OF_CAPITAL) ?? 5;
  if (featureCode === QUARTER) return 10;
  return first(ZOOM_BY_POPULATION) ?? 8;
}

/**
 * Point features in the order of the cities, with `name`, `mz` (first zoom), `rank` (ten times the decimal
 * logarithm of the population; 0 when unknown) and `cap` (1 for a national capital). Those with names in
 * other languages have an `id`, by which the client finds them.
 *
 * @param cities as `standing` gives them
 * @param names by GeoNames id
 */
export const placeFeatures = (cities, names) =>
  cities.map((city) =>
    feature(city.loc, {
      name: city.name,
      mz: firstZoom(city),
      rank: Math.round(Math.log10(Math.max(city.population, 1)) * 10),
      cap: city.featureCode === CAPITAL ? 1 : 0,
      ...(names.has(city.cityId) ? { id: city.cityId } : {}),
    }),
  );

/** Existing places, most populous first. */
export const existingPlaces = (cities) =>
  cities
    .filter((city) => !ABANDONED_CODES.has(city.featureCode))
    .sort((a, b) => b.population - a.population || Number(a.cityId) - Number(b.cityId));

/** Letters that Unicode does not decompose into a base letter and an accent. */
const PLAIN = {
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ß: 'ss',
  ı: 'i',
  ə: 'a',
  Ə: 'A',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  Ŋ: 'N',
  ɓ: 'b',
  ɗ: 'd',
  Ɗ: 'D',
};

/** The name in plain ASCII letters, marks and apostrophe-like signs dropped. */
export function asciiName(name) {
  return [...name.normalize('NFKD')]
    .map((letter) => PLAIN[letter] ?? letter)
    .join('')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Every place as gzipped tab-separated text with a header line: name, ascii, country (ISO two letters),
 * population, lon, lat (degrees), names (`ar=…|zh=…`, empty for most). It includes quarters of
 * towns, which people search for.
 *
 * @param cities as `standing` gives them
 * @param names by GeoNames id
 */
export function buildPlacesFile(cities, names) {
  const rows = cities.map((city) => {
    const [lon, lat] = city.loc.coordinates;
    const others = Object.entries(names.get(city.cityId) ?? {}).map(
      ([language, name]) => `${language}=${name}`,
    );
    const plain = [city.name, asciiName(city.name), city.country, city.population, lon, lat];
    return [...plain, others.join('|')].join('\t');
  });
  const text = ['name\tascii\tcountry\tpopulation\tlon\tlat\tnames', ...rows, ''].join('\n');
  return { rows: rows.length, bytes: gzipSync(text, { level: 9 }) };
}
