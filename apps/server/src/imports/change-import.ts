/** Saying what the columns are for, starting an import, forgetting one (API v3 §2.16, "Mapping" and "Run"). */
import type { ImportStatus } from '@waypost/contract/imports/imports';
import { mayAddCategories } from '../categories/categories.public.ts';
import { createSet, setFor } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { Problem, ValidationError, validationError } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { deleteAllRejectedRows, deleteImportRow, type ImportRow, updateImportRow } from './imports.sql.ts';
import { fitToColumns, type ImportSettingsInput, readFileHead } from './preview-import.ts';
import {
  csvOptionsOf,
  readAuthorizedImport,
  readImportSurvey,
  resolveMapping,
} from './read-authorized-import.ts';
import { runImportJob } from './run-import.ts';
import { undoImportJob } from './undo-import.ts';

/** Being carried out right now, one way or the other. */
const isBusy = ({ status }: ImportRow) => status === 'PENDING' || status === 'UNDOING';

/** @throws at `/status` when it is under way or done */
function requireIdle(row: ImportRow): void {
  if (isBusy(row) || row.status === 'SUCCESS') throw validationError('csv', 'status', 'csvRunning');
}

/** Changes what is given. What the columns are called is in the file, and not for a client to say. */
export async function updateImport(
  tx: Tx,
  viewer: Viewer,
  store: FileStore,
  id: number,
  input: ImportSettingsInput,
): Promise<void> {
  const row = await readAuthorizedImport(tx, viewer, id, 'update');
  const { maps_to, fixed, options } = input;
  requireIdle(row);
  const head = (options?.encoding ?? options?.delimiter) ? await readFileHead(store, row, options) : null;
  const columns = head?.columns ?? row.columns;
  const mapped = maps_to === undefined ? row.maps_to : maps_to && fitToColumns(maps_to, columns);
  const aimed = fixed === undefined ? row.fixed : fixed;
  if (aimed?.form != null && mapped !== null) {
    const { faults } = resolveMapping(await readImportSurvey(tx, viewer, aimed), mapped, aimed);
    if (faults.length > 0) throw new ValidationError('csv', faults);
  }
  await updateImportRow(tx, id, {
    columns,
    maps_to: mapped && JSON.stringify(mapped),
    fixed: aimed && JSON.stringify(aimed),
    options: JSON.stringify({ ...row.options, ...omitUndefined(options ?? {}) }),
  });
}

/** The collection of an earlier attempt, as long as the viewer may put something in. */
async function requireImportCollection(tx: Tx, viewer: Viewer, row: ImportRow): Promise<number> {
  if (row.collection_id !== null) {
    const before = await setFor(tx, viewer, 'collection', row.collection_id, 'update').catch(
      (error: unknown) => {
        if (error instanceof Problem) return null;
        throw error;
      },
    );
    if (before) return before.id;
  }
  const words = { name: row.name, description: 'Import', view: 'data' as const, featured: false };
  return (await createSet(tx, viewer, 'collection', words)).id;
}

/**
 * Begins an import, or goes on with one that failed, or begins anew after one was undone. It runs by itself.
 * @throws ValidationError at what is wrong with the mapping
 */
export async function startImport(tx: Tx, viewer: Viewer, jobs: JobQueue, id: number): Promise<ImportStatus> {
  const row = await readAuthorizedImport(tx, viewer, id, 'update');
  requireIdle(row);
  if (row.file === null) throw validationError('csv', 'file', 'csvGone');
  const importSurvey = await readImportSurvey(tx, viewer, row.fixed);
  const { faults } = resolveMapping(importSurvey, row.maps_to, row.fixed);
  if (faults.length > 0) throw new ValidationError('csv', faults);
  if (csvOptionsOf(row).create_tags && !mayAddCategories(viewer))
    throw accessDenied(viewer, 'create', 'tags');
  const isNew = row.status !== 'FAILED';
  if (isNew) await deleteAllRejectedRows(tx, id);
  await updateImportRow(tx, id, {
    status: 'PENDING',
    failure: null,
    collection_id: await requireImportCollection(tx, viewer, row),
    ...(isNew ? { last_row: 0, processed: 0, errors: 0, skipped: 0, progress: 0 } : {}),
  });
  await jobs.add(tx, runImportJob, { import: id });
  return 'PENDING';
}

/** Takes back what an import made. One that still runs stops at its next step. */
export async function undoImport(tx: Tx, viewer: Viewer, jobs: JobQueue, id: number): Promise<ImportStatus> {
  const row = await readAuthorizedImport(tx, viewer, id, 'delete');
  if (row.status === 'UNDOING') return 'UNDOING';
  if (row.status === null || row.status === 'UNDONE')
    throw validationError('csv', 'status', 'csvNothingToUndo');
  await updateImportRow(tx, id, { status: 'UNDOING', failure: null });
  await jobs.add(tx, undoImportJob, { import: id, viewer: viewer.id ?? 0 });
  return 'UNDOING';
}

/** Forgets an import with its file and its rejected rows; the posts stay, and are still known by the ids of their rows. */
export async function deleteImport(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { store, outcome: txHooks }: { store: FileStore; outcome: TransactionHooks },
): Promise<void> {
  const row = await readAuthorizedImport(tx, viewer, id, 'delete');
  if (isBusy(row)) throw validationError('csv', 'status', 'csvRunning');
  await deleteImportRow(tx, id);
  const { file } = row;
  if (file !== null) txHooks.onCommit(() => store.remove(file));
}
