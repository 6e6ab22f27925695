/**
 * The key of signatures (unsubscribe links, URLs of files, receipts, devices). Databases that were created from the baseline had none, and
 * signed with a constant that everyone knows; those from before it keep theirs.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0311-signing-key';

export async function up(tx: Tx): Promise<void> {
  const value = JSON.stringify({ key: randomBytes(32).toString('base64url') });
  await sql`
    insert into settings (name, value) values ('file-seal', ${value}::jsonb)
    on conflict (name) do update set value = excluded.value || settings.value`.execute(tx);
}
