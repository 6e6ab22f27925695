/** What came in for a survey, counted. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { seenBy, visibleTo } from '../posts/posts.public.ts';

/** Between two times, either of which may be open. */
export interface Span {
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** Posts of the survey that the viewer may read. Bounds look at the time that the viewer is shown. */
function postsOf(
  viewer: Viewer,
  surveyId: number,
  { created_after, created_before }: Span,
): RawBuilder<boolean> {
  const { created } = seenBy(viewer);
  const after = created_after ? sql`${created} >= ${created_after}` : sql`true`;
  const before = created_before ? sql`${created} <= ${created_before}` : sql`true`;
  return sql`(posts.survey_id = ${surveyId} and ${visibleTo(viewer)} and ${after} and ${before})`;
}

export interface MessageCounts {
  incoming: number;
  /** Contacts who were written to, or of whom something came in. */
  reached: number;
  /** Contacts of whom at least one message came in. */
  contacts: number;
  sent: number;
  pending: number;
  sms: number;
  email: number;
  twitter: number;
}

/** Messages that belong to posts of the survey. */
export async function countMessages(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  span: Span,
): Promise<MessageCounts> {
  const { rows } = await sql<MessageCounts>`
    select count(*) filter (where direction = 'incoming') as incoming,
      count(distinct messages.contact_id) as reached,
      count(distinct messages.contact_id) filter (where direction = 'incoming') as contacts,
      count(*) filter (where direction = 'outgoing' and messages.status = 'sent') as sent,
      count(*) filter (where direction = 'outgoing' and messages.status = 'pending') as pending,
      count(*) filter (where direction = 'incoming' and messages.type = 'sms') as sms,
      count(*) filter (where direction = 'incoming' and messages.type = 'email') as email,
      count(*) filter (where direction = 'incoming' and messages.type = 'twitter') as twitter
    from messages join posts on posts.id = messages.post_id
    where ${postsOf(viewer, surveyId, span)}`.execute(tx);
  const [counts] = rows;
  if (!counts) throw new TypeError('A count has a row');
  return counts;
}

/** Posts of the survey that came from the web. */
export async function countFromWeb(tx: Tx, viewer: Viewer, surveyId: number, span: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from posts
    where posts.source is null and ${postsOf(viewer, surveyId, span)}`.execute(tx);
  return rows[0]?.count ?? 0;
}
