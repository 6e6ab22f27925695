/** Guesses the mapping and format of a CSV file from its headings and cells. */
import { normalizeText } from '@waypost/contract/common/normalize-text';
import type { CsvOptions, columnKinds } from '@waypost/contract/imports/imports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { getPostTextField, type SurveyAttribute } from '../survey-definition.ts';
import { isPoint, type MappableProperty } from './column-mapping.ts';
import { type DateOrder, guessDateOrder, parseCsvDate } from './parse-csv-date.ts';
import { normaliseNumber, splitAnswers, trimCell } from './parse-row.ts';

export type ColumnKind = (typeof columnKinds)[number];

/** Normalises a name for comparison: letters and digits of any script, without accents. */
const foldName = (name: string): string =>
  normalizeText(name, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words that say nothing about what a column holds: `INCIDENT TITLE` is a title. */
const fillerWords = new Set([
  'incident',
  'incidents',
  'report',
  'reports',
  'event',
  'post',
  'message',
  'case',
  'observation',
  'the',
  'of',
  'your',
  'a',
]);

/** A folded name without filler words; unchanged if nothing else is left. */
const withoutFillers = (name: string): string =>
  name
    .split(' ')
    .filter((word) => !fillerWords.has(word))
    .join(' ') || name;

/** A heading without what stands in brackets, such as a unit or "required". */
const withoutBrackets = (heading: string): string => heading.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');

/** The forms in which a heading is compared, the most exact first. */
function headingForms(heading: string): string[] {
  const name = foldName(heading);
  const bare = foldName(withoutBrackets(heading)) || name;
  return [...new Set([name, bare, withoutFillers(bare)])];
}

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

/** Whether a heading has the name of a property, a coordinate or an id, in exports or elsewhere. */
export function isKnownHeading(heading: string): boolean {
  const forms = headingForms(heading);
  return forms.some(
    (form) =>
      Object.hasOwn(exportHeadings, form) ||
      idColumnNames.has(form) ||
      findCoordinatePart(form) !== undefined ||
      headingSynonyms.some(([, headings]) => headings.includes(form)),
  );
}

/** Whether a file is an export of this program. */
export function isOwnExport(columns: readonly string[]): boolean {
  const names = new Set(columns.map(foldName));
  return names.has('post id') && names.has('post status');
}

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
  if (texts.every((it) => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(normaliseNumber(it, options.decimal))))
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
  const forms = columns.map(headingForms);
  const mapped: (string | null)[] = columns.map(() => null);
  const usedTargets = new Set<string>();
  const assign = (at: number, target: string) => {
    if (at < 0 || mapped[at] !== null || usedTargets.has(target)) return;
    mapped[at] = target;
    usedTargets.add(target);
  };
  const isExport = isOwnExport(columns);
  const isExportHeading = (name: string, at: number) =>
    isExport && Object.hasOwn(exportHeadings, name) && names.indexOf(name) === at;
  const findFreeColumn = (fits: (name: string, at: number) => boolean) =>
    names.findIndex((name, at) => mapped[at] === null && !isExportHeading(name, at) && fits(name, at));
  for (const [at, name] of names.entries()) {
    const property = isExportHeading(name, at) ? exportHeadings[name] : null;
    if (property) assign(at, property);
  }
  // Exact names come first for all fields, so that "Incident date" is not taken by a field "Date" from the field of that name.
  for (const isExact of [true, false])
    for (const attribute of attributes) {
      const labels = isExact ? [foldName(attribute.label)] : headingForms(attribute.label);
      const isLabel = (name: string) => name !== '' && labels.includes(name);
      const isNamed = (name: string, at: number) =>
        columns[at]?.trim() === attribute.key ||
        (isExact ? isLabel(name) : (forms[at] ?? []).some((form) => isLabel(form)));
      const postText = getPostTextField(attribute);
      if (!isPoint(attribute)) {
        assign(findFreeColumn(isNamed), postText ?? attribute.key);
        continue;
      }
      for (const part of ['lat', 'lon'] as const)
        assign(
          findFreeColumn((name, at) => {
            const stem = name.split(' ').slice(0, -1).join(' ');
            const isHere = isLabel(stem) || columns[at]?.trim() === `${attribute.key}.${part}`;
            return findCoordinatePart(name) === part && isHere;
          }),
          `${attribute.key}.${part}`,
        );
    }
  const lat = findFreeColumn((name) => findCoordinatePart(name) === 'lat');
  const lon = findFreeColumn((name) => findCoordinatePart(name) === 'lon');
  const place = attributes.find((it) => isPoint(it) && !usedTargets.has(`${it.key}.lat`));
  if (place && lat >= 0 && lon >= 0) {
    assign(lat, `${place.key}.lat`);
    assign(lon, `${place.key}.lon`);
  }
  const categories = attributes.find((it) => fieldTypes[it.type].answerKind === 'category');
  for (const isExact of [true, false])
    for (const [property, headings] of headingSynonyms) {
      const at = findFreeColumn((name, column) =>
        isExact ? headings.includes(name) : (forms[column] ?? []).some((form) => headings.includes(form)),
      );
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

/** Separators by how rarely they are part of a text; the last two only where they make known or repeated answers. */
const separatorsByRarity = [
  '\n',
  '|',
  ';',
  ',',
  '/',
  ' ',
] as const satisfies readonly CsvOptions['separator'][];
const commonSeparators = separatorsByRarity.slice(0, 4);

/** The weight of an answer that another cell has too, where an answer that the field offers has 1. */
const repeatedAnswerWeight = 0.5;

/** The share of answers that are known or repeated, if cells are split at a separator; 0 if it splits none. */
function scoreSeparator(
  cells: readonly string[],
  separator: CsvOptions['separator'],
  options: readonly string[],
): number {
  const protectedTexts = options.filter((answer) => answer.includes(separator));
  const splitCells = cells.map((cell) => splitAnswers(cell, separator, protectedTexts));
  if (splitCells.every((parts) => parts.length < 2)) return 0;
  const optionNames = new Set(options.map((answer) => answer.toLowerCase()));
  const cellsByAnswer = new Map<string, number>();
  const folded = splitCells.map((parts) => [...new Set(parts.map((part) => part.toLowerCase()))]);
  for (const answer of folded.flat()) cellsByAnswer.set(answer, (cellsByAnswer.get(answer) ?? 0) + 1);
  const answers = folded.flat();
  const weights = answers.map((answer): number =>
    optionNames.has(answer) ? 1 : (cellsByAnswer.get(answer) ?? 0) > 1 ? repeatedAnswerWeight : 0,
  );
  return weights.reduce((sum, weight) => sum + weight, 0) / answers.length;
}

/**
 * Guesses the separator of answers in columns with several answers: the one that makes most known or repeated answers, else the one in
 * most cells. Exports of this program have commas.
 */
function guessSeparator(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  mapsTo: readonly (string | null)[],
  attributes: readonly SurveyAttribute[],
  categories: readonly string[],
): CsvOptions['separator'] {
  if (isOwnExport(columns)) return ',';
  const fields = mapsTo.flatMap((target, at) => {
    const attribute = attributes.find((it) => it.key === target);
    const hasSeveral = target === 'tags' || (attribute && attribute.cardinality !== 1);
    const cells = cellsOfColumn(rows, at)
      .map(trimCell)
      .filter((cell) => cell !== '');
    const answers = attribute && fieldTypes[attribute.type].answerKind !== 'category';
    return hasSeveral
      ? [{ cells, options: answers ? (attribute.options ?? []).map(String) : categories }]
      : [];
  });
  const scores = separatorsByRarity.map((separator) => ({
    separator,
    score: fields.reduce((sum, { cells, options }) => sum + scoreSeparator(cells, separator, options), 0),
  }));
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score > 0) return best.separator;
  const cells = fields.flatMap((field) => field.cells);
  const count = (sign: string) => cells.filter((cell) => cell.includes(sign)).length;
  return commonSeparators.find((sign) => count(sign) > 0 && count(sign) * 2 >= count(',')) ?? ',';
}

/** What the format of cells is guessed from. */
interface SampledFile {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  delimiter: string;
  mapsTo: readonly (string | null)[];
  attributes: readonly SurveyAttribute[];
  /** Names of the categories that the importer may see. */
  categories: readonly string[];
  /** Order of day and month where the dates of the file do not show it. */
  usualDateOrder: CsvOptions['date_order'];
}

/** Guesses the format of cells, as far as the samples show it. */
export function guessCellFormat({
  columns,
  rows,
  delimiter,
  mapsTo,
  attributes,
  categories,
  usualDateOrder,
}: SampledFile): Pick<CsvOptions, 'date_order' | 'decimal' | 'separator'> & { isAmbiguous: boolean } {
  const dates = mapsTo.flatMap((target, at) => {
    const isDate =
      target === 'post_date' ||
      attributes.some((it) => it.key === target && fieldTypes[it.type].answerKind === 'time');
    return isDate ? cellsOfColumn(rows, at) : [];
  });
  const { order, isAmbiguous } = guessDateOrder(dates, usualDateOrder);
  return {
    date_order: order,
    decimal: guessDecimal(rows, delimiter),
    separator: guessSeparator(columns, rows, mapsTo, attributes, categories),
    isAmbiguous,
  };
}

/** The kinds of all columns. */
export const guessColumnKinds = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  options: Pick<CsvOptions, 'decimal' | 'date_order'>,
): ColumnKind[] => columns.map((_, at) => guessColumnKind(cellsOfColumn(rows, at), options));
