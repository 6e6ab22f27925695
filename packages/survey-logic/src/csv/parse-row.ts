/**
 * Parses one row of a CSV file into a post (API v3 §2.16). The server checks whether categories and related posts
 * exist.
 */
import { unescapeFormula } from '@waypost/contract/common/csv-cells';
import type { CsvOptions } from '@waypost/contract/imports/imports';
import { type AnswerKind, fieldTypes } from '@waypost/contract/surveys/field-types';
import { hasSeveralAnswersInCell, type SurveyAttribute } from '../survey-definition.ts';
import type { ColumnTarget } from './column-mapping.ts';
import { parseCsvDate } from './parse-csv-date.ts';

/** How to read the cells. */
export type CellFormat = Pick<CsvOptions, 'date_order' | 'decimal' | 'separator'>;

/**
 * The content of a row: properties by their names in API v3, answers by attribute key. Empty values are left out.
 */
export interface ParsedRow {
  properties: Record<string, unknown>;
  values: Record<string, unknown[]>;
}

/** Statuses by their names in cells, ignoring case and separators (spec 3 §2, "CSV import"). */
const statusNames: Readonly<Record<string, string>> = {
  published: 'published',
  'under review': 'draft',
  draft: 'draft',
  archived: 'archived',
};

/** The text of a cell without the apostrophe of an export and without surrounding spaces. */
export const trimCell = (cell: string): string => unescapeFormula(cell).trim();

/**
 * Converts a number to JavaScript's format: no thousands separators, and a decimal point. Other text stays as it is,
 * so that validation rejects it.
 */
