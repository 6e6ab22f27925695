/** Queries of survey statistics. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** A range of creation times; either end may be open. */
export interface DateRange {
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** Counts of a targeted survey. */
export interface RecipientCounts {
  recipients: number;
  responses: number;
  /** Recipients who answered at least one question. STOP and START are no answers. */
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
      select messages.*, messages.direction = 'incoming'
          -- Of an erased contact, nothing says any more what it answered.
          and (survey_replies.message_id is not null or messages.contact_id is null) as is_answer
      from messages join posts on posts.id = messages.post_id
      left join survey_replies on survey_replies.message_id = messages.id
      where posts.survey_id = ${surveyId} and messages.type = 'sms'
        and messages.created >= coalesce(${created_after ?? null}::timestamptz, '-infinity')
        and messages.created <= coalesce(${created_before ?? null}::timestamptz, 'infinity')
    )
    select (select count(*) from recipients) as recipients,
      (select count(*) from written where is_answer) as responses,
      (select count(distinct contact_id) from written where is_answer) as answering,
      (select count(*) from written where direction = 'outgoing' and status in ('sent', 'unknown')) as sent,
      (select count(*) from written where direction = 'outgoing' and status = 'pending')
        + (select coalesce(sum(greatest(0,
            cardinality(${questionIds}::bigint[]) - coalesce(array_position(${questionIds}::bigint[], attribute_id), 0))), 0)
          from recipients where state in ('waiting', 'pending', 'received'))::bigint as pending`.execute(tx);
  const [counts] = rows;
  if (!counts) throw new TypeError('The count query returned no row');
  return counts;
}
