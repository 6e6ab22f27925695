/** The job that removes files that have lapsed, forgets old exports, and gives up those that a dead process left behind. */
import { limits } from '@waypost/contract/common/limits';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { findUnfinishedJobIds } from '../kernel/jobs/jobs.sql.ts';
import type { ExportDependencies } from './dependencies.ts';
import {
  deleteOldExports,
  failExport,
  findExpiredFiles,
  findUnfinishedExports,
  markFileRemoved,
} from './exports.sql.ts';

export const sweepExportsJob = defineJob({ name: 'sweep-exports', payload: EmptyPayload });

/** Seconds. A file takes minutes to be written; what nobody has finished in a day, nobody will. */
const maxPartialFileAgeSeconds = 86_400;

export const createExportSweeper =
  ({ db, store }: ExportDependencies): JobHandler<typeof sweepExportsJob> =>
  async () => {
    for (const { id, file } of await findExpiredFiles(db)) {
      await store.remove(file);
      await markFileRemoved(db, id);
    }
    const unfinished = await findUnfinishedExports(db);
    const live = await findUnfinishedJobIds(
      db,
      unfinished.map((it) => it.job),
    );
    for (const { id, job } of unfinished)
      if (!live.has(job)) await failExport(db, id, { code: 'failed', text: null });
    await deleteOldExports(db, limits.exportHistorySeconds);
    await store.removeUnfinished(maxPartialFileAgeSeconds);
  };
