/** Guesses how the cells of a file are written, and what kinds of values its columns hold. */
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { columnKinds } from '@waypost/contract/imports/imports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { guessCoordinateOrder } from '../places/parse-place-text.ts';
import type { SurveyAttribute } from '../survey-definition.ts';
import { cellsOfColumn, isPoint } from './column-mapping.ts';
import { isClockFirst } from './date-and-clock.ts';
import { findZoneInHeading, foldName, isLongitudeFirst, isOwnExport } from './headings.ts';
import { guessDecimal, isWrittenNumber } from './parse-csv-number.ts';
import { splitAnswers, trimCell } from './parse-row.ts';
import { type DateOrder, guessDateOrder, hasDayFirstNotation, readWrittenDate } from './written-date.ts';

export type ColumnKind = (typeof columnKinds)[number];

/** The kind of the values in a column, judged by the sampled rows. */
export function guessColumnKind(
  cells: readonly string[],
  options: Pick<CsvOptions, 'date_order'>,
): ColumnKind {
  const texts = cells.map(trimCell).filter((it) => it !== '');
  if (texts.length === 0) return 'empty';
  if (texts.every(isWrittenNumber)) return 'number';
  const other = (order: DateOrder) => texts.every((it) => readWrittenDate(it, order) !== null);
  return other(options.date_order) || other(options.date_order === 'dmy' ? 'mdy' : 'dmy') ? 'date' : 'text';
}

/** The kinds of all columns. */
export const guessColumnKinds = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  options: Pick<CsvOptions, 'date_order'>,
): ColumnKind[] => columns.map((_, at) => guessColumnKind(cellsOfColumn(rows, at), options));

/** Separators by how rarely they are part of a text; the last two only where they make nothing but known answers. */
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

/** The cells of a field with several answers, and the answers that are known. */
interface AnswerColumn {
  cells: readonly string[];
  options: readonly string[];
  isCategory: boolean;
}

/** The share of answers that are known or repeated, if cells are split at a separator; 0 if it splits none, or texts of several words. */
function scoreSeparator(
  { cells, options, isCategory }: AnswerColumn,
  separator: CsvOptions['separator'],
): number {
  // Names of categories have spaces.
  if (isCategory && separator === ' ') return 0;
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
  const score = weights.reduce((sum, weight) => sum + weight, 0) / answers.length;
  const isCommon = commonSeparators.some((common) => common === separator);
  return isCommon || score === 1 ? score : 0;
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
  const fields = mapsTo.flatMap((target, at): AnswerColumn[] => {
    const attribute = attributes.find((it) => it.key === target);
    const hasSeveral = target === 'tags' || (attribute && attribute.cardinality !== 1);
    const cells = cellsOfColumn(rows, at)
      .map(trimCell)
      .filter((cell) => cell !== '');
    const isCategory = !attribute || fieldTypes[attribute.type].answerKind === 'category';
    const options = isCategory ? categories : (attribute.options ?? []).map(String);
    return hasSeveral ? [{ cells, options, isCategory }] : [];
  });
  const scores = separatorsByRarity.map((separator) => ({
    separator,
    score: fields.reduce((sum, field) => sum + scoreSeparator(field, separator), 0),
  }));
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score > 0) return best.separator;
  const cells = fields.flatMap((field) => field.cells);
  const count = (sign: string) => cells.filter((cell) => cell.includes(sign)).length;
  return commonSeparators.find((sign) => count(sign) > 0 && count(sign) * 2 >= count(',')) ?? ',';
}

/**
 * The zone of times without one in each column: the one that its heading names, UTC in exports of this program, else that of the import.
 * @param timezone an IANA name
 */
export function listTimezones(columns: readonly string[], timezone: string): string[] {
  const zone = isOwnExport(columns) ? 'UTC' : timezone;
  return columns.map((heading) => findZoneInHeading(heading) ?? zone);
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

/** The order of coordinates that a heading names, such as `lon, lat`. */
const findOrderInHeadings = (columns: readonly string[]): CsvOptions['coordinate_order'] =>
  columns.some((column) => isLongitudeFirst(foldName(column))) ? 'lon_lat' : 'lat_lon';

interface GuessedFormat {
  options: Pick<CsvOptions, 'date_order' | 'decimal' | 'separator' | 'coordinate_order'>;
  /** What the samples do not show: dates, numbers or coordinates that can be read in two ways. */
  ambiguous: { date: boolean; decimal: boolean; coordinateOrder: boolean };
}

/** The numbers of the fields that may have decimals. Other columns, such as versions and dates, show nothing. */
function listNumbers(
  rows: readonly (readonly string[])[],
  mapsTo: readonly (string | null)[],
  attributes: readonly SurveyAttribute[],
): string[] {
  const hasDecimals = (target: string | null) =>
    attributes.some(
      ({ key, type }) => key === target && fieldTypes[type].answerKind === 'number' && type !== 'int',
    );
  return mapsTo.flatMap((target, at) =>
    hasDecimals(target) ? cellsOfColumn(rows, at).map(trimCell).filter(isWrittenNumber) : [],
  );
}

/** The dates of the fields for times; not the clock that another column adds. */
function listDates(
  rows: readonly (readonly string[])[],
  mapsTo: readonly (string | null)[],
  attributes: readonly SurveyAttribute[],
): string[] {
  const isDate = (target: string) =>
    target === 'post_date' ||
    attributes.some(({ key, type }) => key === target && fieldTypes[type].answerKind === 'time');
  const dateTargets = new Set(mapsTo.filter((target) => target !== null && isDate(target)));
  return [...dateTargets].flatMap((target) => {
    const first = mapsTo.indexOf(target);
    const second = mapsTo.indexOf(target, first + 1);
    const [dates, others] = [cellsOfColumn(rows, first), cellsOfColumn(rows, second)];
    return dates.map((date, row) => {
      const other = others[row] ?? '';
      return second >= 0 && isClockFirst(trimCell(date), trimCell(other)) ? other : date;
    });
  });
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
}: SampledFile): GuessedFormat {
  const dates = listDates(rows, mapsTo, attributes);
  const isDayFirst = dates.filter(hasDayFirstNotation).length * 2 > dates.filter((it) => it !== '').length;
  const date = guessDateOrder(dates, isDayFirst ? 'dmy' : usualDateOrder);
  const number = guessDecimal(listNumbers(rows, mapsTo, attributes), delimiter);
  const places = mapsTo.flatMap((target, at) =>
    attributes.some((it) => it.key === target && isPoint(it))
      ? cellsOfColumn(rows, at)
          .map(trimCell)
          .filter((cell) => cell !== '')
      : [],
  );
  const place = guessCoordinateOrder(places, findOrderInHeadings(columns));
  const separator = guessSeparator(columns, rows, mapsTo, attributes, categories);
  return {
    options: {
      date_order: date.order,
      decimal: number.decimal,
      separator,
      coordinate_order: place.order,
    },
    ambiguous: {
      date: date.isAmbiguous,
      decimal: number.isAmbiguous,
      coordinateOrder: place.isAmbiguous,
    },
  };
}
