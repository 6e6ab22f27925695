/** Guesses the mapping and format of a CSV file from its headings and cells. */
import type { CsvOptions, columnKinds } from '@waypost/contract/imports/imports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { getPostTextField, type SurveyAttribute } from '../survey-definition.ts';
import { isPoint, type MappableProperty } from './column-mapping.ts';
import { type DateOrder, guessDateOrder, parseCsvDate } from './parse-csv-date.ts';
import { normaliseNumber, trimCell } from './parse-row.ts';

export type ColumnKind = (typeof columnKinds)[number];

/** Normalises a name for comparison: letters and digits of any script, without accents. */
const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Headings of exports that match no attribute of the survey (API v3 §2.17, "CSV export layout"). */
const exportHeadings: Readonly<Record<string, MappableProperty | null>> = {
  'post id': null,
  survey: 'form',
  'post status': 'status',
  'created utc': null,
  'updated utc': null,
  'post date utc': 'post_date',
  'contact id': null,
  contact: null,
  'data source id': null,
  source: null,
  'unstructured description': null,
  'import line': null,
  'import problems': null,
};

/** Common headings of these properties. */
const headingSynonyms: readonly (readonly [MappableProperty, readonly string[]])[] = [
  ['title', ['title', 'headline', 'subject', 'name', 'titre', 'titulo', 'titel', 'judul', 'kichwa']],
  [
    'content',
    [
      'description',
      'content',
      'details',
      'text',
      'message',
      'body',
      'comment',
      'comments',
      'notes',
      'descripcion',
      'descricao',
      'beschreibung',
      'deskripsi',
      'maelezo',
    ],
  ],
  ['status', ['status', 'state', 'statut', 'estado']],
  [
    'post_date',
    [
      'post date',
      'date',
      'datetime',
      'timestamp',
      'reported',
      'reported at',
      'report date',
      'date reported',
      'incident date',
      'created',
      'created at',
      'submitted',
      'fecha',
      'data',
      'datum',
      'tanggal',
      'tarehe',
    ],
  ],
  ['author_realname', ['author', 'author name', 'author realname', 'reporter', 'reported by', 'your name']],
  ['author_email', ['author email', 'reporter email', 'email', 'e mail', 'your email']],
  ['tags', ['tags', 'categories', 'category', 'tag']],
  ['locale', ['locale', 'language']],
];

const latitudeNames = new Set(['lat', 'latitude', 'latitud', 'latitudine', 'breite', 'breitengrad', 'y']);
const longitudeNames = new Set([
  'lon',
  'lng',
  'long',
  'longitude',
  'longitud',
  'longitudine',
  'lange',
  'langengrad',
  'x',
]);
const idColumnNames = new Set([
  'post id',
  'id',
  'uuid',
  'record id',
  'external id',
  'row id',
  'instanceid',
  'submission id',
  'key',
  'index',
]);

/** The coordinate of names that end in `lat` or `lon`: `Location.lat`, `place_longitude`. */
const findCoordinatePart = (name: string): 'lat' | 'lon' | undefined => {
  const last = name.split(' ').at(-1) ?? '';
  if (latitudeNames.has(last)) return 'lat';
  return longitudeNames.has(last) ? 'lon' : undefined;
};

/** The kind of the values in a column, judged by the sampled rows. */
export function guessColumnKind(
  cells: readonly string[],
  options: Pick<CsvOptions, 'decimal' | 'date_order'>,
): ColumnKind {
  const texts = cells.map(trimCell).filter((it) => it !== '');
  if (texts.length === 0) return 'empty';
  if (texts.every((it) => /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(normaliseNumber(it, options.decimal))))
    return 'number';
  const other = (order: DateOrder) => texts.every((it) => parseCsvDate(it, order) !== null);
  return other(options.date_order) || other(options.date_order === 'dmy' ? 'mdy' : 'dmy') ? 'date' : 'text';
}

/** The cells of one column. */
const cellsOfColumn = (rows: readonly (readonly string[])[], at: number) => rows.map((row) => row[at] ?? '');

/**
 * Guesses the target of each column.
 * @param columns the headings
 * @param attributes the attributes that the importer may see, in order
 */
