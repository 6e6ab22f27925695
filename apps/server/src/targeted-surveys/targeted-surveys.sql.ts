/** Every query about whom surveys are sent to, and what they answered. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

export type SurveyContactRow = Selectable<Tables['survey_contacts']>;

/** Waiting for an answer, or for what comes after it. */
const activeStates = ['pending', 'received'] as const;

/** Whom a survey was sent to, in that order, with their numbers. */
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

export const hasRecipients = async (tx: Tx, surveyId: number): Promise<boolean> =>
  (await tx
    .selectFrom('survey_contacts')
    .select('id')
    .where('survey_id', '=', surveyId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Which of these numbers are in the middle of a survey, or wait for one. */
export async function findBusyNumbers(tx: Tx, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`
    select distinct number
    from unnest(${numbers}::text[]) as number
    join contacts on contacts.type = 'phone' and contacts.reach = reach_of('phone', number)
    join survey_contacts on survey_contacts.contact_id = contacts.id
    where survey_contacts.state in ('waiting', 'pending', 'received')`.execute(tx);
  return new Set(rows.map((row) => row.number));
}

/**
 * Ends the surveys that these contacts are in the middle of, since another one begins for them. Questions that have not left
 * stay here.
 * @returns who was in which
 */
export async function endActiveSurveys(
  tx: Tx,
  contactIds: readonly number[],
  replacedBySurveyId: number,
): Promise<{ contact_id: number; survey_id: number; message_id: number | null }[]> {
  const { rows } = await sql<{ contact_id: number; survey_id: number; message_id: number | null }>`
    update survey_contacts set state = 'moved', moved_to = ${replacedBySurveyId}
    where contact_id = any(${contactIds}::bigint[]) and state in ('pending', 'received')
    returning contact_id, survey_id, message_id`.execute(tx);
  await sql`
    update messages set status = 'expired'
    where id = any(${rows.flatMap((row) => row.message_id ?? [])}::bigint[]) and status = 'pending'`.execute(
    tx,
  );
  return rows;
}

/** Rows in one statement. */
const insertBatchSize = 1000;

/** Keeps the order. */
export async function insertSurveyContacts(
  tx: Tx,
  rows: readonly Insertable<Tables['survey_contacts']>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += insertBatchSize)
    await tx
      .insertInto('survey_contacts')
      .values(rows.slice(at, at + insertBatchSize))
      .execute();
}

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

/** The survey that a number is in the middle of, kept from others until the transaction ends. */
export const findActiveSurvey = (
  tx: Tx,
  number: string,
): Promise<(SurveyContactRow & { contact: string }) | undefined> =>
  selectWithOpenSurvey(tx)
    .where('contacts.type', '=', 'phone')
    .where('contacts.reach', '=', sql<string>`reach_of('phone', ${number})`)
    .where('survey_contacts.state', 'in', activeStates)
    .orderBy('survey_contacts.id', 'desc')
    .forUpdate('survey_contacts')
    .executeTakeFirst();

/** The survey that a number is asked next, kept from others until the transaction ends. */
export const findNextWaitingSurvey = (
  tx: Tx,
  number: string,
): Promise<(SurveyContactRow & { contact: string }) | undefined> =>
  selectWithOpenSurvey(tx)
    .where('contacts.type', '=', 'phone')
    .where('contacts.reach', '=', sql<string>`reach_of('phone', ${number})`)
    .where('contacts.stopped', 'is', null)
    .where('survey_contacts.state', '=', 'waiting')
    .orderBy('survey_contacts.id')
    .limit(1)
    .forUpdate('survey_contacts')
    .executeTakeFirst();

/** Numbers that wait for a survey and are in the middle of none that could still go on. */
export async function findIdleNumbers(tx: Tx, maxNumbers: number): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select min(contacts.contact) as contact
    from survey_contacts
    join contacts on contacts.id = survey_contacts.contact_id
    join surveys on surveys.id = survey_contacts.survey_id
    where survey_contacts.state = 'waiting' and survey_contacts.post_id is not null
      and not surveys.disabled and contacts.stopped is null
      and not exists (
        select from contacts as same
        join survey_contacts as running on running.contact_id = same.id
        join surveys as asking on asking.id = running.survey_id
        where same.type = contacts.type and same.reach = contacts.reach
          and running.state in ('pending', 'received') and running.post_id is not null and not asking.disabled)
    group by contacts.reach limit ${maxNumbers}`.execute(tx);
  return rows.map((row) => row.contact);
}

/**
 * The survey that STOP ended for a number, if it could still go on: the one that was being asked, not those that waited.
 */
export const findStoppedSurvey = (
  tx: Tx,
  number: string,
  since: Date,
): Promise<(SurveyContactRow & { contact: string }) | undefined> =>
  selectWithOpenSurvey(tx)
    .where('contacts.type', '=', 'phone')
    .where('contacts.reach', '=', sql<string>`reach_of('phone', ${number})`)
    .where('survey_contacts.state', '=', 'stopped')
    .where('survey_contacts.attribute_id', 'is not', null)
    .where('survey_contacts.asked', '>', since)
    .orderBy('survey_contacts.id', 'desc')
    .forUpdate('survey_contacts')
    .executeTakeFirst();

/** Lets surveys that waited when STOP ended them wait again. */
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
    .where('asked', '>', since)
    .execute();
}

/** Ends every survey of these contacts, also those that wait, and keeps what was about to be sent to them. */
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

export const insertReply = async (tx: Tx, reply: Insertable<Tables['survey_replies']>): Promise<void> => {
  await tx
    .insertInto('survey_replies')
    .values(reply)
    .onConflict((on) => on.doNothing())
    .execute();
};

/** What somebody said to a question, in the order in which it was sent, whatever order it came in. */
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

/** The question that was answered last, and when that answer was sent. */
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

/** Those whose question waits for an answer since then or longer; each kept from others until the transaction ends. */
export const findUnansweredSince = (
  tx: Tx,
  since: Date,
  { notReminded, most }: { notReminded: boolean; most: number },
): Promise<(SurveyContactRow & { contact: string })[]> => {
  let waiting = selectWithOpenSurvey(tx)
    .where('survey_contacts.state', 'in', activeStates)
    .where('survey_contacts.asked', '<', since);
  if (notReminded) waiting = waiting.where('survey_contacts.reminded', '=', false);
  return waiting
    .orderBy('survey_contacts.id')
    .limit(most)
    .forUpdate('survey_contacts')
    .skipLocked()
    .execute();
};

/** Numbers that wrote, or were written to, by a data source; the latest first. */
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
