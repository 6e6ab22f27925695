/** Queries that remove personal data from posts, generated from `postTables`. What everyone reads stays (docs/decisions/0069, 0105). */
import { listFieldTypes } from '@waypost/contract/surveys/field-types';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { columnsOf, postTables, type TableContent } from './personal-data.sql.ts';

const tables: [string, TableContent][] = Object.entries(postTables);

/** The rows of a table that belong to posts. @param posts a comparison with an id, such as `= posts.id` */
function rowsOf(table: string, { post = '' }: TableContent, posts: RawBuilder<unknown>): RawBuilder<boolean> {
  return typeof post === 'string'
    ? sql`${sql.ref(`${table}.${post}`)} ${posts}`
    : sql`${sql.ref(`${table}.${post.media}`)} in (select media.id from media where media.post_id ${posts})`;
}

/** Parts of a revision that say what was done, and hold no words, people, places or times of the report. */
const keptRevisionFields = [
  'status',
  'published_to',
  'completed_stages',
  'form',
  'locale',
  'merged_into',
  'merged_posts',
  'consent',
];

const identifyingTypes = listFieldTypes(({ personalData }) => personalData === 'always');

/** Attributes of a post's survey that everyone sees, as in `mask_posts`, without those whose answers always identify somebody. */
const publicAttributes = sql`
  select attributes.id, attributes.key from attributes join tasks on tasks.id = attributes.task_id
  where tasks.survey_id = posts.survey_id
    and not attributes.response_private and not tasks.internal_only and tasks.show_when_published
    and attributes.type <> all (${identifyingTypes}::text[])`;

/** Answers that are removed: private ones, phone numbers, and those to questions that the survey of the post does not have. */
const hasHiddenAnswers = sql<boolean>`(
  posts.values - array(select key from (${publicAttributes}) as public) <> '{}'
    or exists (select from post_places where post_id = posts.id and attribute_id not in (select id from (${publicAttributes}) as public))
    or exists (select from post_categories where post_id = posts.id and attribute_id not in (select id from (${publicAttributes}) as public))
    or exists (select from post_translations as translation where parent_id = posts.id
      and translation.values - array(select key from (${publicAttributes}) as public) <> '{}'))`;

/** Whether the team sees a more exact place or time than everyone. Places in hidden answers are not counted. */
const hasExactPlaceOrTime = sql<boolean>`(
  posts.created <> posts.masked_created or posts.post_date <> posts.masked_post_date
    or posts.updated is distinct from posts.masked_updated
    or exists (select from post_places where post_id = posts.id and not is_masked
      and (lat, lon) is distinct from (masked_lat, masked_lon)))`;

const any = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Whether `posts` still has something that `removePersonalData` removes. */
export function hasPersonalData({ keepExact }: { keepExact: boolean }): RawBuilder<boolean> {
  const ofPost = sql`= posts.id`;
  const rows = tables.flatMap(([table, content]) => {
    const filled = columnsOf(content, 'cleared').map(
      (column) => sql`${sql.ref(`${table}.${column}`)} is not null`,
    );
    // Those of today repeat what is public now.
    if (table === 'webhook_deliveries') return [];
    const condition = content.isDeleted ? sql`true` : any(filled);
    if (!content.isDeleted && filled.length === 0) return [];
    if (table === 'posts') return [condition];
    return [
      sql`exists (select from ${sql.table(table)} where ${rowsOf(table, content, ofPost)} and ${condition})`,
    ];
  });
  return any([
    ...rows,
    hasHiddenAnswers,
    sql`exists (select from messages where messages.post_id = posts.id)`,
    sql`exists (select from messages where notification_post_id = posts.id and message <> '')`,
    sql`exists (select from survey_contacts where survey_contacts.post_id = posts.id)`,
    sql`exists (select from media where media.post_id = posts.id and media.kept_original is not null)`,
    sql`exists (select from post_revisions where post_revisions.post_id = posts.id
      and replaced - ${keptRevisionFields}::text[] <> '{}')`,
    ...(keepExact ? [] : [hasExactPlaceOrTime]),
  ]);
}

