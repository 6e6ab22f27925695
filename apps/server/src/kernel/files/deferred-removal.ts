/**
 * Removes files later when the bucket is unreachable: when a picture is erased, its file must be removed too, not only its row.
 * A job retries for two days; after that administrators see it among the failed jobs.
 */
import { z } from 'zod';
import { type Db, inTransaction } from '../db/database.ts';
import { defineJob } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { FileStore } from './file-store.ts';
import { FileStoreError } from './file-store-error.ts';

const removeFile = defineJob({
  name: 'remove-file',
  payload: z.object({ file: z.string() }),
  maxAttempts: 60,
  retryDelaySeconds: { first: 30, max: 3600 },
});

/** Names that are remembered. */
const maxFailedWrites = 10_000;

/** Wraps a store: a file that cannot be removed now is removed by a job. */
export function withDeferredRemoval(store: FileStore, { db, jobs }: { db: Db; jobs: JobQueue }): FileStore {
  jobs.register(removeFile, ({ file }) => store.remove(file));
  if (store.kind === 'directory') return store;
  /** Files that could not be written need no job: hundreds of failed uploads would leave one each. */
  const failedWrites = new Set<string>();
  return {
    kind: store.kind,
    async write(name, content) {
      try {
        await store.write(name, content);
      } catch (error) {
        if (failedWrites.size < maxFailedWrites) failedWrites.add(name);
        throw error;
      }
    },
    read: (name, range) => store.read(name, range),
    size: (name) => store.size(name),
    list: () => store.list(),
    listOlderThan: (minAgeSeconds) => store.listOlderThan(minAgeSeconds),
    removeUnfinished: (minAgeSeconds) => store.removeUnfinished(minAgeSeconds),
    ping: () => store.ping(),
    checkAccess: () => store.checkAccess(),
    close: () => store.close(),
    async remove(name) {
      try {
        await store.remove(name);
      } catch (error) {
        if (!(error instanceof FileStoreError) || failedWrites.has(name)) throw error;
        await inTransaction(db, 'writes', (tx) => jobs.add(tx, removeFile, { file: name }));
      } finally {
        failedWrites.delete(name);
      }
    },
  };
}
