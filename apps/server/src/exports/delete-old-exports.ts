/** Hourly job that deletes expired files, deletes old exports, and marks exports without a running job as failed. */
import { limits } from '@waypost/contract/common/limits';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { findUnfinishedJobIds } from '../kernel/jobs/jobs.sql.ts';
import type { ExportDependencies } from './dependencies.ts';
import { deleteExpiredFiles, deleteOldExports, failExport, findUnfinishedExports } from './exports.sql.ts';

/** The hourly cleanup job. */
export const deleteOldExportsJob = defineJob({ name: 'delete-old-exports', payload: EmptyPayload });

/** Files take minutes to write, so an unfinished one of this age is abandoned. */
const maxPartialFileAgeSeconds = 86_400;

/** Creates the handler of `deleteOldExportsJob`. */
export const createExportCleanup =
  ({ db, store }: ExportDependencies): JobHandler<typeof deleteOldExportsJob> =>
  async () => {
    await deleteExpiredFiles(db);
    const unfinished = await findUnfinishedExports(db);
    const activeJobIds = await findUnfinishedJobIds(
      db,
      unfinished.map(({ job }) => job),
    );
    for (const { id, job } of unfinished)
      if (!activeJobIds.has(job)) await failExport(db, id, { code: 'failed', text: null });
    await deleteOldExports(db, limits.exportHistorySeconds);
    await store.removeUnfinished(maxPartialFileAgeSeconds);
  };
