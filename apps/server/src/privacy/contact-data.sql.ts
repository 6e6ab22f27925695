/** Every query about what is kept of somebody who is reached by a number, an address or a name. */
import type { ContactData, ContactDataCounts } from '@waypost/contract/contact-data';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { endOf, writingsOf } from './same-number.rules.ts';

/** Whom it is about: contacts by how they are written, and an address by which authors and mails are found. */
export interface Subject {
  /** On a type and a contact: `type`, `contact`. */
  isReached: (type: RawBuilder<string>, contact: RawBuilder<string>) => RawBuilder<boolean>;
  email: string | null;
  /** Whether a text that somebody wrote names them: on its own, and not within another word or number. */
  isNamedIn: (text: string) => boolean;
}

const exactly = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** @param inner letters that would make it a part of something else, beside letters and digits */
function namedAlone(text: string, inner = ''): Subject['isNamedIn'] {
  const alone = new RegExp(`(?<![\\p{L}\\p{N}${inner}])${exactly(text)}(?![\\p{L}\\p{N}])`, 'iu');
  return (it) => alone.test(it);
}

/** However they are parted. The longest is that from abroad; one without its country and without a zero ends others, too. */
function numberNamed(writings: readonly string[]): Subject['isNamedIn'] {
  const longest = Math.max(...writings.map((it) => it.length));
  const patterns = writings.map((it) => {
    const parted = it.replace(/\d(?=\d)/g, '$&[\\s().\\-]{0,3}');
    if (it.length === longest) return `(?:00)?${parted}`;
    return it.startsWith('0') ? parted : `(?<!\\d[\\s().\\-]{0,3})${parted}`;
  });
  const any = new RegExp(`(?<!\\d)(?:${patterns.join('|')})(?!\\d)`, 'u');
  return (it) => any.test(it);
}

const isNumber = (text: string) => /^[+\d\s().-]*\d[+\d\s().-]*$/.test(text);

/** Every writing of a number that is asked for, as far as it is certain; none for what is no number. */
export async function readWritings(tx: Tx, text: string): Promise<string[]> {
  if (!isNumber(text)) return [];
  const ending = `%${endOf(text)}`;
  const { rows } = await sql<{ reach: string }>`
    select distinct reach from (
      select reach from contacts where type = 'phone'
      union all
      select reach_of('phone', payload ->> 'from') from arrivals where payload ->> 'type' = 'sms'
    ) as numbers where reach like ${ending}`.execute(tx);
  return writingsOf(
    text,
    rows.map((row) => row.reach),
  );
}

/**
 * A number is the same however it is written; a sender may also be a word, such as a company's name.
 * @param writings of a number
 */
export function subjectOf(text: string, writings: readonly string[]): Subject {
  if (/^[^@\s]+@[^@\s]+$/.test(text)) {
    const email = text.toLowerCase();
    return {
      isReached: (type, contact) => sql<boolean>`(${type} = 'email' and lower(${contact}) = ${email})`,
      email,
      isNamedIn: namedAlone(email, '.%+-'),
    };
  }
  if (writings.length > 0)
    return {
      isReached: (type, contact) =>
        sql<boolean>`(${type} = 'phone' and reach_of('phone', ${contact}) = any(${writings}::text[])
          and ${contact} not like 'erased-%')`,
      email: null,
      isNamedIn: numberNamed(writings),
    };
  return {
    isReached: (type, contact) => sql<boolean>`(
      (${type} = 'twitter' and reach_of('twitter', ${contact}) = reach_of('twitter', ${text}))
      or (${type} = 'phone' and lower(${contact}) = lower(${text})))`,
    email: null,
    isNamedIn: namedAlone(text.replace(/^@/, '')),
  };
}

type Row<K extends keyof ContactData> = ContactData[K] extends (infer R)[] ? R : never;
/** As the database has them. */
type Dated<T, D extends keyof T> = Omit<T, D> & { [K in D]: Extract<T[K], null> | Date };

export type ContactFound = Dated<Row<'contacts'>, 'created' | 'stopped'>;
export type MessageFound = Dated<Row<'messages'>, 'created'>;

const reached = ({ isReached }: Subject) => isReached(sql`contacts.type`, sql`contacts.contact`);

/** The contacts themselves, kept from others until the end of a transaction that writes. */
export async function findContacts(tx: Tx, subject: Subject, lock: 'lock' | 'look'): Promise<ContactFound[]> {
  const { rows } = await sql<ContactFound>`
    select id, type, contact, data_source, user_id, can_notify, stopped, created from contacts
    where ${reached(subject)} order by id ${lock === 'lock' ? sql`for update` : sql``}`.execute(tx);
  return rows;
}

