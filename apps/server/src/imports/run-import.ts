/**
 * Job that imports the rows of a file in batches. Progress is stored in the same transaction as the posts, so that a crash, or
 * two processes at once, neither lose nor duplicate rows.
 */
import { z } from 'zod';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { defineJob, type JobHandler, type JobRun } from '../kernel/jobs/job.ts';
import { batchRows, type CsvRow, parseRows } from './csv/read-rows.ts';
import { hasPictures, ImportFailure, importBatchOrSplit, takePicturesOfBatch } from './import-batch.ts';
import { findImport, type ImportRow, lockImport, updateImportRow } from './imports.sql.ts';
import { TakenPictures } from './pictures/row-pictures.ts';
import { PictureTaker, type TakerDependencies } from './pictures/take-pictures.ts';
import { csvFormatOf, readTableBytes } from './read-authorized-import.ts';

/** The job of one import. */
export const runImportJob = defineJob({
  name: 'import-csv',
  payload: z.object({ import: z.int() }),
  retryDelaySeconds: { first: 5, max: 600 },
  timeoutSeconds: 86_400,
});

/** Rows in one transaction: fewer where their pictures have to be taken first. */
const batchSize = { plain: 250, withPictures: 25 };

/** Counts the bytes of a stream that were consumed. */
function countBytes(bytes: AsyncIterable<Buffer>): { bytes: AsyncIterable<Buffer>; bytesRead: () => number } {
  let byteCount = 0;
  async function* countedBytes() {
    for await (const chunk of bytes) {
      yield chunk;
      byteCount += chunk.length;
    }
  }
  return { bytes: countedBytes(), bytesRead: () => byteCount };
}

/** Imports a batch after its pictures were taken. @returns false as `importBatch` */
async function importBatchWithPictures(
  db: Db,
  taker: PictureTaker,
  id: number,
  batch: readonly CsvRow[],
  progress: number,
): Promise<boolean> {
  const taken = await takePicturesOfBatch(db, taker, id, batch);
  try {
    return await importBatchOrSplit(db, id, batch, progress, new TakenPictures(taken));
  } finally {
    await taker.discardUnused(taken);
  }
}

const isFileMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Imports all remaining rows. @returns false when the import was stopped */
async function importAllRows(
  dependencies: TakerDependencies,
  row: ImportRow & { file: string },
  run: JobRun,
): Promise<boolean> {
  const { db, store } = dependencies;
  const taker = (await hasPictures(db, row)) ? new PictureTaker(dependencies, run.signal) : null;
  const size = taker ? batchSize.withPictures : batchSize.plain;
  const { bytes, bytesRead } = countBytes(readTableBytes(store, row.file, row));
  let done = row.processed;
  /** The batch that is being written while the next one is read and parsed. */
  let writing: Promise<boolean> = Promise.resolve(true);
  // The next `await` of the batch throws its error; until then it must not count as an unhandled rejection.
  const withHandledRejection = (batchResult: Promise<boolean>) => {
    batchResult.catch(() => undefined);
    return batchResult;
  };
  try {
    for await (const batch of batchRows(parseRows(bytes, csvFormatOf(row)), size, row.last_row)) {
      if (!(await writing)) return false;
      await run.reportProgress(done, null);
      done += batch.length;
      const progress = row.size === 0 ? 1 : bytesRead() / row.size;
      writing = withHandledRejection(
        taker
          ? importBatchWithPictures(db, taker, row.id, batch, progress)
          : importBatchOrSplit(db, row.id, batch, progress),
      );
    }
    return await writing;
  } finally {
    // After a read error a batch may still be running, which must end before the next attempt.
    await writing.catch(() => undefined);
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
      const isComplete = await importAllRows(dependencies, { ...row, file }, run);
      if (!isComplete) return;
      await run.complete(async (tx) => {
        const current = await lockImport(tx, id);
        if (current?.status === 'PENDING') await updateImportRow(tx, id, { status: 'SUCCESS', progress: 1 });
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
