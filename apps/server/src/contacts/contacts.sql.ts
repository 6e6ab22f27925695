/** Every query about contacts. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Tables } from '../migrations/tables.ts';

export type ContactRow = Selectable<Tables['contacts']>;

export const findContact = (tx: Tx, id: number): Promise<ContactRow | undefined> =>
  tx.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();

/** The contacts of these people, by person. */
export async function findContactsByUserIds(
  tx: Tx,
  userIds: readonly number[],
): Promise<Map<number, ContactRow[]>> {
  const byPerson = new Map<number, ContactRow[]>(userIds.map((id) => [id, []]));
  if (userIds.length === 0) return byPerson;
  const rows = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute();
  for (const row of rows) if (row.user_id !== null) byPerson.get(row.user_id)?.push(row);
  return byPerson;
}

/** Numbers and addresses are the same however they are written. */
export const normalizedAddress = (type: ContactRow['type'], address: string) =>
  sql<string>`reach_of(${type}, ${address})`;

/** A row that an account has added without showing that the number or address is its own. */
export const isUnconfirmedClaim = ({
  user_id,
  confirmed,
}: Pick<ContactRow, 'user_id' | 'confirmed'>): boolean => user_id !== null && confirmed === null;

/** Rows that messages from a number or address belong to: claims are none. The confirmed one comes first. */
const canHoldMessages = sql<boolean>`(contacts.user_id is null or contacts.confirmed is not null)`;
const confirmedFirst = sql`contacts.confirmed is null, contacts.user_id is not null, contacts.id`;

/**
 * Adds a contact, which is joined to nothing that is there: others' rows of the same number or address stay as they are.
 * @returns the account's own row of it, as it is, if there was one
 */
export async function insertContact(
  tx: Tx,
  contact: Insertable<Tables['contacts']> & { user_id: number | null },
): Promise<ContactRow> {
  const { type, user_id } = contact;
  const own = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('type', '=', type)
    .where('reach', '=', normalizedAddress(type, contact.contact))
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .executeTakeFirst();
  if (own) return own;
  return tx
    .insertInto('contacts')
    .values(contact)
    .onConflict((on) => on.constraint('contacts_once').doUpdateSet({ type }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The contact that messages from an address belong to: its confirmed owner's, else nobody's, which is made where there is none. */
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
    .where('reach', '=', normalizedAddress(type, contact))
    .where(canHoldMessages)
    .orderBy(confirmedFirst)
    .executeTakeFirst();
  if (existing) return existing;
  return tx
    .insertInto('contacts')
    .values({ type, contact, data_source: dataSource })
    .onConflict((on) => on.columns(['type', 'reach']).where('user_id', 'is', null).doUpdateSet({ type }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The contacts of these numbers, in their order; those that are not known become contacts of nobody.
 * @param dataSources by which each wrote first, where that is how they became known
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
      where contacts.type = 'phone' and contacts.reach = reach_of('phone', number) and ${canHoldMessages})
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<ContactRow>`
    select known.* from unnest(${numbers}::text[]) with ordinality as asked (number, place)
    cross join lateral (
      select * from contacts
      where type = 'phone' and reach = reach_of('phone', number) and ${canHoldMessages}
      order by ${confirmedFirst} limit 1) as known
    order by place`.execute(tx);
  return rows;
}

/** Every contact of a number, whosever it is, claims last. */
export const findContactsByNumber = (tx: Tx, number: string): Promise<ContactRow[]> =>
  tx
    .selectFrom('contacts')
    .selectAll()
    .where('type', '=', 'phone')
    .where('reach', '=', normalizedAddress('phone', number))
    .orderBy(confirmedFirst)
    .execute();

/** Which of these numbers want no messages. */
export async function findOptedOutNumbers(tx: Tx, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${numbers}::text[]) with ordinality as asked (number, place)
    where exists (
      select from contacts where type = 'phone' and reach = reach_of('phone', number) and stopped is not null)
    order by place`.execute(tx);
  return rows.map((row) => row.number);
}

/** Somebody wants to hear nothing more there, or something again. */
export const setContactsOptedOut = async (
  tx: Tx,
  ids: readonly number[],
  optedOutAt: Date | null,
): Promise<void> => {
  await tx.updateTable('contacts').set({ stopped: optedOutAt }).where('id', 'in', ids).execute();
};

/** Lets one message of a number through at a time, until the transaction ends. */
export const lockPhoneNumber = async (tx: Tx, number: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(reach_of('phone', ${number}), 5114))`.execute(tx);
};

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

/** Tells somebody nothing there any more. */
export const disableNotifications = async (tx: Tx, id: number): Promise<void> => {
  await updateContactRow(tx, id, { can_notify: false });
};

/**
 * Where something was written to or from there, the number or address stays, as nobody's: a thread is the team's, too.
 * Whoever asked to hear nothing is remembered likewise.
 */
export async function deleteContactRow(tx: Tx, id: number): Promise<void> {
  const isReferenced = sql<boolean>`(
    stopped is not null or exists (select from messages where contact_id = contacts.id and not is_confirmation)
    or exists (select from posts where contact_id = contacts.id)
    or exists (select from survey_contacts where contact_id = contacts.id))`;
  const hasUnownedTwin = sql<boolean>`exists (
    select from contacts as other where other.user_id is null and other.type = contacts.type and other.reach = contacts.reach)`;
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
  /** Null: everybody's. */
  ownerId: number | null;
  contact?: string | undefined;
  type?: ContactRow['type'] | undefined;
  data_source?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  orderby?: 'id' | 'contact' | 'type' | 'created' | 'updated' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of contacts and how many there are in all. */
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
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let page = matching.selectAll().orderBy(search.orderby ?? 'id', search.order ?? 'asc');
  page = page.orderBy('id').offset(search.offset ?? 0);
  if (search.limit !== undefined) page = page.limit(search.limit);
  return { results: await page.execute(), total };
}
