/**
 * Parses one row of a CSV file into a post (API v3 §2.16). The server checks whether categories and related posts
 * exist.
 */
import { unescapeFormula } from '@waypost/contract/common/csv-cells';
import { hxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import { type AnswerKind, fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import { type CoordinateOrder, parseAngle, parsePlaceText } from '../places/parse-place-text.ts';
import { isGeometryText, parseShape } from '../places/parse-shape.ts';
import type { SurveyAttribute } from '../survey-definition.ts';
import { type CellFormat, type ColumnFormat, columnFormatOf } from './cell-format.ts';
import { type ColumnTarget, hasSeveralAnswersInCell, isPoint } from './column-mapping.ts';
import { joinCells, unreadableDate } from './joined-columns.ts';
import { parseCsvDate, parseCsvDay } from './parse-csv-date.ts';
import { normaliseNumber, parseCsvNumber } from './parse-csv-number.ts';
import { splitPictureCell } from './picture-cells.ts';

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

const findStatus = (text: string): string | undefined =>
  statusNames[
    text
      .slice(0, 30)
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
  ];

/** Whether a text is the name of a status. */
export const isWrittenStatus = (text: string): boolean => findStatus(text) !== undefined;

/** The text of a cell without the apostrophe of an export and without surrounding spaces. */
export const trimCell = (cell: string): string => unescapeFormula(cell).trim();

/** The text in quotation marks at a position, and where it ends; undefined unless a separator or the end follows. */
function readQuotedAnswer(
  text: string,
  at: number,
  separator: string,
): { answer: string; end: number } | undefined {
  if (text[at] !== '"') return undefined;
  const quoted = /"((?:[^"]|"")*)"/y;
  quoted.lastIndex = at;
  const content = quoted.exec(text)?.[1];
  if (content === undefined) return undefined;
  const end = quoted.lastIndex;
  const isWhole = text.startsWith(separator, end) || endsAnswer(text, end, separator);
  return isWhole ? { answer: content.replaceAll('""', '"'), end } : undefined;
}

/** Where the blanks after a position end. */
function skipBlanks(text: string, from: number): number {
  const blanks = /\s*/y;
  blanks.lastIndex = from;
  blanks.exec(text);
  return blanks.lastIndex;
}

/** Whether nothing but a separator or the end follows, after blanks. */
function endsAnswer(text: string, from: number, separator: string): boolean {
  const at = skipBlanks(text, from);
  return at === text.length || text.startsWith(separator, at);
}

/**
 * Splits a cell into answers. A separator is part of an answer in quotation marks, as `joinAnswers` of exports writes it, and of a
 * known answer such as "Food, water". Takes time in proportion to the length.
 * @param protectedTexts known answers that hold the separator
 */
export function splitAnswers(text: string, separator: string, protectedTexts: readonly string[]): string[] {
  const trimmed = text.trim();
  const longestFirst = [...protectedTexts].sort((a, b) => b.length - a.length);
  const parts: string[] = [];
  for (let at = 0; at < trimmed.length; ) {
    const start = at;
    const quoted = readQuotedAnswer(trimmed, start, separator);
    const option = longestFirst.find(
      (it) =>
        trimmed.slice(start, start + it.length).toLowerCase() === it.toLowerCase() &&
        endsAnswer(trimmed, start + it.length, separator),
    );
    const end = trimmed.indexOf(separator, quoted?.end ?? start + (option?.length ?? 0));
    parts.push(quoted?.answer ?? trimmed.slice(start, end < 0 ? undefined : end));
    at = end < 0 ? trimmed.length : skipBlanks(trimmed, end + separator.length);
  }
  return parts.map((it) => it.trim()).filter((it) => it !== '');
}

const choicesOf = ({ type, options }: SurveyAttribute): string[] =>
  fieldTypes[type].answerKind === 'category' ? [] : (options ?? []).map(String);

function parseCellAnswers(text: string, context: AnswerContext, categories: readonly string[]): string[] {
  const { attribute, format, options } = context;
  if (fieldTypes[attribute.type].answerKind === 'media') return splitPictureCell(text);
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
  return parts.map((part) => parseCellAnswer(part, context));
}

/** The option that a cell names; text that names none is returned as it is. */
function findOption(text: string, options: readonly string[]): string {
  if (options.length === 0 || options.includes(text)) return text;
  const lower = text.toLowerCase();
  return options.find((it) => it.toLowerCase() === lower) ?? text;
}

const toIsoDate = (text: string, { date_order, timezone }: ColumnFormat): string =>
  parseCsvDate(text, date_order, timezone)?.toISOString() ?? unreadableDate;

/** Midnight UTC, as such a field stores it: a day has no zone. */
function toIsoDay(text: string, { date_order, timezone }: ColumnFormat): string {
  const day = parseCsvDay(text, date_order, timezone);
  return day === null ? unreadableDate : `${day}T00:00:00.000Z`;
}

/** What an answer is read with besides its text. */
interface AnswerContext {
  attribute: SurveyAttribute;
  format: ColumnFormat;
  options: readonly string[];
}

