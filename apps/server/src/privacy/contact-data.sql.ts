/** Queries for all data about a person who is identified by a phone number, an e-mail address or a name. */
import type { ContactData, ContactDataCounts } from '@waypost/contract/privacy/contact-data';
import { asciiDigits } from '@waypost/contract/typed-numbers';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { numberVariantsOf, significantDigits } from './phone-number-variants.rules.ts';

/** The person a request is about. */
export interface DataSubject {
  /** SQL condition on the columns of a contact. */
  matchesContact: (type: RawBuilder<string>, contact: RawBuilder<string>) => RawBuilder<boolean>;
  /** E-mail address by which authors and mails are found; null for other kinds of contact. */
  email: string | null;
  /** Whether a text contains the contact as a separate word or number. */
  isMentionedIn: (text: string) => boolean;
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** @param inner characters before the text, besides letters and digits, that make it part of a longer word */
function matchesWholeWord(text: string, inner = ''): DataSubject['isMentionedIn'] {
  const wholeWord = new RegExp(`(?<![\\p{L}\\p{N}${inner}])${escapeRegExp(text)}(?![\\p{L}\\p{N}])`, 'iu');
  return (haystack) => wholeWord.test(haystack);
}

/**
 * Matches any variant of a number, with any separators. The longest variant is the international one. A variant without
 * country code and trunk zero must not be the end of a longer number.
 */
function matchesPhoneNumber(numberVariants: readonly string[]): DataSubject['isMentionedIn'] {
  const digitVariants = numberVariants.map((number) => number.replace('+', ''));
  const maxLength = Math.max(...digitVariants.map((digits) => digits.length));
  const patterns = digitVariants.map((digits) => {
    const pattern = digits.replace(/\d(?=\d)/g, '$&[\\s().\\-]{0,3}');
    if (digits.length === maxLength) return `(?:00)?${pattern}`;
    return digits.startsWith('0') ? pattern : `(?<!\\d[\\s().\\-]{0,3})${pattern}`;
  });
  const anyVariant = new RegExp(`(?<!\\d)(?:${patterns.join('|')})(?!\\d)`, 'u');
  return (haystack) => anyVariant.test(haystack);
}

const isPhoneNumber = (text: string) => /^[+\d\s().-]+$/.test(text) && /\d/.test(text);

/** All unambiguous notations of a phone number, as they are compared; empty for a text that is no number. */
export async function findNumberVariants(tx: Tx, text: string): Promise<string[]> {
  if (!isPhoneNumber(text)) return [];
  const suffixPattern = `%${significantDigits(text)}`;
  const { rows } = await sql<{ normalized_contact: string }>`
    select distinct normalized_contact from (
      select normalized_contact from contacts where type = 'phone'
      union all
      select normalize_contact('phone', payload ->> 'from') from incoming_queue where payload ->> 'type' = 'sms'
    ) as numbers where normalized_contact like ${suffixPattern}`.execute(tx);
  return numberVariantsOf(
    text,
    rows.map((row) => row.normalized_contact),
  );
}

/**
 * Builds the conditions for an e-mail address, a phone number, or a name: a Twitter account, or an alphanumeric SMS sender.
 * @param numberVariants result of `findNumberVariants`
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
        sql<boolean>`(${type} = 'phone' and normalize_contact('phone', ${contact}) = any(${numberVariants}::text[])
          and ${contact} not like 'erased-%')`,
      email: null,
      isMentionedIn: matchesPhoneNumber(numberVariants),
    };
  return {
    matchesContact: (type, contact) => sql<boolean>`(
      (${type} = 'twitter' and normalize_contact('twitter', ${contact}) = normalize_contact('twitter', ${text}))
      or (${type} = 'phone' and lower(${contact}) = lower(${text})))`,
    email: null,
    isMentionedIn: matchesWholeWord(text.replace(/^@/, '')),
  };
}

type ContactDataRow<K extends keyof ContactData> = ContactData[K] extends (infer R)[] ? R : never;
/** A row with dates as the database returns them. */
type WithDates<T, D extends keyof T> = Omit<T, D> & { [K in D]: Extract<T[K], null> | Date };

/** A contact of the data subject. */
export type SubjectContact = WithDates<ContactDataRow<'contacts'>, 'created' | 'stopped'>;
/** A message from or to the data subject. */
export type SubjectMessage = WithDates<ContactDataRow<'messages'>, 'created'>;

const isContactOfSubject = ({ matchesContact }: DataSubject) =>
  matchesContact(sql`contacts.type`, sql`contacts.contact`);

/** Contacts of the data subject. @param lock `lock` locks the rows until the end of the transaction */
export async function findContacts(
  tx: Tx,
  subject: DataSubject,
  lock: 'lock' | 'look',
): Promise<SubjectContact[]> {
  const { rows } = await sql<SubjectContact>`
    select id, type, contact, data_source, user_id, can_notify, opted_out as stopped, created from contacts
    where ${isContactOfSubject(subject)} order by id ${lock === 'lock' ? sql`for update` : sql``}`.execute(
    tx,
  );
  return rows;
}

/** Messages from and to the contacts. */
export async function findMessages(tx: Tx, contactIds: readonly number[]): Promise<SubjectMessage[]> {
  const { rows } = await sql<SubjectMessage>`
    select id, direction, type, status, title, message, data_source, additional_data, post_id, created from messages
    where contact_id = any(${contactIds}::bigint[]) and not is_confirmation order by id`.execute(tx);
  return rows;
}

/** The contact type of the sender of a queued message. */
const senderType = sql<string>`case payload ->> 'type' when 'sms' then 'phone' else payload ->> 'type' end`;
const isQueuedFromSubject = ({ matchesContact }: DataSubject) =>
  sql<boolean>`(payload is not null and ${matchesContact(senderType, sql`(payload ->> 'from')`)})`;

/** Incoming messages of the data subject that are not processed yet. */
export async function findQueuedMessages(
  tx: Tx,
  subject: DataSubject,
): Promise<WithDates<ContactDataRow<'arriving'>, 'arrived'>[]> {
  const { rows } = await sql<WithDates<ContactDataRow<'arriving'>, 'arrived'>>`
    select data_source, received as arrived, payload as message from incoming_queue where ${isQueuedFromSubject(subject)} order by id`.execute(
    tx,
  );
  return rows;
}

/** Mails to an address without an account. Mails to an account, such as password resets, belong to the account. */
const isMailToSubject = (email: string) =>
  sql<boolean>`(lower(recipient) = ${email} and not exists (select from users where lower(users.email) = ${email}))`;

/** Mails to the data subject. */
export async function findMails(
  tx: Tx,
  { email }: DataSubject,
): Promise<WithDates<ContactDataRow<'mails'>, 'created'>[]> {
  if (email === null) return [];
  const { rows } = await sql<WithDates<ContactDataRow<'mails'>, 'created'>>`
    select subject, created from outbox where ${isMailToSubject(email)} order by id`.execute(tx);
  return rows;
}

/** Targeted surveys that were sent to the contacts. */
export async function findSurveys(
  tx: Tx,
  contactIds: readonly number[],
): Promise<WithDates<ContactDataRow<'surveys'>, 'asked'>[]> {
  const { rows } = await sql<WithDates<ContactDataRow<'surveys'>, 'asked'>>`
    select surveys.name as survey, state, question_sent as asked, post_id
    from survey_contacts join surveys on surveys.id = survey_id
    where contact_id = any(${contactIds}::bigint[]) order by survey_contacts.id`.execute(tx);
  return rows;
}

/**
 * Ids of posts created from the contacts' messages, of those with the address as their author's, and of those of somebody else that had it
 * in an earlier version. A post with another address and still the same name is the person's own.
 */
export async function findPosts(
  tx: Tx,
  { email }: DataSubject,
  contactIds: readonly number[],
): Promise<{ sent: number[]; authored: number[]; formerlyAuthored: number[] }> {
  const sent = await sql<{ id: number }>`
    select id from posts where contact_id = any(${contactIds}::bigint[])
    union select post_id from survey_contacts
      where contact_id = any(${contactIds}::bigint[]) and post_id is not null
    order by id`.execute(tx);
  const sentIds = sent.rows.map(({ id }) => id);
  if (email === null) return { sent: sentIds, authored: [], formerlyAuthored: [] };
  const { rows } = await sql<{ id: number; is_former: boolean }>`
    select id, bool_and(is_former) as is_former from (
      select id, false as is_former from posts where lower(author_email) = ${email}
      union select post_id, author_realname is null or author_realname <> coalesce((
          select coalesce(later.replaced ->> 'author_realname', '') from post_revisions as later
          where later.post_id = posts.id and later.revision >= post_revisions.revision and later.replaced ? 'author_realname'
          order by later.revision limit 1), author_realname)
        from post_revisions join posts on posts.id = post_id
        where lower(replaced ->> 'author_email') = ${email}) as authored
    group by id order by id`.execute(tx);
  const idsOf = (isFormer: boolean) =>
    rows.filter(({ is_former }) => is_former === isFormer).map(({ id }) => id);
  return { sent: sentIds, authored: idsOf(false), formerlyAuthored: idsOf(true) };
}

/** The number of accounts that log in with the address, or own one of the contacts. */
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

/** Erases queued incoming messages. The rows stay, or the messages would be fetched again. */
export async function eraseQueuedMessages(tx: Tx, subject: DataSubject): Promise<void> {
  await sql`update incoming_queue set payload = null, fault = null where ${isQueuedFromSubject(subject)}`.execute(
    tx,
  );
}

/** Deletes mails to the data subject. */
export async function deleteMails(tx: Tx, { email }: DataSubject): Promise<void> {
  if (email !== null) await sql`delete from outbox where ${isMailToSubject(email)}`.execute(tx);
}

/** Detaches messages from their contact. The rows stay with their external ids, to recognise repeated deliveries. */
export async function anonymizeMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    delete from outbox where id in (select outbox_id from messages where id = any(${ids}::bigint[]))`.execute(
    tx,
  );
  await sql`
    update messages set contact_id = null, status = 'archived', fault = null
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** Removes quoted mails and signatures, which name people and their addresses, in an update of messages. */
export const withoutQuotedMails = sql`additional_data = nullif(additional_data - 'quoted_text', '{}')`;

/** Messages whose quoted mails are searched at a time. */
const quotesPerPage = 500;

/** A quoted mail whose addresses and numbers do not go over two lines, in Western digits. */
const joinWrappedLines = (text: string): string =>
  asciiDigits(text)
    .split('\n')
    .map((line) => line.replace(/^[>\s]+/, '').trimEnd())
    .join('');

/** Erases quoted mails that name the data subject from the messages of others. */
export async function eraseFromQuotedMails(tx: Tx, { isMentionedIn }: DataSubject): Promise<void> {
  let lastId = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, additional_data ->> 'quoted_text' as text from messages
      where id > ${lastId} and additional_data ? 'quoted_text' order by id limit ${quotesPerPage}`.execute(
      tx,
    );
    const ids = rows
      .filter(({ text }) => [text, joinWrappedLines(text)].some(isMentionedIn))
      .map(({ id }) => id);
    await sql`update messages set ${withoutQuotedMails} where id = any(${ids}::bigint[])`.execute(tx);
    if (rows.length < quotesPerPage) return;
    lastId = rows.at(-1)?.id ?? lastId;
  }
}

/** Deletes contacts with their targeted surveys. Opt-outs stay in force, as hashes of the addresses. */
export async function deleteContacts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    insert into opted_out_contacts (hash) select opt_out_hash(type, contact) from contacts
    where id = any(${ids}::bigint[]) and opted_out is not null on conflict do nothing`.execute(tx);
  await sql`delete from contacts where id = any(${ids}::bigint[])`.execute(tx);
}
