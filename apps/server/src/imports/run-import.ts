/**
 * Job that imports the rows of a file in batches. Progress is stored in the same transaction as the posts, so that a crash, or
 * two processes at once, neither lose nor duplicate rows.
 */
import type { ImportFixedValues } from '@waypost/contract/imports/imports';
import type { ColumnTarget } from '@waypost/survey-logic/csv/column-mapping';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import { z } from 'zod';
import { readVisibleCategoryNames } from '../categories/categories.public.ts';
import { insertPostsOfSet } from '../collections/collections.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { ValidationError } from '../kernel/http/problem.ts';
import { defineJob, type JobHandler } from '../kernel/jobs/job.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { createPosts } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { readViewerByUserId } from '../users/users.public.ts';
import { createMissingCategories } from './create-missing-categories.ts';
import { batchRows, type CsvRow, parseRows } from './csv/read-rows.ts';
import { digestRow } from './digest-row.ts';
import { canImport } from './imports.rules.ts';
import {
  findImport,
  findImportedRows,
  type ImportedPost,
  type ImportRow,
  insertImportedPosts,
  insertRejectedRows,
  lockImport,
  type RejectedImportRow,
  updateImportRow,
} from './imports.sql.ts';
import { csvOptionsOf } from './imports.view.ts';
import {
  csvFormatOf,
  type ImportSurvey,
  readCellFormat,
  readImportSurvey,
  readTableBytes,
  resolveMapping,
} from './read-authorized-import.ts';
import { readPostFromRow, toDraft, toFaultsOfRefusal } from './read-post-from-row.ts';

/** The job of one import. */
export const runImportJob = defineJob({
  name: 'import-csv',
  payload: z.object({ import: z.int() }),
  retryDelaySeconds: { first: 5, max: 600 },
  timeoutSeconds: 86_400,
});

/** Rows in one transaction. */
const batchSize = 250;

/** Final failure of an import, which a retry would not change. */
class ImportFailure extends Error {
  readonly reason: NonNullable<ImportRow['failure']>;

  constructor(reason: NonNullable<ImportRow['failure']>) {
    super(reason);
    this.reason = reason;
  }
}

/** The import as read in the current transaction. */
interface ImportPlan {
  row: ImportRow;
  viewer: Viewer;
  importSurvey: ImportSurvey;
  targets: ColumnTarget<AttributeRow>[];
  fixed: ImportFixedValues;
}

/** @throws ImportFailure when permissions, survey or mapping became invalid since the start */
async function buildPlan(tx: Tx, row: ImportRow): Promise<ImportPlan> {
  const viewer = row.user_id === null ? undefined : await readViewerByUserId(tx, row.user_id);
  if (!viewer || !canImport(viewer)) throw new ImportFailure('rights');
  const importSurvey = await readImportSurvey(tx, viewer, row.fixed).catch((error: unknown) => {
    throw error instanceof ValidationError ? new ImportFailure('survey') : error;
  });
  const { targets, errors } = resolveMapping(importSurvey, row.maps_to, row.fixed);
  if (errors.length > 0) throw new ImportFailure('survey');
  return { row, viewer, importSurvey, targets, fixed: row.fixed ?? {} };
}

/** A row that was not imported before, with its digest if it has an id. */
interface ImportableRow {
  row: CsvRow;
  digest: string | null;
}

/** Removes rows that were imported before, from this or another file. */
async function withoutImportedRows(
  tx: Tx,
  { row: { options, columns }, importSurvey }: ImportPlan,
  batch: readonly CsvRow[],
): Promise<{ newRows: ImportableRow[]; skipped: number }> {
  const { id_column } = csvOptionsOf({ options });
  const all = batch.map((row) => ({ row, digest: digestRow(columns, row.cells, id_column) }));
  const known = await findImportedRows(
    tx,
    importSurvey.survey.id,
    all.flatMap(({ digest }) => digest ?? []),
  );
  const newRows = all.filter(({ digest }) => {
    if (digest === null) return true;
    const isNew = !known.has(digest);
    known.add(digest);
    return isNew;
  });
  return { newRows, skipped: all.length - newRows.length };
}

