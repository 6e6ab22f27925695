/** The verification record of posts. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0151-post-verifications';

export async function up(tx: Tx): Promise<void> {
  await sql`
    create table post_verifications (
      id bigint generated always as identity primary key,
      post_id bigint not null references posts on delete cascade,
      user_id bigint references users on delete set null,
      status text not null,
      sources integer,
      evidence text,
      note text,
      created timestamptz not null default now(),
      withdrawn timestamptz,
      withdrawn_by bigint references users on delete set null,
      -- The latest entry that is not withdrawn.
      is_current boolean not null default false,
      constraint post_verifications_status_check check (status in ('unverified', 'verified', 'disputed', 'false'))
    )`.execute(tx);
  await sql`create unique index post_verifications_current on post_verifications (post_id) include (status, sources)
    where is_current`.execute(tx);
  await sql`create index post_verifications_by_post on post_verifications (post_id, id)`.execute(tx);
  await sql`create index post_verifications_by_status on post_verifications (status, post_id) where is_current`.execute(
    tx,
  );
  await sql`create index post_verifications_by_user on post_verifications (user_id)`.execute(tx);
  await sql`create index post_verifications_by_withdrawer on post_verifications (withdrawn_by)`.execute(tx);
}
