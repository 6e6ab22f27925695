/** Queries of survey statistics. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { columnsVisibleTo, isVisibleTo } from '../posts/posts.public.ts';

/** A range of creation times; either end may be open. */
export interface DateRange {
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** Condition: a post of the survey that the viewer may read. The range applies to the time that the viewer is shown. */
function isVisiblePostOfSurvey(
  viewer: Viewer,
  surveyId: number,
  { created_after, created_before }: DateRange,
): RawBuilder<boolean> {
  const { created } = columnsVisibleTo(viewer);
  const after = created_after ? sql`${created} >= ${created_after}` : sql`true`;
  const before = created_before ? sql`${created} <= ${created_before}` : sql`true`;
  return sql`(posts.survey_id = ${surveyId} and ${isVisibleTo(viewer)} and ${after} and ${before})`;
}

/** Counts incoming messages of the survey's posts by message type. */
export async function countMessagesByType(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  dateRange: DateRange,
): Promise<{ sms: number; email: number; twitter: number }> {
  const { rows } = await sql<{ sms: number; email: number; twitter: number }>`
    select count(*) filter (where messages.type = 'sms') as sms,
      count(*) filter (where messages.type = 'email') as email,
      count(*) filter (where messages.type = 'twitter') as twitter
    from messages join posts on posts.id = messages.post_id
    where messages.direction = 'incoming' and ${isVisiblePostOfSurvey(viewer, surveyId, dateRange)}`.execute(
    tx,
  );
  return rows[0] ?? { sms: 0, email: 0, twitter: 0 };
}

/** Counts of a targeted survey. */
export interface RecipientCounts {
  recipients: number;
  responses: number;
  /** Recipients who sent at least one message. */
  answering: number;
  sent: number;
  pending: number;
}

/**
 * Counts recipients and messages of a targeted survey. The counts do not depend on the posts that the viewer may see.
 * @param questionIds in the order in which they are asked
 */
export async function countRecipients(
  tx: Tx,
  surveyId: number,
  questionIds: readonly number[],
  { created_after, created_before }: DateRange,
): Promise<RecipientCounts> {
  const { rows } = await sql<RecipientCounts>`
    with recipients as (
      select * from survey_contacts
      where survey_id = ${surveyId} and state <> 'moved'
    ), written as (
      select messages.* from messages join posts on posts.id = messages.post_id
      where posts.survey_id = ${surveyId} and messages.type = 'sms'
        and messages.created >= coalesce(${created_after ?? null}::timestamptz, '-infinity')
        and messages.created <= coalesce(${created_before ?? null}::timestamptz, 'infinity')
    )
    select (select count(*) from recipients) as recipients,
      (select count(*) from written where direction = 'incoming') as responses,
      (select count(distinct contact_id) from written where direction = 'incoming') as answering,
      (select count(*) from written where direction = 'outgoing' and status in ('sent', 'unknown')) as sent,
      (select count(*) from written where direction = 'outgoing' and status = 'pending')
        + (select coalesce(sum(greatest(0,
            cardinality(${questionIds}::bigint[]) - coalesce(array_position(${questionIds}::bigint[], attribute_id), 0))), 0)
          from recipients where state in ('waiting', 'pending', 'received'))::bigint as pending`.execute(tx);
  const [counts] = rows;
  if (!counts) throw new TypeError('The count query returned no row');
  return counts;
}

/** Counts posts of the survey that were created on the web. */
export async function countWebPosts(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  dateRange: DateRange,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from posts
    where posts.source is null and ${isVisiblePostOfSurvey(viewer, surveyId, dateRange)}`.execute(tx);
  return rows[0]?.count ?? 0;
}
