/** Queries of notification delivery: events, pending and delivered posts by user. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Tables } from '../migrations/tables.ts';
import { isListedFor, isSetVisibleTo } from '../posts/posts.public.ts';

/** How often a user is notified. */
export type Digest = Selectable<Tables['notifications']>['digest'];

/** A change of a post that subscribers may be notified of. */
export interface NotificationEvent {
  post_id: number;
  set_id: number | null;
  is_new: boolean;
  created: Date;
  /** When the post was created. */
  post_created: Date;
}

/** Whether there are events to process. */
export async function hasNotificationEvents(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select id from notification_events limit 1`.execute(tx);
  return rows.length > 0;
}

/** Takes the oldest events. They are deleted when the transaction commits; concurrent callers get others. */
export async function takeNotificationEvents(tx: Tx, maxEvents: number): Promise<NotificationEvent[]> {
  const { rows } = await sql<NotificationEvent>`
    with taken as (
      delete from notification_events where id in (
        select id from notification_events order by id limit ${maxEvents} for update skip locked)
      returning post_id, set_id, is_new, created)
    select taken.*, posts.created as post_created from taken join posts on posts.id = taken.post_id`.execute(
    tx,
  );
  return rows;
}

/** A notification with its collection or saved search. */
export interface Subscription {
  id: number;
  user_id: number;
  set_id: number;
  digest: Digest;
  created: Date;
  kind: Tables['sets']['kind'];
  filter: Record<string, unknown> | null;
  /** Roles that may see the set (null: all), and the id of its owner. */
  role: string[] | null;
  maker: number | null;
}

/** Notifications of users with a confirmed contact. @param contactTypes types of contacts that messages can be sent to */
export async function readSubscriptions(tx: Tx, contactTypes: readonly string[]): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select notifications.id, notifications.user_id, set_id, digest, notifications.created, sets.kind, sets.filter, sets.role,
      sets.user_id as maker
    from notifications join sets on sets.id = notifications.set_id
    where exists (
      select from contacts where contacts.user_id = notifications.user_id and can_notify and confirmed is not null
        and type = any(${contactTypes}::text[]))
    order by notifications.id`.execute(tx);
  return rows;
}

/** Which of these posts are in collections that have subscribers. */
export async function findSubscribedCollectionPosts(
  tx: Tx,
  ids: readonly number[],
): Promise<{ set_id: number; post_id: number }[]> {
  const { rows } = await sql<{ set_id: number; post_id: number }>`
    select set_id, post_id from set_posts
    where post_id = any(${ids}::bigint[])
      and exists (select from notifications where notifications.set_id = set_posts.set_id)`.execute(tx);
  return rows;
}

/** A post that a user is to be notified of. */
export interface PendingDelivery {
  user_id: number;
  post_id: number;
  notification_id: number;
  /** Ids of the user's other notifications that match, the most frequent digest first. */
  other_notification_ids: readonly number[];
}

/** Range of post ids that share a row in `delivered_post_ranges`. */
const compactionBlockSize = 10_000;

/** Stores pending deliveries, except posts that are pending for or were delivered to the user. @returns those stored */
export async function insertPendingDeliveries(
  tx: Tx,
  deliveries: readonly PendingDelivery[],
): Promise<Omit<PendingDelivery, 'other_notification_ids'>[]> {
  const column = (name: Exclude<keyof PendingDelivery, 'other_notification_ids'>) =>
    deliveries.map((row) => row[name]);
  const others = deliveries.map((row) =>
    row.other_notification_ids.length > 0 ? `{${row.other_notification_ids.join(',')}}` : null,
  );
  const { rows } = await sql<Omit<PendingDelivery, 'other_notification_ids'>>`
    insert into notification_deliveries (user_id, post_id, notification_id, other_notification_ids)
    select person, post, notification, others::bigint[] from unnest(
      ${column('user_id')}::bigint[], ${column('post_id')}::bigint[], ${column('notification_id')}::bigint[],
      ${others}::text[])
      as due (person, post, notification, others)
    where not exists (
      select from delivered_post_ranges where user_id = person and block = post / ${compactionBlockSize}::bigint and post_ids @> post)
    on conflict do nothing
    returning user_id, post_id, notification_id`.execute(tx);
  return rows;
}

/**
 * Assigns pending posts whose notification was deleted, or whose set is not visible to the user any more, to the user's next matching
 * notification.
 */
export async function reassignPending(tx: Tx, viewer: Viewer): Promise<void> {
  await sql`
    with handed as (
      select notification_deliveries.post_id, (
        select notifications.id from notifications join sets on sets.id = notifications.set_id
        where notifications.id = any(notification_deliveries.other_notification_ids) and ${isSetVisibleTo(viewer)}
        order by array_position(notification_deliveries.other_notification_ids, notifications.id) limit 1) as heir
      from notification_deliveries
      where notification_deliveries.user_id = ${viewer.id} and delivered is null and other_notification_ids is not null
        and not exists (
          select from notifications join sets on sets.id = notifications.set_id
          where notifications.id = notification_deliveries.notification_id and ${isSetVisibleTo(viewer)})
    )
    update notification_deliveries set notification_id = heir from handed
    where notification_deliveries.user_id = ${viewer.id} and notification_deliveries.post_id = handed.post_id and heir is not null`.execute(
    tx,
  );
}

