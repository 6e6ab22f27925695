/** Queries for contacts. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

/** A row of `contacts`. */
export type ContactRow = Selectable<Tables['contacts']>;

/** The contact with this id. */
export const findContact = (tx: Tx, id: number): Promise<ContactRow | undefined> =>
  tx.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();

/** The contacts of these users, by user id. */
export async function findContactsByUserIds(
  tx: Tx,
  userIds: readonly number[],
): Promise<Map<number, ContactRow[]>> {
  const contactsByUserId = new Map<number, ContactRow[]>(userIds.map((id) => [id, []]));
  if (userIds.length === 0) return contactsByUserId;
  const rows = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute();
  for (const row of rows) if (row.user_id !== null) contactsByUserId.get(row.user_id)?.push(row);
  return contactsByUserId;
}

/**
 * SQL for the form of a number or address that is compared and written to: E.164 with a plus, or the national digits if no
 * country code is known. These are two numbers, since a gateway may reach two phones. A sender with letters is a name.
 */
export const normalizedAddress = (type: ContactRow['type'], address: string) =>
  sql<string>`normalize_contact(${type}, ${address})`;

/** SQL: whether a contact of type `phone` has a number that can be dialled; senders may be names, such as `CITYHALL`. */
export const isDialable = sql<boolean>`contacts.normalized_contact ~ '^([+][1-9])?[0-9]+$'`;

/** Whether the contact is a sender of text messages with a name instead of a number: it cannot be answered. */
export const isSenderName = ({
  type,
  normalized_contact,
}: Pick<ContactRow, 'type' | 'normalized_contact'>): boolean =>
  type === 'phone' && !/^(\+[1-9])?\d+$/.test(normalized_contact);

/** Whether an account has added a contact without confirming that it is its own. */
export const isUnconfirmedClaim = ({
  user_id,
  confirmed,
}: Pick<ContactRow, 'user_id' | 'confirmed'>): boolean => user_id !== null && confirmed === null;

/** Contacts that messages from an address belong to: those without an owner and confirmed ones. */
const canHoldMessages = sql<boolean>`(contacts.user_id is null or contacts.confirmed is not null)`;
const confirmedFirst = sql`contacts.confirmed is null, contacts.user_id is not null, contacts.id`;

/** The contact of an account, or of none, with this address. */
export const findContactOfUser = (
  tx: Tx,
  user_id: number | null,
  { type, contact }: Pick<ContactRow, 'type' | 'contact'>,
): Promise<ContactRow | undefined> =>
  tx
    .selectFrom('contacts')
    .selectAll()
    .where('type', '=', type)
    .where('normalized_contact', '=', normalizedAddress(type, contact))
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .executeTakeFirst();

/**
 * Adds a contact. Contacts of other accounts with the same address are not changed.
 * @returns the new contact; if another request has added the same one meanwhile, that
 */
