/**
 * Job that writes an export's file. A retry starts from the beginning and writes the same file name, so there is either one
 * complete file or none.
 */
import type { ExportFailure } from '@waypost/contract/exports/exports';
import { z } from 'zod';
import { recordPersonalDataReads } from '../audit/audit.public.ts';
import { inTransaction, type Tx } from '../kernel/db/database.ts';
import { recordFilesToRemove } from '../kernel/files/files-to-remove.sql.ts';
import { defineJob, JobCancelledError, JobError, type JobHandler, type JobRun } from '../kernel/jobs/job.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readViewerByUserId } from '../users/users.public.ts';
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

/** The job of one export. */
export const writeExportJob = defineJob({
  name: 'write-export',
  payload: z.object({ export: z.int() }),
  maxAttempts: 3,
  retryDelaySeconds: { first: 5, max: 60 },
  timeoutSeconds: 6 * 3600,
});

/** Interval between updates of the progress. */
const progressIntervalMs = 500;

/** Final failure of an export, which a retry would not change. */
class NothingToExport extends Error {
  readonly code: ExportFailure['code'];

  constructor(code: ExportFailure['code']) {
    super(code);
    this.code = code;
  }
}

type ExportResult = Pick<ExportRow, 'header_row' | 'hxl_heading_row' | 'total_rows'> & {
  /** Posts whose contacts the file names, for the audit log. */
  personalDataReads: number;
};

/** The owner as a viewer with current permissions, not those at the time of the request. */
async function readExporter(
  { readDeploymentState }: ExportDependencies,
  tx: Tx,
  row: ExportRow,
): Promise<Viewer> {
  const viewer = row.user_id === null ? undefined : await readViewerByUserId(tx, row.user_id);
  if (!viewer || !canExport(viewer)) throw new NothingToExport('rights');
  const { lastVisiblePostId, needsPersonalDataReason } = await readDeploymentState(tx);
  const limited = viewer.limitedTo(lastVisiblePostId);
  return needsPersonalDataReason ? limited.withoutPersonalData : limited;
}

function createProgressReporter({ db }: ExportDependencies, row: ExportRow, run: JobRun) {
  let lastReportMs = 0;
  return async (done: number, total: number) => {
    if (Date.now() - lastReportMs < progressIntervalMs) return;
    lastReportMs = Date.now();
    await run.reportProgress(done, total);
    await saveProgress(db, row.id, done, total);
  };
}

/** Iterates a generator and passes its return value to a callback. */
async function* captureResult<T, R>(
  chunks: AsyncGenerator<T, R>,
  onResult: (result: R) => void,
): AsyncGenerator<T> {
  onResult(yield* chunks);
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
      const chunks = zipPictures(tx, viewer, { plan, filters, scope, store }, (done) =>
        reportProgress(done, total),
      );
      await store.write(
        row.file,
        captureResult(chunks, (count) => (pictures = count)),
      );
      if (pictures === 0) throw new NothingToExport('empty');
      return { header_row: null, hxl_heading_row: null, total_rows: total, personalDataReads: 0 };
    }
    const hxl = row.include_hxl ? row.hxl_choices : null;
    let total = 0;
    const request = { format, filters, fields, hxl, scope };
    const prepared = await prepareExport(tx, viewer, request, (done) => reportProgress(done, total));
    total = prepared.total;
    if (total === 0) throw new NothingToExport('empty');
    await store.write(row.file, prepared.chunks);
    const { headings, hxlRow } = prepared;
    return {
      header_row: headings,
      hxl_heading_row: hxlRow,
      total_rows: total,
      personalDataReads: viewer.personalDataReads,
    };
  });
}

async function finishExport(
  dependencies: ExportDependencies,
  row: ExportRow,
  run: JobRun,
  { personalDataReads, ...result }: ExportResult,
): Promise<void> {
  const { jobs, store } = dependencies;
  const file_size = (await store.size(row.file)) ?? 0;
  const change = {
    ...result,
    file_size,
    done_rows: result.total_rows ?? 0,
    expires: newFileExpiry(),
    fault: null,
  };
  await run.complete(async (tx) => {
    // `expireAllFiles` has reset the status, since data was erased that the file may contain.
    if ((await lockExport(tx, row.id))?.status === 'PENDING')
      throw new JobError('Data was erased while the export was written');
    const job = row.send_to_hdx ? await jobs.add(tx, uploadExportJob, { export: row.id }) : row.job;
    const status = row.send_to_hdx ? 'PENDING_HDX' : 'SUCCESS';
    await updateExportRow(tx, row.id, { ...change, status, job });
    if (personalDataReads > 0 && row.user_id !== null)
      await recordPersonalDataReads(tx, row.user_id, personalDataReads);
  });
}

/** Creates the handler of `writeExportJob`. */
export const createExportWriter =
  (dependencies: ExportDependencies): JobHandler<typeof writeExportJob> =>
  async ({ export: id }, run) => {
    const { db } = dependencies;
    const row = await inTransaction(db, 'reads', (tx) => findExport(tx, id));
    if (!row || !['PENDING', 'QUEUED'].includes(row.status)) return;
    await inTransaction(db, 'writes', (tx) => updateExportRow(tx, id, { status: 'QUEUED' }));
    try {
      await finishExport(dependencies, row, run, await writeExportFile(dependencies, row, run));
    } catch (error) {
      const fail = async (tx: Tx, code: ExportFailure['code']) => {
        await recordFilesToRemove(tx, [row.file]);
        await failExport(tx, id, { code, text: null });
      };
      if (error instanceof NothingToExport) return run.complete((tx) => fail(tx, error.code));
      const isCancelled = error instanceof JobCancelledError || run.signal.aborted;
      const isFinal = run.isLastAttempt || (error instanceof JobError && error.isFinal);
      await inTransaction(db, 'writes', async (tx) => {
        if (!isCancelled && isFinal) await fail(tx, 'failed');
        // When the export was deleted, a file that was complete by then would stay until the daily check.
        else if (isCancelled && !(await findExport(tx, id))) await recordFilesToRemove(tx, [row.file]);
      });
      throw error;
    }
  };
