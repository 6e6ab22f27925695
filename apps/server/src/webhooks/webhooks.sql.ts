/** Queries of webhooks. Those of deliveries are in `deliveries.sql.ts`. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage } from '../kernel/db/paging.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

/** A stored webhook; its secret is encrypted. */
export type WebhookRow = Selectable<Tables['webhooks']>;

interface WebhookSearch extends PageWindow {
  orderby?: 'id' | 'name' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of webhooks. */
export const findWebhooks = (
  tx: Tx,
  { orderby = 'id', order = 'asc', ...window }: WebhookSearch,
): Promise<Page<WebhookRow>> =>
  readPage(tx.selectFrom('webhooks').selectAll().orderBy(orderby, order).orderBy('id'), window);

/** A webhook by its id. */
export const findWebhook = (tx: Tx, id: number): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * The webhook of a delivery. Read it before the delivery: a change of its content deletes deliveries, and those that were read
 * earlier would be sent by the new settings.
 */
export const findWebhookOfDelivery = (tx: Tx, deliveryId: number): Promise<WebhookRow | undefined> =>
  tx
    .selectFrom('webhooks')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
    .where('webhook_deliveries.id', '=', deliveryId)
    .selectAll('webhooks')
    .executeTakeFirst();

/** All webhooks. */
export const readAllWebhooks = (tx: Tx): Promise<WebhookRow[]> =>
  tx.selectFrom('webhooks').selectAll().execute();

/**
 * All webhooks, unchanged until the end of the transaction: a delivery is stored before or after a change of its webhook's content,
 * never by the content that was replaced.
 */
export const lockAllWebhooks = (tx: Tx): Promise<WebhookRow[]> =>
  tx.selectFrom('webhooks').selectAll().orderBy('id').forShare().execute();

/** Inserts a webhook. */
export const insertWebhook = (tx: Tx, row: Insertable<Tables['webhooks']>): Promise<WebhookRow> =>
  tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a webhook and its `updated` time. @throws Problem 404 */
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

/** Stores a re-encrypted secret. `updated` stays, since nobody changed the webhook. */
export const replaceWebhookSecret = async (tx: Tx, id: number, secret: string): Promise<void> => {
  await tx.updateTable('webhooks').set({ secret }).where('id', '=', id).execute();
};

/** Deletes a webhook. */
export const deleteWebhookRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
};

/**
 * Counts a failed delivery, and pauses the webhook after `maxFailures` in a row.
 * @returns whether this failure paused it
 */
export async function countFailure(tx: Tx, id: number, maxFailures: number): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ failures: sql<number>`failures + 1` })
    .where('id', '=', id)
    .returning(['failures', 'paused'])
    .executeTakeFirst();
  if (!row || row.failures < maxFailures || row.paused) return false;
  await tx
    .updateTable('webhooks')
    .set({ paused: sql<Date>`now()`, pause_reason: 'failures' })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Pauses a webhook whose owner may not read any more what it sends. @returns false if it is paused already */
export async function pauseForOwner(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ paused: sql<Date>`now()`, pause_reason: 'owner' })
    .where('id', '=', id)
    .where('paused', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Resets the count of failures after a successful delivery. */
export const resetFailures = async (tx: Tx, id: number): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({ failures: 0 })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute();
};
