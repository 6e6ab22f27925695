/**
 * Job that removes the files of deleted rows from the store, in seconds, or once the store is reachable again (docs/decisions/0106). Each is
 * recorded by the transaction that deletes its row: a process that is killed at any point leaves nothing behind.
 */
import type { Db } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import {
  deleteFilesToRemove,
  findFilesToRemove,
  markRemovalFailed,
} from '../kernel/files/files-to-remove.sql.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { findUnusedFiles } from './unused-files.sql.ts';

/** The job. While the store is unreachable, it is tried every ten minutes for ten hours; then it is among the failed jobs, and is added again. */
export const removeFilesJob = defineJob({
  name: 'remove-files',
  payload: EmptyPayload,
  maxAttempts: 60,
  retryDelaySeconds: { first: 30, max: 600 },
  timeoutSeconds: 3600,
});

/** Names in one query. */
const batchSize = 500;

/** Removes files and records it, also when one of them cannot be removed. @throws what the store throws */
async function removeBatch(db: Db, store: FileStore, names: readonly string[]): Promise<void> {
  // A name that a row has in spite of all is no longer to be removed.
  const unused = new Set(await findUnusedFiles(db, names));
  const done: string[] = [];
  try {
    for (const name of names) {
      if (unused.has(name))
        await store.remove(name).catch(async (error: unknown) => {
          await markRemovalFailed(db, name);
          throw error;
        });
      done.push(name);
    }
  } finally {
    await deleteFilesToRemove(db, done);
  }
}

/** Creates the handler of `removeFilesJob`. */
export const createFileRemover =
  (db: Db, store: FileStore): JobHandler<typeof removeFilesJob> =>
  async (_payload, run) => {
    for (;;) {
      const names = await findFilesToRemove(db, batchSize);
      // The job is added again when the process stops before the last batch.
      if (names.length === 0 || run.signal.aborted) return;
      await removeBatch(db, store, names);
    }
  };
