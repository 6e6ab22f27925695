/**
 * Encrypts secrets that are stored in plain text, when the server starts, since migrations do not have the key: those of a
 * version that did not encrypt them, and those of an older backup. Values that this key cannot decrypt are left as they are; the
 * screens ask to enter them again (docs/decisions/0044).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from './kernel/db/database.ts';
import { encryptPlaintextAddresses, encryptPlaintextOptions } from './layers/layers.public.ts';
import { mergeStoredGroup, rebindStoredSecrets } from './settings/settings.public.ts';
import { encryptPlaintextSettings, type SettingEncryption } from './user-settings/user-settings.public.ts';
import { encryptPlaintextWebhookSecrets } from './webhooks/webhooks.public.ts';

/** The columns whose secrets earlier versions stored in plain text, by table. */
const secretColumns = { webhooks: 'secret', user_settings: 'config_value', layers: 'data_url' } as const;
type SecretTable = keyof typeof secretColumns;

/**
 * Row of `settings` with the tables whose files may still hold plain values, as `{"webhooks": true}`. It is written with the encryption,
 * so that a start that is killed before the rewrite leaves it to the next one.
 */
const rewriteDueName = 'secret-columns-to-rewrite';

/** Encrypts all plain secrets. @param warn called when the disk space of the plain values could not be cleared */
export async function encryptStoredSecrets(
  db: Db,
  keys: SettingEncryption,
  warn: (line: string) => void,
): Promise<void> {
  const due = await inTransaction(db, 'writes', async (tx) => {
    await rebindStoredSecrets(tx, keys.secretBox);
    const encrypted: Record<SecretTable, number> = {
      webhooks: await encryptPlaintextWebhookSecrets(tx, keys.secretBox),
      user_settings: await encryptPlaintextSettings(tx, keys),
      layers:
        (await encryptPlaintextAddresses(tx, keys.secretBox)) +
        (await encryptPlaintextOptions(tx, keys.secretBox)),
    };
    const tables = Object.keys(secretColumns) as SecretTable[];
    const changed = tables.filter((table) => encrypted[table] > 0);
    if (changed.length > 0)
      await mergeStoredGroup(tx, rewriteDueName, Object.fromEntries(changed.map((table) => [table, true])));
    const stored = await tx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', rewriteDueName)
      .executeTakeFirst();
    return tables.filter((table) => stored?.value[table] === true);
  });
  for (const table of due) {
    await waitForOlderTransactions(db);
    if (!(await rewriteColumn(db, table, warn))) continue;
    await sql`update settings set value = value - ${table}::text where name = ${rewriteDueName}`.execute(db);
  }
  if (due.length > 0) await clearStatistics(db, warn);
}

/**
 * Writes a table into a new file. An update leaves the old row in the file until its space is reused, and a vacuum keeps rows that any
 * snapshot could read, also one that began after the update. A new type of a column copies the current rows only.
 * @returns whether it was written
 */
async function rewriteColumn(db: Db, table: SecretTable, warn: (line: string) => void): Promise<boolean> {
  try {
    const [id, value] = [sql.table(table), sql.ref(secretColumns[table])];
    await sql`alter table ${id} alter column ${value} type text using ${value} || ''`.execute(db);
    return true;
  } catch {
    warn(
      `Secrets in ${table} are encrypted now, but their old values are still on the disk. The next start tries to clear them again.`,
    );
    return false;
  }
}

/**
 * Clears the samples of plain values that PostgreSQL took for its statistics before they were switched off for these columns. The first
 * vacuum removes the old rows, the second one writes the others into a new file.
 */
async function clearStatistics(db: Db, warn: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user`.execute(db);
  try {
    if (rows[0]?.rolsuper !== true) throw new Error('Only the superuser may do this');
    await waitForOlderTransactions(db);
    await sql`vacuum pg_statistic`.execute(db);
    await sql`vacuum full pg_statistic`.execute(db);
  } catch {
    warn(
      'Samples of secrets from before their encryption may be in the statistics of PostgreSQL. Run "vacuum full pg_statistic" once as its superuser.',
    );
  }
}

/** Waits until all older transactions of this database have ended, at most 30 seconds: they would find a rewritten table empty. */
async function waitForOlderTransactions(db: Db): Promise<void> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  const older = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_xmin is not null and xact_start < ${rows[0]?.now}::timestamptz`;
  for (let attempt = 0; attempt < 300; attempt++) {
    if ((await older.execute(db)).rows[0]?.count === 0) return;
    await sleep(100);
  }
}
