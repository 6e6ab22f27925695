/** Queries of the stored configuration: what differs from the defaults, one row per group. */
import { sql } from 'kysely';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';

/** The JSON value of a row. */
export type StoredSettings = Record<string, unknown>;

/** Reads all rows at once: there are only a handful, and most requests need several. */
async function readAllSettings(tx: Tx): Promise<ReadonlyMap<string, StoredSettings>> {
  const rows = await tx.selectFrom('settings').select(['name', 'value']).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** What a transaction has read, until it changes or locks a row. */
const readsByTransaction = new WeakMap<Tx, ReturnType<typeof readAllSettings>>();

/** The stored values of some names, in their order; empty objects for missing rows. */
export async function readStoredGroups(tx: Tx, names: readonly string[]): Promise<StoredSettings[]> {
  const read = readsByTransaction.get(tx) ?? readAllSettings(tx);
  readsByTransaction.set(tx, read);
  const stored = await read;
  return names.map((name) => stored.get(name) ?? {});
}

/** The stored value of a name; an empty object if there is none. */
export const readStoredGroup = async (tx: Tx, name: string): Promise<StoredSettings> =>
  (await readStoredGroups(tx, [name]))[0] ?? {};

/**
 * Serializes changes of a name until the end of the transaction. Call it before the stored value is read, since what was read
 * earlier may be replaced by another change. A name has no row before it is stored first, so no row is locked.
 */
export async function lockStoredGroup(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settings ${name}`}, 5115))`.execute(tx);
  readsByTransaction.delete(tx);
}

/** Replaces the stored value of a name. */
export async function replaceStoredGroup(tx: Tx, name: string, value: StoredSettings): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value, updated = now()`.execute(tx);
  readsByTransaction.delete(tx);
}

/** Merges keys into the stored value; top-level keys are replaced whole. */
export async function mergeStoredGroup(tx: Tx, name: string, change: StoredSettings): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(change)}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value, updated = now()`.execute(tx);
  readsByTransaction.delete(tx);
}

/** Computes the public location of all posts again. Called when the location precision has changed. */
export async function remaskAllPosts(tx: Tx): Promise<void> {
  await disableStatementTimeout(tx);
  await sql`select mask_places_and_times(array(select id from posts))`.execute(tx);
}

/** Updates the logo's URL if it points to a stored file that was moved. */
export async function replaceLogoPath(tx: Tx, oldPath: string, newPath: string): Promise<void> {
  await sql`
    update settings set value = jsonb_set(value, '{image_header}', to_jsonb(replace(value->>'image_header', ${oldPath}, ${newPath})))
    where name = 'site' and right(value->>'image_header', length(${oldPath})) = ${oldPath}`.execute(tx);
  readsByTransaction.delete(tx);
}
