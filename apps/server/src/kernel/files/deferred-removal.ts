/**
 * Removing files of a bucket that is away just then: a picture that somebody had erased must go, not only its row. A job tries
 * again for two days; after that administrators see it among what failed.
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

/** Names that are held. */
const maxFailedWrites = 10_000;

/** The same store, which removes later what it cannot remove now. */
export function withDeferredRemoval(store: FileStore, { db, jobs }: { db: Db; jobs: JobQueue }): FileStore {
  jobs.register(removeFile, ({ file }) => store.remove(file));
  if (store.kind === 'directory') return store;
  /** What could not be written is as good as gone: uploads that fail by the hundred would leave a job each. */
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
    read: (name) => store.read(name),
    size: (name) => store.size(name),
    list: () => store.list(),
    removeUnfinished: (seconds) => store.removeUnfinished(seconds),
    ping: () => store.ping(),
    checkAccess: () => store.checkAccess(),
    close: () => store.close(),
    async remove(file) {
      try {
        await store.remove(file);
      } catch (error) {
        if (!(error instanceof FileStoreError) || failedWrites.has(file)) throw error;
        await inTransaction(db, 'writes', (tx) => jobs.add(tx, removeFile, { file }));
      } finally {
        failedWrites.delete(file);
      }
    },
  };
}
