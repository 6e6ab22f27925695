/** Saying what the columns are for, starting an import, forgetting one (wire 2.16, "Mapping" and "Run"). */
import type { ImportStatus } from '@waypost/contract/imports';
import { mayAddCategories } from '../categories/categories.public.ts';
import { createSet, setFor } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db.ts';
import { defined } from '../kernel/defined.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { Faults, fault, Problem } from '../kernel/problem.ts';
import { refused } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { deleteImportRow, deleteRejected, type ImportRow, updateImportRow } from './imports.sql.ts';
import { aimOf, importFor, mappingOf, optionsOf } from './known-import.ts';
import { type AskedPreview, fitted, readFormat } from './preview-import.ts';
import { runImport } from './run-import.ts';
import { runUndo } from './undo-import.ts';

/** Being carried out right now, one way or the other. */
const isBusy = ({ status }: ImportRow) => status === 'PENDING' || status === 'UNDOING';

/** @throws at `/status` when it is under way or done */
function requireIdle(row: ImportRow): void {
  if (isBusy(row) || row.status === 'SUCCESS') throw fault('csv', 'status', 'csvRunning');
}

/** Changes what is given. What the columns are called is in the file, and not for a client to say. */
export async function updateImport(
  tx: Tx,
  viewer: Viewer,
  store: FileStore,
  id: number,
  input: AskedPreview,
): Promise<void> {
  const row = await importFor(tx, viewer, id, 'update');
  const { maps_to, fixed, options } = input;
  requireIdle(row);
  const head = (options?.encoding ?? options?.delimiter) ? await readFormat(store, row, options) : null;
  const columns = head?.columns ?? row.columns;
  const mapped = maps_to === undefined ? row.maps_to : maps_to && fitted(maps_to, columns);
  const aimed = fixed === undefined ? row.fixed : fixed;
  if (aimed?.form != null && mapped !== null) {
    const { faults } = mappingOf(await aimOf(tx, viewer, aimed), mapped, aimed);
    if (faults.length > 0) throw new Faults('csv', faults);
  }
  await updateImportRow(tx, id, {
    columns,
    maps_to: mapped && JSON.stringify(mapped),
    fixed: aimed && JSON.stringify(aimed),
    options: JSON.stringify({ ...row.options, ...defined(options ?? {}) }),
  });
}

/** The collection of an earlier attempt, as long as the viewer may put something in. */
async function collectionFor(tx: Tx, viewer: Viewer, row: ImportRow): Promise<number> {
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
 * @throws Faults at what is wrong with the mapping
 */
export async function startImport(tx: Tx, viewer: Viewer, jobs: Jobs, id: number): Promise<ImportStatus> {
  const row = await importFor(tx, viewer, id, 'update');
  requireIdle(row);
  if (row.file === null) throw fault('csv', 'file', 'csvGone');
  const aim = await aimOf(tx, viewer, row.fixed);
  const { faults } = mappingOf(aim, row.maps_to, row.fixed);
  if (faults.length > 0) throw new Faults('csv', faults);
  if (optionsOf(row).create_tags && !mayAddCategories(viewer)) throw refused(viewer, 'create', 'tags');
  const isNew = row.status !== 'FAILED';
  if (isNew) await deleteRejected(tx, id);
  await updateImportRow(tx, id, {
    status: 'PENDING',
    failure: null,
    collection_id: await collectionFor(tx, viewer, row),
    ...(isNew ? { last_row: 0, processed: 0, errors: 0, skipped: 0, progress: 0 } : {}),
  });
  await jobs.add(tx, runImport, { import: id });
  return 'PENDING';
}

/** Takes back what an import made. One that still runs stops at its next step. */
export async function undoImport(tx: Tx, viewer: Viewer, jobs: Jobs, id: number): Promise<ImportStatus> {
  const row = await importFor(tx, viewer, id, 'delete');
  if (row.status === 'UNDOING') return 'UNDOING';
  if (row.status === null || row.status === 'UNDONE') throw fault('csv', 'status', 'csvNothingToUndo');
  await updateImportRow(tx, id, { status: 'UNDOING', failure: null });
  await jobs.add(tx, runUndo, { import: id, viewer: viewer.id ?? 0 });
  return 'UNDOING';
}

/** Forgets an import with its file and its rejected rows; the posts stay, and are still known by the ids of their rows. */
export async function deleteImport(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { store, outcome }: { store: FileStore; outcome: Outcome },
): Promise<void> {
  const row = await importFor(tx, viewer, id, 'delete');
  if (isBusy(row)) throw fault('csv', 'status', 'csvRunning');
  await deleteImportRow(tx, id);
  const { file } = row;
  if (file !== null) outcome.onCommit(() => store.remove(file));
}
