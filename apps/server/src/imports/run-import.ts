/**
 * Job that imports the rows of a file in batches. Progress is stored in the same transaction as the posts, so that a crash, or
 * two processes at once, neither lose nor duplicate rows.
 */
import { z } from 'zod';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { defineJob, type JobHandler, type JobRun } from '../kernel/jobs/job.ts';
import { batchRows, type CsvRow, parseRows } from './csv/read-rows.ts';
import {
  type Batch,
  hasPictures,
  ImportFailure,
  importBatchOrSplit,
  isPending,
  takePicturesOfBatch,
} from './import-batch.ts';
import { findImport, type ImportRow, lockImport, updateImportRow } from './imports.sql.ts';
import { noPictures, TakenPictures } from './pictures/row-pictures.ts';
import { PictureTaker, type TakerDependencies } from './pictures/take-pictures.ts';
import { csvFormatOf, readTableBytes } from './read-authorized-import.ts';

/** The job of one import. */
export const runImportJob = defineJob({
  name: 'import-csv',
  payload: z.object({ import: z.int() }),
  retryDelaySeconds: { first: 5, max: 600 },
  timeoutSeconds: 86_400,
  // Pictures of one import may come slowly.
  concurrency: 3,
});

/** Rows in one transaction: fewer where their pictures have to be taken first. */
const batchSize = { plain: 250, withPictures: 25 };

/** Milliseconds between two looks at whether an import that takes pictures was stopped. */
const stopCheckMs = 2000;

/** Imports a batch after its pictures were taken. @returns false as `importBatch` */
async function importBatchWithPictures(
  db: Db,
  taker: PictureTaker,
  id: number,
  batch: Batch,
): Promise<boolean> {
  const taken = await takePicturesOfBatch(db, taker, id, batch.rows);
  try {
    return await importBatchOrSplit(db, id, { ...batch, taken: new TakenPictures(taken) });
  } finally {
    await taker.discardUnused(taken);
  }
}

/** The bytes of a row in the file, but for quotation marks and in other encodings than UTF-8. */
const sizeOf = ({ cells }: CsvRow): number =>
  cells.reduce((sum, cell) => sum + Buffer.byteLength(cell) + 1, 0);

const isFileMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Imports all remaining rows. @returns the number of the last one; null when the import was stopped */
async function importAllRows(
  dependencies: TakerDependencies,
  row: ImportRow & { file: string },
  run: JobRun,
  taker: PictureTaker | null,
): Promise<number | null> {
  const { db, store } = dependencies;
  const size = taker ? batchSize.withPictures : batchSize.plain;
  let done = row.processed;
  let afterRow = row.last_row;
  let readBytes = 0;
  async function* countedRows() {
    for await (const csvRow of parseRows(readTableBytes(store, row.file, row), csvFormatOf(row))) {
      readBytes += sizeOf(csvRow);
      yield csvRow;
    }
  }
  /** The batch that is being written while the next one is read and parsed. */
  let writing: Promise<boolean> = Promise.resolve(true);
  // The next `await` of the batch throws its error; until then it must not count as an unhandled rejection.
  const withHandledRejection = (batchResult: Promise<boolean>) => {
    batchResult.catch(() => undefined);
    return batchResult;
  };
  try {
    for await (const rows of batchRows(countedRows(), size, row.last_row)) {
      if (!(await writing)) return null;
      await run.reportProgress(done, null);
      done += rows.length;
      const progress = row.size === 0 ? 1 : readBytes / row.size;
      const batch = { rows, afterRow, progress, options: row.options, taken: noPictures };
      writing = withHandledRejection(
        taker ? importBatchWithPictures(db, taker, row.id, batch) : importBatchOrSplit(db, row.id, batch),
      );
      afterRow = rows.at(-1)?.row ?? afterRow;
    }
    return (await writing) ? afterRow : null;
  } finally {
    // After a read error a batch may still be running, which must end before the next attempt.
    await writing.catch(() => undefined);
  }
}

/** The same for an import that takes pictures: it stops soon after it was undone, whatever it waits for. */
async function importAllRowsWithPictures(
  dependencies: TakerDependencies,
  row: ImportRow & { file: string },
  run: JobRun,
): Promise<number | null> {
  const stop = new AbortController();
  const stopUnlessPending = async () => {
    if (!(await isPending(dependencies.db, row.id))) stop.abort();
  };
  const timer = setInterval(() => void stopUnlessPending().catch(() => undefined), stopCheckMs);
  const taker = new PictureTaker(dependencies, AbortSignal.any([run.signal, stop.signal]));
  try {
    return await importAllRows(dependencies, row, run, taker);
  } catch (error) {
    if (stop.signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Creates the handler of `runImportJob`, which continues where an earlier attempt ended. */
export const createImportRunner =
  (dependencies: TakerDependencies): JobHandler<typeof runImportJob> =>
  async ({ import: id }, run) => {
    const { db } = dependencies;
    const row = await inTransaction(db, 'reads', (tx) => findImport(tx, id));
    if (row?.status !== 'PENDING') return;
    const fail = (failure: ImportRow['failure']) =>
      inTransaction(db, 'writes', async (tx) => {
        const current = await lockImport(tx, id);
        if (current?.status === 'PENDING') await updateImportRow(tx, id, { status: 'FAILED', failure });
      });
    try {
      const { file } = row;
      if (file === null) throw new ImportFailure('file');
      const imported = { ...row, file };
      const lastRow = (await hasPictures(db, row))
        ? await importAllRowsWithPictures(dependencies, imported, run)
        : await importAllRows(dependencies, imported, run, null);
      if (lastRow === null) return;
      await run.complete(async (tx) => {
        const current = await lockImport(tx, id);
        if (current?.status === 'PENDING' && current.last_row === lastRow)
          await updateImportRow(tx, id, { status: 'SUCCESS', progress: 1 });
      });
    } catch (error) {
      if (error instanceof ImportFailure || isFileMissing(error)) {
        await fail(error instanceof ImportFailure ? error.reason : 'file');
        return;
      }
      if (run.isLastAttempt && !run.signal.aborted) await fail('server');
      throw error;
    }
  };
