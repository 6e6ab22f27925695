/** Queries of messages. */
import type { MessageStatus, MessageType } from '@waypost/contract/messages/messages';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type Page, readPage, toLikePattern } from '../kernel/db/paging.ts';
import type { Tables } from '../migrations/tables.ts';

/** A message with its contact and the name of its author. */
export type MessageRow = Selectable<Tables['messages']> & {
  address: string | null;
  contact_type: Tables['contacts']['type'] | null;
  realname: string | null;
  /** Code that stands for the contact. */
  reporter_code: string | null;
};

/** A message to insert. */
export type NewMessage = Insertable<Tables['messages']>;

const selectMessages = (tx: Tx) =>
  tx
    .selectFrom('messages')
    .leftJoin('contacts', 'contacts.id', 'messages.contact_id')
    .leftJoin('users', 'users.id', 'messages.user_id')
    .selectAll('messages')
    .select([
      'contacts.contact as address',
      'contacts.type as contact_type',
      'users.realname',
      'contacts.reporter_code',
    ])
    // Team members must not see confirmation codes: they could enter them.
    .where('messages.is_confirmation', '=', false);

/** Quoted mails of one look at personal data. */
const maxQuotedMails = 20;

/** What was left out of the mails of a contact, of those about one post: quoted mails and signatures, the latest first. */
export const findQuotedMails = (
  tx: Tx,
  contactId: number,
  postId?: number,
): Promise<{ id: number; created: Date; text: string }[]> =>
  tx
    .selectFrom('messages')
    .select(['id', 'created', sql<string>`additional_data ->> 'quoted_text'`.as('text')])
    .where('contact_id', '=', contactId)
    .$if(postId !== undefined, (query) => query.where('post_id', '=', postId ?? null))
    .where(sql<boolean>`additional_data ? 'quoted_text'`)
    .orderBy('id', 'desc')
    .limit(maxQuotedMails)
    .execute();

/** A message by its id; confirmation codes are excluded. */
export const findMessage = (tx: Tx, id: number): Promise<MessageRow | undefined> =>
  selectMessages(tx).where('messages.id', '=', id).executeTakeFirst();

/** Locks a message until the end of the transaction. */
export const lockMessage = async (tx: Tx, id: number): Promise<void> => {
  await tx.selectFrom('messages').select('id').where('id', '=', id).forUpdate().execute();
};

/** Inserts a message. @returns its id */
export const insertMessage = async (tx: Tx, message: Insertable<Tables['messages']>): Promise<number> =>
  (await tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()).id;

/** Inserts messages in one statement. @param messages about a thousand at most @returns their ids, in order */
export const insertMessages = async (tx: Tx, messages: readonly NewMessage[]): Promise<number[]> =>
  (
    await tx
      .insertInto('messages')
      .values([...messages])
      .returning('id')
      .execute()
  ).map((row) => row.id);

/**
 * Inserts an incoming message, unless its data source has delivered it before.
 * @returns its id; undefined if it exists already
 */
