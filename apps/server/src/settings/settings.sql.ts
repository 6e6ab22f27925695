/** Configuration as it is stored: what differs from the defaults, one row a group. */
import { sql } from 'kysely';
import { disableStatementTimeout, readOncePerTransaction, type Tx } from '../kernel/db/database.ts';

export type StoredSettings = Record<string, unknown>;

/** All that is stored: a handful of rows, of which most requests need more than one. */
async function readAllSettings(tx: Tx): Promise<ReadonlyMap<string, StoredSettings>> {
  const rows = await tx.selectFrom('settings').select(['name', 'value']).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** What is stored under each name, in their order; nothing is an empty object. */
export async function readStoredGroups(tx: Tx, names: readonly string[]): Promise<StoredSettings[]> {
  const stored = await readOncePerTransaction(tx, readAllSettings);
  return names.map((name) => stored.get(name) ?? {});
}

/** What is stored of a group; nothing is an empty object. */
export const readStoredGroup = async (tx: Tx, name: string): Promise<StoredSettings> =>
  (await readStoredGroups(tx, [name]))[0] ?? {};

/** Takes the place of what was stored. */
export async function replaceStoredGroup(tx: Tx, name: string, value: StoredSettings): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value, updated = now()`.execute(tx);
}

/** Lays keys over what is stored, top level by top level. */
export async function mergeStoredGroup(tx: Tx, name: string, change: StoredSettings): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(change)}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value, updated = now()`.execute(tx);
}

/** Works out anew where the public sees every post; for when the precision of places changed. */
export async function remaskAllPosts(tx: Tx): Promise<void> {
  await disableStatementTimeout(tx);
  await sql`select mask_places_and_times(array(select id from posts))`.execute(tx);
}

/** Says where the logo lies now, if it lay in this file of the store. */
export async function replaceLogoPath(tx: Tx, oldPath: string, newPath: string): Promise<void> {
  await sql`
    update settings set value = jsonb_set(value, '{image_header}', to_jsonb(replace(value->>'image_header', ${oldPath}, ${newPath})))
    where name = 'site' and right(value->>'image_header', length(${oldPath})) = ${oldPath}`.execute(tx);
}
