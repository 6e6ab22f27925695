/**
 * Encrypts secrets that are stored in plain text, when the server starts, since migrations do not have the key: those of a
 * version that did not encrypt them, and those of an older backup. Values that this key cannot decrypt are left as they are; the
 * screens ask to enter them again (docs/decisions/0044).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from './kernel/db/database.ts';
import { rebindStoredSecrets } from './settings/settings.public.ts';
import { encryptPlaintextSettings, type SettingEncryption } from './user-settings/user-settings.public.ts';
import { encryptPlaintextWebhookSecrets } from './webhooks/webhooks.public.ts';

/** Encrypts all plain secrets. @param warn called when the disk space of the plain values could not be cleared */
export async function encryptStoredSecrets(
  db: Db,
  keys: SettingEncryption,
  warn: (line: string) => void,
): Promise<void> {
  const [webhooks, settings] = await inTransaction(db, 'writes', async (tx) => {
    await rebindStoredSecrets(tx, keys.secretBox);
    return [
      await encryptPlaintextWebhookSecrets(tx, keys.secretBox),
      await encryptPlaintextSettings(tx, keys),
    ];
  });
  if (webhooks > 0) await rewriteColumn(db, 'webhooks', 'secret', warn);
  if (settings > 0) await rewriteColumn(db, 'user_settings', 'config_value', warn);
}

/**
 * Writes a table into a new file. An update leaves the old row in the file until its space is reused, and a vacuum keeps rows that any
 * snapshot could read, also one that began after the update. A new type of a column copies the current rows only.
 */
async function rewriteColumn(
  db: Db,
  table: string,
  column: string,
  warn: (line: string) => void,
): Promise<void> {
  await waitForOlderTransactions(db);
  try {
    const [id, value] = [sql.table(table), sql.ref(column)];
    await sql`alter table ${id} alter column ${value} type text using ${value} || ''`.execute(db);
  } catch {
    warn(`Secrets in ${table} are encrypted now. Run "vacuum full ${table}" once to clear the old values.`);
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
