/** Configuration as it is stored: what differs from the defaults, one row a group. */
import { sql } from 'kysely';
import { readOnce, type Tx, takeTime } from '../kernel/db.ts';

export type Stored = Record<string, unknown>;

/** All that is stored: a handful of rows, of which most requests need more than one. */
async function readAll(tx: Tx): Promise<ReadonlyMap<string, Stored>> {
  const rows = await tx.selectFrom('settings').select(['name', 'value']).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** What is stored under each name, in their order; nothing is an empty object. */
export async function readStoredOf(tx: Tx, names: readonly string[]): Promise<Stored[]> {
  const stored = await readOnce(tx, readAll);
  return names.map((name) => stored.get(name) ?? {});
}

/** What is stored of a group; nothing is an empty object. */
export const readStored = async (tx: Tx, name: string): Promise<Stored> =>
  (await readStoredOf(tx, [name]))[0] ?? {};

/** Takes the place of what was stored. */
export async function replaceStored(tx: Tx, name: string, value: Stored): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value, updated = now()`.execute(tx);
}

/** Lays keys over what is stored, top level by top level. */
export async function mergeStored(tx: Tx, name: string, change: Stored): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(change)}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value, updated = now()`.execute(tx);
}

/** Works out anew where the public sees every post; for when the precision of places changed. */
export async function maskEveryPost(tx: Tx): Promise<void> {
  await takeTime(tx);
  await sql`select mask_places_and_times(array(select id from posts))`.execute(tx);
}

/** Says where the logo lies now, if it lay in this file of the store. */
export async function moveLogo(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update settings set value = jsonb_set(value, '{image_header}', to_jsonb(replace(value->>'image_header', ${from}, ${to})))
    where name = 'site' and right(value->>'image_header', length(${from})) = ${from}`.execute(tx);
}
