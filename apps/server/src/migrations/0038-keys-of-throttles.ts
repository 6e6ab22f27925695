/**
 * What is counted by network address is kept under a key that changes every day and is then forgotten: four billion
 * addresses can be hashed one after another, but not without the key.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0038-keys-of-throttles';

const table = sql`
  create table throttle_keys (
    day date primary key,
    key bytea not null
  )`;

export async function up(tx: Tx): Promise<void> {
  await table.execute(tx);
  await sql`delete from throttles`.execute(tx);
}
