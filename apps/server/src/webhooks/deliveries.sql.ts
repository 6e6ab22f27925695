/** Every query about what webhooks are to be told of, and how that went. */
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { type PageOf, readPage, type Window } from '../kernel/paging.ts';
import type { Tables } from '../migrations/tables.ts';

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

export interface PostEvent {
  post_id: number;
  survey_id: number | null;
  event: DeliveryRow['event'];
  /** Whether the post was published to everyone before it happened, and is since. */
  was_public: boolean;
  is_public: boolean;
}

export async function hasEvents(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select id from webhook_events limit 1`.execute(tx);
  return rows.length > 0;
}

/** Takes the oldest events, in order; they are gone once the transaction commits. */
export async function takeEvents(tx: Tx, most: number): Promise<PostEvent[]> {
  const { rows } = await sql<PostEvent>`
    with taken as (
      delete from webhook_events where id in (
        select id from webhook_events order by id limit ${most} for update skip locked)
      returning id, post_id, survey_id, event, was_public, is_public)
    select post_id, survey_id, event, was_public, is_public from taken order by id`.execute(tx);
  return rows;
}

type Due = Pick<DeliveryRow, 'webhook_id' | 'event' | 'post_id' | 'survey_id' | 'state'>;

/** @returns the ids of those that are to be delivered now */
export async function insertDeliveries(tx: Tx, due: readonly Due[]): Promise<number[]> {
  if (due.length === 0) return [];
  const rows = await tx
    .insertInto('webhook_deliveries')
    .values([...due])
    .returning(['id', 'state'])
    .execute();
  return rows.filter((row) => row.state === 'waiting').map((row) => row.id);
}

export const findDelivery = (tx: Tx, id: number): Promise<DeliveryRow | undefined> =>
  tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();

/** The row, kept from others until the end of the transaction. */
export const lockDelivery = (tx: Tx, id: number): Promise<DeliveryRow | undefined> =>
  tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findDeliveries = (tx: Tx, webhookId: number, window: Window): Promise<PageOf<DeliveryRow>> =>
  readPage(
    tx.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).orderBy('id', 'desc'),
    window,
  );

export const updateDelivery = async (
  tx: Tx,
  id: number,
  row: Updateable<Tables['webhook_deliveries']>,
): Promise<void> => {
  await tx.updateTable('webhook_deliveries').set(row).where('id', '=', id).execute();
};

/** Lets go of what was held back. @returns the ids, in order */
export async function releaseHeld(tx: Tx, webhookId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'held')
    .returning('id')
    .execute();
  return rows.map((row) => row.id).toSorted((a, b) => a - b);
}

/** @param seconds how long a delivery stays in the log */
export async function forgetOldDeliveries(tx: Tx, seconds: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where created < now() - make_interval(secs => ${seconds})`.execute(tx);
}
