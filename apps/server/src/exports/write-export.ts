/**
 * The job that writes an export's file. It begins anew after whatever broke it off, and the file has the same name each time:
 * there is one whole file or none.
 */
import type { ExportFailure } from '@waypost/contract/exports/exports';
import { z } from 'zod';
import { inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, JobCancelledError, JobError, type JobHandler, type JobRun } from '../kernel/jobs/job.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { viewerOfAccount } from '../users/users.public.ts';
import { type ExportDependencies, newFileExpiry } from './dependencies.ts';
import { exportScope } from './export-scope.rules.ts';
import { canExport } from './exports.rules.ts';
import {
  type ExportRow,
  failExport,
  findExport,
  lockExport,
  saveProgress,
  updateExportRow,
} from './exports.sql.ts';
import { zipPictures } from './media-file.ts';
import { prepareExport, prepareExportPlan } from './read-export.ts';
import { parseStoredFilters } from './stored-filters.ts';
import { uploadExportJob } from './upload-export.ts';

export const writeExportJob = defineJob({
  name: 'write-export',
  payload: z.object({ export: z.int() }),
  maxAttempts: 3,
  retryDelaySeconds: { first: 5, max: 60 },
  timeoutSeconds: 6 * 3600,
});

/** Milliseconds between notes of how far it is. */
const progressIntervalMs = 500;

/** Why nothing can be exported, which no further attempt would change. */
class NothingToExport extends Error {
  readonly fault: ExportFailure['code'];

  constructor(fault: ExportFailure['code']) {
    super(fault);
    this.fault = fault;
  }
}

type ExportResult = Pick<ExportRow, 'header_row' | 'hxl_heading_row' | 'total_rows'>;

/** As whom: the owner with the rights of now, not those of when it was asked for. */
async function readExporter(
  { standing: readDeploymentState }: ExportDependencies,
  tx: Tx,
  row: ExportRow,
): Promise<Viewer> {
  const viewer = row.user_id === null ? undefined : await viewerOfAccount(tx, row.user_id);
  if (!viewer || !canExport(viewer)) throw new NothingToExport('rights');
  return viewer.limitedTo((await readDeploymentState(tx)).lastVisiblePostId);
}

function createProgressReporter({ db }: ExportDependencies, row: ExportRow, run: JobRun) {
  let last = 0;
  return async (done: number, total: number) => {
    if (Date.now() - last < progressIntervalMs) return;
    last = Date.now();
    await run.reportProgress(done, total);
    await saveProgress(db, row.id, done, total);
  };
}

/** Counts what comes out of a generator beside its pieces. */
async function* captureResult<T, R>(
  pieces: AsyncGenerator<T, R>,
  keep: (result: R) => void,
): AsyncGenerator<T> {
  keep(yield* pieces);
}

async function writeExportFile(
  dependencies: ExportDependencies,
  row: ExportRow,
  run: JobRun,
): Promise<ExportResult> {
  const { db, store } = dependencies;
  const filters = parseStoredFilters(row.filters);
  const reportProgress = createProgressReporter(dependencies, row, run);
  return inTransaction(db, 'reads', async (tx) => {
    const viewer = await readExporter(dependencies, tx, row);
    const { format, fields } = row;
    const scope = exportScope(viewer, row);
    if (format === 'media') {
      const { plan, total } = await prepareExportPlan(tx, viewer, { filters, fields, scope });
      let pictures = 0;
      const pieces = zipPictures(tx, viewer, { plan, filters, store }, (done) => reportProgress(done, total));
      await store.write(
        row.file,
        captureResult(pieces, (count) => (pictures = count)),
      );
      if (pictures === 0) throw new NothingToExport('empty');
      return { header_row: null, hxl_heading_row: null, total_rows: total };
    }
    const hxl = row.include_hxl ? row.hxl_choices : [];
    let total = 0;
    const asked = { format, filters, fields, hxl, scope };
    const prepared = await prepareExport(tx, viewer, asked, (done) => reportProgress(done, total));
    total = prepared.total;
    if (total === 0) throw new NothingToExport('empty');
    await store.write(row.file, prepared.chunks);
    const { headings, hxlRow } = prepared;
    return { header_row: headings, hxl_heading_row: row.include_hxl ? hxlRow : null, total_rows: total };
  });
}

async function finishExport(
  dependencies: ExportDependencies,
  row: ExportRow,
  run: JobRun,
  written: ExportResult,
): Promise<void> {
  const { jobs, store } = dependencies;
  const file_size = (await store.size(row.file)) ?? 0;
  const done = {
    ...written,
    file_size,
    done_rows: written.total_rows ?? 0,
    expires: newFileExpiry(),
    fault: null,
  };
  await run.complete(async (tx) => {
    // Set back while it was written: somebody's data was erased, and may be in it.
    if ((await lockExport(tx, row.id))?.status === 'PENDING')
      throw new JobError('What was read is not what is there any more');
    const job = row.send_to_hdx ? await jobs.add(tx, uploadExportJob, { export: row.id }) : row.job;
    const status = row.send_to_hdx ? 'PENDING_HDX' : 'SUCCESS';
    await updateExportRow(tx, row.id, { ...done, status, job });
  });
}

export const createExportWriter =
  (dependencies: ExportDependencies): JobHandler<typeof writeExportJob> =>
  async ({ export: id }, run) => {
    const { db, store } = dependencies;
    const row = await inTransaction(db, 'reads', (tx) => findExport(tx, id));
    if (!row || !['PENDING', 'QUEUED'].includes(row.status)) return;
    await inTransaction(db, 'writes', (tx) => updateExportRow(tx, id, { status: 'QUEUED' }));
    try {
      await finishExport(dependencies, row, run, await writeExportFile(dependencies, row, run));
    } catch (error) {
      if (error instanceof NothingToExport) {
        await store.remove(row.file);
        await run.complete(async (tx) => void (await failExport(tx, id, { code: error.fault, text: null })));
        return;
      }
      const isGone = error instanceof JobCancelledError || run.signal.aborted;
      // Called off: the row is gone, and a file that was whole by then would stay for ever.
      if (isGone && !(await inTransaction(db, 'reads', (tx) => findExport(tx, id))))
        await store.remove(row.file);
      const isOver = run.isLastAttempt || (error instanceof JobError && error.isFinal);
      if (!isGone && isOver) {
        await store.remove(row.file);
        await failExport(db, id, { code: 'failed', text: null });
      }
      throw error;
    }
  };
