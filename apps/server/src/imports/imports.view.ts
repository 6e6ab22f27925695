/** Imports as they leave the server (API v3 §2.16). */

import { buildValidationEnvelope, type ValidationRule } from '@waypost/contract/common/problems';
import type { CsvOptions, Import, RejectedRow } from '@waypost/contract/imports/imports';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { importPrivileges } from './imports.rules.ts';
import type { ImportWithCounts, RejectedImportRow, RowFault } from './imports.sql.ts';

/** What holds of a file's reading where nothing was said and nothing seen. */
export const defaultCsvOptions: CsvOptions = {
  encoding: 'utf-8',
  delimiter: ',',
  date_order: 'dmy',
  decimal: '.',
  separator: ',',
  id_column: null,
  create_tags: false,
};

/** Digits, as the wire has them; null before anything was looked at. */
const countAsText = ({ status, processed }: ImportWithCounts, count: number) =>
  status === null && processed === 0 ? null : String(count);

export function viewImport(viewer: Viewer, urls: UrlBuilder, row: ImportWithCounts): Import {
  return {
    id: row.id,
    url: urls.entity('csv', row.id),
    columns: row.columns,
    maps_to: row.maps_to,
    fixed: row.fixed,
    // The name in the store is nobody's business once the file is gone; what it was called stays.
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
    options: { ...defaultCsvOptions, ...row.options },
    skipped: row.skipped,
    posts: row.posts,
    changed: row.changed,
    progress: row.progress,
    has_file: row.file !== null,
    failure: row.failure,
    allowed_privileges: importPrivileges(viewer, row),
  };
}

/** Characters of a cell that are told with what is wrong with it. */
const maxCellLength = 100;

/** A fault as the error envelope has it, with the name of its column. */
function viewRowFault(columns: readonly string[], cells: readonly string[], { column, ...fault }: RowFault) {
  const entry = buildValidationEnvelope('csv', [{ ...fault, rule: fault.rule as ValidationRule }])
    .errors[1] ?? { status: 422 };
  if (column === null) return { ...entry, column, value: null };
  const value = cells[column]?.slice(0, maxCellLength) ?? null;
  return { ...entry, column: columns[column] ?? null, value };
}

export const viewRejectedRow = (
  columns: readonly string[],
  { row, line, cells, faults }: RejectedImportRow,
): RejectedRow => ({
  row,
  line,
  errors: faults.map((fault) => viewRowFault(columns, cells, fault)),
});
