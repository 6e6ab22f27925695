/** Queries of conversations: all messages of one contact as one row. */
import type { Thread } from '@waypost/contract/messages/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** A conversation as in the API, with a date. */
export type ThreadRow = Omit<Thread, 'created'> & { created: Date };

interface ThreadSearch {
  state?: 'all' | 'unread' | 'waiting' | undefined;
  /** Pattern for ILIKE, matched with the contact and all messages. */
  likePattern?: string | undefined;
  contactId?: number | undefined;
  limit: number;
  offset: number;
}

/** Incoming messages except replies to targeted surveys, which belong to the survey's post and need no answer. */
const isConversationMessage = sql`messages.direction = 'incoming' and survey_replies.message_id is null`;

/** A page of conversations, latest first. Details are computed only for contacts on the page. */
export async function findThreads(
  tx: Tx,
  { state = 'all', likePattern, contactId, limit, offset }: ThreadSearch,
): Promise<{ results: ThreadRow[]; total: number }> {
  const states: Record<typeof state, RawBuilder<boolean>> = {
    all: sql`true`,
    unread: sql`unread > 0`,
    waiting: sql`heard > coalesce(answered, 0) and not is_stopped`,
  };
  const hasContact = contactId === undefined ? sql`true` : sql`messages.contact_id = ${contactId}`;
  const matchesText =
    likePattern === undefined
      ? sql`true`
      : sql`(address ilike ${likePattern} or exists (
          select from messages where messages.contact_id = threads.contact_id and not messages.is_confirmation
            and messages.message ilike ${likePattern}))`;
  const { rows } = await sql<ThreadRow & { total: number }>`
    with threads as (
      select messages.contact_id, contacts.contact as address, contacts.type, contacts.opted_out is not null as is_stopped,
        max(messages.id) as latest,
        max(messages.id) filter (where ${isConversationMessage}) as heard,
        max(messages.id) filter (
          where messages.direction = 'outgoing' and messages.user_id is not null
            and messages.status not in ('cancelled', 'expired', 'failed')) as answered,
        count(*) filter (where ${isConversationMessage} and messages.id > coalesce(contacts.seen_message_id, 0)) as unread
      from messages
      join contacts on contacts.id = messages.contact_id
      left join survey_replies on survey_replies.message_id = messages.id
      where messages.status <> 'archived' and not messages.is_confirmation and ${hasContact}
      group by messages.contact_id, contacts.id
    ), matching as (select * from threads where ${states[state]} and ${matchesText})
    select matching.contact_id, matching.address as contact, matching.type as contact_type, matching.is_stopped,
      matching.unread, coalesce(matching.heard > coalesce(matching.answered, 0), false) and not matching.is_stopped as is_waiting,
      messages.id as message_id, messages.message, messages.type as message_type, messages.direction, messages.status,
      messages.created,
      (select max(post_id) from messages as of where of.contact_id = matching.contact_id) as post_id,
      (select count(*) from matching) as total
    from matching join messages on messages.id = matching.latest
    order by matching.latest desc limit ${limit} offset ${offset}`.execute(tx);
  // An empty page beyond the end has no row with the total.
  const total =
    rows[0]?.total ??
    (offset > 0 ? (await findThreads(tx, { state, likePattern, contactId, limit: 1, offset: 0 })).total : 0);
  return { results: rows, total };
}

/** Records the latest message that the team has seen; never moves backwards. */
export const markThreadSeen = async (tx: Tx, contactId: number, messageId: number): Promise<void> => {
  await tx
    .updateTable('contacts')
    .set({ seen_message_id: sql<number>`greatest(coalesce(seen_message_id, 0), ${messageId}::bigint)` })
    .where('id', '=', contactId)
    .execute();
};