export async function findMessages(tx: Tx, contactIds: readonly number[]): Promise<MessageFound[]> {
  const { rows } = await sql<MessageFound>`
    select id, direction, type, status, title, message, data_source, additional_data, post_id, created from messages
    where contact_id = any(${contactIds}::bigint[]) and not is_confirmation order by id`.execute(tx);
  return rows;
}

/** The type of contact that a message of this kind comes from. */
const senderType = sql<string>`case payload ->> 'type' when 'sms' then 'phone' else payload ->> 'type' end`;
const arriving = ({ isReached }: Subject) =>
  sql<boolean>`(payload is not null and ${isReached(senderType, sql`(payload ->> 'from')`)})`;

export async function findArriving(tx: Tx, subject: Subject): Promise<Dated<Row<'arriving'>, 'arrived'>[]> {
  const { rows } = await sql<Dated<Row<'arriving'>, 'arrived'>>`
    select data_source, arrived, payload as message from arrivals where ${arriving(subject)} order by id`.execute(
    tx,
  );
  return rows;
}

/** An account's own mails, such as a password's, are the account's. */
const mailed = (email: string) =>
  sql<boolean>`(lower(recipient) = ${email} and not exists (select from users where lower(users.email) = ${email}))`;

export async function findMails(tx: Tx, { email }: Subject): Promise<Dated<Row<'mails'>, 'created'>[]> {
  if (email === null) return [];
  const { rows } = await sql<Dated<Row<'mails'>, 'created'>>`
    select subject, created from outbox where ${mailed(email)} order by id`.execute(tx);
  return rows;
}

export async function findSurveys(
  tx: Tx,
  contactIds: readonly number[],
): Promise<Dated<Row<'surveys'>, 'asked'>[]> {
  const { rows } = await sql<Dated<Row<'surveys'>, 'asked'>>`
    select surveys.name as survey, state, asked, post_id
    from survey_contacts join surveys on surveys.id = survey_id
    where contact_id = any(${contactIds}::bigint[]) order by survey_contacts.id`.execute(tx);
  return rows;
}

/** Posts that came from there, and those that name the address as their author's, now or before. */
export async function findPosts(
  tx: Tx,
  { email }: Subject,
  contactIds: readonly number[],
): Promise<{ sent: number[]; authored: number[] }> {
  const sent = await sql<{ id: number }>`
    select id from posts where contact_id = any(${contactIds}::bigint[])
    union select post_id from survey_contacts
      where contact_id = any(${contactIds}::bigint[]) and post_id is not null
    order by id`.execute(tx);
  if (email === null) return { sent: sent.rows.map(({ id }) => id), authored: [] };
  const authored = await sql<{ id: number }>`
    select id from posts where lower(author_email) = ${email}
    union select post_id from post_revisions where lower(replaced ->> 'author_email') = ${email}
    order by id`.execute(tx);
  return { sent: sent.rows.map(({ id }) => id), authored: authored.rows.map(({ id }) => id) };
}

/** Accounts that sign in with it, or named it as theirs. */
export async function countAccounts(
  tx: Tx,
  { email }: Subject,
  contacts: readonly ContactFound[],
): Promise<ContactDataCounts['accounts']> {
  const ids = contacts.flatMap(({ user_id }) => user_id ?? []);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where id = any(${ids}::bigint[]) or lower(email) = ${email}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What has come in and is no message yet; that it came stays known, or it would be brought again. */
export async function forgetArriving(tx: Tx, subject: Subject): Promise<void> {
  await sql`update arrivals set payload = null, fault = null where ${arriving(subject)}`.execute(tx);
}

export async function forgetMails(tx: Tx, { email }: Subject): Promise<void> {
  if (email !== null) await sql`delete from outbox where ${mailed(email)}`.execute(tx);
}

/** Messages say nothing and are nobody's; by its number at the source one that is delivered again is known. */
export async function disownMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    delete from outbox where id in (select outbox_id from messages where id = any(${ids}::bigint[]))`.execute(
    tx,
  );
  await sql`
    update messages set contact_id = null, status = 'archived', fault = null
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** Contacts go, with what they were asked; who wanted to hear nothing stays so, as a hash that tells nobody who. */
export async function deleteContacts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    insert into silenced (hash) select silence_of(type, contact) from contacts
    where id = any(${ids}::bigint[]) and stopped is not null on conflict do nothing`.execute(tx);
  await sql`delete from contacts where id = any(${ids}::bigint[])`.execute(tx);
}
