/** Rules that delete posts, or the personal data in them, by survey, status and age. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0165-post-retention-rules';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table post_retention_rules (
      id bigint generated always as identity primary key,
      -- Null: all posts, or those without a survey. A rule of a survey goes with it, and never applies to others.
      survey_id bigint references surveys on delete cascade,
      without_survey boolean not null default false,
      -- Null: any.
      status text check (status in ('published', 'draft', 'archived')),
      action text not null check (action in ('delete', 'anonymize')),
      days integer not null,
      created timestamptz not null default now(),
      check (survey_id is null or not without_survey)
    )`.execute(tx);
  await sql`create index post_retention_rules_by_survey on post_retention_rules (survey_id)`.execute(tx);
}
