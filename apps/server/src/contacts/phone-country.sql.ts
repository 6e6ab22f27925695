/** Queries for numbers without a country code, once the country is known. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import { type ContactRow, normalizedAddress } from './contacts.sql.ts';

/** Row of `settings` with the country for which stored numbers were completed. */
const completedRow = 'phone-country';

/** Whether the country of the site is another one than that for which stored numbers were completed. */
export async function hasNumbersToComplete(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select coalesce((select value ->> 'country' from settings where name = 'site'), '')
      <> coalesce((select value ->> 'country' from settings where name = ${completedRow}), '') as has`.execute(
    tx,
  );
  return rows[0]?.has ?? false;
}

/** Records that stored numbers were completed for a country. */
export async function markNumbersCompleted(tx: Tx, country: string): Promise<void> {
  await sql`
    insert into settings (name, value) values (${completedRow}, jsonb_build_object('country', ${country}::text))
    on conflict (name) do update set value = excluded.value`.execute(tx);
}

/** Contacts whose number has neither plus nor letters, by id. */
export async function findNationalContacts(
  tx: Tx,
  afterId: number,
  maxContacts: number,
): Promise<{ id: number; normalized_contact: string }[]> {
  return tx
    .selectFrom('contacts')
    .select(['id', 'normalized_contact'])
    .where('type', '=', 'phone')
    .where('id', '>', afterId)
    .where(sql<boolean>`normalized_contact ~ '^[0-9]{7,15}$'`)
    .orderBy('id')
    .limit(maxContacts)
    .execute();
}

/** The other contacts with a number: of the same owner (`isOwn`), of none, and confirmed ones. Locked. */
export async function lockContactsWithNumber(
  tx: Tx,
  number: string,
): Promise<Pick<ContactRow, 'id' | 'user_id' | 'confirmed'>[]> {
  return tx
    .selectFrom('contacts')
    .select(['id', 'user_id', 'confirmed'])
    .where('type', '=', 'phone')
    .where('normalized_contact', '=', normalizedAddress('phone', number))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Moves everything from one contact to another, and deletes it. */
export async function mergeContact(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`select move_contact_history(${fromId}::bigint, ${toId}::bigint)`.execute(tx);
  await tx.deleteFrom('contacts').where('id', '=', fromId).execute();
}

/**
 * Gives a contact its number with the country code. It is the same phone: a confirmation stays.
 * @param keepsConfirmation false where another account has confirmed the number
 */
export async function completeNumber(
  tx: Tx,
  { id, confirmed }: Pick<ContactRow, 'id' | 'confirmed'>,
  number: string,
  keepsConfirmation: boolean,
): Promise<void> {
  // A trigger revokes the confirmation of a changed number.
  await sql`update contacts set contact = ${number} where id = ${id}`.execute(tx);
  if (confirmed && keepsConfirmation)
    await sql`update contacts set confirmed = ${confirmed} where id = ${id}`.execute(tx);
}
