/**
 * The job that writes an export's file. It begins anew after whatever broke it off, and the file has the same name each time:
 * there is one whole file or none.
 */
import type { ExportFault } from '@waypost/contract/exports';
import { z } from 'zod';
import { inTransaction, type Tx } from '../kernel/db.ts';
import { defineJob, JobFault, JobGone, type JobHandler, type Run } from '../kernel/jobs/job.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { viewerOfAccount } from '../people/people.public.ts';
import { scopeOf } from './export-scope.rules.ts';
import { mayExport } from './exports.rules.ts';
import {
  type ExportRow,
  failExport,
  findExport,
  lockExport,
  noteRows,
  updateExportRow,
} from './exports.sql.ts';
import { zipPictures } from './media-file.ts';
import { prepareExport, preparePosts } from './read-export.ts';
import { filtersOf } from './stored-filters.ts';
import { type ExportSurroundings, lapse } from './surroundings.ts';
import { uploadExport } from './upload-export.ts';

export const writeExport = defineJob({
  name: 'write-export',
  payload: z.object({ export: z.int() }),
  attempts: 3,
  pause: { first: 5, most: 60 },
  seconds: 6 * 3600,
});

/** Milliseconds between notes of how far it is. */
const notePace = 500;

/** Why nothing can be exported, which no further attempt would change. */
class NothingToExport extends Error {
  readonly fault: ExportFault['code'];

  constructor(fault: ExportFault['code']) {
    super(fault);
    this.fault = fault;
  }
}

type Written = Pick<ExportRow, 'header_row' | 'hxl_heading_row' | 'total_rows'>;

/** As whom: the owner with the rights of now, not those of when it was asked for. */
async function exporterOf({ standing }: ExportSurroundings, tx: Tx, row: ExportRow): Promise<Viewer> {
  const viewer = row.user_id === null ? undefined : await viewerOfAccount(tx, row.user_id);
  if (!viewer || !mayExport(viewer)) throw new NothingToExport('rights');
  return viewer.upTo((await standing(tx)).lastPost);
}

function teller({ db }: ExportSurroundings, row: ExportRow, run: Run) {
  let last = 0;
  return async (done: number, total: number) => {
    if (Date.now() - last < notePace) return;
    last = Date.now();
    await run.progress(done, total);
    await noteRows(db, row.id, done, total);
  };
}

/** Counts what comes out of a generator beside its pieces. */
async function* keeping<T, R>(pieces: AsyncGenerator<T, R>, keep: (result: R) => void): AsyncGenerator<T> {
  keep(yield* pieces);
}

async function write(around: ExportSurroundings, row: ExportRow, run: Run): Promise<Written> {
  const { db, store } = around;
  const filters = filtersOf(row.filters);
  const tell = teller(around, row, run);
  return inTransaction(db, 'reads', async (tx) => {
    const viewer = await exporterOf(around, tx, row);
    const { format, fields } = row;
    const scope = scopeOf(viewer, row);
    if (format === 'media') {
      const { plan, total } = await preparePosts(tx, viewer, { filters, fields, scope });
      let pictures = 0;
      const pieces = zipPictures(tx, viewer, { plan, filters, store }, (done) => tell(done, total));
      await store.write(
        row.file,
        keeping(pieces, (count) => (pictures = count)),
      );
      if (pictures === 0) throw new NothingToExport('empty');
      return { header_row: null, hxl_heading_row: null, total_rows: total };
    }
    const hxl = row.include_hxl ? row.hxl_choices : [];
    let total = 0;
    const asked = { format, filters, fields, hxl, scope };
    const prepared = await prepareExport(tx, viewer, asked, (done) => tell(done, total));
    total = prepared.total;
    if (total === 0) throw new NothingToExport('empty');
    await store.write(row.file, prepared.pieces);
    const { headings, hxlRow } = prepared;
    return { header_row: headings, hxl_heading_row: row.include_hxl ? hxlRow : null, total_rows: total };
  });
}

async function finish(around: ExportSurroundings, row: ExportRow, run: Run, written: Written): Promise<void> {
  const { jobs, store } = around;
  const file_size = (await store.size(row.file)) ?? 0;
  const done = { ...written, file_size, done_rows: written.total_rows ?? 0, expires: lapse(), fault: null };
  await run.finish(async (tx) => {
    // Set back while it was written: somebody's data was erased, and may be in it.
    if ((await lockExport(tx, row.id))?.status === 'PENDING')
      throw new JobFault('What was read is not what is there any more');
    const job = row.send_to_hdx ? await jobs.add(tx, uploadExport, { export: row.id }) : row.job;
    const status = row.send_to_hdx ? 'PENDING_HDX' : 'SUCCESS';
    await updateExportRow(tx, row.id, { ...done, status, job });
  });
}

export const exportWriter =
  (around: ExportSurroundings): JobHandler<typeof writeExport> =>
  async ({ export: id }, run) => {
    const { db, store } = around;
    const row = await inTransaction(db, 'reads', (tx) => findExport(tx, id));
    if (!row || !['PENDING', 'QUEUED'].includes(row.status)) return;
    await inTransaction(db, 'writes', (tx) => updateExportRow(tx, id, { status: 'QUEUED' }));
    try {
      await finish(around, row, run, await write(around, row, run));
    } catch (error) {
      if (error instanceof NothingToExport) {
        await store.remove(row.file);
        await run.finish(async (tx) => void (await failExport(tx, id, { code: error.fault, text: null })));
        return;
      }
      const isGone = error instanceof JobGone || run.signal.aborted;
      // Called off: the row is gone, and a file that was whole by then would stay for ever.
      if (isGone && !(await inTransaction(db, 'reads', (tx) => findExport(tx, id))))
        await store.remove(row.file);
      const isOver = run.isLast || (error instanceof JobFault && error.isFinal);
      if (!isGone && isOver) {
        await store.remove(row.file);
        await failExport(db, id, { code: 'failed', text: null });
      }
      throw error;
    }
  };
