/** Every query about imports, the posts that they made, and the rows that they did not take. */
import type { ImportFixedValues } from '@waypost/contract/imports/imports';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage, toLikePattern } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

type Row = Selectable<Tables['imports']>;
export type ImportRow = Omit<Row, 'maps_to' | 'fixed' | 'options'> & {
  maps_to: (string | null)[] | null;
  fixed: ImportFixedValues | null;
  options: Record<string, unknown>;
};

/** With how many of its posts are there, and how many of them were changed since. */
export type ImportWithCounts = ImportRow & { posts: number; changed: number };

/** A fault of a row. `column` counts from 0; null is the row as a whole. */
export interface RowFault {
  column: number | null;
  field: string;
  rule: string;
  params?: Record<string, string | number>;
}

export interface RejectedImportRow {
  row: number;
  line: number;
  cells: string[];
  faults: RowFault[];
}

export interface ImportedPost {
  post_id: number;
  external_id: string | null;
}

const toImportRow = (row: Row | undefined) => row as ImportRow | undefined;

export const findImport = async (tx: Tx, id: number): Promise<ImportRow | undefined> =>
  toImportRow(await tx.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst());

/** The row, kept from others until the end of the transaction. */
export const lockImport = async (tx: Tx, id: number): Promise<ImportRow | undefined> =>
  toImportRow(await tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst());

/** Imports that are being carried out, kept from others until the end of the transaction, but for those that somebody holds. */
export const lockRunningImports = (tx: Tx): Promise<Pick<Row, 'id' | 'status' | 'user_id'>[]> =>
  tx
    .selectFrom('imports')
    .select(['id', 'status', 'user_id'])
    .where('status', 'in', ['PENDING', 'UNDOING'])
    .forUpdate()
    .skipLocked()
    .execute();

const postCounts = sql<{ posts: number; changed: number }>`(
  select json_build_object('posts', count(*), 'changed', count(*) filter (where posts.revision > 1))
  from import_posts join posts on posts.id = import_posts.post_id
  where import_posts.import_id = imports.id)`;

const selectWithCounts = (tx: Tx) => tx.selectFrom('imports').selectAll().select(postCounts.as('counts'));
type RowWithCounts = Row & { counts: { posts: number; changed: number } };
const toImportWithCounts = ({ counts, ...row }: RowWithCounts) => ({ ...row, ...counts }) as ImportWithCounts;

export async function readImportWithCounts(tx: Tx, id: number): Promise<ImportWithCounts | undefined> {
  const row = await selectWithCounts(tx).where('id', '=', id).executeTakeFirst();
  return row && toImportWithCounts(row);
}

type ImportSearch = PageWindow & {
  /** Undefined: anybody's. */
  user: number | null | undefined;
  name?: string | undefined;
  orderby?: 'id' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
};

export async function searchImports(tx: Tx, search: ImportSearch): Promise<Page<ImportWithCounts>> {
  const { user, name, orderby = 'id', order = 'asc' } = search;
  let matching = selectWithCounts(tx);
  if (user !== undefined) matching = matching.where('user_id', '=', user);
  if (name) matching = matching.where('name', 'ilike', toLikePattern(name));
  const page = await readPage(matching.orderBy(orderby, order).orderBy('id', order), search);
  return { ...page, results: page.results.map((row) => toImportWithCounts(row)) };
}

/** @returns its id */
export async function insertImport(tx: Tx, row: Insertable<Tables['imports']>): Promise<number> {
  return (await tx.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

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

export const deleteImportRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('imports').where('id', '=', id).execute();
};

/** Which of these ids of rows came in before, in whichever file. */
export async function findKnownExternalIds(
  tx: Tx,
  surveyId: number,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('import_posts')
    .select('external_id')
    .where('survey_id', '=', surveyId)
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.external_id ?? []));
}

export async function insertImportedPosts(
  tx: Tx,
  importId: number,
  surveyId: number,
  posts: readonly ImportedPost[],
): Promise<void> {
  if (posts.length === 0) return;
  await sql`
    insert into import_posts (post_id, import_id, survey_id, external_id)
    select post_id, ${importId}, ${surveyId}, external_id
    from json_to_recordset(${JSON.stringify(posts)}::json) as new (post_id bigint, external_id text)`.execute(
    tx,
  );
}

export async function insertRejectedRows(
  tx: Tx,
  importId: number,
  rows: readonly RejectedImportRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_rows (import_id, row, line, cells, faults)
    select ${importId}, row, line, cells, faults
    from json_to_recordset(${JSON.stringify(rows)}::json) as new (row bigint, line bigint, cells text[], faults jsonb)`.execute(
    tx,
  );
}

export const deleteAllRejectedRows = async (tx: Tx, importId: number): Promise<void> => {
  await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute();
};

const selectRejectedRows = (tx: Tx, importId: number) =>
  tx
    .selectFrom('import_rows')
    .select(['row', 'line', 'cells', 'faults'])
    .where('import_id', '=', importId)
    .orderBy('row');

export async function searchRejectedRows(
  tx: Tx,
  importId: number,
  window: PageWindow,
): Promise<Page<RejectedImportRow>> {
  const { results, total } = await readPage(selectRejectedRows(tx, importId), window);
  return { results: results as RejectedImportRow[], total };
}

/** Those after a row, so many of them. */
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
 * Posts that an import made, so many of them, the newest first.
 * @param onlyUnchanged only those that nobody has changed since
 */
export async function findPostIdsOfImport(
  tx: Tx,
  importId: number,
  limit: number,
  onlyUnchanged: boolean,
): Promise<number[]> {
  let rows = tx
    .selectFrom('import_posts')
    .innerJoin('posts', 'posts.id', 'import_posts.post_id')
    .select('post_id')
    .where('import_id', '=', importId);
  if (onlyUnchanged) rows = rows.where('posts.revision', '=', 1);
  const found = await rows.orderBy('post_id', 'desc').limit(limit).execute();
  return found.map((row) => row.post_id);
}

/** What of each import is kept beside its posts: its file, or rows that were not taken. */
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

export const deleteRejectedRows = async (
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

/** Files that have waited for longer than so many seconds. @returns their names in the store */
export async function detachOldFiles(tx: Tx, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with old as (
      select id, file from imports
      where file is not null and status is distinct from 'PENDING'
        and created < now() - make_interval(secs => ${seconds})
      for update skip locked)
    update imports set file = null from old where imports.id = old.id returning old.file`.execute(tx);
  return rows.map((row) => row.file);
}
