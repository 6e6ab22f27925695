/** From rows of a file to posts that can be made, or what keeps them from it. */
import { faultsOf } from '@waypost/contract/faults';
import type { CsvOptions, ImportFixed } from '@waypost/contract/imports';
import { PostInput } from '@waypost/contract/posts';
import type { Fault } from '@waypost/contract/problems';
import { readRow } from '@waypost/survey-logic/csv-row';
import type { Target } from '@waypost/survey-logic/csv-target';
import type { AttributeRow, SurveyRow } from '../surveys/surveys.public.ts';
import type { RowFault } from './imports.sql.ts';
import type { Row } from './read-csv.ts';

export interface RowReading {
  survey: SurveyRow;
  /** The heading. */
  columns: readonly string[];
  targets: readonly Target<AttributeRow>[];
  options: CsvOptions;
  fixed: ImportFixed;
  /** Names of all categories. */
  categories: readonly string[];
}

/** What a row says, or why it cannot be read. */
export type ReadPost = { input: PostInput } | { faults: RowFault[] };

const whole = (rule: Fault['rule'], params?: Fault['params']): { faults: RowFault[] } => ({
  faults: [{ column: null, field: 'row', rule, ...(params ? { params } : {}) }],
});

/** Which column a fault of the post is about. */
export function columnOf(targets: readonly Target<AttributeRow>[], fault: Fault): number | null {
  const { field, params = {} } = fault;
  const { key } = params;
  const target = targets.find((it) =>
    'property' in it ? it.property === field : field === 'values' && it.attribute.key === key,
  );
  return target?.column ?? null;
}

export const rowFaults = (targets: readonly Target<AttributeRow>[], faults: readonly Fault[]): RowFault[] =>
  faults.map((fault) => ({ ...fault, column: columnOf(targets, fault) }));

/** Trailing empty cells are how spreadsheets fill up a table. */
function countsOf(cells: readonly string[], columns: number): boolean {
  return (
    cells.length === columns ||
    (cells.length > columns && cells.slice(columns).every((it) => it.trim() === ''))
  );
}

/** Whether a cell names the survey that rows go into, by its name or its id. */
const names = ({ id, name }: SurveyRow, said: string) =>
  said === String(id) || said.toLowerCase() === name.trim().toLowerCase();

const wrongStatus: Fault = {
  field: 'status',
  rule: 'oneOf',
  params: { options: 'published, under review, archived' },
};

/** Reads one row. */
export function readPost(row: Row, reading: RowReading): ReadPost {
  const { survey, columns, targets, options, fixed, categories } = reading;
  if (row.isBroken) return whole('csvQuote');
  if (!countsOf(row.cells, columns.length))
    return whole('csvCells', { count: row.cells.length, expected: columns.length });
  const { properties, values } = readRow(row.cells, targets, options, categories);
  const { form, ...said } = properties;
  if (typeof form === 'string' && !names(survey, form)) {
    const fault: Fault = { field: 'form', rule: 'csvSurvey', params: { value: form } };
    return { faults: rowFaults(targets, [fault]) };
  }
  const { status, tags, published_to } = fixed;
  const parsed = PostInput.safeParse(
    {
      ...(status === undefined ? {} : { status }),
      ...(tags?.length ? { tags } : {}),
      ...(published_to?.length ? { published_to } : {}),
      ...said,
      values,
    },
    { reportInput: true },
  );
  if (parsed.success) return { input: parsed.data };
  const faults = faultsOf(parsed.error).map((it) => (it.field === 'status' ? wrongStatus : it));
  return { faults: rowFaults(targets, faults) };
}
