/** Guesses how the cells of a file are written, and what kinds of values its columns hold. */
import type { ColumnOptions, CsvOptions } from '@waypost/contract/imports/csv-options';
import type { columnKinds } from '@waypost/contract/imports/imports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { guessCoordinateOrder } from '../places/parse-place-text.ts';
import type { SurveyAttribute } from '../survey-definition.ts';
import { cellsOfColumn, isPoint } from './column-mapping.ts';
import { isClockFirst } from './date-and-clock.ts';
import { foldName, isLongitudeFirst, isOwnExport } from './headings.ts';
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

/** The cells of a field with several answers, without empty ones, and the answers that are known. */
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

/** The score of each separator, in order of rarity. */
const scoreSeparators = (fields: readonly AnswerColumn[]) =>
  separatorsByRarity.map((separator) => ({
    separator,
    score: fields.reduce((sum, field) => sum + scoreSeparator(field, separator), 0),
  }));

/** The separator that makes most known or repeated answers; null if none makes any. */
function findBestSeparator(fields: readonly AnswerColumn[]): CsvOptions['separator'] | null {
  const best = scoreSeparators(fields).reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.separator : null;
}

/** Guesses the separator of answers: the one that makes most known or repeated answers, else the one in most cells. */
function guessSeparator(fields: readonly AnswerColumn[]): CsvOptions['separator'] {
  const cells = fields.flatMap((field) => field.cells);
  const count = (sign: string) => cells.filter((cell) => cell.includes(sign)).length;
  const isFrequent = (sign: string) => count(sign) > 0 && count(sign) * 2 >= count(',');
  return findBestSeparator(fields) ?? commonSeparators.find(isFrequent) ?? ',';
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

/** The columns of a field with the cells that show how its values are written: of one kind. */
interface SampledField {
  columns: readonly number[];
  dates: readonly string[];
  numbers: readonly string[];
  places: readonly string[];
  answers: AnswerColumn | null;
}

/** The cells with the dates of a field, which another column may add a clock to. */
function listDates(rows: SampledFile['rows'], [first = 0, second]: readonly number[]): string[] {
  const dates = cellsOfColumn(rows, first);
  if (second === undefined) return dates;
  const others = cellsOfColumn(rows, second);
  return dates.map((date, row) => {
    const other = others[row] ?? '';
    return isClockFirst(trimCell(date), trimCell(other)) ? other : date;
  });
}

/** Fields that may have decimals. Other numbers, such as versions, show nothing. */
const hasDecimals = ({ type }: SurveyAttribute): boolean =>
  fieldTypes[type].answerKind === 'number' && type !== 'int';

/** The fields that columns fill, with their sampled cells. */
function listSampledFields({ rows, mapsTo, attributes, categories }: SampledFile): SampledField[] {
  const targets = [...new Set(mapsTo)].filter((target) => target !== null);
  return targets.map((target): SampledField => {
    const columns = mapsTo.flatMap((other, at) => (other === target ? [at] : []));
    const attribute = attributes.find(({ key }) => key === target);
    const kind = attribute && fieldTypes[attribute.type].answerKind;
    const cells = cellsOfColumn(rows, columns[0] ?? 0)
      .map(trimCell)
      .filter((cell) => cell !== '');
    const hasSeveral = target === 'tags' || (attribute !== undefined && attribute.cardinality !== 1);
    const isCategory = attribute === undefined || kind === 'category';
    const options = isCategory ? categories : (attribute.options ?? []).map(String);
    return {
      columns,
      dates: target === 'post_date' || kind === 'time' ? listDates(rows, columns) : [],
      numbers: attribute && hasDecimals(attribute) ? cells.filter(isWrittenNumber) : [],
      places: attribute && isPoint(attribute) ? cells : [],
      answers: hasSeveral ? { cells, options, isCategory } : null,
    };
  });
}

/** The order of coordinates that a heading names, such as `lon, lat`. */
const findOrderInHeadings = (columns: readonly string[]): CsvOptions['coordinate_order'] =>
  columns.some((column) => isLongitudeFirst(foldName(column))) ? 'lon_lat' : 'lat_lon';

/** Guesses the order of day and month; day first if it is usual, or if most dates are written as where it always is. */
function guessOrderOfDates(dates: readonly string[], usualOrder: DateOrder) {
  const isDayFirst = dates.filter(hasDayFirstNotation).length * 2 > dates.filter((it) => it !== '').length;
  return guessDateOrder(dates, isDayFirst ? 'dmy' : usualOrder);
}

type FormatOptions = Pick<CsvOptions, 'date_order' | 'decimal' | 'separator' | 'coordinate_order'>;

/** What the samples do not show: dates, numbers or coordinates that can be read in two ways. */
interface Ambiguity {
  date: boolean;
  decimal: boolean;
  coordinateOrder: boolean;
}

interface GuessedFormat {
  options: FormatOptions & Pick<CsvOptions, 'columns'>;
  ambiguous: Ambiguity;
  /** The columns whose values can be read in two ways. */
  ambiguousColumns: readonly number[];
}

/** How the cells of a field are written if they show something else than the rest of the file. */
function guessColumnOptions(
  { dates, numbers, places, answers }: SampledField,
  file: FormatOptions,
): { options: ColumnOptions; ambiguous: Ambiguity } {
  const date = guessOrderOfDates(dates, file.date_order);
  const number = guessDecimal(numbers, file.decimal);
  const place = guessCoordinateOrder(places, file.coordinate_order);
  const separator =
    answers && scoreSeparator(answers, file.separator) === 0 ? findBestSeparator([answers]) : null;
  return {
    options: {
      ...(date.order === file.date_order ? {} : { date_order: date.order }),
      ...(number.decimal === file.decimal ? {} : { decimal: number.decimal }),
      ...(place.order === file.coordinate_order ? {} : { coordinate_order: place.order }),
      ...(separator === null ? {} : { separator }),
    },
    ambiguous: { date: date.isAmbiguous, decimal: number.isAmbiguous, coordinateOrder: place.isAmbiguous },
  };
}

/**
 * Guesses the format of cells, as far as the samples show it: that of the file, and of the columns that show another one. Exports of this
 * program have commas between answers.
 */
export function guessCellFormat(file: SampledFile): GuessedFormat {
  const { columns, delimiter, usualDateOrder } = file;
  const fields = listSampledFields(file);
  const date = guessOrderOfDates(
    fields.flatMap(({ dates }) => dates),
    usualDateOrder,
  );
  // A file with semicolons has decimal commas.
  const number = guessDecimal(
    fields.flatMap(({ numbers }) => numbers),
    delimiter === ';' ? ',' : '.',
  );
  const place = guessCoordinateOrder(
    fields.flatMap(({ places }) => places),
    findOrderInHeadings(columns),
  );
  const isExport = isOwnExport(columns);
  const options: FormatOptions = {
    date_order: date.order,
    decimal: number.decimal,
    separator: isExport ? ',' : guessSeparator(fields.flatMap(({ answers }) => answers ?? [])),
    coordinate_order: place.order,
  };
  const ambiguous = {
    date: date.isAmbiguous,
    decimal: number.isAmbiguous,
    coordinateOrder: place.isAmbiguous,
  };
  const guesses = fields.map((field) => ({ field, guess: guessColumnOptions(field, options) }));
  const isAmbiguous = (own: Ambiguity) =>
    (['date', 'decimal', 'coordinateOrder'] as const).some((kind) => own[kind] && ambiguous[kind]);
  return {
    options: {
      ...options,
      columns: Object.fromEntries(
        guesses.flatMap(({ field, guess }) =>
          isExport || Object.keys(guess.options).length === 0
            ? []
            : field.columns.map((at) => [String(at), guess.options]),
        ),
      ),
    },
    ambiguous,
    ambiguousColumns: guesses.flatMap(({ field, guess }) =>
      isAmbiguous(guess.ambiguous) ? field.columns : [],
    ),
  };
}
