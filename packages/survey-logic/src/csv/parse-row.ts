/** One row of a CSV file, read as a post (API v3 §2.16). Pure: whether categories and posts exist is for the server to say. */
import { unescapeFormula } from '@waypost/contract/common/csv-cells';
import type { CsvOptions } from '@waypost/contract/imports/imports';
import type { SurveyAttribute } from '../survey-definition.ts';
import type { ColumnTarget } from './column-mapping.ts';
import { parseCsvDate } from './parse-csv-date.ts';

/** How cells are read. */
export type CellFormat = Pick<CsvOptions, 'date_order' | 'decimal' | 'separator'>;

/** What a row says: properties by API v3's names, answers by attribute key. Nothing that is empty. */
export interface ParsedRow {
  properties: Record<string, unknown>;
  values: Record<string, unknown[]>;
}

/** Statuses as a cell may say them, in any case and spelling (spec 3 §2, "CSV import"). */
const statusNames: Readonly<Record<string, string>> = {
  published: 'published',
  'under review': 'draft',
  draft: 'draft',
  archived: 'archived',
};

/** A cell's text: the apostrophe of an export taken away, then the spaces around it. */
export const trimCell = (cell: string): string => unescapeFormula(cell).trim();

/**
 * A number in the computer's spelling: without spaces or signs between thousands, with a point. What is no number stays as it
 * is, for the check to refuse it in its own words.
 */
export function normaliseNumber(text: string, decimal: CsvOptions['decimal']): string {
  const dense = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^\u2212/, '-');
  const thousands = decimal === ',' ? '.' : ',';
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${thousands}\\d{3})+(?:\\${decimal}\\d*)?$`);
  const joined = grouped.test(dense) ? dense.replaceAll(thousands, '') : dense;
  return decimal === ',' && /^[+-]?\d*,\d*(?:e[+-]?\d+)?$/i.test(joined) ? joined.replace(',', '.') : joined;
}

/** Leaves commas alone that belong to an option, such as "Food, water". */
function splitKeepingOptions(text: string, separator: string, protectedTexts: readonly string[]): string[] {
  const parts: string[] = [];
  const longestFirst = [...protectedTexts].sort((a, b) => b.length - a.length);
  let rest = text.trim();
  while (rest !== '') {
    const lower = rest.toLowerCase();
    const option = longestFirst.find(
      (it) =>
        lower.startsWith(it.toLowerCase()) &&
        (rest.length === it.length || rest.slice(it.length).trimStart().startsWith(separator)),
    );
    const end = option ? rest.indexOf(separator, option.length) : rest.indexOf(separator);
    parts.push(end < 0 ? rest : rest.slice(0, end));
    rest = end < 0 ? '' : rest.slice(end + separator.length).trimStart();
  }
  return parts.map((it) => it.trim()).filter((it) => it !== '');
}

/** Commas are part of a shape, and of a long text more often than they part two. */
const hasSingleAnswer = ({ type, cardinality }: SurveyAttribute) =>
  cardinality === 1 || type === 'geometry' || type === 'markdown';

const choicesOf = ({ type, options }: SurveyAttribute): string[] =>
  type === 'tags' ? [] : (options ?? []).map(String);

function parseCellAnswers(
  attribute: SurveyAttribute,
  text: string,
  format: CellFormat,
  categories: readonly string[],
): string[] {
  const options = choicesOf(attribute);
  const protectedTexts = attribute.type === 'tags' ? categories : options;
  // A file from Windows has two signs where a line ends.
  const one = format.separator === '\n' ? text.replace(/\r\n?/g, '\n') : text;
  const parts = hasSingleAnswer(attribute)
    ? [text]
    : splitKeepingOptions(
        one,
        format.separator,
        protectedTexts.filter((it) => it.includes(format.separator)),
      );
  return parts.map((part) => parseCellAnswer(attribute, part, format, options));
}

/** One answer as `parseAnswer` takes it; what cannot be read stays, and is refused there. */
function parseCellAnswer(
  attribute: SurveyAttribute,
  part: string,
  format: CellFormat,
  options: string[],
): string {
  switch (attribute.type) {
    case 'int':
    case 'decimal':
      return normaliseNumber(part, format.decimal);
    case 'datetime':
      return parseCsvDate(part, format.date_order)?.toISOString() ?? part;
    default: {
      const lower = part.toLowerCase();
      return options.find((it) => it === part) ?? options.find((it) => it.toLowerCase() === lower) ?? part;
    }
  }
}

const parseCellList = (text: string, format: CellFormat, protectedTexts: readonly string[]): string[] =>
  splitKeepingOptions(
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
      return parseCsvDate(text, format.date_order)?.toISOString() ?? text;
    case 'tags':
      return parseCellList(text, format, categories);
    case 'published_to':
      return parseCellList(text, format, []);
    default:
      return text;
  }
}

/** A place fills up from its two columns. */
function setCoordinate(values: ParsedRow['values'], key: string, part: 'lat' | 'lon', text: string): void {
  const [place] = (values[key] ??= [{}]) as [Record<string, string>];
  place[part] = text;
}

/**
 * Reads a row.
 * @param cells as they are in the file
 * @param categories names of all categories, of which some may hold the separator
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

/** A row that says nothing, or that names columns for the humanitarian exchange (`#affected +killed`): it is no post. */
export function isSkippableRow(cells: readonly string[]): boolean {
  const texts = cells.map((it) => it.trim()).filter((it) => it !== '');
  return texts.every((it) => /^#[a-z][\w ]*(?:\s*\+\w+)*$/i.test(it));
}
