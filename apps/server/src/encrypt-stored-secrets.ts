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
  // An update leaves the old row in the file of the table until the space is reused: a full vacuum rewrites the file.
  const tables = [webhooks > 0 && 'webhooks', settings > 0 && 'user_settings'].filter(
    (table) => table !== false,
  );
  if (tables.length > 0) await waitForOlderSnapshots(db);
  for (const table of tables)
    try {
      await sql`vacuum full ${sql.table(table)}`.execute(db);
    } catch {
      warn(`Secrets in ${table} are encrypted now. Run "vacuum full ${table}" once to clear the old values.`);
    }
}

/**
 * Waits until all older transactions of this database have ended, at most 30 seconds: a vacuum keeps rows that they could read.
 */
async function waitForOlderSnapshots(db: Db): Promise<void> {
  const { rows } = await sql<{
    next: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  const older = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and age(backend_xmin) > age((${rows[0]?.next}::bigint % 4294967296)::text::xid)`;
  for (let attempt = 0; attempt < 300; attempt++) {
    if ((await older.execute(db)).rows[0]?.count === 0) return;
    await sleep(100);
  }
}