export function guessMapping(
  columns: readonly string[],
  attributes: readonly SurveyAttribute[],
): (string | null)[] {
  const names = columns.map(foldName);
  const mapped: (string | null)[] = columns.map(() => null);
  const usedTargets = new Set<string>();
  const assign = (at: number, target: string) => {
    if (at < 0 || mapped[at] !== null || usedTargets.has(target)) return;
    mapped[at] = target;
    usedTargets.add(target);
  };
  const findFreeColumn = (fits: (name: string, at: number) => boolean) =>
    names.findIndex((name, at) => mapped[at] === null && fits(name, at));
  const isOwnExport = names.includes('post id') && names.includes('post status');
  const isExportHeading = (name: string, at: number) =>
    isOwnExport && Object.hasOwn(exportHeadings, name) && names.indexOf(name) === at;
  if (isOwnExport)
    for (const [at, name] of names.entries()) {
      const property = isExportHeading(name, at) ? exportHeadings[name] : null;
      if (property) assign(at, property);
    }
  for (const attribute of attributes) {
    const label = foldName(attribute.label);
    const isNamed = (name: string, at: number) =>
      !isExportHeading(name, at) && (name === label || columns[at]?.trim() === attribute.key);
    const postText = getPostTextField(attribute);
    if (postText) assign(findFreeColumn(isNamed), postText);
    else if (isPoint(attribute))
      for (const part of ['lat', 'lon'] as const)
        assign(
          findFreeColumn((name, at) => {
            const stem = name.split(' ').slice(0, -1).join(' ');
            const isHere = stem === label || columns[at]?.trim() === `${attribute.key}.${part}`;
            return findCoordinatePart(name) === part && isHere;
          }),
          `${attribute.key}.${part}`,
        );
    else assign(findFreeColumn(isNamed), attribute.key);
  }
  const lat = findFreeColumn((name) => findCoordinatePart(name) === 'lat');
  const lon = findFreeColumn((name) => findCoordinatePart(name) === 'lon');
  const place = attributes.find((it) => isPoint(it) && !usedTargets.has(`${it.key}.lat`));
  if (place && lat >= 0 && lon >= 0) {
    assign(lat, `${place.key}.lat`);
    assign(lon, `${place.key}.lon`);
  }
  const categories = attributes.find((it) => fieldTypes[it.type].answerKind === 'category');
  for (const [property, headings] of headingSynonyms) {
    const at = findFreeColumn((name, column) => headings.includes(name) && !isExportHeading(name, column));
    if (property !== 'tags') assign(at, property);
    else if (categories) assign(at, categories.key);
  }
  return mapped;
}

/** Guesses the column with a unique id: its heading says so, and no value is missing or occurs twice. */
export function guessIdColumn(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  mapsTo: readonly (string | null)[],
): number | null {
  const at = columns.findIndex(
    (name, column) => mapsTo[column] === null && idColumnNames.has(foldName(name)),
  );
  if (at < 0 || rows.length === 0) return null;
  const ids = cellsOfColumn(rows, at).map(trimCell);
  return ids.includes('') || new Set(ids).size !== ids.length ? null : at;
}

/** Guesses whether the decimal separator is a comma. */
function guessDecimal(rows: readonly (readonly string[])[], delimiter: string): CsvOptions['decimal'] {
  const cells = rows.flat().map((it) => it.trim());
  const commas = cells.filter((it) => /^[+-]?\d+,\d+$/.test(it) && !/^[+-]?\d{1,3},\d{3}$/.test(it)).length;
  const points = cells.filter((it) => /^[+-]?\d+\.\d+$/.test(it)).length;
  if (commas !== points) return commas > points ? ',' : '.';
  return commas > 0 && delimiter === ';' ? ',' : '.';
}

/** Guesses the separator of answers: the character in most cells of columns with several answers. */
function guessSeparator(
  rows: readonly (readonly string[])[],
  mapsTo: readonly (string | null)[],
  attributes: readonly SurveyAttribute[],
): CsvOptions['separator'] {
  const several = mapsTo.flatMap((target, at) => {
    const attribute = attributes.find((it) => it.key === target);
    return target === 'tags' || (attribute && attribute.cardinality !== 1) ? cellsOfColumn(rows, at) : [];
  });
  const count = (sign: string) => several.filter((cell) => cell.includes(sign)).length;
  const signs = ['\n', '|', ';', ','] as const;
  return signs.find((sign) => count(sign) > 0 && count(sign) * 2 >= count(',')) ?? ',';
}

/** Guesses the format of cells, as far as the samples show it. */
export function guessCellFormat(
  rows: readonly (readonly string[])[],
  delimiter: string,
  mapsTo: readonly (string | null)[],
  attributes: readonly SurveyAttribute[],
): Pick<CsvOptions, 'date_order' | 'decimal' | 'separator'> & { isAmbiguous: boolean } {
  const dates = mapsTo.flatMap((target, at) => {
    const isDate =
      target === 'post_date' ||
      attributes.some((it) => it.key === target && fieldTypes[it.type].answerKind === 'time');
    return isDate ? cellsOfColumn(rows, at) : [];
  });
  const { order, isAmbiguous } = guessDateOrder(dates);
  return {
    date_order: order,
    decimal: guessDecimal(rows, delimiter),
    separator: guessSeparator(rows, mapsTo, attributes),
    isAmbiguous,
  };
}

/** The kinds of all columns. */
export const guessColumnKinds = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  options: Pick<CsvOptions, 'decimal' | 'date_order'>,
): ColumnKind[] => columns.map((_, at) => guessColumnKind(cellsOfColumn(rows, at), options));
