/** Converts rows of a file to inputs of posts, or to errors. */
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import { limits } from '@waypost/contract/common/limits';
import type { FieldError, ValidationRule } from '@waypost/contract/common/problems';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { ImportFixedValues } from '@waypost/contract/imports/imports';
import { PostInput } from '@waypost/contract/posts/posts';
import { type CellFormat, type ColumnFormat, columnFormatOf } from '@waypost/survey-logic/csv/cell-format';
import { type ColumnTarget, formatTargetLabel } from '@waypost/survey-logic/csv/column-mapping';
import { findUnreadableColumn } from '@waypost/survey-logic/csv/joined-columns';
import { isWrittenCoordinate, parseRow, trimCell } from '@waypost/survey-logic/csv/parse-row';
import { readWrittenDate } from '@waypost/survey-logic/csv/written-date';
import { getPostTextField } from '@waypost/survey-logic/survey-definition';
import { type RequestError, ValidationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { PostDraft, StoredConsent } from '../posts/posts.public.ts';
import type { AttributeRow, SurveyRow } from '../surveys/surveys.public.ts';
import { replacementCharacter } from './csv/encoding.ts';
import type { CsvRow } from './csv/read-rows.ts';
import type { RowFault } from './imports.sql.ts';
import { type ConsentColumn, readConsentFromRow } from './read-consent-from-row.ts';

/** What the rows of an import are read with. */
export interface RowContext {
  survey: SurveyRow;
  /** The attributes that the importer may see. */
  attributes: readonly AttributeRow[];
  /** The heading. */
  columns: readonly string[];
  consentColumns: readonly ConsentColumn[];
  targets: readonly ColumnTarget<AttributeRow>[];
  format: CellFormat;
  damaged: CsvOptions['damaged'];
  fixed: ImportFixedValues;
  /** Names of the categories that the importer may see. */
  categories: readonly string[];
}

/** The input of a post with what its reporter agreed to. */
export interface ReadPost {
  input: PostInput;
  consent: StoredConsent;
}

/** A post, or the errors of the row. */
export type RowResult = ReadPost | { faults: RowFault[] };

const wholeRowError = (rule: FieldError['rule'], params?: FieldError['params']): { faults: RowFault[] } => ({
  faults: [{ column: null, field: 'row', rule, ...(params ? { params } : {}) }],
});

/** The field that an error of a post belongs to. */
const findFaultTarget = (
  targets: readonly ColumnTarget<AttributeRow>[],
  { field, params = {} }: FieldError,
): ColumnTarget<AttributeRow> | undefined =>
  targets.find((target) =>
    'property' in target
      ? target.property === field
      : field === 'values' && target.attribute.key === params['key'],
  );

/** What errors of a row are explained with. */
type ErrorContext = Pick<RowContext, 'attributes' | 'targets' | 'format'>;

/** Errors of the row whose post was refused. @throws the error if it is not about its fields */
export function toFaultsOfRefusal(
  cells: readonly string[],
  context: ErrorContext,
  error: RequestError,
): RowFault[] {
  if (error instanceof ValidationError) return toRowFaults(cells, context, error.fieldErrors);
  throw error;
}

/**
 * The post of a row. The import decides its survey.
 * @param fileName names where a recorded answer comes from
 * @param optionalKeys keys of attributes that need no answer: those of pictures that could not be taken
 */
export const toDraft = (
  viewer: Viewer,
  { id }: SurveyRow,
  { input, consent }: ReadPost,
  { fileName, optionalKeys }: { fileName: string; optionalKeys: ReadonlySet<string> },
): PostDraft => ({
  origin: 'import',
  viewer,
  input: { ...input, form: id },
  recordedConsent: { ...consent, note: fileName },
  optionalKeys,
});

/** Whether an error says that a cell is no date. */
const isDateError = ({ field, rule, params = {} }: FieldError): boolean =>
  rule === 'date' || (rule === 'valueType' && params['kind'] === 'datetime') || field === 'post_date';

/** The column of a place in two columns whose cell is no coordinate. */
const findCoordinateColumn = (
  cells: readonly string[],
  targets: readonly ColumnTarget<AttributeRow>[],
  place: AttributeRow,
): number | undefined =>
  targets.find(
    (target) =>
      'attribute' in target &&
      target.attribute === place &&
      target.part !== undefined &&
      !isWrittenCoordinate(trimCell(cells[target.column] ?? ''), target.part),
  )?.column;

/** The index of the column that an error belongs to: that of the cell at fault where it is known, else the first of its field; null for none. */
function findFaultColumn(
  cells: readonly string[],
  { targets, format }: ErrorContext,
  fault: FieldError,
): number | null {
  const target = findFaultTarget(targets, fault);
  if (!target) return null;
  if ('attribute' in target && target.part !== undefined)
    return findCoordinateColumn(cells, targets, target.attribute) ?? target.column;
  const isJoinedDate = target.columns.length > 1 && isDateError(fault);
  return isJoinedDate
    ? findUnreadableColumn(cells.map(trimCell), target, columnFormatOf(format, target.column).date_order)
    : target.column;
}

/** Explains a date that has the order of day and month that the other dates do not have. */
function explainDateOrder(
  fault: FieldError,
  cell: string,
  { date_order }: Pick<ColumnFormat, 'date_order'>,
): FieldError {
  const otherOrder = date_order === 'dmy' ? 'mdy' : 'dmy';
  if (!isDateError(fault) || !readWrittenDate(cell, otherOrder)) return fault;
  const rule = otherOrder === 'dmy' ? 'csvDayFirst' : 'csvMonthFirst';
  return { ...fault, rule, params: { label: '', ...fault.params, value: cell.trim() } };
}

/** Names the field as the survey does, since no column names it. */
function nameField(fault: FieldError, attributes: readonly AttributeRow[]): FieldError {
  const attribute = attributes.find((it) => getPostTextField(it) === fault.field);
  return attribute ? { ...fault, params: { label: attribute.label, ...fault.params } } : fault;
}

/** Converts errors of a post to errors of its row. */
const toRowFaults = (
  cells: readonly string[],
  context: ErrorContext,
  faults: readonly FieldError[],
): RowFault[] =>
  faults.map((fault) => {
    const column = findFaultColumn(cells, context, fault);
    const explained =
      column === null
        ? nameField(fault, context.attributes)
        : explainDateOrder(fault, cells[column] ?? '', columnFormatOf(context.format, column));
    return { ...explained, column };
  });

/** Whether a row has text beyond the last column. Spreadsheets add empty cells at the end, and leave out others. */
const hasExtraCells = (cells: readonly string[], columns: number): boolean =>
  cells.length > columns && cells.slice(columns).some((cell) => cell.trim() !== '');

/** An error for each cell that the row is imported from and that has lost a character. */
function findDamagedCells(cells: readonly string[], { targets, damaged }: RowContext): RowFault[] {
  if (damaged === 'keep') return [];
  return targets.flatMap((target) =>
    target.columns
      .filter((column) => cells[column]?.includes(replacementCharacter))
      .map((column) => ({
        column,
        field: 'property' in target ? target.property : 'values',
        rule: 'csvDamaged' satisfies ValidationRule,
        params: { label: formatTargetLabel(target) },
      })),
  );
}

/** Whether a cell contains the name or id of the import's survey. */
const matchesSurvey = ({ id, name }: SurveyRow, cell: string) =>
  cell === String(id) || cell.toLowerCase() === name.trim().toLowerCase();

const unknownStatusError: FieldError = {
  field: 'status',
  rule: 'oneOf',
  params: { options: 'published, under review, archived' },
};

/** Converts one row. */
export function readPostFromRow(row: CsvRow, context: RowContext): RowResult {
  const { survey, columns, consentColumns, targets, format, fixed, categories } = context;
  if (row.fault) return wholeRowError(row.fault, row.fault === 'csvLong' ? { max: limits.csvRowLength } : {});
  if (hasExtraCells(row.cells, columns.length))
    return wholeRowError('csvCells', { count: row.cells.length, expected: columns.length });
  const damagedCells = findDamagedCells(row.cells, context);
  if (damagedCells.length > 0) return { faults: damagedCells };
  const { properties, values } = parseRow(row.cells, targets, format, categories);
  const { form, ...postProperties } = properties;
  if (typeof form === 'string' && !matchesSurvey(survey, form)) {
    const error: FieldError = { field: 'form', rule: 'csvSurvey', params: { value: form } };
    return { faults: toRowFaults(row.cells, context, [error]) };
  }
  const { status, tags, published_to } = fixed;
  const parsed = PostInput.safeParse(
    {
      ...(status === undefined ? {} : { status }),
      ...(tags?.length ? { tags } : {}),
      ...(published_to?.length ? { published_to } : {}),
      ...postProperties,
      values,
    },
    { reportInput: true },
  );
  if (parsed.success) return { input: parsed.data, consent: readConsentFromRow(consentColumns, row.cells) };
  const errors = zodErrorToFieldErrors(parsed.error).map((error) =>
    error.field === 'status' ? unknownStatusError : error,
  );
  return { faults: toRowFaults(row.cells, context, errors) };
}
