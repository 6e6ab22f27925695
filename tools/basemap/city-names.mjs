/**
 * Names of cities in the languages that Waypost speaks: on the map, and for the search of places.
 *
 * They come from two tables in `names/`: `cldr.tsv` (Unicode CLDR) and `own.tsv`, which is maintained by hand and takes precedence. A
 * row has the city's name in GeoNames and its country; of several with one name it is the most populous. A language with the same
 * name has no entry. English has no column: it uses GeoNames' name.
 */
import { readFileSync } from 'node:fs';

const FILES = ['cldr.tsv', 'own.tsv'].map((file) => new URL(`names/${file}`, import.meta.url));

/** Rows of one table: a line with the columns, then one for each city; `#` begins a comment. */
export function parseNames(text) {
  const [columns, ...rows] = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  return rows.map(([name, country, ...cells]) => ({
    name,
    country,
    names: Object.fromEntries(
      cells.map((cell, at) => [columns[at + 2], cell.trim()]).filter(([, cell]) => cell !== ''),
    ),
  }));
}

/**
 * Names by the city's GeoNames id, each an object from language to name.
 *
 * @param cities most populous first
 * @throws if no city matches a row: it was renamed, or misspelled
 */
export function namesById(cities, tables) {
  const ids = new Map();
  for (const { name, country, cityId } of cities) {
    const key = `${name}|${country}`;
    if (!ids.has(key)) ids.set(key, cityId);
  }
  const byId = new Map();
  for (const { name, country, names } of tables.flatMap(parseNames)) {
    const id = ids.get(`${name}|${country}`);
    if (id === undefined) throw new Error(`tools/basemap/names: no city is called ${name} in ${country}`);
    const other = Object.entries({ ...byId.get(id), ...names }).filter(([, text]) => text !== name);
    byId.set(id, Object.fromEntries(other));
  }
  return byId;
}

/** Reads both tables. @returns the names by GeoNames id, see `namesById` */
export const readCityNames = (cities) =>
  namesById(
    cities,
    FILES.map((file) => readFileSync(file, 'utf8')),
  );

/** The names for the map by language: by the ids of the map's places. */
export function namesByLanguage(byId) {
  const languages = {};
  for (const [id, names] of byId)
    for (const [language, name] of Object.entries(names)) (languages[language] ??= {})[id] = name;
  return languages;
}
