/** Queries for confirmation codes, and for the ownership of numbers and addresses. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';
import { type ContactRow, findContact, normalizedAddress } from './contacts.sql.ts';

/** What a code confirms: a contact, or the login e-mail address of an account. */
export interface CodeSubject {
  kind: 'contact' | 'account';
  /** Id of the contact or account. */
  id: number;
  /** The account that claims the address. */
  accountId: number;
  type: ContactRow['type'];
  address: string;
}

/** A row of `confirmation_codes`. */
export type CodeRow = Selectable<Tables['confirmation_codes']>;

const subjectColumn = ({ kind }: CodeSubject) => (kind === 'contact' ? 'contact_id' : 'user_id');

/**
 * Locks what a code is for until the end of the transaction, in the order in which a change of the contact or account locks:
 * the address, the row, then its code. Before the code is read or written; any other order ends in deadlocks.
 * @returns false where the row is gone, or has another address by now
 */
export async function lockCodeSubject(tx: Tx, subject: CodeSubject): Promise<boolean> {
  const { kind, id, type, address } = subject;
  if (kind === 'account') {
    const { rows } = await sql<{ same: boolean }>`
      select lower(email) = lower(${address}) as same from users where id = ${id} for no key update`.execute(
      tx,
    );
    return rows[0]?.same === true;
  }
  await lockAddress(tx, type, address);
  const { rows } = await sql<{ same: boolean }>`
    select type = ${type} and normalized_contact = normalize_contact(${type}, ${address}) as same from contacts
    where id = ${id} for update`.execute(tx);
  return rows[0]?.same === true;
}

/** The code that was sent last, locked until the end of the transaction. */
export const findConfirmationCode = (tx: Tx, subject: CodeSubject): Promise<CodeRow | undefined> =>
  tx
    .selectFrom('confirmation_codes')
    .selectAll()
    .where(subjectColumn(subject), '=', subject.id)
    .forUpdate()
    .executeTakeFirst();

/** Stores a new code in place of the previous one. @returns when it expires */
export async function upsertConfirmationCode(
  tx: Tx,
  subject: CodeSubject,
  mac: Buffer,
  expiresInSeconds: number,
): Promise<Date> {
  const expires = sql<Date>`now() + make_interval(secs => ${expiresInSeconds})`;
  const owner = { contact_id: null, user_id: null, [subjectColumn(subject)]: subject.id };
  const row = await tx
    .insertInto('confirmation_codes')
    .values({ ...owner, mac, expires })
    .onConflict((on) =>
      on.column(subjectColumn(subject)).doUpdateSet({ mac, expires, attempts: 0, sent: sql<Date>`now()` }),
    )
    .returning('expires')
    .executeTakeFirstOrThrow();
  return row.expires;
}

/** Counts a wrong code. */
export const countFailedAttempt = async (tx: Tx, id: number): Promise<void> => {
  await sql`update confirmation_codes set attempts = attempts + 1 where id = ${id}`.execute(tx);
};

/** Deletes a code. */
export const deleteConfirmationCode = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('confirmation_codes').where('id', '=', id).execute();
};

/** Whether the recipient at this address has opted out of messages. */
export async function isOptedOut(tx: Tx, { type, address }: CodeSubject): Promise<boolean> {
  const { rows } = await sql<{ hasOptedOut: boolean }>`
    select exists (
      select from contacts where type = ${type} and normalized_contact = normalize_contact(${type}, ${address}) and opted_out is not null
    ) or is_opted_out(${type}, ${address}) as "hasOptedOut"`.execute(tx);
  return rows[0]?.hasOptedOut === true;
}

/** The normalized form of a number or address: the same text for every way to write it. */
export async function readNormalizedAddress(tx: Tx, { type, address }: CodeSubject): Promise<string> {
  const { rows } = await sql<{
    normalized_contact: string;
  }>`select normalize_contact(${type}, ${address}) as normalized_contact`.execute(tx);
  return rows[0]?.normalized_contact ?? address;
}

/** Whether a contact's new address is the old one: the same is dialled, or written to. */
export async function isSameAddress(
  tx: Tx,
  before: ContactRow,
  type: ContactRow['type'],
  address: string,
): Promise<boolean> {
  if (type !== before.type) return false;
  const { rows } = await sql<{ same: boolean }>`
    select normalize_contact(${type}, ${address}) = normalize_contact(${type}, ${before.contact}) as same`.execute(
    tx,
  );
  return rows[0]?.same === true;
}

/** The language that an account has chosen; null: the deployment's. */
export const readRecipientLanguage = async (tx: Tx, userId: number | null): Promise<string | null> => {
  if (userId === null) return null;
  const row = await tx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return row?.language ?? null;
};

