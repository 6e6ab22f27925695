/** API format of imports (API v3 §2.16). */

import { buildValidationEnvelope, type ValidationRule } from '@waypost/contract/common/problems';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { Import, ImportSource, RejectedRow, RowWithWarnings } from '@waypost/contract/imports/imports';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { importPrivileges } from './imports.rules.ts';
import type {
  ImportRow,
  ImportRowWithWarnings,
  ImportWithCounts,
  RejectedImportRow,
  RowFault,
} from './imports.sql.ts';

/** Default options for reading a file. */
const defaultCsvOptions: CsvOptions = {
  encoding: 'utf-8',
  delimiter: ',',
  sheet: 0,
  heading_row: 1,
  damaged: 'keep',
  date_order: 'dmy',
  decimal: '.',
  separator: ',',
  coordinate_order: 'lat_lon',
  timezone: null,
  columns: {},
  id_column: null,
  create_tags: false,
};

/** The options of an import, completed by the defaults. */
export const csvOptionsOf = (row: Pick<ImportRow, 'options'>): CsvOptions => ({
  ...defaultCsvOptions,
  ...row.options,
});

/** A count as a string, as in API v3; null before the import has started. */
const countAsText = ({ status, processed }: ImportWithCounts, count: number) =>
  status === null && processed === 0 ? null : String(count);

/** Where the rows of a file come from, with the sheet that is read. */
function viewSource({ source, options }: ImportRow): ImportSource | null {
  if (!source) return null;
  const { type, sheet, other_sheets, tables } = source;
  if (!tables) return { type, sheet, other_sheets };
  const sheets = tables.map(({ name }) => name);
  return { type, sheet: sheets[csvOptionsOf({ options }).sheet] ?? sheet, other_sheets, sheets };
}

/** An import. */
export function viewImport(viewer: Viewer, urls: UrlBuilder, row: ImportWithCounts): Import {
  return {
    id: row.id,
    url: urls.entity('csv', row.id),
    columns: row.columns,
    maps_to: row.maps_to,
    fixed: row.fixed,
    // Once the file is removed, only its original name is shown.
    filename: row.file ?? row.name,
    mime: row.mime,
    size: row.size,
    created: toApiDate(row.created),
    updated: toApiDateOrNull(row.updated),
    completed: row.status === 'SUCCESS',
    status: row.status,
    errors: countAsText(row, row.errors),
    processed: countAsText(row, row.processed),
    collection_id: row.collection_id,
    name: row.name,
    user: urls.relation('users', row.user_id),
    options: csvOptionsOf(row),
    source: viewSource(row),
    skipped: row.skipped,
    pictures: row.pictures,
    warnings: row.warnings,
    posts: row.posts,
    changed: row.changed,
    progress: row.progress,
    has_file: row.file !== null,
    failure: row.failure,
    allowed_privileges: importPrivileges(viewer, row),
  };
}

/** Maximum characters of a cell that are shown with an error. */
const maxCellLength = 100;

/** An error of a row in the format of the error envelope, with the name and value of its column. */
function viewRowFault(columns: readonly string[], cells: readonly string[], { column, ...fault }: RowFault) {
  const entry = buildValidationEnvelope('csv', [{ ...fault, rule: fault.rule as ValidationRule }])
    .errors[1] ?? { status: 422 };
  if (column === null) {
    const text = fault.field === 'row' ? cells.join(' | ') : '';
    return { ...entry, column, column_index: null, value: text.slice(0, maxCellLength) || null };
  }
  const value = cells[column]?.slice(0, maxCellLength) ?? null;
  return { ...entry, column: columns[column] ?? null, column_index: column, value };
}

/** A rejected row with its errors. */
export const viewRejectedRow = (
  columns: readonly string[],
  { row, line, cells, faults }: RejectedImportRow,
): RejectedRow => ({
  row,
  line,
  errors: faults.map((fault) => viewRowFault(columns, cells, fault)),
});

/** A row that was imported without something. */
export const viewRowWithWarnings = (
  urls: UrlBuilder,
  columns: readonly string[],
  row: ImportRowWithWarnings,
): RowWithWarnings => ({ ...viewRejectedRow(columns, row), post: urls.relation('posts', row.post_id) });
