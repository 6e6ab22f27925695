/** Queries of the rules that delete posts, or the personal data in them, by survey, status and age. */
import type { PostRetentionRuleInput, RetentionAction } from '@waypost/contract/privacy/post-retention';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { hasPersonalData } from './anonymize-posts.sql.ts';
import { daysAgo } from './retention.sql.ts';

/** A rule as it is stored. */
export interface PostRetentionRuleRow {
  survey_id: number | null;
  without_survey: boolean;
  status: PostRetentionRuleInput['status'];
  action: RetentionAction;
  days: number;
  /** For `anonymize`: exact places and times stay for the team where the survey hides them. */
  keep_exact: boolean;
}

/** The stored rules in their order. */
export const readPostRetentionRules = (tx: Tx): Promise<PostRetentionRuleRow[]> =>
  tx
    .selectFrom('post_retention_rules')
    .select(['survey_id', 'without_survey', 'status', 'action', 'days', 'keep_exact'])
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
      where ${isInScope(rule)} and ${hasPersonalData({ keepExact: rule.keep_exact })}`;

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
