/** Queries for layers. */
import type { LayerQuery } from '@waypost/contract/layers/layers';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `layers`. */
export type LayerRow = Selectable<Tables['layers']>;

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
