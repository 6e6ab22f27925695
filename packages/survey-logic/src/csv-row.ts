/** One row of a CSV file, read as a post (wire 2.16). Pure: whether categories and posts exist is for the server to say. */
import { plainCell } from '@waypost/contract/csv-cells';
import type { CsvOptions } from '@waypost/contract/imports';
import { readCsvDate } from './csv-dates.ts';
import type { Target } from './csv-target.ts';
import type { AttributeRules } from './survey.ts';

/** How cells are read. */
export type CellRules = Pick<CsvOptions, 'date_order' | 'decimal' | 'separator'>;

/** What a row says: properties by the wire's names, answers by attribute key. Nothing that is empty. */
export interface RowDraft {
  properties: Record<string, unknown>;
  values: Record<string, unknown[]>;
}

/** Statuses as a cell may say them, in any case and spelling (spec 3 §2, "CSV import"). */
const statuses: Readonly<Record<string, string>> = {
  published: 'published',
  'under review': 'draft',
  draft: 'draft',
  archived: 'archived',
};

/** A cell's text: the apostrophe of an export taken away, then the spaces around it. */
export const cellText = (cell: string): string => plainCell(cell).trim();

/**
 * A number in the computer's spelling: without spaces or signs between thousands, with a point. What is no number stays as it
 * is, for the check to refuse it in its own words.
 */
export function plainNumber(text: string, decimal: CsvOptions['decimal']): string {
  const dense = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^\u2212/, '-');
  const thousands = decimal === ',' ? '.' : ',';
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${thousands}\\d{3})+(?:\\${decimal}\\d*)?$`);
  const joined = grouped.test(dense) ? dense.replaceAll(thousands, '') : dense;
  return decimal === ',' && /^[+-]?\d*,\d*(?:e[+-]?\d+)?$/i.test(joined) ? joined.replace(',', '.') : joined;
}

/** Leaves commas alone that belong to an option, such as "Food, water". */
function splitKnown(text: string, separator: string, known: readonly string[]): string[] {
  const parts: string[] = [];
  const longestFirst = [...known].sort((a, b) => b.length - a.length);
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
const isOneAnswer = ({ type, cardinality }: AttributeRules) =>
  cardinality === 1 || type === 'geometry' || type === 'markdown';

const optionsOf = ({ type, options }: AttributeRules): string[] =>
  type === 'tags' ? [] : (options ?? []).map(String);

function answersIn(
  attribute: AttributeRules,
  text: string,
  rules: CellRules,
  categories: readonly string[],
): string[] {
  const options = optionsOf(attribute);
  const known = attribute.type === 'tags' ? categories : options;
  // A file from Windows has two signs where a line ends.
  const one = rules.separator === '\n' ? text.replace(/\r\n?/g, '\n') : text;
  const parts = isOneAnswer(attribute)
    ? [text]
    : splitKnown(
        one,
        rules.separator,
        known.filter((it) => it.includes(rules.separator)),
      );
  return parts.map((part) => readPart(attribute, part, rules, options));
}

/** One answer as `readAnswer` takes it; what cannot be read stays, and is refused there. */
function readPart(attribute: AttributeRules, part: string, rules: CellRules, options: string[]): string {
  switch (attribute.type) {
    case 'int':
    case 'decimal':
      return plainNumber(part, rules.decimal);
    case 'datetime':
      return readCsvDate(part, rules.date_order)?.toISOString() ?? part;
    default: {
      const lower = part.toLowerCase();
      return options.find((it) => it === part) ?? options.find((it) => it.toLowerCase() === lower) ?? part;
    }
  }
}

const listIn = (text: string, rules: CellRules, known: readonly string[]): string[] =>
  splitKnown(
    text,
    rules.separator,
    known.filter((it) => it.includes(rules.separator)),
  );

function readProperty(
  property: string,
  text: string,
  rules: CellRules,
  categories: readonly string[],
): unknown {
  switch (property) {
    case 'status':
      return statuses[text.toLowerCase().replace(/[\s_-]+/g, ' ')] ?? text;
    case 'post_date':
      return readCsvDate(text, rules.date_order)?.toISOString() ?? text;
    case 'tags':
      return listIn(text, rules, categories);
    case 'published_to':
      return listIn(text, rules, []);
    default:
      return text;
  }
}

/** A place fills up from its two columns. */
function putPart(values: RowDraft['values'], key: string, part: 'lat' | 'lon', text: string): void {
  const [place] = (values[key] ??= [{}]) as [Record<string, string>];
  place[part] = text;
}

/**
 * Reads a row.
 * @param cells as they are in the file
 * @param categories names of all categories, of which some may hold the separator
 */
export function readRow(
  cells: readonly string[],
  targets: readonly Target[],
  rules: CellRules,
  categories: readonly string[] = [],
): RowDraft {
  const draft: RowDraft = { properties: {}, values: {} };
  const numbered: { key: string; index: number; answers: string[] }[] = [];
  for (const target of targets) {
    const text = cellText(cells[target.column] ?? '');
    if (text === '') continue;
    if ('property' in target) {
      draft.properties[target.property] = readProperty(target.property, text, rules, categories);
      continue;
    }
    const { attribute, part, index } = target;
    if (part) putPart(draft.values, attribute.key, part, plainNumber(text, rules.decimal));
    else if (index === undefined) draft.values[attribute.key] = answersIn(attribute, text, rules, categories);
    else
      numbered.push({
        key: attribute.key,
        index,
        answers: [readPart(attribute, text, rules, optionsOf(attribute))],
      });
  }
  for (const { key, answers } of numbered.sort((a, b) => a.index - b.index))
    (draft.values[key] ??= []).push(...answers);
  return draft;
}

/** A row that says nothing, or that names columns for the humanitarian exchange (`#affected +killed`): it is no post. */
export function isNoPost(cells: readonly string[]): boolean {
  const said = cells.map((it) => it.trim()).filter((it) => it !== '');
  return said.every((it) => /^#[a-z][\w ]*(?:\s*\+\w+)*$/i.test(it));
}
