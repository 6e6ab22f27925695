/** The job that removes files that have lapsed, forgets old exports, and gives up those that a dead process left behind. */
import { limits } from '@waypost/contract/limits';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { liveJobs } from '../kernel/jobs/tables.sql.ts';
import {
  failExport,
  findLapsedFiles,
  findUnfinished,
  forgetExports,
  noteFileRemoved,
} from './exports.sql.ts';
import type { ExportSurroundings } from './surroundings.ts';

export const sweepExports = defineJob({ name: 'sweep-exports', payload: EmptyPayload });

/** Seconds. A file takes minutes to be written; what nobody has finished in a day, nobody will. */
const day = 86_400;

export const exportSweeper =
  ({ db, store }: ExportSurroundings): JobHandler<typeof sweepExports> =>
  async () => {
    for (const { id, file } of await findLapsedFiles(db)) {
      await store.remove(file);
      await noteFileRemoved(db, id);
    }
    const unfinished = await findUnfinished(db);
    const live = await liveJobs(
      db,
      unfinished.map((it) => it.job),
    );
    for (const { id, job } of unfinished)
      if (!live.has(job)) await failExport(db, id, { code: 'failed', text: null });
    await forgetExports(db, limits.exportHistory);
    await store.sweep(day);
  };
