/** Queries for imports, imported posts and rejected rows. */
import type { ImportFixedValues, ImportSource } from '@waypost/contract/imports/imports';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage, toLikePattern } from '../kernel/db/paging.ts';
import type { ByteRange } from '../kernel/files/file-store.ts';
import type { Tables } from '../migrations/tables.ts';

type Row = Selectable<Tables['imports']>;

/** A sheet as it is stored: a part of the file. */
export interface StoredTable extends ByteRange {
  name: string;
}

/** Where the rows of a file come from. */
export type StoredSource = Pick<ImportSource, 'type' | 'sheet' | 'other_sheets'> & {
  /** The sheets of a workbook; absent for other files, and where only the first sheet was stored. */
  tables?: StoredTable[];
};

/** A row of `imports`. */
export type ImportRow = Omit<Row, 'maps_to' | 'fixed' | 'options' | 'source'> & {
  maps_to: (string | null)[] | null;
  fixed: ImportFixedValues | null;
  options: Record<string, unknown>;
  source: StoredSource | null;
};

/** An import with the numbers of its existing posts, of those that were changed since, and of those with warnings. */
export type ImportWithCounts = ImportRow & { posts: number; changed: number; warnings: number };

/** An error of a row. `column` counts from 0; null is the whole row. */
export interface RowFault {
  column: number | null;
  field: string;
  rule: string;
  params?: Record<string, string | number>;
}

/** A row that was not imported, with its errors. */
export interface RejectedImportRow {
  row: number;
  line: number;
  cells: string[];
  faults: RowFault[];
}

/** A row that was imported without something, with what is missing, and only the cells that concern it. */
export interface ImportRowWithWarnings extends RejectedImportRow {
  post_id: number;
}

/** A post that was created from a row, and the digest of the row (`digestRow`) if it has an id. */
export interface ImportedPost {
  post_id: number;
  digest: string | null;
}

const toImportRow = (row: Row | undefined) => row as ImportRow | undefined;

/** The import with this id. */
export const findImport = async (tx: Tx, id: number): Promise<ImportRow | undefined> =>
  toImportRow(await tx.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst());

/** The import, locked until the end of the transaction. */
export const lockImport = async (tx: Tx, id: number): Promise<ImportRow | undefined> =>
  toImportRow(await tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst());

/** Imports that are being run or undone, locked until the end of the transaction; those that are locked already are skipped. */
export const lockRunningImports = (tx: Tx): Promise<Pick<Row, 'id' | 'status' | 'user_id'>[]> =>
  tx
    .selectFrom('imports')
    .select(['id', 'status', 'user_id'])
    .where('status', 'in', ['PENDING', 'UNDOING'])
    .forUpdate()
    .skipLocked()
    .execute();

type PostCounts = Pick<ImportWithCounts, 'posts' | 'changed' | 'warnings'>;
/** Reads no post: clients ask for these numbers every few seconds while an import runs. */
const postCounts = sql<PostCounts>`json_build_object(
  'posts', (select count(*) from import_posts where import_id = imports.id),
  'changed', (select count(*) from import_posts
    where import_id = imports.id and post_id in (select post_id from post_revisions)),
  'warnings', (select count(*) from import_rows where import_id = imports.id and post_id is not null))`;

const selectWithCounts = (tx: Tx) => tx.selectFrom('imports').selectAll().select(postCounts.as('counts'));
type RowWithCounts = Row & { counts: PostCounts };
const toImportWithCounts = ({ counts, ...row }: RowWithCounts) => ({ ...row, ...counts }) as ImportWithCounts;

/** An import with the counts of its posts. */
export async function readImportWithCounts(tx: Tx, id: number): Promise<ImportWithCounts | undefined> {
  const row = await selectWithCounts(tx).where('id', '=', id).executeTakeFirst();
  return row && toImportWithCounts(row);
}

type ImportSearch = PageWindow & {
  /** Owner; undefined: imports of all users. */
  user: number | null | undefined;
  name?: string | undefined;
  orderby?: 'id' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
};

/** A page of imports. */
export async function searchImports(tx: Tx, search: ImportSearch): Promise<Page<ImportWithCounts>> {
  const { user, name, orderby = 'id', order = 'asc' } = search;
  let matching = selectWithCounts(tx);
  if (user !== undefined) matching = matching.where('user_id', '=', user);
  if (name) matching = matching.where('name', 'ilike', toLikePattern(name));
  const page = await readPage(matching.orderBy(orderby, order).orderBy('id', order), search);
  return { ...page, results: page.results.map((row) => toImportWithCounts(row)) };
}

/** Inserts an import. @returns its id */
export async function insertImport(tx: Tx, row: Insertable<Tables['imports']>): Promise<number> {
  return (await tx.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Updates an import. */
export async function updateImportRow(
  tx: Tx,
  id: number,
  change: Updateable<Tables['imports']>,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes an import. */
export const deleteImportRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('imports').where('id', '=', id).execute();
};

/**
 * What is kept of the id and the content of a row, also when the personal data of its post is removed: a repeated import recognizes the
 * row, and without the key of the deployment nobody finds the record that it came from.
 * @param surveyId the survey that the row is imported into
 * @returns expression of a query that has the column `digest` (`digestRow`)
 */
const rowHash = (surveyId: number) => sql<Buffer | null>`
  sha256((select key from opt_out_key) || convert_to(${`import ${surveyId} `}, 'UTF8') || decode(digest, 'hex'))`;

/**
 * Those of the rows that were imported into the survey before, from any file, also those of posts that were anonymized.
 * @param digests of rows (`digestRow`)
 */
export async function findImportedRows(
  tx: Tx,
  surveyId: number,
  digests: readonly string[],
): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string }>`
    select digest from unnest(${digests}::text[]) as digest
    where exists (select from import_posts
      where survey_id = ${surveyId} and row_hash = ${rowHash(surveyId)})`.execute(tx);
  return new Set(rows.map(({ digest }) => digest));
}

