/** Every query about webhooks themselves; their deliveries are in `deliveries.sql.ts`. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { type PageOf, readPage, type Window } from '../kernel/paging.ts';
import { notFound } from '../kernel/problem.ts';
import type { Tables } from '../migrations/tables.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;

interface Asked extends Window {
  orderby?: 'id' | 'name' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export const findWebhooks = (
  tx: Tx,
  { orderby = 'id', order = 'asc', ...window }: Asked,
): Promise<PageOf<WebhookRow>> =>
  readPage(tx.selectFrom('webhooks').selectAll().orderBy(orderby, order).orderBy('id'), window);

export const findWebhook = (tx: Tx, id: number): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export const readAllWebhooks = (tx: Tx): Promise<WebhookRow[]> =>
  tx.selectFrom('webhooks').selectAll().execute();

export const insertWebhook = (tx: Tx, row: Insertable<Tables['webhooks']>): Promise<WebhookRow> =>
  tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();

export const updateWebhookRow = (
  tx: Tx,
  id: number,
  row: Updateable<Tables['webhooks']>,
): Promise<WebhookRow> =>
  tx
    .updateTable('webhooks')
    .set({ ...row, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('webhooks', id));

/** The same webhook with its secret stored otherwise: no change that anybody made. */
export const replaceSecret = async (tx: Tx, id: number, secret: string): Promise<void> => {
  await tx.updateTable('webhooks').set({ secret }).where('id', '=', id).execute();
};

export const deleteWebhookRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
};

/**
 * Counts a delivery that failed for good, and pauses the webhook when it is one too many in a row.
 * @returns whether it was paused by this one
 */
export async function countFailure(tx: Tx, id: number, most: number): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ failures: sql<number>`failures + 1` })
    .where('id', '=', id)
    .returning(['failures', 'paused'])
    .executeTakeFirst();
  if (!row || row.failures < most || row.paused) return false;
  await tx.updateTable('webhooks').set({ paused: sql<Date>`now()` }).where('id', '=', id).execute();
  return true;
}

export const forgetFailures = async (tx: Tx, id: number): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({ failures: 0 })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute();
};
