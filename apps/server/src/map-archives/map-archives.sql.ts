/** Queries for map archives. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `map_archives`. */
export type MapArchiveRow = Selectable<Tables['map_archives']>;

interface ArchiveSearch extends PageWindow {
  onlyActive: boolean;
  orderby: 'position' | 'name' | 'created';
  order: 'asc' | 'desc';
}

/** A page of archives; those on the map, or all. */
export function findMapArchives(
  tx: Tx,
  { onlyActive, orderby, order, ...window }: ArchiveSearch,
): Promise<Page<MapArchiveRow>> {
  let matching = tx.selectFrom('map_archives').selectAll();
  if (onlyActive) matching = matching.where('active', '=', true).where('state', '=', 'ready');
  return readPage(matching.orderBy(orderby, order).orderBy('id', order), window);
}

/** The archive with this id. */
export const findMapArchive = (tx: Tx, id: number): Promise<MapArchiveRow | undefined> =>
  tx.selectFrom('map_archives').selectAll().where('id', '=', id).executeTakeFirst();

/** The same, locked until the end of the transaction. */
export const lockMapArchive = (tx: Tx, id: number): Promise<MapArchiveRow | undefined> =>
  tx.selectFrom('map_archives').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * All ids in the order of the map. Concurrent changes of the order, and new archives, wait for one another; uploads of chunks, which lock
 * their own row alone, do not: a lock of the table would wait for them while they wait for it.
 */
export async function lockArchiveOrder(tx: Tx): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('map_archives order', 0))`.execute(tx);
  const rows = await tx.selectFrom('map_archives').select('id').orderBy('position').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Numbers the archives in this order, from 0. */
export const saveArchiveOrder = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`update map_archives set position = place - 1
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    where map_archives.id = wanted.id and position <> place - 1`.execute(tx);
};

/** Inserts an archive. */
export const insertMapArchive = (tx: Tx, row: Insertable<Tables['map_archives']>): Promise<MapArchiveRow> =>
  tx.insertInto('map_archives').values(row).returningAll().executeTakeFirstOrThrow();

/** Updates an archive. */
export const updateMapArchiveRow = (
  tx: Tx,
  id: number,
  row: Updateable<Tables['map_archives']>,
): Promise<MapArchiveRow> =>
  tx
    .updateTable('map_archives')
    .set({ ...row, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** States of an archive that a job is working on. */
export const importStates = ['importing', 'building'] as const;

/** Whether a job is working on an archive. */
export const isBeingImported = ({ state }: Pick<MapArchiveRow, 'state'>): boolean =>
  importStates.some((one) => one === state);

/** Stores the step and the progress of an import. @returns whether it still runs: nobody has deleted it */
export async function saveImportProgress(
  tx: Tx,
  id: number,
  progress: { state: (typeof importStates)[number]; received: number; size: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('map_archives')
    .set(progress)
    .where('id', '=', id)
    .where('state', 'in', importStates)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an archive. */
export const deleteMapArchiveRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('map_archives').where('id', '=', id).execute();
};

/** Uploads that received nothing for a week, locked. */
export const lockStaleUploads = (tx: Tx): Promise<MapArchiveRow[]> =>
  tx
    .selectFrom('map_archives')
    .selectAll()
    .where('state', '=', 'uploading')
    .where('updated', '<', sql<Date>`now() - interval '7 days'`)
    .forUpdate()
    .execute();