/** Records which posts an import has created. */
export async function insertImportedPosts(
  tx: Tx,
  importId: number,
  surveyId: number,
  posts: readonly ImportedPost[],
): Promise<void> {
  if (posts.length === 0) return;
  await sql`
    insert into import_posts (post_id, import_id, survey_id, row_hash)
    select post_id, ${importId}, ${surveyId}, ${rowHash(surveyId)}
    from json_to_recordset(${JSON.stringify(posts)}::json) as new (post_id bigint, digest text)`.execute(tx);
}

/** Stores rows of an import that were rejected, or imported with warnings. */
export async function insertReportedRows(
  tx: Tx,
  importId: number,
  rows: readonly (RejectedImportRow | ImportRowWithWarnings)[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_rows (import_id, row, line, cells, faults, post_id)
    select ${importId}, row, line, cells, faults, post_id
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as new (row bigint, line bigint, cells text[], faults jsonb, post_id bigint)`.execute(tx);
}

/** Deletes all rejected rows and warnings of an import. */
export const deleteAllReportedRows = async (tx: Tx, importId: number): Promise<void> => {
  await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute();
};

const selectReportedRows = (tx: Tx, importId: number) =>
  tx
    .selectFrom('import_rows')
    .select(['row', 'line', 'cells', 'faults', 'post_id'])
    .where('import_id', '=', importId)
    .orderBy('row');
const selectRejectedRows = (tx: Tx, importId: number) =>
  selectReportedRows(tx, importId).where('post_id', 'is', null);

/** A page of rejected rows. */
export async function searchRejectedRows(
  tx: Tx,
  importId: number,
  window: PageWindow,
): Promise<Page<RejectedImportRow>> {
  const { results, total } = await readPage(selectRejectedRows(tx, importId), window);
  return { results: results as RejectedImportRow[], total };
}

/** A page of rows that were imported with warnings. */
export async function searchRowsWithWarnings(
  tx: Tx,
  importId: number,
  window: PageWindow,
): Promise<Page<ImportRowWithWarnings>> {
  const { results, total } = await readPage(
    selectReportedRows(tx, importId).where('post_id', 'is not', null),
    window,
  );
  return { results: results as ImportRowWithWarnings[], total };
}

/** The next `limit` rejected rows after a row number. */
export const readRejectedRowsAfter = async (
  tx: Tx,
  importId: number,
  afterRow: number,
  limit: number,
): Promise<RejectedImportRow[]> =>
  (await selectRejectedRows(tx, importId)
    .where('row', '>', afterRow)
    .limit(limit)
    .execute()) as RejectedImportRow[];

/**
 * Ids of the `limit` newest posts that an import created.
 * @param onlyUnchanged leaves out posts that were changed since
 */
export async function findPostIdsOfImport(
  tx: Tx,
  importId: number,
  limit: number,
  onlyUnchanged: boolean,
): Promise<number[]> {
  let query = tx
    .selectFrom('import_posts')
    .innerJoin('posts', 'posts.id', 'import_posts.post_id')
    .select('post_id')
    .where('import_id', '=', importId);
  if (onlyUnchanged) query = query.where('posts.revision', '=', 1);
  const rows = await query.orderBy('post_id', 'desc').limit(limit).execute();
  return rows.map((row) => row.post_id);
}

/** The next `limit` rows after a row number that were rejected, or imported with warnings. */
export const readReportedRowsAfter = async (
  tx: Tx,
  importId: number,
  afterRow: number,
  limit: number,
): Promise<RejectedImportRow[]> =>
  (await selectReportedRows(tx, importId)
    .where('row', '>', afterRow)
    .limit(limit)
    .execute()) as RejectedImportRow[];

/** Imports that still have a file, rejected rows or warnings. */
export const findImportsWithData = async (tx: Tx): Promise<ImportRow[]> =>
  (await tx
    .selectFrom('imports')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('file', 'is not', null),
        eb.exists(eb.selectFrom('import_rows').select('row').whereRef('import_id', '=', 'imports.id')),
      ]),
    )
    .orderBy('id')
    .execute()) as ImportRow[];

/** Deletes some of the rejected rows and warnings of an import. */
export const deleteReportedRows = async (
  tx: Tx,
  importId: number,
  rows: readonly number[],
): Promise<void> => {
  await tx
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('row', '=', sql<number>`any(${rows}::bigint[])`)
    .execute();
};

/** Deletes the files of imports older than `maxAgeSeconds` that are not running. */
export async function deleteOldFiles(tx: Tx, maxAgeSeconds: number): Promise<void> {
  await sql`
    with old as (
      select id from imports
      where file is not null and status is distinct from 'PENDING'
        and created < now() - make_interval(secs => ${maxAgeSeconds})
      for update skip locked)
    update imports set file = null from old where imports.id = old.id`.execute(tx);
}

/** Number of stored files of a user that are not imported yet, or not whole. Those of finished imports do not wait for anything. */
export async function countWaitingFiles(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('file', 'is not', null)
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', 'in', ['PENDING', 'FAILED'])]))
    .executeTakeFirstOrThrow();
  return count;
}
