/** Taking an import back: its posts are deleted, so many in each transaction, and its collection if nothing else is in it. */
import { z } from 'zod';
import { deleteSetRow, isEmptySet } from '../collections/collections.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { defineJob, type JobHandler } from '../kernel/jobs/job.ts';
import { Outcome } from '../kernel/outcome.ts';
import { viewerOfAccount } from '../people/people.public.ts';
import { deletePosts, managesPosts } from '../posts/posts.public.ts';
import { type ImportRow, lockImport, postsOfImport, updateImportRow } from './imports.sql.ts';

export const runUndo = defineJob({
  name: 'undo-import',
  /** `viewer`: who asked for it. */
  payload: z.object({ import: z.int(), viewer: z.int() }),
  pause: { first: 5, most: 600 },
  seconds: 86_400,
});

/** Posts in one transaction. */
const batchSize = 500;

/** Who may not delete what others wrote leaves posts alone that somebody has changed since. */
const leavesChanged = async (tx: Tx, viewerId: number): Promise<boolean> => {
  const viewer = await viewerOfAccount(tx, viewerId);
  return !(viewer && managesPosts(viewer));
};

async function finish(tx: Tx, row: ImportRow): Promise<void> {
  const { collection_id } = row;
  const isOver = collection_id !== null && (await isEmptySet(tx, collection_id));
  await updateImportRow(tx, row.id, { status: 'UNDONE', progress: 0 });
  if (isOver) await deleteSetRow(tx, collection_id);
}

/** @param tell gets errors about files that could not be removed */
export const undoer =
  (db: Db, store: FileStore, tell: (error: unknown) => void): JobHandler<typeof runUndo> =>
  async ({ import: id, viewer }, run) => {
    let done = 0;
    for (;;) {
      await run.progress(done, null);
      const outcome = new Outcome();
      const deleted = await inTransaction(db, 'writes', async (tx) => {
        const row = await lockImport(tx, id);
        if (row?.status !== 'UNDOING') return 0;
        const ids = await postsOfImport(tx, id, batchSize, await leavesChanged(tx, viewer));
        await deletePosts(tx, ids, { store, outcome });
        return ids.length;
      });
      await outcome.settle(true, tell);
      if (deleted === 0) break;
      done += deleted;
    }
    await run.finish(async (tx) => {
      const row = await lockImport(tx, id);
      if (row?.status === 'UNDOING') await finish(tx, row);
    });
  };
