/** Queries of the rules that delete posts, or the personal data in them, by survey, status and age. */
import type { PostRetentionRuleInput, RetentionAction } from '@waypost/contract/privacy/post-retention';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { daysAgo, hasAuthor, hasPrivateAnswers } from './retention.sql.ts';

/** A rule as it is stored. */
export interface PostRetentionRuleRow {
  survey_id: number | null;
  without_survey: boolean;
  status: PostRetentionRuleInput['status'];
  action: RetentionAction;
  days: number;
}

/** The stored rules in their order. */
export const readPostRetentionRules = (tx: Tx): Promise<PostRetentionRuleRow[]> =>
  tx
    .selectFrom('post_retention_rules')
    .select(['survey_id', 'without_survey', 'status', 'action', 'days'])
    .orderBy('id')
    .execute();

/** Replaces the stored rules. @throws a violated `post_retention_rules_survey_id_fkey` for a survey that does not exist */
export async function replacePostRetentionRules(
  tx: Tx,
  rows: readonly PostRetentionRuleRow[],
): Promise<void> {
  await sql`lock table post_retention_rules in share row exclusive mode`.execute(tx);
  await tx.deleteFrom('post_retention_rules').execute();
  if (rows.length > 0)
    await tx
      .insertInto('post_retention_rules')
      .values([...rows])
      .execute();
}

/** Whether `posts` still has something that anonymizing removes. */
const hasPersonalData: RawBuilder<boolean> = sql`(
  posts.user_id is not null or posts.contact_id is not null or posts.message_id is not null or ${hasAuthor} or ${hasPrivateAnswers}
    or exists (select from messages where messages.post_id = posts.id)
    or exists (select from post_notes where post_notes.post_id = posts.id)
    or exists (select from receipts where receipts.post_id = posts.id)
    or exists (select from receipt_messages where receipt_messages.post_id = posts.id)
    or exists (select from survey_contacts where survey_contacts.post_id = posts.id)
    or exists (select from media where media.post_id = posts.id
      and (media.caption is not null or media.message_id is not null or media.user_id is not null
        or media.kept_original is not null))
    or exists (select from post_translations where parent_id = posts.id and post_translations.user_id is not null)
    or exists (select from post_verifications where post_verifications.post_id = posts.id
      and (note is not null or evidence is not null))
    or exists (select from post_consents where post_consents.post_id = posts.id and note is not null)
    or exists (select from post_revisions where post_revisions.post_id = posts.id and replaced ? 'user'))`;

/** Whether a rule applies to `primary_post`, a post that is not merged into another one. */
function isInScope({ survey_id, without_survey, status, days }: PostRetentionRuleRow): RawBuilder<boolean> {
  const ofSurvey = without_survey ? sql`survey_id is null` : sql`survey_id = ${survey_id}::bigint`;
  return sql`(primary_post.merged_into is null and primary_post.created < ${daysAgo(days)}
    and ${without_survey || survey_id !== null ? sql`primary_post.${ofSurvey}` : sql`true`}
    and ${status === null ? sql`true` : sql`primary_post.status = ${status}`})`;
}

/** Ids of posts in the scope of the rule, with what it removes in them or in the posts merged into them. */
const selectPrimaries = (rule: PostRetentionRuleRow) =>
  rule.action === 'delete'
    ? sql`select id, created from posts as primary_post where ${isInScope(rule)}`
    : sql`
      select distinct primary_post.id, primary_post.created
      from posts join posts as primary_post on primary_post.id = coalesce(posts.merged_into, posts.id)
      where ${isInScope(rule)} and ${hasPersonalData}`;

/** How many posts the rule would delete or change now, without those merged into others, and when the oldest was received. */
export async function countPostsOfRule(
  tx: Tx,
  rule: PostRetentionRuleRow,
): Promise<{ posts: number; oldest: Date | null }> {
  const { rows } = await sql<{ posts: number; oldest: Date | null }>`
    select count(*)::int as posts, min(created) as oldest from (${selectPrimaries(rule)}) as found`.execute(
    tx,
  );
  return rows[0] ?? { posts: 0, oldest: null };
}

/** Some posts of the rule, oldest first, and those merged into them, locked until the end of the transaction. */
export async function lockPostsOfRule(
  tx: Tx,
  rule: PostRetentionRuleRow,
  maxPrimaries: number,
): Promise<{ primaries: number; ids: number[] }> {
  // The condition is checked again on the locked rows: a post that was restored meanwhile stays.
  const { rows: primaries } = await sql<{ id: number }>`
    select id from posts as primary_post
    where id in (select id from (${selectPrimaries(rule)}) as found order by created, id limit ${maxPrimaries})
      and ${isInScope(rule)}
    order by id for update`.execute(tx);
  const primaryIds = primaries.map(({ id }) => id);
  const { rows: merged } = await sql<{ id: number }>`
    select id from posts where merged_into = any(${primaryIds}::bigint[]) order by id for update`.execute(tx);
  return { primaries: primaryIds.length, ids: [...primaryIds, ...merged.map(({ id }) => id)] };
}

/** Ids of the messages from and to the senders of posts. */
export async function findMessagesOfPosts(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where post_id = any(${ids}::bigint[])
      or id in (select message_id from posts where id = any(${ids}::bigint[]))`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Removes who wrote and sent posts: links to accounts, contacts and messages, notes of the team and of verifications, captions, receipts
 * with their messages, and place and time of pictures. Names of authors without an account, private answers and texts of messages are
 * removed by functions of their own.
 */
export async function unlinkPeopleFromPosts(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const table of ['messages', 'survey_contacts'])
    await sql`update ${sql.table(table)} set post_id = null where post_id = any(${ids}::bigint[])`.execute(
      tx,
    );
  for (const table of ['post_notes', 'post_senders', 'receipts', 'receipt_messages'])
    await sql`delete from ${sql.table(table)} where post_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update picture_facts set photo_time = null, photo_lat = null, photo_lon = null
    from media where media.id = media_id and media.post_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update media set user_id = null, message_id = null, caption = null
    where post_id = any(${ids}::bigint[])`.execute(tx);
  await sql`update post_translations set user_id = null where parent_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update post_verifications set note = null, evidence = null where post_id = any(${ids}::bigint[])`.execute(
    tx,
  );
  await sql`update post_consents set note = null where post_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update audit_log set user_id = null from posts
    where audit_log.subject = 'posts' and audit_log.subject_id = posts.id::text
      and posts.id = any(${ids}::bigint[]) and audit_log.user_id = posts.user_id`.execute(tx);
  await sql`
    update post_revisions set replaced = replaced - 'user'
    where post_id = any(${ids}::bigint[]) and replaced ? 'user'`.execute(tx);
  await sql`
    update post_revisions set user_id = null from posts
    where posts.id = post_id and posts.id = any(${ids}::bigint[]) and post_revisions.user_id = posts.user_id`.execute(
    tx,
  );
  await sql`
    update posts set user_id = null, contact_id = null, message_id = null, data_source_message_id = null
    where id = any(${ids}::bigint[])`.execute(tx);
}
