/** Queries for layers. */
import type { LayerQuery } from '@waypost/contract/layers/layers';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `layers`. */
export type LayerRow = Selectable<Tables['layers']>;

/** Where the data of a layer is, as it is stored: with an encrypted address. */
export type StoredSource = Pick<LayerRow, 'type' | 'options'> & { data_url: string };

/** A page of layers. */
export function findLayers(
  tx: Tx,
  { orderby = 'id', order = 'asc', active, type, ...window }: LayerQuery,
): Promise<Page<LayerRow>> {
  let matching = tx.selectFrom('layers').selectAll();
  if (active !== undefined) matching = matching.where('active', '=', active);
  if (type !== undefined) matching = matching.where('type', '=', type);
  return readPage(matching.orderBy(orderby, order).orderBy('id', order), window);
}

/** The layer with this id. */
export const findLayer = (tx: Tx, id: number): Promise<LayerRow | undefined> =>
  tx.selectFrom('layers').selectAll().where('id', '=', id).executeTakeFirst();

/** The layer with this id, locked until the end of the transaction. */
export const lockLayer = (tx: Tx, id: number): Promise<LayerRow | undefined> =>
  tx.selectFrom('layers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Inserts a layer. */
export const insertLayer = (tx: Tx, row: Insertable<Tables['layers']>): Promise<LayerRow> =>
  tx.insertInto('layers').values(row).returningAll().executeTakeFirstOrThrow();

/** Updates a layer. */
export const updateLayerRow = (tx: Tx, id: number, row: Updateable<Tables['layers']>): Promise<LayerRow> =>
  tx
    .updateTable('layers')
    .set({ ...row, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** All addresses, encrypted or not. */
export const findAllAddresses = (tx: Tx): Promise<{ id: number; data_url: string }[]> =>
  tx
    .selectFrom('layers')
    .select(['id', 'data_url'])
    .$narrowType<{ data_url: string }>()
    .where('data_url', 'is not', null)
    .execute();

/** Stores the same address in another form. */
export const replaceAddress = async (tx: Tx, id: number, data_url: string): Promise<void> => {
  await tx.updateTable('layers').set({ data_url }).where('id', '=', id).execute();
};

/** Options that are not encrypted. */
export const findPlainOptions = (tx: Tx): Promise<{ id: number; options: object }[]> =>
  tx
    .selectFrom('layers')
    .select(['id', 'options'])
    .$narrowType<{ options: object }>()
    .where(sql<boolean>`jsonb_typeof(options) in ('object', 'array')`)
    .execute();

/** Stores the same options in another form. */
export const replaceOptions = async (tx: Tx, id: number, options: string | null): Promise<void> => {
  await tx.updateTable('layers').set({ options }).where('id', '=', id).execute();
};

/** Deletes a layer. */
export const deleteLayerRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('layers').where('id', '=', id).execute();
};

/** Those of the media ids that are the data of a layer. */
export async function findLayerMedia(
  tx: Tx,
  ids: readonly number[],
  { activeOnly }: { activeOnly: boolean },
): Promise<number[]> {
  let matching = tx
    .selectFrom('layers')
    .select('media_id')
    .distinct()
    .where('media_id', '=', sql<number>`any(${ids}::bigint[])`);
  if (activeOnly) matching = matching.where('active', '=', true);
  return (await matching.execute()).flatMap(({ media_id }) => media_id ?? []);
}

/** All ids in the order of the map. Concurrent changes of the order, and new layers, wait for one another. */
export async function lockLayerOrder(tx: Tx): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('layers order', 0))`.execute(tx);
  const rows = await tx.selectFrom('layers').select('id').orderBy('position').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Ids of the layers whose content is a service. */
export const findServiceIds = async (tx: Tx): Promise<number[]> =>
  (await tx.selectFrom('layers').select('id').where('type', '<>', 'geojson').execute()).map(({ id }) => id);

/** Numbers the layers in this order, from 0. */
export const saveLayerOrder = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`update layers set position = place - 1
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    where layers.id = wanted.id and position <> place - 1`.execute(tx);
};
