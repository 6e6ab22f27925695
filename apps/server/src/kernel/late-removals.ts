/**
 * Removing files of a bucket that is away just then: a picture that somebody had erased must go, not only its row. A job tries
 * again for two days; after that administrators see it among what failed.
 */
import { z } from 'zod';
import { type Db, inTransaction } from './db.ts';
import type { FileStore } from './file-store.ts';
import { defineJob } from './jobs/job.ts';
import type { Jobs } from './jobs/jobs.ts';
import { StoreFault } from './store-fault.ts';

const removeFile = defineJob({
  name: 'remove-file',
  payload: z.object({ file: z.string() }),
  attempts: 60,
  pause: { first: 30, most: 3600 },
});

/** Names that are held. */
const mostUnwritten = 10_000;

/** The same store, which removes later what it cannot remove now. */
export function removingLater(store: FileStore, { db, jobs }: { db: Db; jobs: Jobs }): FileStore {
  jobs.handle(removeFile, ({ file }) => store.remove(file));
  if (store.kind === 'directory') return store;
  /** What could not be written is as good as gone: uploads that fail by the hundred would leave a job each. */
  const unwritten = new Set<string>();
  return {
    kind: store.kind,
    async write(name, content) {
      try {
        await store.write(name, content);
      } catch (error) {
        if (unwritten.size < mostUnwritten) unwritten.add(name);
        throw error;
      }
    },
    read: (name) => store.read(name),
    size: (name) => store.size(name),
    list: () => store.list(),
    sweep: (seconds) => store.sweep(seconds),
    reach: () => store.reach(),
    probe: () => store.probe(),
    close: () => store.close(),
    async remove(file) {
      try {
        await store.remove(file);
      } catch (error) {
        if (!(error instanceof StoreFault) || unwritten.has(file)) throw error;
        await inTransaction(db, 'writes', (tx) => jobs.add(tx, removeFile, { file }));
      } finally {
        unwritten.delete(file);
      }
    },
  };
}
