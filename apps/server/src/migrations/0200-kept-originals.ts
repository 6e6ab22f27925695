/** Surveys can keep the originals of pictures that the team covers (docs/decisions/0077). */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0200-kept-originals';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table surveys add column keep_originals boolean not null default false`.execute(tx);
  await sql`alter table media add column kept_original text`.execute(tx);
  await sql`create index media_with_kept_original on media (kept_original) where kept_original is not null`.execute(
    tx,
  );
}
