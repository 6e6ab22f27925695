/** Queries of outgoing messages that are sent by gateways. */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import { isDialable } from '../../contacts/contacts.public.ts';
import type { Db, Tx } from '../../kernel/db/database.ts';

/** A message as passed to providers. */
export interface OutgoingRow {
  id: number;
  type: 'sms' | 'email' | 'twitter';
  to: string;
  message: string;
  title: string | null;
  answers: string | null;
}

/** Gateways get the number that is compared: what a code confirmed is what is dialled. */
const recipient = sql`case when contacts.type = 'phone' then contacts.normalized_contact else contacts.contact end`;

const outgoingColumns = sql`
  messages.id, messages.type, messages.message, messages.title, ${recipient} as "to",
  (select parents.data_source_message_id from messages as parents where parents.id = messages.parent_id) as answers`;

const isWaiting = sql`
  direction = 'outgoing' and status = 'pending' and outbox_id is null and send_started is null
  and (next_attempt is null or next_attempt <= now())`;

/** Unconfirmed contacts of users get nothing but their confirmation code, while it is valid. */
const canBeSent = sql`case
  when messages.is_confirmation
    then messages.created > now() - make_interval(secs => ${limits.confirmationCode.ttlSeconds}::float8)
  else exists (
    select from contacts
    where contacts.id = messages.contact_id and (contacts.user_id is null or contacts.confirmed is not null))
  end`;

/** Text messages to senders that are names, such as `CITYHALL`, and to erased numbers: no gateway may read digits out of them. */
const hasNoNumber = sql`type = 'sms' and exists (
  select from contacts where contacts.id = messages.contact_id and contacts.type = 'phone' and not ${isDialable})`;

/** Fails waiting messages of a source that have no number to go to. */
async function failWithoutNumber(tx: Tx, source: string): Promise<void> {
  await sql`
    update messages set status = 'failed', fault = 'no-number'
    where data_source = ${source} and ${isWaiting} and ${hasNoNumber}`.execute(tx);
}

/**
 * Claims the oldest pending messages of a source. If the process crashes before it records the result, they stay claimed, so that
 * nothing is sent twice.
 * @param status their status from now on: `unknown` if only the gateway can report the result
 */
export async function claimPendingMessages(
  tx: Tx,
  source: string,
  maxMessages: number,
  status: 'pending' | 'unknown',
): Promise<OutgoingRow[]> {
  await failWithoutNumber(tx, source);
  const { rows } = await sql<OutgoingRow>`
    with next as (
      select id, message from messages where data_source = ${source} and ${isWaiting} and ${canBeSent}
      order by id limit ${maxMessages} for update skip locked),
    taken as (
      update messages set send_started = now(), status = ${status} from next where messages.id = next.id
      -- The text before the update: the update clears that of a confirmation code (0065-code-texts.ts).
      returning messages.id, messages.type, next.message, messages.title, messages.contact_id, messages.parent_id)
    select ${outgoingColumns} from taken as messages join contacts on contacts.id = messages.contact_id
    order by messages.id`.execute(tx);
  return rows;
}

/** Reserves the next time slot of a source for sending. @returns its start */
export async function reserveSendSlot(tx: Tx, source: string, perSecond: number): Promise<Date> {
  const { rows } = await sql<{ turn: Date }>`
    insert into data_sources (id, next_send) values (${source}, now() + make_interval(secs => ${1 / perSecond}))
    on conflict (id) do update
      set next_send = greatest(data_sources.next_send, now()) + make_interval(secs => ${1 / perSecond})
    returning next_send - make_interval(secs => ${1 / perSecond}) as turn`.execute(tx);
  return rows[0]?.turn ?? new Date();
}

/** Releases a claimed message whose sending was not started. */
export async function releaseClaim(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('messages').set({ send_started: null }).where('id', '=', id).execute();
}

/** Records that a message was sent or may have been sent. @param externalId its id at the gateway */
export async function markSent(
  db: Db,
  id: number,
  status: 'sent' | 'unknown',
  externalId: string | null,
): Promise<void> {
  await sql`
    update messages set status = ${status}, data_source_message_id = ${externalId}, fault = null, attempts = attempts + 1
    where id = ${id} and status = 'pending'`.execute(db);
}

/** Records a failed attempt. @param retryInSeconds null: no retry, the message has failed */
export async function recordSendFailure(
  db: Db,
  id: number,
  errorCode: string,
  retryInSeconds: number | null,
): Promise<void> {
  await sql`
    update messages set fault = ${errorCode}, attempts = attempts + 1, send_started = null,
      status = case when ${retryInSeconds}::float8 is null then 'failed' else 'pending' end,
      next_attempt = now() + make_interval(secs => ${retryInSeconds}::float8)
    where id = ${id} and status = 'pending'`.execute(db);
}

