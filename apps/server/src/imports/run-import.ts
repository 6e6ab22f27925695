/**
 * Bringing the rows of a file in, so many in each transaction. How far it is stands in the same transaction as the posts, so
 * that a crash in the middle, or two processes at once, lose nothing and double nothing.
 */
import type { ImportFixed } from '@waypost/contract/imports';
import { cellText } from '@waypost/survey-logic/csv-row';
import type { Target } from '@waypost/survey-logic/csv-target';
import { z } from 'zod';
import { readCategoryNames } from '../categories/categories.public.ts';
import { insertPostsOfSet } from '../collections/collections.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { defineJob, type JobHandler } from '../kernel/jobs/job.ts';
import { Faults } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { viewerOfAccount } from '../people/people.public.ts';
import { createPosts } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { mayImport } from './imports.rules.ts';
import {
  findImport,
  type ImportRow,
  insertBrought,
  insertRejected,
  knownIds,
  lockImport,
  type Rejected,
  updateImportRow,
} from './imports.sql.ts';
import { type Aim, aimOf, mappingOf, optionsOf } from './known-import.ts';
import { makeCategories } from './new-categories.ts';
import { batchesOf, type Row, rowsOf } from './read-csv.ts';
import { readPost, rowFaults } from './read-posts-of-rows.ts';

export const runImport = defineJob({
  name: 'import-csv',
  payload: z.object({ import: z.int() }),
  pause: { first: 5, most: 600 },
  seconds: 86_400,
});

/** Rows in one transaction. */
const batchSize = 250;

/** Why an import cannot go on, whoever tries again. */
class Failure extends Error {
  readonly why: NonNullable<ImportRow['failure']>;

  constructor(why: NonNullable<ImportRow['failure']>) {
    super(why);
    this.why = why;
  }
}

/** The import as it stands in this transaction. */
interface Plan {
  row: ImportRow;
  viewer: Viewer;
  aim: Aim;
  targets: Target<AttributeRow>[];
  fixed: ImportFixed;
}

/** @throws Failure when rights, survey or mapping went since it was started */
async function planOf(tx: Tx, row: ImportRow): Promise<Plan> {
  const viewer = row.user_id === null ? undefined : await viewerOfAccount(tx, row.user_id);
  if (!viewer || !mayImport(viewer)) throw new Failure('rights');
  const aim = await aimOf(tx, viewer, row.fixed).catch((error: unknown) => {
    throw error instanceof Faults ? new Failure('survey') : error;
  });
  const { targets, faults } = mappingOf(aim, row.maps_to, row.fixed);
  if (faults.length > 0) throw new Failure('survey');
  return { row, viewer, aim, targets, fixed: row.fixed ?? {} };
}

/** A row that can be made a post of, if nothing else is wrong with it. */
interface Wanted {
  row: Row;
  externalId: string | null;
}

