/** The job that finds the areas of stored posts again after a change of the areas. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import {
  countPosts,
  haveEnded,
  readLastChange,
  saveProgress,
  setApplied,
  updateNextPosts,
} from './areas.sql.ts';

/** Finds the areas of all stored posts. */
export const findAreasJob = defineJob({
  name: 'find-areas',
  payload: EmptyPayload,
  timeoutSeconds: 6 * 3600,
});

/** Posts of a transaction: few, since finding the areas of one may take tenths of a second where many outlines overlap. */
const batchSize = 100;
const pollMs = 100;

/**
 * Handler of `findAreasJob`. Posts that are written meanwhile have the new areas, except those of transactions that began before: they
 * are waited for. After a further change of the areas it ends, and the job runs again.
 */
export const createAreasUpdate =
  (db: Db): JobHandler<typeof findAreasJob> =>
  async (_payload, run) => {
    const { changed, nextTransaction } = await inTransaction(db, 'reads', readLastChange);
    while (!(await inTransaction(db, 'reads', (tx) => haveEnded(tx, nextTransaction))))
      await wait(pollMs, undefined, { signal: run.signal });
    const total = await inTransaction(db, 'reads', countPosts);
    let [done, afterId] = [0, 0];
    // A run that failed has left its progress.
    if (!(await inTransaction(db, 'writes', (tx) => saveProgress(tx, changed, { done, total })))) return;
    for (;;) {
      const { count, lastId, isCurrent } = await inTransaction(db, 'writes', async (tx) => {
        const next = await updateNextPosts(tx, afterId, batchSize);
        return { ...next, isCurrent: await saveProgress(tx, changed, { done: done + next.count, total }) };
      });
      if (!isCurrent) return;
      done += count;
      afterId = lastId;
      await run.reportProgress(done, total);
      if (count < batchSize) break;
    }
    await run.complete((tx) => setApplied(tx, changed));
  };
