/** Notes of the team about posts, and assignments of posts to members of the team. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0150-post-notes';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table post_notes (
      id bigint generated always as identity primary key,
      post_id bigint not null references posts on delete cascade,
      user_id bigint references users on delete set null,
      content text not null,
      created timestamptz not null default now(),
      updated timestamptz,
      -- It can be restored for a while.
      deleted timestamptz
    )`.execute(tx);
  await sql`create index post_notes_by_post on post_notes (post_id, id)`.execute(tx);
  await sql`create index post_notes_by_user on post_notes (user_id)`.execute(tx);
  await sql`create index post_notes_deleted on post_notes (deleted) where deleted is not null`.execute(tx);
  await sql`
    create table post_note_mentions (
      note_id bigint not null references post_notes on delete cascade,
      user_id bigint not null references users on delete cascade,
      primary key (note_id, user_id)
    )`.execute(tx);
  await sql`create index post_note_mentions_by_user on post_note_mentions (user_id)`.execute(tx);
  await sql`
    -- Each change of an assignment; the current one of a post has is_current.
    create table post_assignments (
      id bigint generated always as identity primary key,
      post_id bigint not null references posts on delete cascade,
      -- Null: nobody.
      user_id bigint references users on delete set null,
      assigned_by bigint references users on delete set null,
      created timestamptz not null default now(),
      is_current boolean not null default true
    )`.execute(tx);
  await sql`create unique index post_assignments_current on post_assignments (post_id) where is_current`.execute(
    tx,
  );
  await sql`create index post_assignments_by_post on post_assignments (post_id, id)`.execute(tx);
  await sql`create index post_assignments_by_user on post_assignments (user_id, post_id)`.execute(tx);
  await sql`create index post_assignments_by_assigner on post_assignments (assigned_by)`.execute(tx);
}
