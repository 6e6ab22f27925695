/** Messages on their way to a gateway. */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../kernel/db/database.ts';

/** A message as providers get it. */
export interface OutgoingRow {
  id: number;
  type: 'sms' | 'email' | 'twitter';
  to: string;
  message: string;
  title: string | null;
  answers: string | null;
}

const outgoingColumns = sql`
  messages.id, messages.type, messages.message, messages.title, contacts.contact as "to",
  (select parents.data_source_message_id from messages as parents where parents.id = messages.parent_id) as answers`;

const isWaiting = sql`
  direction = 'outgoing' and status = 'pending' and outbox_id is null and taken is null
  and (due is null or due <= now())`;

/** Nothing is sent to a number that an account merely claims, but the code by which it is confirmed, and that while it is good. */
const canBeSent = sql`case
  when messages.is_confirmation
    then messages.created > now() - make_interval(secs => ${limits.confirmationCode.ttlSeconds}::float8)
  else exists (
    select from contacts
    where contacts.id = messages.contact_id and (contacts.user_id is null or contacts.confirmed is not null))
  end`;

/**
 * The oldest messages that wait for a source, which are under way from now on: a process that dies before it can say what
 * became of them leaves them so, and nothing is sent twice.
 * @param status what they are meanwhile: `unknown` where nothing more will be heard unless the gateway says it
 */
export async function claimPendingMessages(
  tx: Tx,
  source: string,
  maxMessages: number,
  status: 'pending' | 'unknown',
): Promise<OutgoingRow[]> {
  const { rows } = await sql<OutgoingRow>`
    with next as (
      select id, message from messages where data_source = ${source} and ${isWaiting} and ${canBeSent}
      order by id limit ${maxMessages} for update skip locked),
    taken as (
      update messages set taken = now(), status = ${status} from next where messages.id = next.id
      -- The text as it was before: that of a code is cleared by the update (0065-code-texts.ts).
      returning messages.id, messages.type, next.message, messages.title, messages.contact_id, messages.parent_id)
    select ${outgoingColumns} from taken as messages join contacts on contacts.id = messages.contact_id
    order by messages.id`.execute(tx);
  return rows;
}

/** The time from which the next message may be handed over, which is taken by asking. */
export async function reserveSendSlot(tx: Tx, source: string, perSecond: number): Promise<Date> {
  const { rows } = await sql<{ turn: Date }>`
    insert into data_sources (id, next_send) values (${source}, now() + make_interval(secs => ${1 / perSecond}))
    on conflict (id) do update
      set next_send = greatest(data_sources.next_send, now()) + make_interval(secs => ${1 / perSecond})
    returning next_send - make_interval(secs => ${1 / perSecond}) as turn`.execute(tx);
  return rows[0]?.turn ?? new Date();
}

/** It was not begun after all. */
export async function releaseClaim(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('messages').set({ taken: null }).where('id', '=', id).execute();
}

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

/** @param retryInSeconds seconds until it is tried again; null: never */
export async function recordSendFailure(
  db: Db,
  id: number,
  errorCode: string,
  retryInSeconds: number | null,
): Promise<void> {
  await sql`
    update messages set fault = ${errorCode}, attempts = attempts + 1, taken = null,
      status = case when ${retryInSeconds}::float8 is null then 'failed' else 'pending' end,
      due = now() + make_interval(secs => ${retryInSeconds}::float8)
    where id = ${id} and status = 'pending'`.execute(db);
}

export async function readAttempts(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('messages').select('attempts').where('id', '=', id).executeTakeFirst();
  return row?.attempts ?? 0;
}

/** What a gateway says of messages that were handed to it. What was sent may still turn out to have failed. */
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

/** Handed out within the last three days, and nothing heard of. */
export async function findAwaitingReceipt(db: Db, source: string, maxMessages: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where direction = 'outgoing' and data_source = ${source} and status = 'unknown'
      and taken > now() - interval '3 days'
    order by taken, id limit ${maxMessages}`.execute(db);
  return rows.map((row) => row.id);
}

export async function assignSourceToMessage(tx: Tx, id: number, source: string): Promise<void> {
  await sql`update messages set data_source = ${source} where id = ${id} and data_source is null`.execute(tx);
}

/** Gives text messages that name no source one that can carry them. */
export async function assignSourceToTexts(tx: Tx, source: string): Promise<void> {
  await sql`
    update messages set data_source = ${source}
    where type = 'sms' and data_source is null and ${isWaiting}`.execute(tx);
}

/** Sources that messages wait for now. */
export async function findSourcesWithPending(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ data_source: string }>`
    select distinct data_source from messages where data_source is not null and ${isWaiting}`.execute(tx);
  return rows.map((row) => row.data_source);
}

/**
 * Gives up what nobody could send within three days, since an answer that comes later confuses more than it helps; and what a
 * process left in the middle is `unknown`: it may have left.
 */
export async function expireOutgoing(tx: Tx): Promise<void> {
  await sql`
    update messages set status = 'expired'
    where is_confirmation and status = 'pending' and taken is null
      and created <= now() - make_interval(secs => ${limits.confirmationCode.ttlSeconds}::float8)`.execute(
    tx,
  );
  // On simulated phones they are `sent` from the beginning.
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
      and taken is null and created < now() - interval '3 days'`.execute(tx);
  await sql`
    update messages set status = 'unknown'
    where status = 'pending' and direction = 'outgoing' and taken < now() - interval '5 minutes'`.execute(tx);
}
