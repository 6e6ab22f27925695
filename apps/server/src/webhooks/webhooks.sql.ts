/** Every query about webhooks themselves; their deliveries are in `deliveries.sql.ts`. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage } from '../kernel/db/paging.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;

interface WebhookSearch extends PageWindow {
  orderby?: 'id' | 'name' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export const findWebhooks = (
  tx: Tx,
  { orderby = 'id', order = 'asc', ...window }: WebhookSearch,
): Promise<Page<WebhookRow>> =>
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
export const replaceWebhookSecret = async (tx: Tx, id: number, secret: string): Promise<void> => {
  await tx.updateTable('webhooks').set({ secret }).where('id', '=', id).execute();
};

export const deleteWebhookRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
};

/**
 * Counts a delivery that failed for good, and pauses the webhook when it is one too many in a row.
 * @returns whether it was paused by this one
 */
export async function countFailure(tx: Tx, id: number, maxFailures: number): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ failures: sql<number>`failures + 1` })
    .where('id', '=', id)
    .returning(['failures', 'paused'])
    .executeTakeFirst();
  if (!row || row.failures < maxFailures || row.paused) return false;
  await tx.updateTable('webhooks').set({ paused: sql<Date>`now()` }).where('id', '=', id).execute();
  return true;
}

export const resetFailures = async (tx: Tx, id: number): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({ failures: 0 })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute();
};
