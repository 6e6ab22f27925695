/** Backups that were made by the clock or by hand, for those who look after the deployment. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0036-backups';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table backups (
      id bigint generated always as identity primary key,
      began timestamptz not null,
      ended timestamptz not null default now(),
      -- Of the file; null when there is none.
      bytes bigint,
      -- Why none was made, in words that name nobody.
      fault text
    );
    create index backups_by_end on backups (ended)`.execute(tx);
}
