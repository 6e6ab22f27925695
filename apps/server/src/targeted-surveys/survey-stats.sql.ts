/** What came in for a survey, counted. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { seenBy, visibleTo } from '../posts/posts.public.ts';

/** Between two times, either of which may be open. */
export interface DateRange {
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** Posts of the survey that the viewer may read. Bounds look at the time that the viewer is shown. */
function isVisiblePostOfSurvey(
  viewer: Viewer,
  surveyId: number,
  { created_after, created_before }: DateRange,
): RawBuilder<boolean> {
  const { created } = seenBy(viewer);
  const after = created_after ? sql`${created} >= ${created_after}` : sql`true`;
  const before = created_before ? sql`${created} <= ${created_before}` : sql`true`;
  return sql`(posts.survey_id = ${surveyId} and ${visibleTo(viewer)} and ${after} and ${before})`;
}

/** Messages that belong to posts of the survey, by the way they came. */
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

export interface RecipientCounts {
  recipients: number;
  responses: number;
  /** Recipients of whom at least one message came in. */
  answering: number;
  sent: number;
  pending: number;
}

/**
 * How a targeted survey goes. It tells of numbers alone, so that whoever manages surveys need not see the posts.
 * @param questions in the order in which they are asked
 */
export async function countRecipients(
  tx: Tx,
  surveyId: number,
  questions: readonly number[],
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
            cardinality(${questions}::bigint[]) - coalesce(array_position(${questions}::bigint[], attribute_id), 0))), 0)
          from recipients where state in ('waiting', 'pending', 'received'))::bigint as pending`.execute(tx);
  const [counts] = rows;
  if (!counts) throw new TypeError('A count has a row');
  return counts;
}

/** Posts of the survey that came from the web. */
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
