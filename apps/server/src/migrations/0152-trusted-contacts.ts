/** Contacts whose reports are published at once. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0152-trusted-contacts';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table contacts add column trusted boolean not null default false`.execute(tx);
}
