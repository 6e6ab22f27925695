/** Who may fetch a stored file is asked by its name, and addresses that lapse are sealed with a key. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0008-stored-files';

export async function up(tx: Tx): Promise<void> {
  await sql`create index media_by_file on media (file)`.execute(tx);
  await sql`create index media_by_thumbnail on media (thumbnail)`.execute(tx);
  const value = JSON.stringify({ key: randomBytes(32).toString('base64url') });
  await sql`insert into settings (name, value) values ('file-seal', ${value}::jsonb)`.execute(tx);
}
