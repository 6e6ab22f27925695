/** Rules by which waiting posts are urgent, and the posts that they match. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0155-urgency-rules';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table urgency_rules (
      id bigint generated always as identity primary key,
      kind text not null
        constraint urgency_rules_kind_check check (kind in ('category', 'words', 'survey', 'area', 'age', 'sender')),
      weight integer not null,
      category_id bigint references categories on delete cascade,
      survey_id bigint references surveys on delete cascade,
      -- Of the area.
      name text,
      words text[] not null default '{}',
      -- The words as a query of the search index.
      words_query tsquery,
      lat double precision,
      lon double precision,
      radius_km double precision,
      hours integer,
      -- Posts that were created until then have been checked for their age.
      checked_until timestamptz
    )`.execute(tx);
  await sql`create index urgency_rules_by_category on urgency_rules (category_id)`.execute(tx);
  await sql`create index urgency_rules_by_survey on urgency_rules (survey_id)`.execute(tx);
  await sql`
    -- Waiting posts that any rule matches, computed on write.
    create table post_urgency (
      post_id bigint primary key references posts on delete cascade,
      score integer not null,
      rules bigint[] not null,
      created timestamptz not null
    )`.execute(tx);
  await sql`create index post_urgency_by_score on post_urgency (score desc, created, post_id)`.execute(tx);
  await sql`
    -- When the rules were changed last, and up to which change they are applied. One row.
    create table urgency_state (
      is_current boolean primary key default true check (is_current),
      changed timestamptz not null default now(),
      applied timestamptz not null default now()
    )`.execute(tx);
  await sql`insert into urgency_state default values`.execute(tx);
}
