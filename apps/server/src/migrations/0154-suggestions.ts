/** What suggestions are learned from, and which revisions have accepted one. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0154-suggestions';

export async function up(tx: Tx): Promise<void> {
  await sql`
    -- The model of this deployment: at most one row.
    create table suggestion_models (
      is_current boolean primary key default true check (is_current),
      trained timestamptz not null default now(),
      posts integer not null,
      seconds double precision not null,
      memory_mb integer not null,
      -- In the order of the weights: kind, id, bias.
      choices jsonb not null,
      tests jsonb not null
    )`.execute(tx);
  await sql`
    -- For each bucket of features the weights of all choices, as 32-bit floats.
    create table suggestion_weights (
      bucket integer primary key,
      weights bytea not null
    )`.execute(tx);
  await sql`
    alter table post_revisions add column suggestion text
    constraint post_revisions_suggestion_check check (suggestion in ('survey', 'category', 'place'))`.execute(
    tx,
  );
}
