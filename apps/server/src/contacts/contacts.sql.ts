/** Every query about contacts. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Tables } from '../migrations/tables.ts';

export type ContactRow = Selectable<Tables['contacts']>;

export const findContact = (tx: Tx, id: number): Promise<ContactRow | undefined> =>
  tx.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();

/** The contacts of these people, by person. */
export async function contactsOf(tx: Tx, userIds: readonly number[]): Promise<Map<number, ContactRow[]>> {
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

/** @returns the row that was there already, as it is, if there was one */
export async function insertContact(tx: Tx, contact: Insertable<Tables['contacts']>): Promise<ContactRow> {
  return tx
    .insertInto('contacts')
    .values(contact)
    .onConflict((on) => on.constraint('contacts_once').doUpdateSet({ contact: contact.contact }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The contact that an address is known as, somebody's or nobody's; a new one of nobody when it is not known. */
export async function contactReachedBy(
  tx: Tx,
  type: ContactRow['type'],
  address: string,
  dataSource: string | null,
): Promise<ContactRow> {
  const contact = type === 'email' ? address.toLowerCase() : address;
  const known = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('type', '=', type)
    .where('contact', '=', contact)
    .orderBy('id')
    .executeTakeFirst();
  if (known) return known;
  return tx
    .insertInto('contacts')
    .values({ type, contact, data_source: dataSource })
    .onConflict((on) => on.columns(['type', 'contact']).where('user_id', 'is', null).doUpdateSet({ contact }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

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
    .executeTakeFirstOrThrow();

/** Tells somebody nothing there any more. */
export const stopNotifying = async (tx: Tx, id: number): Promise<void> => {
  await updateContactRow(tx, id, { can_notify: false });
};

export const deleteContactRow = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('contacts').where('id', '=', id).execute();
};

interface ContactSearch {
  /** Null: everybody's. */
  owner: number | null;
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
  if (search.owner !== null) matching = matching.where('user_id', '=', search.owner);
  for (const column of ['contact', 'type', 'data_source'] as const) {
    const wanted = search[column];
    if (wanted !== undefined) matching = matching.where(column, '=', wanted);
  }
  const { total } = await matching
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let page = matching.selectAll().orderBy(search.orderby ?? 'id', search.order ?? 'asc');
  page = page.orderBy('id').offset(search.offset ?? 0);
  if (search.limit !== undefined) page = page.limit(search.limit);
  return { results: await page.execute(), total };
}
