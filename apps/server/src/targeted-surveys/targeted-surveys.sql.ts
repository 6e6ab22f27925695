/** Queries of recipients of targeted surveys and of their replies. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** A recipient of a survey. */
export type SurveyContactRow = Selectable<Tables['survey_contacts']>;

/** States of recipients in the middle of a survey. */
const activeStates = ['pending', 'received'] as const;

/** Recipients of a survey with their numbers, in the order of sending. */
export const readSurveyContacts = (
  tx: Tx,
  surveyId: number,
): Promise<(SurveyContactRow & { contact: string })[]> =>
  tx
    .selectFrom('survey_contacts')
    .innerJoin('contacts', 'contacts.id', 'survey_contacts.contact_id')
    .selectAll('survey_contacts')
    .select('contacts.contact')
    .where('survey_contacts.survey_id', '=', surveyId)
    .orderBy('survey_contacts.id')
    .execute();

/** Whether the survey was sent to anybody. */
export const hasRecipients = async (tx: Tx, surveyId: number): Promise<boolean> =>
  (await tx
    .selectFrom('survey_contacts')
    .select('id')
    .where('survey_id', '=', surveyId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Which of these numbers are in the middle of a survey or wait for one. */
export async function findBusyNumbers(tx: Tx, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`
    select distinct number
    from unnest(${numbers}::text[]) as number
    join contacts on contacts.type = 'phone' and contacts.normalized_contact = normalize_contact('phone', number)
    join survey_contacts on survey_contacts.contact_id = contacts.id
    where survey_contacts.state in ('waiting', 'pending', 'received')`.execute(tx);
  return new Set(rows.map((row) => row.number));
}

/**
 * Ends the active surveys of these contacts because another survey starts. Pending questions are not sent any more.
 * @returns the ended surveys by contact
 */
export async function endActiveSurveys(
  tx: Tx,
  contactIds: readonly number[],
  replacedBySurveyId: number,
): Promise<{ contact_id: number; survey_id: number; message_id: number | null }[]> {
  const { rows } = await sql<{ contact_id: number; survey_id: number; message_id: number | null }>`
    update survey_contacts set state = 'moved', moved_to_survey_id = ${replacedBySurveyId}
    where contact_id = any(${contactIds}::bigint[]) and state in ('pending', 'received')
    returning contact_id, survey_id, message_id`.execute(tx);
  await sql`
    update messages set status = 'expired'
    where id = any(${rows.flatMap((row) => row.message_id ?? [])}::bigint[]) and status = 'pending'`.execute(
    tx,
  );
  return rows;
}

/** Rows per insert statement. */
const insertBatchSize = 1000;

/** Inserts recipients in the given order. */
export async function insertSurveyContacts(
  tx: Tx,
  rows: readonly Insertable<Tables['survey_contacts']>[],
): Promise<void> {
  for (let offset = 0; offset < rows.length; offset += insertBatchSize)
    await tx
      .insertInto('survey_contacts')
      .values(rows.slice(offset, offset + insertBatchSize))
      .execute();
}

/** Changes a recipient. */
export const updateSurveyContact = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['survey_contacts']>,
): Promise<void> => {
  await tx.updateTable('survey_contacts').set(change).where('id', '=', id).execute();
};

const selectWithOpenSurvey = (tx: Tx) =>
  tx
    .selectFrom('survey_contacts')
    .innerJoin('contacts', 'contacts.id', 'survey_contacts.contact_id')
    .innerJoin('surveys', 'surveys.id', 'survey_contacts.survey_id')
    .selectAll('survey_contacts')
    .select('contacts.contact')
    .where('surveys.disabled', '=', false)
    .where('survey_contacts.post_id', 'is not', null);

/** The active survey of a number, locked until the transaction ends. */
export const findActiveSurvey = (
  tx: Tx,
  number: string,
): Promise<(SurveyContactRow & { contact: string }) | undefined> =>
  selectWithOpenSurvey(tx)
    .where('contacts.type', '=', 'phone')
    .where('contacts.normalized_contact', '=', sql<string>`normalize_contact('phone', ${number})`)
    .where('survey_contacts.state', 'in', activeStates)
    .orderBy('survey_contacts.id', 'desc')
    .forUpdate('survey_contacts')
    .executeTakeFirst();

/** The next waiting survey of a number, locked until the transaction ends. */
export const findNextWaitingSurvey = (
  tx: Tx,
  number: string,
): Promise<(SurveyContactRow & { contact: string }) | undefined> =>
  selectWithOpenSurvey(tx)
    .where('contacts.type', '=', 'phone')
    .where('contacts.normalized_contact', '=', sql<string>`normalize_contact('phone', ${number})`)
    .where('contacts.opted_out', 'is', null)
    .where('survey_contacts.state', '=', 'waiting')
    .orderBy('survey_contacts.id')
    .limit(1)
    .forUpdate('survey_contacts')
    .executeTakeFirst();

/** Numbers that wait for a survey and have no active one that can continue. */
export async function findIdleNumbers(tx: Tx, maxNumbers: number): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select min(contacts.contact) as contact
    from survey_contacts
    join contacts on contacts.id = survey_contacts.contact_id
    join surveys on surveys.id = survey_contacts.survey_id
    where survey_contacts.state = 'waiting' and survey_contacts.post_id is not null
      and not surveys.disabled and contacts.opted_out is null
      and not exists (
        select from contacts as same
        join survey_contacts as running on running.contact_id = same.id
        join surveys as asking on asking.id = running.survey_id
        where same.type = contacts.type and same.normalized_contact = contacts.normalized_contact
          and running.state in ('pending', 'received') and running.post_id is not null and not asking.disabled)
    group by contacts.normalized_contact limit ${maxNumbers}`.execute(tx);
  return rows.map((row) => row.contact);
}

/**
 * The survey that STOP ended for a number, if it can continue: the one that was active, not those that waited.
 */
export const findStoppedSurvey = (
  tx: Tx,
  number: string,
  since: Date,
): Promise<(SurveyContactRow & { contact: string }) | undefined> =>
  selectWithOpenSurvey(tx)
    .where('contacts.type', '=', 'phone')
    .where('contacts.normalized_contact', '=', sql<string>`normalize_contact('phone', ${number})`)
    .where('survey_contacts.state', '=', 'stopped')
    .where('survey_contacts.attribute_id', 'is not', null)
    .where('survey_contacts.question_sent', '>', since)
    .orderBy('survey_contacts.id', 'desc')
    .forUpdate('survey_contacts')
    .executeTakeFirst();

/** Sets surveys that were waiting when STOP ended them to waiting again. */
export async function requeueStoppedSurveys(
  tx: Tx,
  contactIds: readonly number[],
  since: Date,
): Promise<void> {
  await tx
    .updateTable('survey_contacts')
    .set({ state: 'waiting' })
    .where('contact_id', 'in', contactIds)
    .where('state', '=', 'stopped')
    .where('attribute_id', 'is', null)
    .where('question_sent', '>', since)
    .execute();
}

/** Stops all surveys of these contacts, active and waiting, and cancels their pending text messages. */
export async function stopSurveys(tx: Tx, contactIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('survey_contacts')
    .set({ state: 'stopped' })
    .where('contact_id', 'in', contactIds)
    .where('state', 'in', ['waiting', ...activeStates])
    .execute();
  await tx
    .updateTable('messages')
    .set({ status: 'cancelled' })
    .where('contact_id', 'in', contactIds)
    .where('type', '=', 'sms')
    .where('direction', '=', 'outgoing')
    .where('status', '=', 'pending')
    .execute();
}

/** Stores which question a message replies to. */
export const insertReply = async (tx: Tx, reply: Insertable<Tables['survey_replies']>): Promise<void> => {
  await tx
    .insertInto('survey_replies')
    .values(reply)
    .onConflict((on) => on.doNothing())
    .execute();
};

/** Texts of a recipient's replies to a question, ordered by the time of sending, not of arrival. */
export async function readReplyTexts(
  tx: Tx,
  surveyContactId: number,
  attributeId: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('survey_replies')
    .innerJoin('messages', 'messages.id', 'survey_replies.message_id')
    .select('messages.message')
    .where('survey_replies.survey_contact_id', '=', surveyContactId)
    .where('survey_replies.attribute_id', '=', attributeId)
    .orderBy(sql`coalesce(messages.datetime, messages.created)`)
    .orderBy('messages.id')
    .execute();
  return rows.map((row) => row.message);
}

/** The question that was replied to last, and when that reply was sent. */
export const findLastReply = (
  tx: Tx,
  surveyContactId: number,
): Promise<{ attribute_id: number; sent: Date } | undefined> =>
  tx
    .selectFrom('survey_replies')
    .innerJoin('messages', 'messages.id', 'survey_replies.message_id')
    .select([
      'survey_replies.attribute_id',
      sql<Date>`coalesce(messages.datetime, messages.created)`.as('sent'),
    ])
    .where('survey_replies.survey_contact_id', '=', surveyContactId)
    .orderBy('messages.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Recipients whose question is unanswered since then or longer, locked until the transaction ends. */
export const findUnansweredSince = (
  tx: Tx,
  since: Date,
  { excludeReminded, maxRows }: { excludeReminded: boolean; maxRows: number },
): Promise<(SurveyContactRow & { contact: string })[]> => {
  let waiting = selectWithOpenSurvey(tx)
    .where('survey_contacts.state', 'in', activeStates)
    .where('survey_contacts.question_sent', '<', since);
  if (excludeReminded) waiting = waiting.where('survey_contacts.reminded', '=', false);
  return waiting
    .orderBy('survey_contacts.id')
    .limit(maxRows)
    .forUpdate('survey_contacts')
    .skipLocked()
    .execute();
};

/** Numbers that sent or received messages by a data source, with their latest message; latest first. */
export async function findSimulatedPhones(tx: Tx, source: string, likePattern: string | null) {
  const { rows } = await sql<{
    contact_id: number;
    contact: string;
    message: string;
    direction: 'incoming' | 'outgoing';
    created: Date;
    code: string | null;
  }>`
    select latest.contact_id, contacts.contact, latest.message, latest.direction, latest.created,
      (select message from messages where messages.contact_id = latest.contact_id and is_confirmation
        and data_source = ${source} and message <> '' order by id desc limit 1) as code
    from (
      select distinct on (contact_id) contact_id, message, direction, created, id
      from messages where data_source = ${source} and type = 'sms' and contact_id is not null
        and not (is_confirmation and message = '')
      order by contact_id, id desc) as latest
    join contacts on contacts.id = latest.contact_id
    where ${likePattern}::text is null or contacts.contact ilike ${likePattern}
    order by latest.id desc limit 100`.execute(tx);
  return rows;
}

/** Whether we write to any of these contacts: a message was sent to it, a survey waits for it, or an account has confirmed it. */
export async function hasMessagesToContacts(tx: Tx, contactIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
        select from messages
        where contact_id = any(${contactIds}::bigint[]) and direction = 'outgoing' and not is_confirmation
          and status in ('pending', 'sent', 'unknown'))
      or exists (
        select from survey_contacts
        where contact_id = any(${contactIds}::bigint[]) and state in ('waiting', 'pending', 'received'))
      or exists (
        select from contacts where id = any(${contactIds}::bigint[]) and user_id is not null and confirmed is not null)
      as has`.execute(tx);
  return rows[0]?.has ?? false;
}

/** Whether a report is under review, locked until the end of the transaction, so that it is not published meanwhile. */
export async function isUnderReview(tx: Tx, postId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('posts')
    .select('status')
    .where('id', '=', postId)
    .forUpdate()
    .executeTakeFirst();
  return row?.status === 'draft';
}