/** Other digests for which the user has pending posts. */
export async function findOtherPendingDigests(tx: Tx, userId: number, digest: Digest): Promise<Digest[]> {
  const { rows } = await sql<{ digest: Digest }>`
    select distinct digest from notification_deliveries join notifications on notifications.id = notification_id
    where notification_deliveries.user_id = ${userId} and delivered is null and digest <> ${digest}`.execute(
    tx,
  );
  return rows.map((row) => row.digest);
}

/**
 * Moves rows of posts delivered days ago into the compact table `delivered_post_ranges`, and deletes pending posts without a subscription.
 * The lock keeps matching out, which would not see a post in either table.
 * @returns how many rows were moved
 */
export async function compactDeliveredPosts(tx: Tx, maxRows: number): Promise<number> {
  await sql`lock table notification_deliveries in share row exclusive mode`.execute(tx);
  await sql`
    delete from notification_deliveries where delivered is null and notification_id is null
      and not exists (select from notifications where id = any(other_notification_ids))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    with old as (
      delete from notification_deliveries where ctid = any(array(
        select ctid from notification_deliveries where delivered < now() - interval '2 days' limit ${maxRows}))
      returning user_id, post_id
    ), packed as (
      insert into delivered_post_ranges (user_id, block, post_ids)
      select user_id, post_id / ${compactionBlockSize}::bigint, range_agg(int8range(post_id, post_id, '[]')) from old group by 1, 2
      on conflict (user_id, block) do update set post_ids = delivered_post_ranges.post_ids + excluded.post_ids
    )
    select count(*) from old`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** When each of these users last got a notification; users without one are missing. */
export async function findLastDeliveryTimes(tx: Tx, userIds: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ user_id: number; last: Date }>`
    select person as user_id, last from unnest(${userIds}::bigint[]) as person
    cross join lateral (select max(delivered) as last from notification_deliveries where user_id = person and delivered is not null) as its
    where last is not null`.execute(tx);
  return new Map(rows.map((row) => [row.user_id, row.last]));
}

/** The posts of one collection or saved search in a notification. */
export interface SetDigest {
  notification_id: number;
  set_id: number;
  name: string;
  kind: Tables['sets']['kind'];
  base_url: string | null;
  total: number;
  /** The latest ones. */
  posts: { id: number; title: string | null; content: string | null }[];
}

/**
 * The posts that `markDelivered` has marked in this transaction, by collection or saved search that the viewer may still see.
 * @param maxNamedPosts posts of each set that are returned; the rest is counted
 */
export async function readMarkedDigests(
  tx: Tx,
  viewer: Viewer,
  digest: Digest,
  maxNamedPosts: number,
): Promise<SetDigest[]> {
  const { rows } = await sql<SetDigest>`
    with due as (
      select notification_deliveries.notification_id, notifications.set_id, notifications.base_url, sets.name, sets.kind,
        posts.id, posts.title, left(posts.content, 400) as content,
        row_number() over (partition by notification_deliveries.notification_id order by posts.id desc) as at
      from notification_deliveries
      join notifications on notifications.id = notification_deliveries.notification_id
      join sets on sets.id = notifications.set_id
      join posts on posts.id = notification_deliveries.post_id
      where notification_deliveries.user_id = ${viewer.id} and delivered = now() and notifications.digest = ${digest}
        and ${isSetVisibleTo(viewer)} and ${isListedFor(viewer)})
    select notification_id, set_id, base_url, name, kind, count(*) as total,
      json_agg(json_build_object('id', id, 'title', title, 'content', content) order by at) filter (where at <= ${maxNamedPosts}) as posts
    from due group by notification_id, set_id, base_url, name, kind order by notification_id`.execute(tx);
  return rows;
}

/**
 * Marks pending posts as delivered if the viewer may still see them, and deletes the others. It runs before the posts are read:
 * posts matched in the meantime stay pending, and a concurrent delivery to the same user waits.
 */
export async function markDelivered(tx: Tx, viewer: Viewer, digest: Digest): Promise<void> {
  const waiting = sql`notification_deliveries.user_id = ${viewer.id} and delivered is null and notification_id in (
    select id from notifications where user_id = ${viewer.id} and digest = ${digest})`;
  await sql`
    update notification_deliveries set delivered = now(), other_notification_ids = null from posts
    where ${waiting} and posts.id = notification_deliveries.post_id and ${isListedFor(viewer)}`.execute(tx);
  await sql`
    delete from notification_deliveries where ${waiting}
      and not exists (select from posts where posts.id = notification_deliveries.post_id and ${isListedFor(viewer)})`.execute(
    tx,
  );
  // Pending posts of notifications that were deleted.
  await sql`
    delete from notification_deliveries where user_id = ${viewer.id} and delivered is null and notification_id is null`.execute(
    tx,
  );
}

/** A contact that notifications are sent to. */
export interface Recipient {
  id: number;
  type: Tables['contacts']['type'];
  contact: string;
}

/** A user's confirmed contacts with notifications switched on. */
export const findRecipients = (
  tx: Tx,
  userId: number,
  contactTypes: readonly string[],
): Promise<Recipient[]> =>
  tx
    .selectFrom('contacts')
    .select(['id', 'type', 'contact'])
    .where('user_id', '=', userId)
    .where('can_notify', '=', true)
    .where('confirmed', 'is not', null)
    .where('type', '=', sql<Recipient['type']>`any(${contactTypes}::text[])`)
    .orderBy('id')
    .execute();