/** Locks posts until the end of the transaction, in the order of their ids. */
export const lockPosts = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`select id from posts where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
};

/** Ids of the messages from and to the senders of posts. */
export async function findMessagesOfPosts(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where post_id = any(${ids}::bigint[])
      or id in (select message_id from posts where id = any(${ids}::bigint[]))`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Separates messages from their posts and senders. Their times and those of their contacts are cut to the day: a message, a new contact and
 * their post are made in the same second.
 */
export async function detachMessages(
  tx: Tx,
  postIds: readonly number[],
  messageIds: readonly number[],
): Promise<void> {
  await sql`
    update contacts set created = date_trunc('day', created, 'UTC')
    where id in (
      select contact_id from posts where id = any(${postIds}::bigint[])
      union select contact_id from messages where id = any(${messageIds}::bigint[])
      union select contact_id from survey_contacts where post_id = any(${postIds}::bigint[]))`.execute(tx);
  // Their order is that of the posts.
  await sql`delete from survey_contacts where post_id = any(${postIds}::bigint[])`.execute(tx);
  await sql`delete from survey_replies where message_id = any(${messageIds}::bigint[])`.execute(tx);
  await sql`update messages set parent_id = null where parent_id = any(${messageIds}::bigint[])`.execute(tx);
  await sql`
    update messages set post_id = null, contact_id = null, parent_id = null, message = '', title = null,
      additional_data = null, fault = null, datetime = date_trunc('day', datetime, 'UTC'),
      created = date_trunc('day', created, 'UTC'), send_started = date_trunc('day', send_started, 'UTC'),
      data_source_message_id = case direction when 'incoming' then data_source_message_id end
    where id = any(${messageIds}::bigint[])`.execute(tx);
  await sql`
    update messages set message = '', title = null
    where notification_post_id = any(${postIds}::bigint[])`.execute(tx);
}

/** Removes what earlier versions of posts said, and who their authors were. That there were versions, and their status, stays. */
export async function removeEarlierVersions(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update post_revisions set replaced = (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(replaced)
      where key = any(${keptRevisionFields}::text[]))
    where post_id = any(${ids}::bigint[]) and replaced - ${keptRevisionFields}::text[] <> '{}'`.execute(tx);
  await sql`update posts set anonymized_revision = revision where id = any(${ids}::bigint[])`.execute(tx);
}

/** Removes the ids of accounts that are or were authors of posts wherever they stand beside these. */
export async function removeAuthorIds(tx: Tx, ids: readonly number[]): Promise<void> {
  const authors = sql`(
    select id as post_id, user_id from posts where id = any(${ids}::bigint[]) and user_id is not null
    union select post_id, (replaced ->> 'user')::bigint from post_revisions
      where post_id = any(${ids}::bigint[]) and replaced ->> 'user' is not null) as authors`;
  for (const [table, content] of tables)
    for (const column of columnsOf(content, 'authors'))
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = null from ${authors}
        where ${rowsOf(table, content, sql`= authors.post_id`)}
          and ${sql.ref(`${table}.${column}`)} = authors.user_id`.execute(tx);
  await sql`
    update audit_log set user_id = null from ${authors}
    where audit_log.subject = 'posts' and audit_log.subject_id = authors.post_id::text
      and audit_log.user_id = authors.user_id`.execute(tx);
}

/** Deletes the keys of the requests that created posts, with the second of the request and a hash of everything that it contained. */
export async function deleteIdempotencyKeys(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from idempotency_keys where created_id = any(${ids}::bigint[])`.execute(tx);
}

/** Deletes what was reported of posts to other servers: their answers may repeat it, and the times are those of the posts. */
export async function deleteWebhookDeliveries(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from webhook_deliveries where post_id = any(${ids}::bigint[])`.execute(tx);
}