/** Creates posts from rows. @returns the rejected rows */
async function createPostsFromRows(
  tx: Tx,
  plan: ImportPlan,
  newRows: readonly ImportableRow[],
): Promise<RejectedImportRow[]> {
  const { row, viewer, importSurvey, targets, fixed } = plan;
  const options = csvOptionsOf(row);
  const categories = await readVisibleCategoryNames(tx, viewer);
  const { survey } = importSurvey;
  const { attributes } = importSurvey;
  const format = await readCellFormat(tx, options, row.columns);
  const { damaged } = options;
  const rowContext = {
    survey,
    attributes,
    columns: row.columns,
    targets,
    format,
    damaged,
    fixed,
    categories,
  };
  const parsedRows = newRows.map((newRow) => ({
    ...newRow,
    result: readPostFromRow(newRow.row, rowContext),
  }));
  const posts = parsedRows.flatMap(({ result }) => ('input' in result ? [result] : []));
  const inputs = posts.map(({ input }) => input);
  if (options.create_tags) await createMissingCategories(tx, viewer, importSurvey.attributes, inputs);
  const drafts = posts.map((post) => toDraft(viewer, survey, post, row.name));
  const results = (await createPosts(tx, drafts)).values();
  const rejected: RejectedImportRow[] = [];
  const importedPosts: ImportedPost[] = [];
  const reject = (csvRow: CsvRow, faults: RejectedImportRow['faults']) =>
    rejected.push({ row: csvRow.row, line: csvRow.line, cells: csvRow.cells.map(trimCell), faults });
  for (const { row: csvRow, digest, result } of parsedRows) {
    if ('faults' in result) {
      reject(csvRow, result.faults);
      continue;
    }
    const created = results.next().value;
    if (created && 'id' in created) importedPosts.push({ post_id: created.id, digest });
    else if (created) reject(csvRow, toFaultsOfRefusal(csvRow.cells, rowContext, created.error));
  }
  await insertImportedPosts(tx, row.id, survey.id, importedPosts);
  if (row.collection_id !== null)
    await insertPostsOfSet(
      tx,
      row.collection_id,
      importedPosts.map(({ post_id }) => post_id),
    );
  await insertRejectedRows(tx, row.id, rejected);
  return rejected;
}

/**
 * Imports one batch.
 * @param progress fraction of the file that was read, 0 to 1
 * @returns false when the import was stopped, or another process has imported these rows
 */
export async function importBatch(
  tx: Tx,
  id: number,
  batch: readonly CsvRow[],
  progress: number,
): Promise<boolean> {
  const row = await lockImport(tx, id);
  const [first, last] = [batch[0], batch.at(-1)];
  if (row?.status !== 'PENDING' || !first || !last || row.last_row >= first.row) return false;
  const plan = await buildPlan(tx, row);
  const { newRows, skipped } = await withoutImportedRows(tx, plan, batch);
  const rejected = await createPostsFromRows(tx, plan, newRows);
  await updateImportRow(tx, id, {
    last_row: last.row,
    processed: row.processed + batch.length,
    errors: row.errors + rejected.length,
    skipped: row.skipped + skipped,
    progress: Math.max(row.progress, Math.min(progress, 0.99)),
  });
  return true;
}

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

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Whether a row causes a database error: invalid data (SQLSTATE 22), a violated constraint (23) or an exceeded limit (54). */
const isRowError = (error: unknown) => /^(?:22|23|54)[0-9A-Z]{3}$/.test(sqlState(error));

/** Rejects a row that the database cannot store. @returns false as `importBatch` */
async function rejectRow(tx: Tx, id: number, { cells, ...row }: CsvRow): Promise<boolean> {
  const current = await lockImport(tx, id);
  if (current?.status !== 'PENDING' || current.last_row >= row.row) return false;
  const faults = [{ column: null, field: 'row', rule: 'invalid' }];
  await insertRejectedRows(tx, id, [{ row: row.row, line: row.line, cells: cells.map(trimCell), faults }]);
  const { processed, errors } = current;
  await updateImportRow(tx, id, { last_row: row.row, processed: processed + 1, errors: errors + 1 });
  return true;
}

/** Imports a batch. If the database rejects a row, the batch is halved until that row is alone, and then rejected. */
async function importBatchOrSplit(
  db: Db,
  id: number,
  batch: readonly CsvRow[],
  progress: number,
): Promise<boolean> {
  try {
    return await inTransaction(db, 'writes', (tx) => importBatch(tx, id, batch, progress));
  } catch (error) {
    const [only] = batch;
    if (!isRowError(error) || !only) throw error;
    if (batch.length === 1) return inTransaction(db, 'writes', (tx) => rejectRow(tx, id, only));
    const half = Math.ceil(batch.length / 2);
    const isRunning = await importBatchOrSplit(db, id, batch.slice(0, half), progress);
    return isRunning && importBatchOrSplit(db, id, batch.slice(half), progress);
  }
}

const isFileMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Imports all remaining rows. @returns false when the import was stopped */
async function importAllRows(
  db: Db,
  store: FileStore,
  row: ImportRow & { file: string },
  reportProgress: (done: number) => Promise<void>,
): Promise<boolean> {
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
    for await (const batch of batchRows(parseRows(bytes, csvFormatOf(row)), batchSize, row.last_row)) {
      if (!(await writing)) return false;
      await reportProgress(done);
      done += batch.length;
      const progress = row.size === 0 ? 1 : bytesRead() / row.size;
      writing = withHandledRejection(importBatchOrSplit(db, row.id, batch, progress));
    }
    return await writing;
  } finally {
    // After a read error a batch may still be running, which must end before the next attempt.
    await writing.catch(() => undefined);
  }
}

/** Creates the handler of `runImportJob`, which continues where an earlier attempt ended. */
export const createImportRunner =
  (db: Db, store: FileStore): JobHandler<typeof runImportJob> =>
  async ({ import: id }, run) => {
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
      const isComplete = await importAllRows(db, store, { ...row, file }, (done) =>
        run.reportProgress(done, null),
      );
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