export const insertContact = (
  tx: Tx,
  contact: Insertable<Tables['contacts']> & { user_id: number | null },
): Promise<ContactRow> =>
  tx
    .insertInto('contacts')
    .values(contact)
    .onConflict((on) => on.constraint('contacts_unique').doUpdateSet({ type: contact.type }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** The contact that messages from an address belong to: the confirmed one, else one without an owner, inserted if missing. */
export async function findOrCreateContact(
  tx: Tx,
  type: ContactRow['type'],
  address: string,
  dataSource: string | null,
): Promise<ContactRow> {
  const contact = type === 'email' ? address.toLowerCase() : address;
  const existing = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('type', '=', type)
    .where('normalized_contact', '=', normalizedAddress(type, contact))
    .where(canHoldMessages)
    .orderBy(confirmedFirst)
    .executeTakeFirst();
  if (existing) return existing;
  return tx
    .insertInto('contacts')
    .values({ type, contact, data_source: dataSource })
    .onConflict((on) =>
      on.columns(['type', 'normalized_contact']).where('user_id', 'is', null).doUpdateSet({ type }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The contacts that messages from these numbers belong to, in the same order. Missing ones are inserted without an owner.
 * @param dataSources for inserted contacts: the data source through which each number wrote first
 */
export async function findOrCreateContactsByNumbers(
  tx: Tx,
  numbers: readonly string[],
  dataSources: readonly (string | null)[] = numbers.map(() => null),
): Promise<ContactRow[]> {
  await sql`
    insert into contacts (type, contact, data_source)
    select 'phone', number, data_source from unnest(${numbers}::text[], ${dataSources}::text[]) as asked (number, data_source)
    where not exists (
      select from contacts
      where contacts.type = 'phone' and contacts.normalized_contact = normalize_contact('phone', number) and ${canHoldMessages})
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<ContactRow>`
    select known.* from unnest(${numbers}::text[]) with ordinality as asked (number, place)
    cross join lateral (
      select * from contacts
      where type = 'phone' and normalized_contact = normalize_contact('phone', number) and ${canHoldMessages}
      order by ${confirmedFirst} limit 1) as known
    order by place`.execute(tx);
  return rows;
}

/** All contacts with a number, of any owner, unconfirmed claims last. */
export const findContactsByNumber = (tx: Tx, number: string): Promise<ContactRow[]> =>
  tx
    .selectFrom('contacts')
    .selectAll()
    .where('type', '=', 'phone')
    .where('normalized_contact', '=', normalizedAddress('phone', number))
    .orderBy(confirmedFirst)
    .execute();

/** Those of the numbers that have opted out of messages. */
export async function findOptedOutNumbers(tx: Tx, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${numbers}::text[]) with ordinality as asked (number, place)
    where exists (
      select from contacts where type = 'phone' and normalized_contact = normalize_contact('phone', number) and opted_out is not null)
    order by place`.execute(tx);
  return rows.map((row) => row.number);
}

/** Sets when contacts opted out of messages; null: they opted in again. */
export const setContactsOptedOut = async (
  tx: Tx,
  ids: readonly number[],
  optedOutAt: Date | null,
): Promise<void> => {
  await tx.updateTable('contacts').set({ opted_out: optedOutAt }).where('id', 'in', ids).execute();
};

/** Serializes the handling of messages of one number until the end of the transaction. */
export const lockPhoneNumber = async (tx: Tx, number: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(normalize_contact('phone', ${number}), 5114))`.execute(
    tx,
  );
};

/** Updates a contact. @throws Problem 404 when it does not exist */
export const updateContactRow = (
  tx: Tx,
  id: number,
  change: Updateable<Tables['contacts']>,
): Promise<ContactRow> =>
  tx
    .updateTable('contacts')
    .set({ ...change, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('contacts', id));

/** Switches off notifications to a contact. */
export const disableNotifications = async (tx: Tx, id: number): Promise<void> => {
  await updateContactRow(tx, id, { can_notify: false });
};

/**
 * Deletes a contact. If it has messages, posts or targeted surveys, or has opted out, the row stays without an owner: the
 * team keeps the history, and the opt-out stays in force.
 */
export async function deleteContactRow(tx: Tx, id: number): Promise<void> {
  const isReferenced = sql<boolean>`(
    opted_out is not null or exists (select from messages where contact_id = contacts.id and not is_confirmation)
    or exists (select from posts where contact_id = contacts.id)
    or exists (select from survey_contacts where contact_id = contacts.id))`;
  const hasUnownedTwin = sql<boolean>`exists (
    select from contacts as other where other.user_id is null and other.type = contacts.type and other.normalized_contact = contacts.normalized_contact)`;
  const { numUpdatedRows } = await tx
    .updateTable('contacts')
    .set({ user_id: null, can_notify: false })
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .where(isReferenced)
    .where((row) => row.not(hasUnownedTwin))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await tx.deleteFrom('contacts').where('id', '=', id).execute();
}

interface ContactSearch {
  /** Null: contacts of all owners. */
  ownerId: number | null;
  contact?: string | undefined;
  type?: ContactRow['type'] | undefined;
  data_source?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'contact' | 'type' | 'created' | 'updated' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of contacts, and the total number of matches. */
export async function searchContacts(
  tx: Tx,
  search: ContactSearch,
): Promise<{ results: ContactRow[]; total: number }> {
  let matching = tx.selectFrom('contacts');
  if (search.ownerId !== null) matching = matching.where('user_id', '=', search.ownerId);
  for (const column of ['contact', 'type', 'data_source'] as const) {
    const value = search[column];
    if (value !== undefined) matching = matching.where(column, '=', value);
  }
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let page = matching.selectAll().orderBy(search.orderby ?? 'id', search.order ?? 'asc');
  page = page.orderBy('id').offset(search.offset ?? 0);
  if (search.limit !== undefined) page = page.limit(search.limit);
  return { results: await page.execute(), total };
}

/** Those of the contacts whose messages are published at once. */
export async function findTrustedContacts(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('trusted', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
