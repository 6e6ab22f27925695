/**
 * Secrets that are stored in plain are encrypted when the server starts, since only then is its key at hand: those of a version
 * that did not encrypt them, and those that an older backup brought back. What cannot be opened with this key is left as it is;
 * the screens say that it must be entered again (docs/decisions/0044).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from './kernel/db/database.ts';
import { bindStoredSecrets } from './settings/settings.public.ts';
import { type KeptKeys, sealStoredKeys } from './user-settings/user-settings.public.ts';
import { sealStoredWebhooks } from './webhooks/webhooks.public.ts';

/** @param warn told when the space of the plain values could not be cleared */
export async function encryptStoredSecrets(
  db: Db,
  keys: KeptKeys,
  warn: (line: string) => void,
): Promise<void> {
  const [webhooks, settings] = await inTransaction(db, 'writes', async (tx) => {
    await bindStoredSecrets(tx, keys.secretBox);
    return [await sealStoredWebhooks(tx, keys.secretBox), await sealStoredKeys(tx, keys)];
  });
  // An update leaves the old row in the file of its table until the space is used again: a full vacuum writes the file anew.
  const tables = [webhooks > 0 && 'webhooks', settings > 0 && 'user_settings'].filter((it) => it !== false);
  if (tables.length > 0) await waitForOlderSnapshots(db);
  for (const table of tables)
    try {
      await sql`vacuum full ${sql.table(table)}`.execute(db);
    } catch {
      warn(`Secrets in ${table} are encrypted now. Run "vacuum full ${table}" once to clear the old values.`);
    }
}

/**
 * A vacuum keeps what a transaction that began earlier could still read. Waits until every such transaction of this database has
 * ended, 30 seconds at most: a query of that length at the start is nobody's.
 */
async function waitForOlderSnapshots(db: Db): Promise<void> {
  const { rows } = await sql<{
    next: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  const older = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and age(backend_xmin) > age((${rows[0]?.next}::bigint % 4294967296)::text::xid)`;
  for (let tries = 0; tries < 300; tries++) {
    if ((await older.execute(db)).rows[0]?.count === 0) return;
    await sleep(100);
  }
}
