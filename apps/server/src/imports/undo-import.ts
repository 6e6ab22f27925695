/** Job that undoes an import: deletes its posts in batches, and its collection if that is empty then. */
import { z } from 'zod';
import { pruneRemovedWords } from '../browse/browse.public.ts';
import { deleteSetRow, isEmptySet } from '../collections/collections.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, type JobHandler } from '../kernel/jobs/job.ts';
import { canManagePosts, deletePosts } from '../posts/posts.public.ts';
import { readViewerByUserId } from '../users/users.public.ts';
import { findPostIdsOfImport, type ImportRow, lockImport, updateImportRow } from './imports.sql.ts';

/** The undo job of one import. */
export const undoImportJob = defineJob({
  name: 'undo-import',
  /** `viewer`: id of the user who requested it. */
  payload: z.object({ import: z.int(), viewer: z.int() }),
  retryDelaySeconds: { first: 5, max: 600 },
  timeoutSeconds: 86_400,
});

/** Posts in one transaction. */
const batchSize = 500;

/** Whether posts that were changed since are kept: unless the viewer has Manage Posts. */
const keepsChangedPosts = async (tx: Tx, viewerId: number): Promise<boolean> => {
  const viewer = await readViewerByUserId(tx, viewerId);
  return !(viewer && canManagePosts(viewer));
};

async function finishUndo(tx: Tx, row: ImportRow): Promise<void> {
  const { collection_id } = row;
  const isCollectionEmpty = collection_id !== null && (await isEmptySet(tx, collection_id));
  await updateImportRow(tx, row.id, { status: 'UNDONE', progress: 0, pictures: 0 });
  if (isCollectionEmpty) await deleteSetRow(tx, collection_id);
}

/** Creates the handler of `undoImportJob`. */
export const createUndoRunner =
  (db: Db): JobHandler<typeof undoImportJob> =>
  async ({ import: id, viewer }, run) => {
    let deletedCount = 0;
    for (;;) {
      await run.reportProgress(deletedCount, null);
      const removeBatch = async (tx: Tx) => {
        const row = await lockImport(tx, id);
        if (row?.status !== 'UNDOING') return 0;
        const ids = await findPostIdsOfImport(tx, id, batchSize, await keepsChangedPosts(tx, viewer));
        await deletePosts(tx, ids);
        return ids.length;
      };
      const deleted = await inTransaction(db, 'writes', removeBatch);
      if (deleted === 0) break;
      deletedCount += deleted;
    }
    await pruneRemovedWords(db);
    await run.complete(async (tx) => {
      const row = await lockImport(tx, id);
      if (row?.status === 'UNDOING') await finishUndo(tx, row);
    });
  };
