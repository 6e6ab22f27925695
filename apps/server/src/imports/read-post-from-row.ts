/** From rows of a file to posts that can be made, or what keeps them from it. */
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import type { FieldError } from '@waypost/contract/common/problems';
import type { CsvOptions, ImportFixedValues } from '@waypost/contract/imports/imports';
import { PostInput } from '@waypost/contract/posts/posts';
import type { ColumnTarget } from '@waypost/survey-logic/csv/column-mapping';
import { parseRow } from '@waypost/survey-logic/csv/parse-row';
import type { AttributeRow, SurveyRow } from '../surveys/surveys.public.ts';
import type { RowFault } from './imports.sql.ts';
import type { CsvRow } from './read-csv.ts';

export interface RowContext {
  survey: SurveyRow;
  /** The heading. */
  columns: readonly string[];
  targets: readonly ColumnTarget<AttributeRow>[];
  options: CsvOptions;
  fixed: ImportFixedValues;
  /** Names of all categories. */
  categories: readonly string[];
}

/** What a row says, or why it cannot be read. */
export type RowResult = { input: PostInput } | { faults: RowFault[] };

const wholeRowFault = (rule: FieldError['rule'], params?: FieldError['params']): { faults: RowFault[] } => ({
  faults: [{ column: null, field: 'row', rule, ...(params ? { params } : {}) }],
});

/** Which column a fault of the post is about. */
export function findFaultColumn(
  targets: readonly ColumnTarget<AttributeRow>[],
  fault: FieldError,
): number | null {
  const { field, params = {} } = fault;
  const { key } = params;
  const target = targets.find((it) =>
    'property' in it ? it.property === field : field === 'values' && it.attribute.key === key,
  );
  return target?.column ?? null;
}

export const toRowFaults = (
  targets: readonly ColumnTarget<AttributeRow>[],
  faults: readonly FieldError[],
): RowFault[] => faults.map((fault) => ({ ...fault, column: findFaultColumn(targets, fault) }));

/** Trailing empty cells are how spreadsheets fill up a table. */
function hasExpectedCellCount(cells: readonly string[], columns: number): boolean {
  return (
    cells.length === columns ||
    (cells.length > columns && cells.slice(columns).every((it) => it.trim() === ''))
  );
}

/** Whether a cell names the survey that rows go into, by its name or its id. */
const matchesSurvey = ({ id, name }: SurveyRow, said: string) =>
  said === String(id) || said.toLowerCase() === name.trim().toLowerCase();

const unknownStatusFault: FieldError = {
  field: 'status',
  rule: 'oneOf',
  params: { options: 'published, under review, archived' },
};

/** Reads one row. */
export function readPostFromRow(row: CsvRow, context: RowContext): RowResult {
  const { survey, columns, targets, options, fixed, categories } = context;
  if (row.isBroken) return wholeRowFault('csvQuote');
  if (!hasExpectedCellCount(row.cells, columns.length))
    return wholeRowFault('csvCells', { count: row.cells.length, expected: columns.length });
  const { properties, values } = parseRow(row.cells, targets, options, categories);
  const { form, ...said } = properties;
  if (typeof form === 'string' && !matchesSurvey(survey, form)) {
    const fault: FieldError = { field: 'form', rule: 'csvSurvey', params: { value: form } };
    return { faults: toRowFaults(targets, [fault]) };
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
  const faults = zodErrorToFieldErrors(parsed.error).map((it) =>
    it.field === 'status' ? unknownStatusFault : it,
  );
  return { faults: toRowFaults(targets, faults) };
}
