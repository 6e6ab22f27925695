/** The job that runs and undoes bulk changes in batches. Each batch commits with its results, so that the job can end anywhere. */
import { z } from 'zod';
import { pruneRemovedWords } from '../browse/browse.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, JobCancelledError, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import { readViewerByUserId } from '../users/users.public.ts';
import { isUnfinished } from './bulk-changes.rules.ts';
import {
  deletePendingPosts,
  lockBulkChange,
  readNextPosts,
  recordOutcomes,
  updateBulkChange,
} from './bulk-changes.sql.ts';
import { BulkChangeFailure, changeBatch, undoBatch } from './change-batch.ts';

/** Some batches of one bulk change, or of its undo; the rest is another job. */
export const runBulkChangeJob = defineJob({
  name: 'run-bulk-change',
  payload: z.object({ change: z.int() }),
  retryDelaySeconds: { first: 2, max: 600 },
  concurrency: 2,
  timeoutSeconds: 3600,
});

/** Posts in one transaction: a stop, and somebody who saves one of them, wait for it. */
const batchSize = 100;

/** Batches of one job. The next job of the same bulk change comes after those of others, which would wait for its end otherwise. */
const batchesPerJob = 10;

/** What the job needs. */
export interface BulkChangeDependencies {
  db: Db;
  jobs: JobQueue;
  readDeploymentState: (tx: Tx) => Promise<DeploymentState>;
}

/** Runs the next batch. @returns the posts that are done and all posts; null when there is nothing left to do */
async function runBatch(
  tx: Tx,
  id: number,
  { readDeploymentState }: BulkChangeDependencies,
): Promise<{ done: number; total: number } | null> {
  const row = await lockBulkChange(tx, id);
  if (!row || !isUnfinished(row)) return null;
  const isUndo = row.state === 'undoing';
  const posts = await readNextPosts(tx, id, isUndo ? 'changed' : 'pending', batchSize);
  if (posts.length === 0) {
    await updateBulkChange(tx, id, { state: isUndo ? 'undone' : 'done', finished: new Date() });
    return null;
  }
  const userId = isUndo ? row.undo_user_id : row.user_id;
  const account = userId === null ? undefined : await readViewerByUserId(tx, userId);
  if (!account) throw new BulkChangeFailure('rights');
  const viewer = account.limitedTo((await readDeploymentState(tx)).lastVisiblePostId);
  const batch = { tx, viewer, row, posts };
  await recordOutcomes(tx, id, isUndo ? await undoBatch(batch) : await changeBatch(batch));
  return isUndo
    ? { done: row.undone + row.kept + posts.length, total: row.changed }
    : { done: row.changed + row.unchanged + row.failed + posts.length, total: row.total };
}

const fail = (db: Db, id: number, failure: BulkChangeFailure['reason']): Promise<void> =>
  inTransaction(db, 'writes', async (tx) => {
    const row = await lockBulkChange(tx, id);
    if (!row || !isUnfinished(row)) return;
    await updateBulkChange(tx, id, { state: 'failed', failure, finished: new Date() });
    await deletePendingPosts(tx, id);
  });

/** Creates the handler of `runBulkChangeJob`, which continues where an earlier attempt ended. */
export const createBulkChangeRunner =
  (dependencies: BulkChangeDependencies): JobHandler<typeof runBulkChangeJob> =>
  async ({ change: id }, run) => {
    const { db, jobs } = dependencies;
    try {
      for (let batch = 0; batch < batchesPerJob; batch++) {
        const progress = await inTransaction(db, 'writes', (tx) => runBatch(tx, id, dependencies));
        if (!progress) return await pruneRemovedWords(db);
        await run.reportProgress(progress.done, progress.total);
      }
      await run.complete(async (tx) => {
        await jobs.add(tx, runBulkChangeJob, { change: id });
      });
    } catch (error) {
      if (error instanceof BulkChangeFailure) return fail(db, id, error.reason);
      const isCancelled = error instanceof JobCancelledError || run.signal.aborted;
      if (run.isLastAttempt && !isCancelled) await fail(db, id, 'server');
      throw error;
    }
  };
