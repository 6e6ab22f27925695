/** Configuration as it is stored: what differs from the defaults, one row a group. */
import { sql } from 'kysely';
import { type Tx, takeTime } from '../kernel/db.ts';

export type Stored = Record<string, unknown>;

/** What is stored of a group; nothing is an empty object. */
export async function readStored(tx: Tx, name: string): Promise<Stored> {
  const row = await tx.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? {};
}

/** Lays keys over what is stored, top level by top level. */
export async function mergeStored(tx: Tx, name: string, change: Stored): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(change)}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value, updated = now()`.execute(tx);
}

/** Works out anew what the public is shown of every post; for when the precision of places changed. */
export async function maskEveryPost(tx: Tx): Promise<void> {
  await takeTime(tx);
  await sql`select mask_posts(array(select id from posts))`.execute(tx);
}
