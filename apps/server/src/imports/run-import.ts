/**
 * Bringing the rows of a file in, so many in each transaction. How far it is stands in the same transaction as the posts, so
 * that a crash in the middle, or two processes at once, lose nothing and double nothing.
 */
import type { ImportFixedValues } from '@waypost/contract/imports/imports';
import type { ColumnTarget } from '@waypost/survey-logic/csv/column-mapping';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import { z } from 'zod';
import { readCategoryNames } from '../categories/categories.public.ts';
import { insertPostsOfSet } from '../collections/collections.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { ValidationError } from '../kernel/http/problem.ts';
import { defineJob, type JobHandler } from '../kernel/jobs/job.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { createPosts } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { viewerOfAccount } from '../users/users.public.ts';
import { createMissingCategories } from './create-missing-categories.ts';
import { canImport } from './imports.rules.ts';
import {
  findImport,
  findKnownExternalIds,
  type ImportRow,
  insertImportedPosts,
  insertRejectedRows,
  lockImport,
  type RejectedImportRow,
  updateImportRow,
} from './imports.sql.ts';
import {
  csvOptionsOf,
  type ImportSurvey,
  readImportSurvey,
  resolveMapping,
} from './read-authorized-import.ts';
import { batchRows, type CsvRow, parseRows } from './read-csv.ts';
import { readPostFromRow, toRowFaults } from './read-post-from-row.ts';

export const runImportJob = defineJob({
  name: 'import-csv',
  payload: z.object({ import: z.int() }),
  retryDelaySeconds: { first: 5, max: 600 },
  timeoutSeconds: 86_400,
});

/** Rows in one transaction. */
const batchSize = 250;

/** Why an import cannot go on, whoever tries again. */
class ImportFailure extends Error {
  readonly reason: NonNullable<ImportRow['failure']>;

  constructor(why: NonNullable<ImportRow['failure']>) {
    super(why);
    this.reason = why;
  }
}

/** The import as it stands in this transaction. */
interface ImportPlan {
  row: ImportRow;
  viewer: Viewer;
  importSurvey: ImportSurvey;
  targets: ColumnTarget<AttributeRow>[];
  fixed: ImportFixedValues;
}

/** @throws Failure when rights, survey or mapping went since it was started */
async function buildPlan(tx: Tx, row: ImportRow): Promise<ImportPlan> {
  const viewer = row.user_id === null ? undefined : await viewerOfAccount(tx, row.user_id);
  if (!viewer || !canImport(viewer)) throw new ImportFailure('rights');
  const importSurvey = await readImportSurvey(tx, viewer, row.fixed).catch((error: unknown) => {
    throw error instanceof ValidationError ? new ImportFailure('survey') : error;
  });
  const { targets, faults } = resolveMapping(importSurvey, row.maps_to, row.fixed);
  if (faults.length > 0) throw new ImportFailure('survey');
  return { row, viewer, importSurvey, targets, fixed: row.fixed ?? {} };
}

/** A row that can be made a post of, if nothing else is wrong with it. */
interface ImportableRow {
  row: CsvRow;
  externalId: string | null;
}

/** Rows whose id came in before, now or in another file, are left out. */
async function withoutKnownRows(
  tx: Tx,
  { row: { options }, importSurvey }: ImportPlan,
  batch: readonly CsvRow[],
): Promise<{ wanted: ImportableRow[]; skipped: number }> {
  const { id_column } = csvOptionsOf({ options });
  const all = batch.map((row): ImportableRow => {
    const id = id_column === null ? '' : trimCell(row.cells[id_column] ?? '');
    return { row, externalId: id === '' ? null : id };
  });
  const seen = await findKnownExternalIds(
    tx,
    importSurvey.survey.id,
    all.flatMap((it) => it.externalId ?? []),
  );
  const wanted = all.filter(({ externalId }) => {
    if (externalId === null) return true;
    const isNew = !seen.has(externalId);
    seen.add(externalId);
    return isNew;
  });
  return { wanted, skipped: all.length - wanted.length };
}

/** Makes posts of rows. @returns the rows that were not taken */
async function createPostsFromRows(
  tx: Tx,
  plan: ImportPlan,
  wanted: readonly ImportableRow[],
): Promise<RejectedImportRow[]> {
  const { row, viewer, importSurvey, targets, fixed } = plan;
  const options = csvOptionsOf(row);
  const categories = await readCategoryNames(tx);
  const reading = { survey: importSurvey.survey, columns: row.columns, targets, options, fixed, categories };
  const read = wanted.map((it) => ({ ...it, read: readPostFromRow(it.row, reading) }));
  const inputs = read.flatMap((it) => ('input' in it.read ? [it.read.input] : []));
  if (options.create_tags) await createMissingCategories(tx, viewer, importSurvey.attributes, inputs);
  const made = (await createPosts(tx, viewer, importSurvey, inputs)).values();
  const rejected: RejectedImportRow[] = [];
  const brought: { post_id: number; external_id: string | null }[] = [];
  const reject = ({ row: line, cells, ...at }: CsvRow, faults: RejectedImportRow['faults']) =>
    rejected.push({ row: line, line: at.line, cells: cells.map(trimCell), faults });
  for (const { row: from, externalId, read: it } of read) {
    if ('faults' in it) {
      reject(from, it.faults);
      continue;
    }
    const post = made.next().value;
    if (post && 'id' in post) brought.push({ post_id: post.id, external_id: externalId });
    else reject(from, toRowFaults(targets, post?.faults ?? []));
  }
  await insertImportedPosts(tx, row.id, importSurvey.survey.id, brought);
  if (row.collection_id !== null)
    await insertPostsOfSet(
      tx,
      row.collection_id,
      brought.map((it) => it.post_id),
    );
  await insertRejectedRows(tx, row.id, rejected);
  return rejected;
}