type AnswerReader = (text: string, context: AnswerContext) => string;
const readOption: AnswerReader = (text, { options }) => findOption(text, options);
const readNumber: AnswerReader = (text, { attribute, format }) =>
  normaliseNumber(text, attribute.type === 'int' ? 'whole' : format.decimal);
const readTime: AnswerReader = (text, { attribute, format }) =>
  fieldInputs[attribute.input].isDateOnly ? toIsoDay(text, format) : toIsoDate(text, format);

/** Converts one answer to the format of `parseAnswer`, which rejects what cannot be read. */
const answerReaders: Record<AnswerKind, AnswerReader> = {
  text: readOption,
  number: readNumber,
  time: readTime,
  point: readOption,
  shape: readOption,
  link: readOption,
  // Completed by the server, which knows the country.
  phone: readOption,
  post: readOption,
  media: readOption,
  category: readOption,
};

const parseCellAnswer = (part: string, context: AnswerContext): string =>
  answerReaders[fieldTypes[context.attribute.type].answerKind](part, context);

const parseCellList = (text: string, format: ColumnFormat, protectedTexts: readonly string[]): string[] =>
  splitAnswers(
    text,
    format.separator,
    protectedTexts.filter((it) => it.includes(format.separator)),
  );

function parseProperty(
  property: string,
  text: string,
  format: ColumnFormat,
  categories: readonly string[],
): unknown {
  switch (property) {
    case 'status':
      return findStatus(text) ?? text;
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

/** About a centimetre. */
const formatDegrees = (degrees: number): string => String(Number(degrees.toFixed(7)));

/** A coordinate in degrees; other text stays as it is, so that validation rejects it. */
function normaliseCoordinate(text: string, part: 'lat' | 'lon'): string {
  const number = parseCsvNumber(text, 'coordinate');
  if (number !== null) return number;
  const angle = parseAngle(text, part);
  return angle === null ? text : formatDegrees(angle);
}

const readPlace = (text: string, order: CoordinateOrder) =>
  isGeometryText(text) ? parseShape(text) : parsePlaceText(text, null, order);

/** A place whose coordinates are in one column; the text as it is, so that validation rejects it, if it is none. */
function parsePlace(text: string, { coordinate_order }: ColumnFormat): unknown {
  const place = readPlace(text, coordinate_order);
  return place ? { lat: formatDegrees(place.lat), lon: formatDegrees(place.lon) } : text;
}

/** Letters of the longest geometry that is read to guess what a column is: reading a million takes some tenths of a second. */
const maxGuessedGeometry = 10_000;

/** Whether a text can be read as a coordinate, or as a place. */
export const isWrittenCoordinate = (text: string, part: 'lat' | 'lon'): boolean => {
  const degrees = Number(normaliseCoordinate(text, part));
  return Math.abs(degrees) <= (part === 'lat' ? 90 : 180);
};
export const isWrittenPlace = (text: string): boolean =>
  isWrittenPoint(text) ||
  (isGeometryText(text) && (text.length > maxGuessedGeometry || parseShape(text) !== null));
/** Whether a text is the place itself, and no line or area. */
export const isWrittenPoint = (text: string): boolean =>
  parsePlaceText(text, null, 'lat_lon') !== null || parsePlaceText(text, null, 'lon_lat') !== null;

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
  const texts = cells.map(trimCell);
  for (const target of targets) {
    const text = joinCells(texts, target, format);
    if (text === '') continue;
    const columnFormat = columnFormatOf(format, target.column);
    if ('property' in target) {
      draft.properties[target.property] = parseProperty(target.property, text, columnFormat, categories);
      continue;
    }
    const { attribute, part, index } = target;
    const context = { attribute, format: columnFormat, options: choicesOf(attribute) };
    if (part) setCoordinate(draft.values, attribute.key, part, normaliseCoordinate(text, part));
    else if (isPoint(attribute)) draft.values[attribute.key] = [parsePlace(text, columnFormat)];
    else if (index === undefined) draft.values[attribute.key] = parseCellAnswers(text, context, categories);
    else numbered.push({ key: attribute.key, index, answers: [parseCellAnswer(text, context)] });
  }
  for (const { key, answers } of numbered.sort((a, b) => a.index - b.index))
    (draft.values[key] ??= []).push(...answers);
  return draft;
}

/** Whether a row has no text. It is not a post. */
export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const hxlTagPattern = /^#([a-z]\w*)(?:\s*\+\s*[a-z]\w*)*$/i;
const hxlTagNames = new Set(hxlTags.map(({ tag_name }) => tag_name));

/**
 * Whether the row under the headings holds HXL hashtags (`#affected +killed`): each cell one, or none, and at least one of them of the
 * vocabulary, since `#help` is the text of a message.
 */
export function isHxlRow(cells: readonly string[]): boolean {
  const tags = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const names = tags.map((tag) =>
    tag.length > 200 ? undefined : hxlTagPattern.exec(tag)?.[1]?.toLowerCase(),
  );
  return (
    names.every((name) => name !== undefined) &&
    names.some((name) => name !== undefined && hxlTagNames.has(name))
  );
}
