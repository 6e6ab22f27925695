/** Queries of conversations: all messages of one contact as one row. */
import type { Thread } from '@waypost/contract/messages/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPageOfTotals } from '../kernel/db/paging.ts';

/** A conversation as in the API, with a date. */
export type ThreadRow = Omit<Thread, 'created' | 'contact' | 'reporter'> & {
  created: Date;
  contact: string;
  reporter_code: string;
};

interface ThreadSearch {
  state?: 'all' | 'unread' | 'waiting' | undefined;
  /** Pattern for ILIKE, matched with all messages. */
  likePattern?: string | undefined;
  /** Whether the pattern is matched with the addresses and numbers of contacts, too. */
  searchesContacts?: boolean;
  contactId?: number | undefined;
  limit: number;
  offset: number;
}

/** Incoming messages except replies to targeted surveys, which belong to the survey's post and need no answer. */
const isConversationMessage = sql`messages.direction = 'incoming' and survey_replies.message_id is null`;

/** Messages that are part of a conversation. */
const isInConversation = sql<boolean>`(messages.status <> 'archived' and not messages.is_confirmation)`;

/** Whether the team has a conversation with a contact. */
export async function hasConversation(tx: Tx, contactId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from messages where contact_id = ${contactId} and ${isInConversation}) as found`.execute(
    tx,
  );
  return rows[0]?.found ?? false;
}

/** A page of conversations, the latest first; of those that wait for a reply, the one that has waited longest. Details are computed only for contacts on the page. */
export function findThreads(
  tx: Tx,
  { state = 'all', likePattern, searchesContacts = false, contactId, ...window }: ThreadSearch,
): Promise<Page<ThreadRow>> {
  const states: Record<typeof state, RawBuilder<boolean>> = {
    all: sql`true`,
    unread: sql`unread > 0`,
    waiting: sql`heard > settled and not is_stopped`,
  };
  // Whoever has waited longest comes first, not whoever has written again.
  const firstUnanswered = sql`(
    select min(messages.id) from messages left join survey_replies on survey_replies.message_id = messages.id
    where messages.contact_id = matching.contact_id and ${isConversationMessage} and ${isInConversation}
      and messages.id > matching.settled)`;
  const order = state === 'waiting' ? firstUnanswered : sql`matching.latest desc`;
  const hasContact = contactId === undefined ? sql`true` : sql`messages.contact_id = ${contactId}`;
  const matchesText =
    likePattern === undefined
      ? sql`true`
      : sql`(${searchesContacts} and address ilike ${likePattern} or exists (
          select from messages where messages.contact_id = threads.contact_id and not messages.is_confirmation
            and messages.message ilike ${likePattern}))`;
  const readRows = async ({ limit, offset }: typeof window) => {
    const { rows } = await sql<ThreadRow & { total: number }>`
    with threads as (
      select messages.contact_id, contacts.contact as address, contacts.reporter_code, contacts.type, contacts.opted_out is not null as is_stopped,
        max(messages.id) as latest,
        max(messages.id) filter (where ${isConversationMessage}) as heard,
        greatest(contacts.done_message_id, max(messages.id) filter (
          where messages.direction = 'outgoing' and messages.user_id is not null
            and messages.status not in ('cancelled', 'expired', 'failed')), 0) as settled,
        count(*) filter (where ${isConversationMessage} and messages.id > coalesce(contacts.seen_message_id, 0)) as unread
      from messages
      join contacts on contacts.id = messages.contact_id
      left join survey_replies on survey_replies.message_id = messages.id
      where ${isInConversation} and ${hasContact}
      group by messages.contact_id, contacts.id
    ), matching as (select * from threads where ${states[state]} and ${matchesText})
    select matching.contact_id, matching.address as contact, matching.reporter_code, matching.type as contact_type, matching.is_stopped,
      matching.unread, coalesce(matching.heard > matching.settled, false) and not matching.is_stopped as is_waiting,
      messages.id as message_id, messages.message, messages.type as message_type, messages.direction, messages.status,
      messages.created,
      (select max(post_id) from messages as of where of.contact_id = matching.contact_id) as post_id,
      (select count(*) from matching) as total
    from matching join messages on messages.id = matching.latest
    order by ${order} limit ${limit} offset ${offset}`.execute(tx);
    return rows;
  };
  return readPageOfTotals(readRows, window);
}

/** The last message of a contact up to an id, so that a later message is never counted in; null for none. */
const lastMessageUpTo = (messageId: number) =>
  sql`(select max(messages.id) from messages where messages.contact_id = contacts.id and messages.id <= ${messageId}::bigint)`;

/** Records the latest message that the team has seen; never moves backwards. */
export const markThreadSeen = async (tx: Tx, contactId: number, messageId: number): Promise<void> => {
  await tx
    .updateTable('contacts')
    .set({ seen_message_id: sql<number>`greatest(seen_message_id, ${lastMessageUpTo(messageId)})` })
    .where('id', '=', contactId)
    .execute();
};

/** Records that nothing up to a message needs a reply, or that it does again. */
export const markThreadDone = async (
  tx: Tx,
  contactId: number,
  messageId: number,
  isDone: boolean,
): Promise<void> => {
  const done_message_id = isDone
    ? sql<number>`greatest(done_message_id, ${lastMessageUpTo(messageId)})`
    : null;
  await tx.updateTable('contacts').set({ done_message_id }).where('id', '=', contactId).execute();
};