export const insertReceivedMessage = async (
  tx: Tx,
  message: Insertable<Tables['messages']>,
): Promise<number | undefined> =>
  (
    await tx
      .insertInto('messages')
      .values(message)
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/**
 * Inserts incoming messages. Each may exist already, but there must be no duplicates among them.
 * @returns their ids, in order; undefined for those that exist already
 */
export async function insertReceivedMessages(
  tx: Tx,
  messages: readonly NewMessage[],
): Promise<(number | undefined)[]> {
  if (messages.length === 0) return [];
  const rows = await tx
    .insertInto('messages')
    .values([...messages])
    .onConflict((on) => on.doNothing())
    .returning(['id', 'data_source', 'received_key'])
    .execute();
  const inserted = rows.values();
  let next = inserted.next();
  // The statement returns inserted rows in order, without those that existed.
  return messages.map(({ data_source = null, received_key = null }) => {
    const row = next.value;
    if (row?.data_source !== data_source || row.received_key !== received_key) return undefined;
    next = inserted.next();
    return row.id;
  });
}

/** The latest message that came from a contact. */
export const findLatestReceived = (tx: Tx, contactId: number): Promise<MessageRow | undefined> =>
  selectMessages(tx)
    .where('messages.contact_id', '=', contactId)
    .where('messages.direction', '=', 'incoming')
    .orderBy('messages.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** An incoming message by what it is recognised by. */
export const findReceivedMessage = (
  tx: Tx,
  dataSource: string | null,
  receivedKey: string | null,
): Promise<MessageRow | undefined> =>
  selectMessages(tx)
    .where('messages.direction', '=', 'incoming')
    .where('messages.data_source', '=', dataSource)
    .where('messages.received_key', '=', receivedKey)
    .executeTakeFirst();

/** Which of these ids of a data source are stored already, for incoming or outgoing messages. */
export async function findKnownExternalIds(
  tx: Tx,
  dataSource: string,
  externalIds: readonly string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('messages')
    .select('data_source_message_id')
    .where('data_source', '=', dataSource)
    .where('data_source_message_id', 'in', externalIds)
    .execute();
  return new Set(rows.flatMap((row) => row.data_source_message_id ?? []));
}

/** The message, incoming or outgoing, with the first of these ids that is stored. */
export async function findByExternalIds(
  tx: Tx,
  dataSource: string,
  externalIds: readonly string[],
): Promise<MessageRow | undefined> {
  if (externalIds.length === 0) return undefined;
  return selectMessages(tx)
    .where('messages.data_source', '=', dataSource)
    .where('messages.data_source_message_id', 'in', externalIds)
    .orderBy(sql`array_position(${externalIds}::text[], messages.data_source_message_id)`)
    .orderBy('messages.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Changes a message. */
export const updateMessageRow = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['messages']>,
): Promise<void> => {
  await tx.updateTable('messages').set(change).where('id', '=', id).execute();
};

/** Stores which posts were created from messages. */
export async function linkMessagesToPosts(
  tx: Tx,
  links: readonly { message: number; post: number }[],
): Promise<void> {
  if (links.length === 0) return;
  await sql`
    update messages set post_id = made.post
    from unnest(${links.map((link) => link.message)}::bigint[], ${links.map((link) => link.post)}::bigint[]) as made (message, post)
    where messages.id = made.message`.execute(tx);
}

interface MessageSearch {
  box?: 'inbox' | 'outbox' | 'archived' | undefined;
  status?: MessageStatus | 'all' | undefined;
  contact?: number | undefined;
  parent?: number | undefined;
  post?: number | undefined;
  type?: MessageType | undefined;
  data_source?: string | undefined;
  q?: string | undefined;
  /** Whether `q` finds addresses and numbers of contacts, too. */
  searchesContacts?: boolean;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'created' | 'datetime' | 'status' | 'type' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of messages and the total. Messages without a contact are not listed (API v3 §2.10). */
export async function searchMessages(tx: Tx, search: MessageSearch): Promise<Page<MessageRow>> {
  const { box, q, order = 'asc' } = search;
  const status = box === 'archived' ? 'archived' : search.status;
  let matching = selectMessages(tx).where('messages.contact_id', 'is not', null);
  if (status === undefined) matching = matching.where('messages.status', '<>', 'archived');
  else if (status !== 'all') matching = matching.where('messages.status', '=', status);
  if (box === 'inbox') matching = matching.where('messages.direction', '=', 'incoming');
  if (box === 'outbox') matching = matching.where('messages.direction', '=', 'outgoing');
  if (search.contact) matching = matching.where('messages.contact_id', '=', search.contact);
  if (search.parent) matching = matching.where('messages.parent_id', '=', search.parent);
  if (search.post) matching = matching.where('messages.post_id', '=', search.post);
  if (search.type) matching = matching.where('messages.type', '=', search.type);
  if (search.data_source) matching = matching.where('messages.data_source', '=', search.data_source);
  if (q) {
    const likePattern = toLikePattern(q);
    matching = matching.where(
      sql<boolean>`(messages.message ilike ${likePattern} or messages.title ilike ${likePattern}
        or ${search.searchesContacts ?? false} and contacts.contact ilike ${likePattern})`,
    );
  }
  const sorted = matching
    .orderBy(sql.ref(`messages.${search.orderby ?? 'id'}`), order)
    .orderBy('messages.id', order);
  return readPage(sorted, search);
}
