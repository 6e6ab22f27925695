/** Every query about whom surveys are sent to, and what they answered. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Tables } from '../migrations/tables.ts';

export type SurveyContactRow = Selectable<Tables['survey_contacts']>;

/** Waiting for an answer, or for what comes after it. */
const active = ['pending', 'received'] as const;

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

export const hasContacts = async (tx: Tx, surveyId: number): Promise<boolean> =>
  (await tx
    .selectFrom('survey_contacts')
    .select('id')
    .where('survey_id', '=', surveyId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** How many of these numbers are in the middle of a survey. */
export async function countElsewhere(tx: Tx, numbers: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct contacts.reach) as count
    from unnest(${numbers}::text[]) as number
    join contacts on contacts.type = 'phone' and contacts.reach = reach_of('phone', number)
    join survey_contacts on survey_contacts.contact_id = contacts.id
    where survey_contacts.state in ('pending', 'received')`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Ends the surveys that these contacts are in the middle of, since another one begins for them. Questions that have not left
 * stay here.
 * @returns who was in which
 */
export async function takeOver(
  tx: Tx,
  contactIds: readonly number[],
  surveyId: number,
): Promise<{ contact_id: number; survey_id: number; message_id: number | null }[]> {
  const { rows } = await sql<{ contact_id: number; survey_id: number; message_id: number | null }>`
    update survey_contacts set state = 'moved', moved_to = ${surveyId}
    where contact_id = any(${contactIds}::bigint[]) and state in ('pending', 'received')
    returning contact_id, survey_id, message_id`.execute(tx);
  await sql`
    update messages set status = 'expired'
    where id = any(${rows.flatMap((row) => row.message_id ?? [])}::bigint[]) and status = 'pending'`.execute(
    tx,
  );
  return rows;
}

/** @returns its id */
export const insertSurveyContact = async (
  tx: Tx,
  row: Insertable<Tables['survey_contacts']>,
): Promise<number> =>
  (await tx.insertInto('survey_contacts').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const updateSurveyContact = async (
  tx: Tx,
  id: number,
  change: Updateable<Tables['survey_contacts']>,
): Promise<void> => {
  await tx.updateTable('survey_contacts').set(change).where('id', '=', id).execute();
};

const withOpenSurvey = (tx: Tx) =>
  tx
    .selectFrom('survey_contacts')
    .innerJoin('contacts', 'contacts.id', 'survey_contacts.contact_id')
    .innerJoin('surveys', 'surveys.id', 'survey_contacts.survey_id')
    .selectAll('survey_contacts')
    .select('contacts.contact')
    .where('surveys.disabled', '=', false)
    .where('survey_contacts.post_id', 'is not', null);

/** The survey that a number is in the middle of, kept from others until the transaction ends. */
export const findRunning = (
  tx: Tx,
  number: string,
): Promise<(SurveyContactRow & { contact: string }) | undefined> =>
  withOpenSurvey(tx)
    .where('contacts.type', '=', 'phone')
    .where('contacts.reach', '=', sql<string>`reach_of('phone', ${number})`)
    .where('survey_contacts.state', 'in', active)
    .orderBy('survey_contacts.id', 'desc')
    .forUpdate('survey_contacts')
    .executeTakeFirst();

/** The survey that STOP ended last for a number, if it could still go on. */
export const findStopped = (
  tx: Tx,
  number: string,
  since: Date,
): Promise<(SurveyContactRow & { contact: string }) | undefined> =>
  withOpenSurvey(tx)
    .where('contacts.type', '=', 'phone')
    .where('contacts.reach', '=', sql<string>`reach_of('phone', ${number})`)
    .where('survey_contacts.state', '=', 'stopped')
    .where('survey_contacts.asked', '>', since)
    .orderBy('survey_contacts.id', 'desc')
    .forUpdate('survey_contacts')
    .executeTakeFirst();

/** Ends every survey of these contacts, and keeps what was about to be sent to them. */
export async function stopAll(tx: Tx, contactIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('survey_contacts')
    .set({ state: 'stopped' })
    .where('contact_id', 'in', contactIds)
    .where('state', 'in', active)
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
export async function readReplies(tx: Tx, surveyContactId: number, attributeId: number): Promise<string[]> {
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
export const findWaitingSince = (
  tx: Tx,
  since: Date,
  { notReminded, most }: { notReminded: boolean; most: number },
): Promise<(SurveyContactRow & { contact: string })[]> => {
  let waiting = withOpenSurvey(tx)
    .where('survey_contacts.state', 'in', active)
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
export async function findPhones(tx: Tx, source: string, part: string | null) {
  const { rows } = await sql<{
    contact_id: number;
    contact: string;
    message: string;
    direction: 'incoming' | 'outgoing';
    created: Date;
  }>`
    select latest.contact_id, contacts.contact, latest.message, latest.direction, latest.created
    from (
      select distinct on (contact_id) contact_id, message, direction, created, id
      from messages where data_source = ${source} and type = 'sms' and contact_id is not null
      order by contact_id, id desc) as latest
    join contacts on contacts.id = latest.contact_id
    where ${part}::text is null or contacts.contact ilike ${part}
    order by latest.id desc limit 100`.execute(tx);
  return rows;
}