/**
 * Brings one batch in.
 * @param progress 0 to 1
 * @returns false when somebody stopped the import, or another process has gone further
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
  const { wanted, skipped } = await withoutKnownRows(tx, plan, batch);
  const rejected = await createPostsFromRows(tx, plan, wanted);
  await updateImportRow(tx, id, {
    last_row: last.row,
    processed: row.processed + batch.length,
    errors: row.errors + rejected.length,
    skipped: row.skipped + skipped,
    progress: Math.max(row.progress, Math.min(progress, 0.99)),
  });
  return true;
}

/** The bytes of a file, and how many of them have passed. */
function countBytes(bytes: AsyncIterable<Buffer>): { bytes: AsyncIterable<Buffer>; passed: () => number } {
  let passed = 0;
  async function* counting() {
    for await (const chunk of bytes) {
      yield chunk;
      passed += chunk.length;
    }
  }
  return { bytes: counting(), passed: () => passed };
}

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The database refuses a value (22), breaks a promise (23) or reaches a bound (54): some row is to blame, and not the database. */
const isRowError = (error: unknown) => /^(?:22|23|54)[0-9A-Z]{3}$/.test(sqlState(error));

/** Writes down that a row cannot be stored, for a reason that nobody foresaw. */
async function rejectRow(tx: Tx, id: number, { cells, ...row }: CsvRow): Promise<boolean> {
  const now = await lockImport(tx, id);
  if (now?.status !== 'PENDING' || now.last_row >= row.row) return false;
  const faults = [{ column: null, field: 'row', rule: 'invalid' }];
  await insertRejectedRows(tx, id, [{ row: row.row, line: row.line, cells: cells.map(trimCell), faults }]);
  const { processed, errors } = now;
  await updateImportRow(tx, id, { last_row: row.row, processed: processed + 1, errors: errors + 1 });
  return true;
}

/** Brings a batch in; one with a row that the database refuses is halved until that row stands alone. */
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
    const isGoingOn = await importBatchOrSplit(db, id, batch.slice(0, half), progress);
    return isGoingOn && importBatchOrSplit(db, id, batch.slice(half), progress);
  }
}

const isFileMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @returns false when it was stopped */
async function importAllRows(
  db: Db,
  store: FileStore,
  row: ImportRow & { file: string },
  reportProgress: (done: number) => Promise<void>,
): Promise<boolean> {
  const { bytes, passed } = countBytes(store.read(row.file));
  let done = row.processed;
  /** The next rows are read and taken apart while the database works on these. */
  let writing: Promise<boolean> = Promise.resolve(true);
  // Told by whoever awaits it next; until then it is not an unhandled one.
  const quietly = (work: Promise<boolean>) => {
    work.catch(() => undefined);
    return work;
  };
  try {
    for await (const batch of batchRows(parseRows(bytes, csvOptionsOf(row)), batchSize, row.last_row)) {
      if (!(await writing)) return false;
      await reportProgress(done);
      done += batch.length;
      const progress = row.size === 0 ? 1 : passed() / row.size;
      writing = quietly(importBatchOrSplit(db, row.id, batch, progress));
    }
    return await writing;
  } finally {
    // A file that breaks off while it is read leaves a batch on its way, which the next attempt must not meet.
    await writing.catch(() => undefined);
  }
}

/** Does what the import says; goes on where an earlier attempt ended. */
export const createImportRunner =
  (db: Db, store: FileStore): JobHandler<typeof runImportJob> =>
  async ({ import: id }, run) => {
    const row = await inTransaction(db, 'reads', (tx) => findImport(tx, id));
    if (row?.status !== 'PENDING') return;
    const fail = (failure: ImportRow['failure']) =>
      inTransaction(db, 'writes', async (tx) => {
        const now = await lockImport(tx, id);
        if (now?.status === 'PENDING') await updateImportRow(tx, id, { status: 'FAILED', failure });
      });
    try {
      const { file } = row;
      if (file === null) throw new ImportFailure('file');
      const isWhole = await importAllRows(db, store, { ...row, file }, (done) =>
        run.reportProgress(done, null),
      );
      if (!isWhole) return;
      await run.complete(async (tx) => {
        const now = await lockImport(tx, id);
        if (now?.status === 'PENDING') await updateImportRow(tx, id, { status: 'SUCCESS', progress: 1 });
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