/** How often sending was attempted. */
export async function readAttempts(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('messages').select('attempts').where('id', '=', id).executeTakeFirst();
  return row?.attempts ?? 0;
}

/** Records a receipt by the gateway's id. A message that counts as sent may still fail. */
export async function recordReceiptByExternalId(
  db: Db,
  source: string,
  externalId: string,
  status: 'sent' | 'failed',
) {
  await sql`
    update messages set status = ${status}
    where direction = 'outgoing' and data_source = ${source} and data_source_message_id = ${externalId}
      and status in ('sent', 'unknown')`.execute(db);
}

/** Records a receipt by the stored message's id. */
export async function recordReceiptByMessageId(
  db: Db,
  source: string,
  id: number,
  status: 'sent' | 'failed',
) {
  await sql`
    update messages set status = ${status}
    where direction = 'outgoing' and data_source = ${source} and id = ${id} and status in ('sent', 'unknown')`.execute(
    db,
  );
}

/** Ids of messages that were claimed within three days and have no receipt, oldest first. */
export async function findAwaitingReceipt(db: Db, source: string, maxMessages: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where direction = 'outgoing' and data_source = ${source} and status = 'unknown'
      and send_started > now() - interval '3 days'
    order by send_started, id limit ${maxMessages}`.execute(db);
  return rows.map((row) => row.id);
}

/** Assigns a source to a message that has none. */
export async function assignSourceToMessage(tx: Tx, id: number, source: string): Promise<void> {
  await sql`update messages set data_source = ${source} where id = ${id} and data_source is null`.execute(tx);
}

/** The number that a message goes to, as it is dialled; undefined for other recipients. */
export async function readRecipientNumber(tx: Tx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ normalized_contact: string }>`
    select contacts.normalized_contact from messages join contacts on contacts.id = messages.contact_id
    where messages.id = ${id} and contacts.type = 'phone'`.execute(tx);
  return rows[0]?.normalized_contact;
}

/**
 * Assigns sources to pending text messages that have none.
 * @param local the source for numbers without a country code; undefined: they wait
 */
export async function assignSourceToTexts(
  tx: Tx,
  { international, local }: { international: string | undefined; local: string | undefined },
): Promise<void> {
  await sql`
    update messages
    set data_source = case when contacts.normalized_contact like '+%' then ${international ?? null}::text else ${local ?? null}::text end
    from contacts
    where contacts.id = messages.contact_id and messages.type = 'sms' and messages.data_source is null and ${isWaiting}`.execute(
    tx,
  );
}

/** Whether there may be messages for the job that is done every minute: pending ones, confirmation codes, or processed ones. */
export async function hasMessagesToMaintain(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from messages where status = 'pending' and direction = 'outgoing')
      or exists (select from messages where is_confirmation)
      or exists (select from incoming_queue where payload is null and received < now() - interval '30 days') as has`.execute(
    tx,
  );
  return rows[0]?.has ?? false;
}

/** Sources that have messages due. */
export async function findSourcesWithPending(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ data_source: string }>`
    select distinct data_source from messages where data_source is not null and ${isWaiting}`.execute(tx);
  return rows.map((row) => row.data_source);
}

/**
 * Expires messages that could not be sent within three days, since a late reply confuses more than it helps. Messages whose sending
 * was interrupted by a crash become `unknown`, since they may have been sent. Expired confirmation codes are cleared.
 */
export async function expireOutgoing(tx: Tx): Promise<void> {
  await sql`
    update messages set status = 'expired'
    where is_confirmation and status = 'pending' and send_started is null
      and created <= now() - make_interval(secs => ${limits.confirmationCode.ttlSeconds}::float8)`.execute(
    tx,
  );
  // Codes on simulated phones have the status `sent` from the start.
  await sql`
    update messages set message = ''
    where is_confirmation and message <> '' and status <> 'pending'
      and created <= now() - make_interval(secs => ${limits.confirmationCode.ttlSeconds}::float8)`.execute(
    tx,
  );
  await sql`delete from messages where is_confirmation and created < now() - interval '1 day'`.execute(tx);
  await sql`
    update messages set status = 'expired'
    where status = 'pending' and direction = 'outgoing' and outbox_id is null and type <> 'email'
      and send_started is null and created < now() - interval '3 days'`.execute(tx);
  await sql`
    update messages set status = 'unknown'
    where status = 'pending' and direction = 'outgoing' and send_started < now() - interval '5 minutes'`.execute(
    tx,
  );
}
