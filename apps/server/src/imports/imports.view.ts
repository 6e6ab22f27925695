/** Imports as they leave the server (wire 2.16). */
import type { CsvOptions, Import, RejectedRow } from '@waypost/contract/imports';
import { faultsEnvelope, type Rule } from '@waypost/contract/problems';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { importPrivileges } from './imports.rules.ts';
import type { CountedImport, Rejected, RowFault } from './imports.sql.ts';

/** What holds of a file's reading where nothing was said and nothing seen. */
export const usualOptions: CsvOptions = {
  encoding: 'utf-8',
  delimiter: ',',
  date_order: 'dmy',
  decimal: '.',
  separator: ',',
  id_column: null,
  create_tags: false,
};

/** Digits, as the wire has them; null before anything was looked at. */
const digits = ({ status, processed }: CountedImport, count: number) =>
  status === null && processed === 0 ? null : String(count);

export function viewImport(viewer: Viewer, addresses: Addresses, row: CountedImport): Import {
  return {
    id: row.id,
    url: addresses.entity('csv', row.id),
    columns: row.columns,
    maps_to: row.maps_to,
    fixed: row.fixed,
    // The name in the store is nobody's business once the file is gone; what it was called stays.
    filename: row.file ?? row.name,
    mime: row.mime,
    size: row.size,
    created: wireDate(row.created),
    updated: wireDateOrNull(row.updated),
    completed: row.status === 'SUCCESS',
    status: row.status,
    errors: digits(row, row.errors),
    processed: digits(row, row.processed),
    collection_id: row.collection_id,
    name: row.name,
    user: addresses.relation('users', row.user_id),
    options: { ...usualOptions, ...row.options },
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
const shownOfCell = 100;

/** A fault as the error envelope has it, with the name of its column. */
function entryOf(columns: readonly string[], cells: readonly string[], { column, ...fault }: RowFault) {
  const entry = faultsEnvelope('csv', [{ ...fault, rule: fault.rule as Rule }]).errors[1] ?? { status: 422 };
  if (column === null) return { ...entry, column, value: null };
  const value = cells[column]?.slice(0, shownOfCell) ?? null;
  return { ...entry, column: columns[column] ?? null, value };
}

export const viewRejected = (
  columns: readonly string[],
  { row, line, cells, faults }: Rejected,
): RejectedRow => ({
  row,
  line,
  errors: faults.map((fault) => entryOf(columns, cells, fault)),
});
