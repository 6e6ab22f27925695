/** Every query about what is kept of somebody who is reached by a number, an address or a name. */
import type { ContactData, ContactDataCounts } from '@waypost/contract/privacy/contact-data';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { numberVariantsOf, significantDigits } from './phone-number-variants.rules.ts';

/** Whom it is about: contacts by how they are written, and an address by which authors and mails are found. */
export interface DataSubject {
  /** On a type and a contact: `type`, `contact`. */
  matchesContact: (type: RawBuilder<string>, contact: RawBuilder<string>) => RawBuilder<boolean>;
  email: string | null;
  /** Whether a text that somebody wrote names them: on its own, and not within another word or number. */
  isMentionedIn: (text: string) => boolean;
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** @param inner letters that would make it a part of something else, beside letters and digits */
function matchesWholeWord(text: string, inner = ''): DataSubject['isMentionedIn'] {
  const alone = new RegExp(`(?<![\\p{L}\\p{N}${inner}])${escapeRegExp(text)}(?![\\p{L}\\p{N}])`, 'iu');
  return (it) => alone.test(it);
}

/** However they are parted. The longest is that from abroad; one without its country and without a zero ends others, too. */
function matchesPhoneNumber(writings: readonly string[]): DataSubject['isMentionedIn'] {
  const longest = Math.max(...writings.map((it) => it.length));
  const patterns = writings.map((it) => {
    const parted = it.replace(/\d(?=\d)/g, '$&[\\s().\\-]{0,3}');
    if (it.length === longest) return `(?:00)?${parted}`;
    return it.startsWith('0') ? parted : `(?<!\\d[\\s().\\-]{0,3})${parted}`;
  });
  const any = new RegExp(`(?<!\\d)(?:${patterns.join('|')})(?!\\d)`, 'u');
  return (it) => any.test(it);
}

const isPhoneNumber = (text: string) => /^[+\d\s().-]*\d[+\d\s().-]*$/.test(text);

/** Every writing of a number that is asked for, as far as it is certain; none for what is no number. */
export async function findNumberVariants(tx: Tx, text: string): Promise<string[]> {
  if (!isPhoneNumber(text)) return [];
  const ending = `%${significantDigits(text)}`;
  const { rows } = await sql<{ reach: string }>`
    select distinct reach from (
      select reach from contacts where type = 'phone'
      union all
      select reach_of('phone', payload ->> 'from') from arrivals where payload ->> 'type' = 'sms'
    ) as numbers where reach like ${ending}`.execute(tx);
  return numberVariantsOf(
    text,
    rows.map((row) => row.reach),
  );
}

/**
 * A number is the same however it is written; a sender may also be a word, such as a company's name.
 * @param numberVariants of a number
 */
export function createDataSubject(text: string, numberVariants: readonly string[]): DataSubject {
  if (/^[^@\s]+@[^@\s]+$/.test(text)) {
    const email = text.toLowerCase();
    return {
      matchesContact: (type, contact) => sql<boolean>`(${type} = 'email' and lower(${contact}) = ${email})`,
      email,
      isMentionedIn: matchesWholeWord(email, '.%+-'),
    };
  }
  if (numberVariants.length > 0)
    return {
      matchesContact: (type, contact) =>
        sql<boolean>`(${type} = 'phone' and reach_of('phone', ${contact}) = any(${numberVariants}::text[])
          and ${contact} not like 'erased-%')`,
      email: null,
      isMentionedIn: matchesPhoneNumber(numberVariants),
    };
  return {
    matchesContact: (type, contact) => sql<boolean>`(
      (${type} = 'twitter' and reach_of('twitter', ${contact}) = reach_of('twitter', ${text}))
      or (${type} = 'phone' and lower(${contact}) = lower(${text})))`,
    email: null,
    isMentionedIn: matchesWholeWord(text.replace(/^@/, '')),
  };
}

type ContactDataRow<K extends keyof ContactData> = ContactData[K] extends (infer R)[] ? R : never;
/** As the database has them. */
type WithDates<T, D extends keyof T> = Omit<T, D> & { [K in D]: Extract<T[K], null> | Date };

export type SubjectContact = WithDates<ContactDataRow<'contacts'>, 'created' | 'stopped'>;
export type SubjectMessage = WithDates<ContactDataRow<'messages'>, 'created'>;

const isContactOfSubject = ({ matchesContact: isReached }: DataSubject) =>
  isReached(sql`contacts.type`, sql`contacts.contact`);

/** The contacts themselves, kept from others until the end of a transaction that writes. */
export async function findContacts(
  tx: Tx,
  subject: DataSubject,
  lock: 'lock' | 'look',
): Promise<SubjectContact[]> {
  const { rows } = await sql<SubjectContact>`
    select id, type, contact, data_source, user_id, can_notify, stopped, created from contacts
    where ${isContactOfSubject(subject)} order by id ${lock === 'lock' ? sql`for update` : sql``}`.execute(
    tx,
  );
  return rows;
}

export async function findMessages(tx: Tx, contactIds: readonly number[]): Promise<SubjectMessage[]> {
  const { rows } = await sql<SubjectMessage>`
    select id, direction, type, status, title, message, data_source, additional_data, post_id, created from messages
    where contact_id = any(${contactIds}::bigint[]) and not is_confirmation order by id`.execute(tx);
  return rows;
}

/** The type of contact that a message of this kind comes from. */
const senderType = sql<string>`case payload ->> 'type' when 'sms' then 'phone' else payload ->> 'type' end`;
const isQueuedFromSubject = ({ matchesContact: isReached }: DataSubject) =>
  sql<boolean>`(payload is not null and ${isReached(senderType, sql`(payload ->> 'from')`)})`;

export async function findQueuedMessages(
  tx: Tx,
  subject: DataSubject,
): Promise<WithDates<ContactDataRow<'arriving'>, 'arrived'>[]> {
  const { rows } = await sql<WithDates<ContactDataRow<'arriving'>, 'arrived'>>`
    select data_source, arrived, payload as message from arrivals where ${isQueuedFromSubject(subject)} order by id`.execute(
    tx,
  );
  return rows;
}

/** An account's own mails, such as a password's, are the account's. */
const isMailToSubject = (email: string) =>
  sql<boolean>`(lower(recipient) = ${email} and not exists (select from users where lower(users.email) = ${email}))`;

export async function findMails(
  tx: Tx,
  { email }: DataSubject,
): Promise<WithDates<ContactDataRow<'mails'>, 'created'>[]> {
  if (email === null) return [];
  const { rows } = await sql<WithDates<ContactDataRow<'mails'>, 'created'>>`
    select subject, created from outbox where ${isMailToSubject(email)} order by id`.execute(tx);
  return rows;
}

export async function findSurveys(
  tx: Tx,
  contactIds: readonly number[],
): Promise<WithDates<ContactDataRow<'surveys'>, 'asked'>[]> {
  const { rows } = await sql<WithDates<ContactDataRow<'surveys'>, 'asked'>>`
    select surveys.name as survey, state, asked, post_id
    from survey_contacts join surveys on surveys.id = survey_id
    where contact_id = any(${contactIds}::bigint[]) order by survey_contacts.id`.execute(tx);
  return rows;
}

/** Posts that came from there, and those that name the address as their author's, now or before. */
export async function findPosts(
  tx: Tx,
  { email }: DataSubject,
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
  { email }: DataSubject,
  contacts: readonly SubjectContact[],
): Promise<ContactDataCounts['accounts']> {
  const ids = contacts.flatMap(({ user_id }) => user_id ?? []);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where id = any(${ids}::bigint[]) or lower(email) = ${email}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What has come in and is no message yet; that it came stays known, or it would be brought again. */
export async function eraseQueuedMessages(tx: Tx, subject: DataSubject): Promise<void> {
  await sql`update arrivals set payload = null, fault = null where ${isQueuedFromSubject(subject)}`.execute(
    tx,
  );
}

export async function deleteMails(tx: Tx, { email }: DataSubject): Promise<void> {
  if (email !== null) await sql`delete from outbox where ${isMailToSubject(email)}`.execute(tx);
}

/** Messages say nothing and are nobody's; by its number at the source one that is delivered again is known. */
export async function anonymizeMessages(tx: Tx, ids: readonly number[]): Promise<void> {
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