/** Removes the answers that not everyone sees from posts and their translations. */
async function removeHiddenAnswers(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const table of ['post_places', 'post_categories'])
    await sql`
      delete from ${sql.table(table)} as answer using posts
      where answer.post_id = posts.id and posts.id = any(${ids}::bigint[])
        and answer.attribute_id not in (select public.id from (${publicAttributes}) as public)`.execute(tx);
  const onlyPublic = (values: RawBuilder<unknown>) => sql`(
    select coalesce(jsonb_object_agg(answer.key, answer.value), '{}') from jsonb_each(${values}) as answer
    where answer.key in (select public.key from (${publicAttributes}) as public))`;
  await sql`
    update post_translations as translation set values = ${onlyPublic(sql`translation.values`)}
    from posts where parent_id = posts.id and posts.id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update posts set values = ${onlyPublic(sql`posts.values`)} where id = any(${ids}::bigint[])`.execute(tx);
}

/** Cuts places and times to what everyone sees. Places that nobody sees are deleted. */
async function cutPlacesAndTimes(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    delete from post_places where post_id = any(${ids}::bigint[]) and masked_lat is null and not is_masked`.execute(
    tx,
  );
  await sql`
    update post_places set lat = masked_lat, lon = masked_lon, is_masked = true
    where post_id = any(${ids}::bigint[]) and not is_masked
      and (lat, lon) is distinct from (masked_lat, masked_lon)`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select posts.id from posts left join surveys on surveys.id = posts.survey_id
    where posts.id = any(${ids}::bigint[]) and coalesce(surveys.hide_time, true)`.execute(tx);
  const ofHiddenTime = sql`= any(${rows.map(({ id }) => id)}::bigint[])`;
  for (const [table, content] of tables) {
    const cuts = columnsOf(content, 'times').map(
      (column) => sql`${sql.ref(column)} = date_trunc('day', ${sql.ref(`${table}.${column}`)}, 'UTC')`,
    );
    if (cuts.length > 0 && !content.isDeleted)
      await sql`
        update ${sql.table(table)} set ${sql.join(cuts)} where ${rowsOf(table, content, ofHiddenTime)}`.execute(
        tx,
      );
  }
}

/**
 * Removes everything that names or describes people in posts, except for messages and pictures. Posts must be locked.
 * @param keepExact leaves exact places and times for the team where their survey hides them from the public
 */
export async function removePersonalData(
  tx: Tx,
  ids: readonly number[],
  { keepExact }: { keepExact: boolean },
): Promise<void> {
  const ofPosts = sql`= any(${ids}::bigint[])`;
  await removeAuthorIds(tx, ids);
  await removeEarlierVersions(tx, ids);
  await removeHiddenAnswers(tx, ids);
  // Hides what has become hidden by a change of the survey since it was computed.
  await sql`select mask_posts(${ids}::bigint[])`.execute(tx);
  await sql`select mark_senders_removed(${ids}::bigint[])`.execute(tx);
  if (!keepExact) await cutPlacesAndTimes(tx, ids);
  for (const [table, content] of tables) {
    const rows = rowsOf(table, content, ofPosts);
    const cleared = columnsOf(content, 'cleared');
    if (content.isDeleted) await sql`delete from ${sql.table(table)} where ${rows}`.execute(tx);
    else if (cleared.length > 0)
      await sql`
        update ${sql.table(table)} set ${sql.join(cleared.map((column) => sql`${sql.ref(column)} = null`))}
        where ${rows} and ${any(cleared.map((column) => sql`${sql.ref(column)} is not null`))}`.execute(tx);
  }
  await sql`select mask_posts(${ids}::bigint[])`.execute(tx);
}

/** Replaces the answers of posts, except for their places and categories, which have tables of their own. */
export async function replaceValues(
  tx: Tx,
  posts: readonly { id: number; values: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  await sql`
    update posts set values = new.values
    from json_to_recordset(${JSON.stringify(posts)}::json) as new (id bigint, values jsonb)
    where posts.id = new.id and posts.values <> new.values`.execute(tx);
}

/** Ids of pictures of posts that no answer shows: of private answers that were removed, and of earlier versions. Call it last. */
export async function findUnshownPictureIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from media where post_id = any(${ids}::bigint[])
      and not exists (select from post_media where media_id = media.id)`.execute(tx);
  return rows.map(({ id }) => id);
}
