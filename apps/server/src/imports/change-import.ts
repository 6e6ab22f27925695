/** Updates, starts, undoes and deletes imports (API v3 §2.16, "Mapping" and "Run"). */
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { ImportStatus } from '@waypost/contract/imports/imports';
import { canCreateCategories } from '../categories/categories.public.ts';
import { createSet, readAuthorizedSet } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { Problem, ValidationError, validationError } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { findRoleNamesWithPermission } from '../users/users.public.ts';
import { deleteAllReportedRows, deleteImportRow, type ImportRow, updateImportRow } from './imports.sql.ts';
import { csvOptionsOf } from './imports.view.ts';
import { fitToColumns, requireColumnsOfOptions } from './preview-import.ts';
import { readAuthorizedImport, readImportSurvey, resolveMapping } from './read-authorized-import.ts';
import { type ImportSettingsInput, readFileHead } from './read-file-head.ts';
import { runImportJob } from './run-import.ts';
import { undoImportJob } from './undo-import.ts';

/** The counts of an import that has not started. */
const notStarted = { last_row: 0, processed: 0, errors: 0, skipped: 0, pictures: 0, progress: 0 };

/** @throws Problem 409 while the import is running or being undone */
function requireIdle({ status }: ImportRow): void {
  if (status === 'PENDING' || status === 'UNDOING') throw new Problem('import.running');
}

/** @throws Problem 409 while the import is running or being undone; ValidationError at `/status` when it is done */
function requireChangeable(row: ImportRow): void {
  requireIdle(row);
  if (row.status === 'SUCCESS') throw validationError('csv', 'status', 'csvDone');
}

/** Whether options split a file into the same rows and columns as before. */
function isReadAlike(row: ImportRow, options: CsvOptions): boolean {
  const before = csvOptionsOf(row);
  return (['encoding', 'delimiter', 'sheet', 'heading_row'] as const).every(
    (key) => before[key] === options[key],
  );
}

/** Updates the mapping, fixed values and options that are present. Names of columns are always read from the file. */
export async function updateImport(
  tx: Tx,
  viewer: Viewer,
  store: FileStore,
  id: number,
  input: ImportSettingsInput,
): Promise<void> {
  const row = await readAuthorizedImport(tx, viewer, id, 'update');
  const { maps_to, fixed, options } = input;
  requireChangeable(row);
  const { encoding, delimiter, sheet, heading_row, ...cellOptions } = options ?? {};
  const isOtherFormat = (encoding ?? delimiter ?? sheet ?? heading_row) !== undefined;
  const head = isOtherFormat ? await readFileHead(store, row, options) : null;
  const columns = head?.columns ?? row.columns;
  requireColumnsOfOptions(options, columns);
  const isReadAnew = head !== null && !isReadAlike(row, head.options);
  const mapsTo =
    maps_to === undefined ? (isReadAnew ? null : row.maps_to) : maps_to && fitToColumns(maps_to, columns);
  const fixedValues = fixed === undefined ? row.fixed : fixed;
  if (fixedValues?.form != null && mapsTo !== null) {
    const { errors } = resolveMapping(await readImportSurvey(tx, viewer, fixedValues), mapsTo, fixedValues);
    if (errors.length > 0) throw new ValidationError('csv', errors);
  }
  // Those that were used to read the columns: the encoding of a converted file is not the user's.
  const format = head && {
    encoding: head.options.encoding,
    delimiter: head.options.delimiter,
    sheet: head.options.sheet,
    heading_row: head.options.heading_row,
  };
  if (isReadAnew) await deleteAllReportedRows(tx, id);
  await updateImportRow(tx, id, {
    // Rows have other numbers: those that were imported are no longer known by them.
    ...(isReadAnew ? notStarted : {}),
    columns,
    maps_to: mapsTo && JSON.stringify(mapsTo),
    fixed: fixedValues && JSON.stringify(fixedValues),
    options: JSON.stringify({
      ...row.options,
      ...(isReadAnew ? { id_column: null, columns: {} } : {}),
      ...omitUndefined(cellOptions),
      ...format,
    }),
  });
}

/**
 * Id of the collection of an earlier attempt if the viewer may still update it, else of a new one. Only the team sees a new one until
 * somebody shares it: its rows are unreviewed.
 */
async function requireImportCollection(tx: Tx, viewer: Viewer, row: ImportRow): Promise<number> {
  if (row.collection_id !== null) {
    const collection = await readAuthorizedSet(tx, viewer, 'collection', row.collection_id, 'update').catch(
      (error: unknown) => {
        if (error instanceof Problem) return null;
        throw error;
      },
    );
    if (collection) return collection.id;
  }
  const team = await findRoleNamesWithPermission(tx, 'Manage Posts');
  const input = { name: row.name, description: 'Import', view: 'data' as const, featured: false, role: team };
  return (await createSet(tx, viewer, 'collection', input)).id;
}

/**
 * Starts an import, resumes one that failed, or repeats one that was undone. A background job runs it.
 * @throws ValidationError with the errors of the mapping
 */
export async function startImport(tx: Tx, viewer: Viewer, jobs: JobQueue, id: number): Promise<ImportStatus> {
  const row = await readAuthorizedImport(tx, viewer, id, 'update');
  requireChangeable(row);
  if (row.file === null) throw validationError('csv', 'file', 'csvGone');
  const importSurvey = await readImportSurvey(tx, viewer, row.fixed);
  const { errors } = resolveMapping(importSurvey, row.maps_to, row.fixed);
  if (errors.length > 0) throw new ValidationError('csv', errors);
  if (csvOptionsOf(row).create_tags && !canCreateCategories(viewer))
    throw accessDenied(viewer, 'create', 'tags');
  const isFreshStart = row.status !== 'FAILED';
  if (isFreshStart) await deleteAllReportedRows(tx, id);
  await updateImportRow(tx, id, {
    status: 'PENDING',
    failure: null,
    collection_id: await requireImportCollection(tx, viewer, row),
    ...(isFreshStart ? notStarted : {}),
  });
  await jobs.add(tx, runImportJob, { import: id });
  return 'PENDING';
}

/** Starts undoing an import. One that is running stops after its current batch. */
export async function undoImport(tx: Tx, viewer: Viewer, jobs: JobQueue, id: number): Promise<ImportStatus> {
  const row = await readAuthorizedImport(tx, viewer, id, 'delete');
  if (row.status === 'UNDOING') return 'UNDOING';
  if (row.status === null || row.status === 'UNDONE')
    throw validationError('csv', 'status', 'csvNothingToUndo');
  await updateImportRow(tx, id, { status: 'UNDOING', failure: null });
  await jobs.add(tx, undoImportJob, { import: id, viewer: viewer.id ?? 0 });
  return 'UNDOING';
}

/** Deletes an import with its file and rejected rows. Posts stay, and the external ids of their rows stay known. */
export async function deleteImport(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const row = await readAuthorizedImport(tx, viewer, id, 'delete');
  requireIdle(row);
  await deleteImportRow(tx, id);
}