/** Whether this is the account's login e-mail address and is confirmed. */
export async function isConfirmedLoginEmail(tx: Tx, userId: number, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_confirmed', 'is not', null)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the login e-mail address of an account as confirmed, if it is this one. */
export async function markLoginEmailConfirmed(tx: Tx, userId: number, email: string): Promise<void> {
  await sql`
    update users set email_confirmed = now()
    where id = ${userId} and lower(email) = ${email.toLowerCase()} and email_confirmed is null`.execute(tx);
}

/** Serializes changes of the owner of an address until the end of the transaction; incoming messages take the same lock. */
const lockAddress = async (tx: Tx, type: ContactRow['type'], address: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(normalize_contact(${type}, ${address}), 5114))`.execute(
    tx,
  );
};

/**
 * Locks a contact until the end of the transaction, before it is read and changed: its address first, then its row, as
 * `lockCodeSubject` does. It does nothing where the contact does not exist.
 */
export async function lockContact(tx: Tx, id: number): Promise<void> {
  for (;;) {
    const before = await findContact(tx, id);
    if (!before) return;
    await sql`savepoint before_lock`.execute(tx);
    await lockAddress(tx, before.type, before.contact);
    const { rows } = await sql<{ same: boolean }>`
      select type = ${before.type} and normalized_contact = ${before.normalized_contact} as same from contacts where id = ${id} for update`.execute(
      tx,
    );
    if (rows[0]?.same !== false) return;
    // Another request changed the address meanwhile. Locks of two addresses at once would end in deadlocks: this one is released.
    await sql`rollback to savepoint before_lock`.execute(tx);
  }
}

/** Cancels running targeted surveys of a contact, and its messages that have not been sent. */
async function cancelPending(tx: Tx, contactId: number): Promise<void> {
  await sql`
    update survey_contacts set state = 'expired'
    where contact_id = ${contactId} and state in ('waiting', 'pending', 'received')`.execute(tx);
  await sql`
    update outbox set state = 'failed', text = null, html = null
    where state = 'waiting' and id in (
      select outbox_id from messages where contact_id = ${contactId} and status = 'pending')`.execute(tx);
  await sql`
    update messages set status = 'cancelled'
    where contact_id = ${contactId} and direction = 'outgoing' and status = 'pending' and send_started is null`.execute(
    tx,
  );
}

/**
 * Confirms a contact. Other accounts' contacts with the same address become unconfirmed and keep their history. The
 * history of the address from the time without an owner moves to this contact.
 * @returns the updated contact
 */
export async function markContactConfirmed(tx: Tx, contact: ContactRow): Promise<ContactRow> {
  const { id, type } = contact;
  await lockAddress(tx, type, contact.contact);
  const normalized_contact = normalizedAddress(type, contact.contact);
  const { rows: others } = await sql<{ id: number }>`
    select id from contacts
    where type = ${type} and normalized_contact = ${normalized_contact} and confirmed is not null and id <> ${id} for update`.execute(
    tx,
  );
  for (const other of others) {
    await cancelPending(tx, other.id);
    await sql`update contacts set confirmed = null, updated = now() where id = ${other.id}`.execute(tx);
  }
  // Locked first, to wait for a message that is being stored for such a row: it would be deleted with the row.
  const { rows: unowned } = await sql<{ id: number }>`
    select id from contacts where type = ${type} and normalized_contact = ${normalized_contact} and user_id is null for update`.execute(
    tx,
  );
  for (const unownedContact of unowned) {
    await sql`select move_contact_history(${unownedContact.id}::bigint, ${id}::bigint)`.execute(tx);
    await tx.deleteFrom('contacts').where('id', '=', unownedContact.id).execute();
  }
  await sql`update contacts set confirmed = now(), updated = now() where id = ${id}`.execute(tx);
  return (await findContact(tx, id)) ?? contact;
}

/**
 * Moves the history of an address to a contact without an owner, since its contact gets another owner or address. Call it
 * before the contact is updated.
 */
export async function detachHistory(tx: Tx, before: ContactRow): Promise<void> {
  await lockAddress(tx, before.type, before.contact);
  const { rows } = await sql<{ has_history: boolean }>`
    select opted_out is not null
      or exists (select from messages where contact_id = contacts.id and not is_confirmation)
      or exists (select from posts where contact_id = contacts.id)
      or exists (select from survey_contacts where contact_id = contacts.id) as has_history
    from contacts where id = ${before.id} for update`.execute(tx);
  if (rows[0]?.has_history !== true) return;
  const { type, contact, data_source, created } = before;
  // When an administrator assigns a contact without an owner to a user, this row must not be found as the new holder of the history.
  if (before.user_id === null)
    await sql`update contacts set type = 'twitter', contact = ${`moving-${before.id}`} where id = ${before.id}`.execute(
      tx,
    );
  await tx
    .insertInto('contacts')
    .values({ type, contact, data_source, created })
    .onConflict((on) => on.columns(['type', 'normalized_contact']).where('user_id', 'is', null).doNothing())
    .execute();
  await sql`
    select move_contact_history(${before.id}::bigint, id) from contacts
    where type = ${type} and normalized_contact = ${normalizedAddress(type, contact)} and user_id is null`.execute(
    tx,
  );
  await sql`update contacts set opted_out = null, seen_message_id = null where id = ${before.id}`.execute(tx);
}
