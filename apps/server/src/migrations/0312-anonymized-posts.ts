/**
 * Posts that were anonymized, with the version that they had: earlier ones cannot be restored.
 * Places of anonymized posts that are stored as the public sees them, and whether the public sees them where that depends on the number of
 * senders, who are not known any more. Rules that leave exact places and times to the team: existing ones do, since nobody agreed to lose
 * them.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0312-anonymized-posts';

export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table posts add column anonymized_revision integer,
      add column sender_removed boolean not null default false`.execute(tx);
  await sql`alter table post_places add column is_masked boolean not null default false`.execute(tx);
  await sql`alter table post_places add column is_shown boolean not null default false`.execute(tx);
  await sql`alter table post_retention_rules add column keep_exact boolean not null default false`.execute(
    tx,
  );
  await sql`update post_retention_rules set keep_exact = true where action = 'anonymize'`.execute(tx);
}