/** Rows whose id came in before, now or in another file, are left out. */
async function newRows(
  tx: Tx,
  { row: { options }, aim }: Plan,
  batch: readonly Row[],
): Promise<{ wanted: Wanted[]; skipped: number }> {
  const { id_column } = optionsOf({ options });
  const all = batch.map((row): Wanted => {
    const id = id_column === null ? '' : cellText(row.cells[id_column] ?? '');
    return { row, externalId: id === '' ? null : id };
  });
  const seen = await knownIds(
    tx,
    aim.survey.id,
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
async function makePosts(tx: Tx, plan: Plan, wanted: readonly Wanted[]): Promise<Rejected[]> {
  const { row, viewer, aim, targets, fixed } = plan;
  const options = optionsOf(row);
  const categories = await readCategoryNames(tx);
  const reading = { survey: aim.survey, columns: row.columns, targets, options, fixed, categories };
  const read = wanted.map((it) => ({ ...it, read: readPost(it.row, reading) }));
  const inputs = read.flatMap((it) => ('input' in it.read ? [it.read.input] : []));
  if (options.create_tags) await makeCategories(tx, viewer, aim.attributes, inputs);
  const made = (await createPosts(tx, viewer, aim, inputs)).values();
  const rejected: Rejected[] = [];
  const brought: { post_id: number; external_id: string | null }[] = [];
  const reject = ({ row: line, cells, ...at }: Row, faults: Rejected['faults']) =>
    rejected.push({ row: line, line: at.line, cells: cells.map(cellText), faults });
  for (const { row: from, externalId, read: it } of read) {
    if ('faults' in it) {
      reject(from, it.faults);
      continue;
    }
    const post = made.next().value;
    if (post && 'id' in post) brought.push({ post_id: post.id, external_id: externalId });
    else reject(from, rowFaults(targets, post?.faults ?? []));
  }
  await insertBrought(tx, row.id, aim.survey.id, brought);
  if (row.collection_id !== null)
    await insertPostsOfSet(
      tx,
      row.collection_id,
      brought.map((it) => it.post_id),
    );
  await insertRejected(tx, row.id, rejected);
  return rejected;
}

/**
 * Brings one batch in.
 * @param progress 0 to 1
 * @returns false when somebody stopped the import, or another process has gone further
 */
export async function bringIn(tx: Tx, id: number, batch: readonly Row[], progress: number): Promise<boolean> {
  const row = await lockImport(tx, id);
  const [first, last] = [batch[0], batch.at(-1)];
  if (row?.status !== 'PENDING' || !first || !last || row.last_row >= first.row) return false;
  const plan = await planOf(tx, row);
  const { wanted, skipped } = await newRows(tx, plan, batch);
  const rejected = await makePosts(tx, plan, wanted);
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
function metered(bytes: AsyncIterable<Buffer>): { bytes: AsyncIterable<Buffer>; passed: () => number } {
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
const isAboutRows = (error: unknown) => /^(?:22|23|54)[0-9A-Z]{3}$/.test(sqlState(error));

/** Writes down that a row cannot be stored, for a reason that nobody foresaw. */
async function rejectRow(tx: Tx, id: number, { cells, ...row }: Row): Promise<boolean> {
  const now = await lockImport(tx, id);
  if (now?.status !== 'PENDING' || now.last_row >= row.row) return false;
  const faults = [{ column: null, field: 'row', rule: 'invalid' }];
  await insertRejected(tx, id, [{ row: row.row, line: row.line, cells: cells.map(cellText), faults }]);
  const { processed, errors } = now;
  await updateImportRow(tx, id, { last_row: row.row, processed: processed + 1, errors: errors + 1 });
  return true;
}

/** Brings a batch in; one with a row that the database refuses is halved until that row stands alone. */
async function bringApart(db: Db, id: number, batch: readonly Row[], progress: number): Promise<boolean> {
  try {
    return await inTransaction(db, 'writes', (tx) => bringIn(tx, id, batch, progress));
  } catch (error) {
    const [only] = batch;
    if (!isAboutRows(error) || !only) throw error;
    if (batch.length === 1) return inTransaction(db, 'writes', (tx) => rejectRow(tx, id, only));
    const half = Math.ceil(batch.length / 2);
    const isGoingOn = await bringApart(db, id, batch.slice(0, half), progress);
    return isGoingOn && bringApart(db, id, batch.slice(half), progress);
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @returns false when it was stopped */
async function bringAllIn(
  db: Db,
  store: FileStore,
  row: ImportRow & { file: string },
  tell: (done: number) => Promise<void>,
): Promise<boolean> {
  const { bytes, passed } = metered(store.read(row.file));
  let done = row.processed;
  /** The next rows are read and taken apart while the database works on these. */
  let writing: Promise<boolean> = Promise.resolve(true);
  // Told by whoever awaits it next; until then it is not an unhandled one.
  const quietly = (work: Promise<boolean>) => {
    work.catch(() => undefined);
    return work;
  };
  try {
    for await (const batch of batchesOf(rowsOf(bytes, optionsOf(row)), batchSize, row.last_row)) {
      if (!(await writing)) return false;
      await tell(done);
      done += batch.length;
      const progress = row.size === 0 ? 1 : passed() / row.size;
      writing = quietly(bringApart(db, row.id, batch, progress));
    }
    return await writing;
  } finally {
    // A file that breaks off while it is read leaves a batch on its way, which the next attempt must not meet.
    await writing.catch(() => undefined);
  }
}

/** Does what the import says; goes on where an earlier attempt ended. */
export const importer =
  (db: Db, store: FileStore): JobHandler<typeof runImport> =>
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
      if (file === null) throw new Failure('file');
      const isWhole = await bringAllIn(db, store, { ...row, file }, (done) => run.progress(done, null));
      if (!isWhole) return;
      await run.finish(async (tx) => {
        const now = await lockImport(tx, id);
        if (now?.status === 'PENDING') await updateImportRow(tx, id, { status: 'SUCCESS', progress: 1 });
      });
    } catch (error) {
      if (error instanceof Failure || isMissing(error)) {
        await fail(error instanceof Failure ? error.why : 'file');
        return;
      }
      if (run.isLast && !run.signal.aborted) await fail('server');
      throw error;
    }
  };
