/** Hourly job that deletes old bulk changes and continues those whose job was lost. */
import { limits } from '@waypost/contract/common/limits';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { listUnfinishedPayloads } from '../kernel/jobs/jobs.sql.ts';
import { deleteOldBulkChanges, lockUnfinishedIds } from './bulk-changes.sql.ts';
import { runBulkChangeJob } from './run-bulk-change.ts';

/** The hourly job. */
export const maintainBulkChangesJob = defineJob({ name: 'maintain-bulk-changes', payload: EmptyPayload });

/** Creates the handler of `maintainBulkChangesJob`. */
export const createBulkChangeMaintenance =
  (db: Db, jobs: JobQueue): JobHandler<typeof maintainBulkChangesJob> =>
  async () => {
    await inTransaction(db, 'writes', async (tx) => {
      // Locked before the jobs are read, since state and job always change in one transaction.
      const ids = await lockUnfinishedIds(tx);
      const payloads = await listUnfinishedPayloads(tx, runBulkChangeJob.name);
      const active = new Set(payloads.map((it) => runBulkChangeJob.payload.safeParse(it).data?.change));
      for (const id of ids) if (!active.has(id)) await jobs.add(tx, runBulkChangeJob, { change: id });
    });
    await inTransaction(db, 'writes', (tx) => deleteOldBulkChanges(tx, limits.bulkChange.historySeconds));
  };
