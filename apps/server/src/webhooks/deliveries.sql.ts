/** Queries of webhook events and deliveries. */
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, type PageWindow, readPage } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';
import { isPublic } from '../posts/posts.public.ts';

/** A stored delivery. */
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

/** A change of a post that has not been turned into deliveries yet. */
export interface WebhookPostEvent {
  post_id: number;
  survey_id: number | null;
  event: DeliveryRow['event'];
  /** Whether the post was public before the change, and is public after it. */
  was_public: boolean;
  is_public: boolean;
}

/** Whether there are events to process. */
export async function hasWebhookEvents(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select id from webhook_events limit 1`.execute(tx);
  return rows.length > 0;
}

/** Takes the oldest events, in order. They are deleted when the transaction commits. */
export async function takeWebhookEvents(tx: Tx, maxEvents: number): Promise<WebhookPostEvent[]> {
  const { rows } = await sql<WebhookPostEvent>`
    with taken as (
      delete from webhook_events where id in (
        select id from webhook_events order by id limit ${maxEvents} for update skip locked)
      returning id, post_id, survey_id, event, was_public, is_public)
    select post_id, survey_id, event, was_public, is_public from taken order by id`.execute(tx);
  return rows;
}

type NewDelivery = Pick<DeliveryRow, 'webhook_id' | 'event' | 'post_id' | 'survey_id' | 'state'>;

/** @returns the ids of those to be delivered now */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<number[]> {
  if (deliveries.length === 0) return [];
  const rows = await tx
    .insertInto('webhook_deliveries')
    .values([...deliveries])
    .returning(['id', 'state'])
    .execute();
  return rows.filter((row) => row.state === 'waiting').map((row) => row.id);
}

/** A delivery by its id. */
export const findDelivery = (tx: Tx, id: number): Promise<DeliveryRow | undefined> =>
  tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();

/** A delivery, locked until the end of the transaction. */
export const lockDelivery = (tx: Tx, id: number): Promise<DeliveryRow | undefined> =>
  tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** A page of a webhook's deliveries, latest first. */
export const findDeliveries = (tx: Tx, webhookId: number, window: PageWindow): Promise<Page<DeliveryRow>> =>
  readPage(
    tx.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).orderBy('id', 'desc'),
    window,
  );

/** Changes a delivery. */
export const updateDelivery = async (
  tx: Tx,
  id: number,
  row: Updateable<Tables['webhook_deliveries']>,
): Promise<void> => {
  await tx.updateTable('webhook_deliveries').set(row).where('id', '=', id).execute();
};

/** Sets a webhook's held deliveries to waiting. @returns their ids, in order */
export async function releaseHeldDeliveries(tx: Tx, webhookId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'held')
    .returning('id')
    .execute();
  return rows.map((row) => row.id).toSorted((a, b) => a - b);
}

/**
 * Removes what a webhook's deliveries tell about posts that are not public: its log, and the deliveries that wait for such posts.
 * The remaining ones start again, since their times and responses can tell about the post before it was public.
 * @returns how many were deleted
 */
export async function deleteUnpublishedDeliveries(tx: Tx, webhookId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where webhook_id = ${webhookId} and not (
      state in ('waiting', 'held') and event <> 'delete'
      and exists (select from posts where posts.id = webhook_deliveries.post_id and ${isPublic}))`.execute(
    tx,
  );
  await sql`
    update webhook_deliveries
    set created = now(), attempts = 0, status = null, fault = null, response = null, last_attempt = null
    where webhook_id = ${webhookId}`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes deliveries from the log. @param maxAgeSeconds how long a delivery is kept */
export async function deleteOldDeliveries(tx: Tx, maxAgeSeconds: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where created < now() - make_interval(secs => ${maxAgeSeconds})`.execute(
    tx,
  );
}