export function normaliseNumber(text: string, decimal: CsvOptions['decimal']): string {
  const dense = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^\u2212/, '-');
  const thousands = decimal === ',' ? '.' : ',';
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${thousands}\\d{3})+(?:\\${decimal}\\d*)?$`);
  const joined = grouped.test(dense) ? dense.replaceAll(thousands, '') : dense;
  return decimal === ',' && /^[+-]?\d*,\d*(?:e[+-]?\d+)?$/i.test(joined) ? joined.replace(',', '.') : joined;
}

/** The text in quotation marks at the beginning of a text, and where it ends; undefined unless a separator or the end follows. */
function readQuotedAnswer(text: string, separator: string): { answer: string; end: number } | undefined {
  const [quoted, content = ''] = /^"((?:[^"]|"")*)"/.exec(text) ?? [];
  if (quoted === undefined) return undefined;
  const rest = text.slice(quoted.length).trimStart();
  const isWhole =
    rest === '' || text.slice(quoted.length).startsWith(separator) || rest.startsWith(separator);
  return isWhole ? { answer: content.replaceAll('""', '"'), end: quoted.length } : undefined;
}

/**
 * Splits a cell into answers. A separator is part of an answer in quotation marks, as `joinAnswers` of exports writes it, and of a
 * known answer such as "Food, water".
 * @param protectedTexts known answers that hold the separator
 */
export function splitAnswers(text: string, separator: string, protectedTexts: readonly string[]): string[] {
  const parts: string[] = [];
  const longestFirst = [...protectedTexts].sort((a, b) => b.length - a.length);
  let remainingText = text.trim();
  while (remainingText !== '') {
    const quoted = readQuotedAnswer(remainingText, separator);
    const lower = remainingText.toLowerCase();
    const option = longestFirst.find(
      (it) =>
        lower.startsWith(it.toLowerCase()) &&
        (remainingText.length === it.length ||
          remainingText.slice(it.length).trimStart().startsWith(separator)),
    );
    const end = remainingText.indexOf(separator, quoted?.end ?? option?.length ?? 0);
    parts.push(quoted?.answer ?? (end < 0 ? remainingText : remainingText.slice(0, end)));
    remainingText = end < 0 ? '' : remainingText.slice(end + separator.length).trimStart();
  }
  return parts.map((it) => it.trim()).filter((it) => it !== '');
}

const choicesOf = ({ type, options }: SurveyAttribute): string[] =>
  fieldTypes[type].answerKind === 'category' ? [] : (options ?? []).map(String);

function parseCellAnswers(
  attribute: SurveyAttribute,
  text: string,
  format: CellFormat,
  categories: readonly string[],
): string[] {
  const options = choicesOf(attribute);
  const protectedTexts = fieldTypes[attribute.type].answerKind === 'category' ? categories : options;
  // Files from Windows end lines with two characters.
  const singleLineBreaks = format.separator === '\n' ? text.replace(/\r\n?/g, '\n') : text;
  const parts = hasSeveralAnswersInCell(attribute)
    ? splitAnswers(
        singleLineBreaks,
        format.separator,
        protectedTexts.filter((it) => it.includes(format.separator)),
      )
    : [text];
  return parts.map((part) => parseCellAnswer(attribute, part, format, options));
}

/** The option that a cell names; text that names none is returned as it is. */
function findOption(text: string, options: readonly string[]): string {
  const lower = text.toLowerCase();
  return options.find((it) => it === text) ?? options.find((it) => it.toLowerCase() === lower) ?? text;
}

/** ISO 8601, or a text that no parser takes for a date: the order of the file alone says which number is the month. */
const toIsoDate = (text: string, format: CellFormat): string =>
  parseCsvDate(text, format.date_order)?.toISOString() ?? 'unreadable date';

type AnswerReader = (text: string, format: CellFormat, options: readonly string[]) => string;
const readNumber: AnswerReader = (text, format) => normaliseNumber(text, format.decimal);
const readOption: AnswerReader = (text, _format, options) => findOption(text, options);

/** Converts one answer to the format of `parseAnswer`, which rejects what cannot be read. */
const answerReaders: Record<AnswerKind, AnswerReader> = {
  text: readOption,
  number: readNumber,
  time: toIsoDate,
  point: readOption,
  shape: readOption,
  link: readOption,
  post: readOption,
  media: readOption,
  category: readOption,
};

const parseCellAnswer = (
  { type }: SurveyAttribute,
  part: string,
  format: CellFormat,
  options: string[],
): string => answerReaders[fieldTypes[type].answerKind](part, format, options);

const parseCellList = (text: string, format: CellFormat, protectedTexts: readonly string[]): string[] =>
  splitAnswers(
    text,
    format.separator,
    protectedTexts.filter((it) => it.includes(format.separator)),
  );

function parseProperty(
  property: string,
  text: string,
  format: CellFormat,
  categories: readonly string[],
): unknown {
  switch (property) {
    case 'status':
      return statusNames[text.toLowerCase().replace(/[\s_-]+/g, ' ')] ?? text;
    case 'post_date':
      return toIsoDate(text, format);
    case 'tags':
      return parseCellList(text, format, categories);
    case 'published_to':
      return parseCellList(text, format, []);
    default:
      return text;
  }
}

/** Sets one coordinate of a place whose coordinates are in two columns. */
function setCoordinate(values: ParsedRow['values'], key: string, part: 'lat' | 'lon', text: string): void {
  const [place] = (values[key] ??= [{}]) as [Record<string, string>];
  place[part] = text;
}

/**
 * Parses a row.
 * @param cells as in the file
 * @param categories names of all categories, some of which may contain the separator
 */
export function parseRow(
  cells: readonly string[],
  targets: readonly ColumnTarget[],
  format: CellFormat,
  categories: readonly string[] = [],
): ParsedRow {
  const draft: ParsedRow = { properties: {}, values: {} };
  const numbered: { key: string; index: number; answers: string[] }[] = [];
  for (const target of targets) {
    const text = trimCell(cells[target.column] ?? '');
    if (text === '') continue;
    if ('property' in target) {
      draft.properties[target.property] = parseProperty(target.property, text, format, categories);
      continue;
    }
    const { attribute, part, index } = target;
    if (part) setCoordinate(draft.values, attribute.key, part, normaliseNumber(text, format.decimal));
    else if (index === undefined)
      draft.values[attribute.key] = parseCellAnswers(attribute, text, format, categories);
    else
      numbered.push({
        key: attribute.key,
        index,
        answers: [parseCellAnswer(attribute, text, format, choicesOf(attribute))],
      });
  }
  for (const { key, answers } of numbered.sort((a, b) => a.index - b.index))
    (draft.values[key] ??= []).push(...answers);
  return draft;
}

/** Whether a row is empty or contains HXL hashtags (`#affected +killed`), and therefore is not a post. */
export function isSkippableRow(cells: readonly string[]): boolean {
  const texts = cells.map((it) => it.trim()).filter((it) => it !== '');
  return texts.every((it) => /^#[a-z][\w\s]*(?:\+\w+\s*)*$/i.test(it));
}
