/** Bulk changes: one change of many posts, with what is needed to undo it. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0105-bulk-changes';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table bulk_changes (
      id bigint generated always as identity primary key,
      user_id bigint references users on delete set null,
      undo_user_id bigint references users on delete set null,
      action text not null,
      status text,
      set_id bigint references sets on delete set null,
      survey_id bigint references surveys on delete set null,
      state text not null default 'running',
      failure text,
      total integer not null default 0,
      changed integer not null default 0,
      unchanged integer not null default 0,
      failed integer not null default 0,
      undone integer not null default 0,
      kept integer not null default 0,
      created timestamptz not null default now(),
      finished timestamptz
    )`.execute(tx);
  await sql`create index bulk_changes_by_user on bulk_changes (user_id) where user_id is not null`.execute(
    tx,
  );
  await sql`
    create index bulk_changes_by_undo_user on bulk_changes (undo_user_id) where undo_user_id is not null`.execute(
    tx,
  );
  await sql`create index bulk_changes_by_set on bulk_changes (set_id) where set_id is not null`.execute(tx);
  await sql`
    create index bulk_changes_by_survey on bulk_changes (survey_id) where survey_id is not null`.execute(tx);
  // Posts are deleted without their rows here: the failure list names posts that are gone.
  await sql`
    create table bulk_change_posts (
      bulk_change_id bigint not null references bulk_changes on delete cascade,
      post_id bigint not null,
      outcome text not null default 'pending',
      revision integer,
      previous_status text,
      faults jsonb,
      primary key (bulk_change_id, post_id)
    )`.execute(tx);
  await sql`
    create index bulk_change_posts_by_outcome on bulk_change_posts (bulk_change_id, outcome, post_id)`.execute(
    tx,
  );
}
