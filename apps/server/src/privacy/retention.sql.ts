/** Queries that find and remove personal data by age, in batches, oldest first. */
import type { RetentionRule } from '@waypost/contract/privacy/retention';
import { listFieldTypes } from '@waypost/contract/surveys/field-types';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { withoutQuotedMails } from './contact-data.sql.ts';

/** The instant a number of days ago. */
export const daysAgo = (days: number): RawBuilder<Date> =>
  sql<Date>`(now() - make_interval(days => ${days}))`;

/** Posts with the name or e-mail address of an author, in the post or its revisions. */
export const hasAuthor: RawBuilder<boolean> = sql`(
  posts.author_realname is not null or posts.author_email is not null
    or exists (select from post_revisions where post_id = posts.id
      and replaced ?| array['author_realname', 'author_email']))`;

/** The attributes of a post's survey that only the team sees, as in `mask_posts`. */
const privateAttributes = sql`
  select attributes.id, attributes.key, attributes.type from attributes join tasks on tasks.id = attributes.task_id
  where tasks.survey_id = posts.survey_id
    and (attributes.response_private or tasks.internal_only or not tasks.show_when_published)`;

/** Posts with an answer that only the team sees, in the post, its revisions or its translations. */
export const hasPrivateAnswers: RawBuilder<boolean> = sql`exists (
    select from (${privateAttributes}) as private where posts.values ? private.key
      or exists (select from post_places where post_id = posts.id and attribute_id = private.id)
      or exists (select from post_categories where post_id = posts.id and attribute_id = private.id)
      or exists (select from post_revisions where post_id = posts.id and replaced -> 'values' ? private.key)
      or exists (select from post_translations as translation where parent_id = posts.id and translation.values ? private.key))`;

const hasText = sql`(message <> '' or title is not null or additional_data is not null)`;

/** Contacts without an account and without recent messages. Opted-out ones are kept, or the opt-out would be lost. */
const isInactiveContact = (days: number) => sql`
  contacts.user_id is null and contacts.opted_out is null and contacts.contact not like 'erased-%'
    and contacts.created < ${daysAgo(days)}
    and not exists (select from messages where contact_id = contacts.id and messages.created >= ${daysAgo(days)})
    and not exists (select from survey_contacts where contact_id = contacts.id and state in ('pending', 'received'))`;

const hasActor = sql`
  (audit_log.user_id is not null or (audit_log.subject = 'users' and audit_log.subject_id is not null))`;

/** Rows of the table that were created more than so many days ago and meet the condition. */
const createdBefore = (table: string, condition: RawBuilder<unknown>) => ({
  table,
  condition: (days: number) => sql`${sql.ref(`${table}.created`)} < ${daysAgo(days)} and ${condition}`,
});

const retentionTargets = {
  authors: createdBefore('posts', hasAuthor),
  private_answers: createdBefore('posts', hasPrivateAnswers),
  messages: createdBefore('messages', hasText),
  contacts: { table: 'contacts', condition: isInactiveContact },
  audit: createdBefore('audit_log', hasActor),
} as const satisfies Record<RetentionRule, { table: string; condition: (days: number) => unknown }>;

const countRows = async (tx: Tx, table: string, condition: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${condition}`.execute(tx);
  return rows[0]?.count ?? 0;
};

const isOldReceiptMessage = (days: number) => sql<boolean>`receipt_messages.created < ${daysAgo(days)}`;

/** Counts the rows older than `days` that hold data of the rule. */
export async function countExpired(tx: Tx, rule: RetentionRule, days: number): Promise<number> {
  const { table, condition } = retentionTargets[rule];
  const count = await countRows(tx, table, condition(days));
  return rule === 'messages'
    ? count + (await countRows(tx, 'receipt_messages', isOldReceiptMessage(days)))
    : count;
}

/** Deletes old messages between the team and holders of receipts. @returns their number */
export async function deleteOldReceiptMessages(tx: Tx, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from receipt_messages where ${isOldReceiptMessage(days)}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Ids of the oldest rows that hold data of the rule, locked until the end of the transaction. */
export async function findExpired(
  tx: Tx,
  rule: RetentionRule,
  days: number,
  maxRows: number,
): Promise<number[]> {
  const { table, condition } = retentionTargets[rule];
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${condition(days)} order by id limit ${maxRows} for update`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

async function removeAuthors(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update posts set author_realname = null, author_email = null
    where id = any(${ids}::bigint[]) and (author_realname is not null or author_email is not null)`.execute(
    tx,
  );
  await sql`
    update post_revisions set replaced = replaced - array['author_realname', 'author_email']
    where post_id = any(${ids}::bigint[]) and replaced ?| array['author_realname', 'author_email']`.execute(
    tx,
  );
  // Original file names can contain names, device models and times.
  await sql`
    update media set original_name = null
    where post_id = any(${ids}::bigint[]) and original_name is not null`.execute(tx);
}

const pictureTypes = listFieldTypes(({ answerKind }) => answerKind === 'media');

/** Ids of pictures in private answers of the posts or of their revisions. */
export async function findPrivatePictureIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct media.id from posts
    cross join lateral (${privateAttributes}) as private
    cross join lateral (
      select posts.values -> private.key as answers
      union all select replaced -> 'values' -> private.key from post_revisions where post_id = posts.id) as private_values
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(answers) when 'array' then answers else '[]' end) as answer
    join media on media.id = case when answer ~ '^[0-9]{1,15}$' then answer::bigint end and media.post_id = posts.id
    where posts.id = any(${ids}::bigint[]) and private.type = any(${pictureTypes}::text[])`.execute(tx);
  return rows.map(({ id }) => id);
}

async function removePrivateAnswers(tx: Tx, ids: readonly number[]): Promise<void> {
  const keys = sql`array(select key from (${privateAttributes}) as private)`;
  for (const table of ['post_places', 'post_categories'])
    await sql`
      delete from ${sql.table(table)} as answer using posts
      where answer.post_id = posts.id and posts.id = any(${ids}::bigint[])
        and answer.attribute_id in (select private.id from (${privateAttributes}) as private)`.execute(tx);
  await sql`
    update post_revisions set replaced = jsonb_set(replaced, '{values}', (replaced -> 'values') - ${keys})
    from posts where post_id = posts.id and posts.id = any(${ids}::bigint[])
      and jsonb_typeof(replaced -> 'values') = 'object'`.execute(tx);
  await sql`
    update post_translations as translation set values = translation.values - ${keys}
    from posts where parent_id = posts.id and posts.id = any(${ids}::bigint[])`.execute(tx);
  await sql`update posts set values = values - ${keys} where id = any(${ids}::bigint[])`.execute(tx);
  await sql`select mask_posts(${ids}::bigint[])`.execute(tx);
}

async function clearMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update messages set message = '', title = null, additional_data = null
    where id = any(${ids}::bigint[])`.execute(tx);
}

async function anonymizeContacts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update contacts set contact = 'erased-' || id, can_notify = false
    where id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update messages set ${withoutQuotedMails}
    where contact_id = any(${ids}::bigint[]) and additional_data ? 'quoted_text'`.execute(tx);
}

async function anonymizeActors(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update audit_log set user_id = null, subject_id = case subject when 'users' then null else subject_id end
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** For each rule, removes its personal data from rows; the rows stay. */
export const removeByRule: Record<RetentionRule, (tx: Tx, ids: readonly number[]) => Promise<void>> = {
  authors: removeAuthors,
  private_answers: removePrivateAnswers,
  messages: clearMessages,
  contacts: anonymizeContacts,
  audit: anonymizeActors,
};
