/**
 * Which reports came from one visitor: a hash with a key that lives for a day, so that those of a day can be told together and
 * nobody can be found by it. And clean-ups of what one sender sent, with what there was before.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0046-senders';

const steps = [
  sql`
  create table post_senders (
    post_id bigint primary key references posts on delete cascade,
    sender bytea not null,
    held text check (held in ('trap', 'pressure', 'always')),
    created timestamptz not null default now()
  )`,
  sql`create index post_senders_by_sender on post_senders (sender)`,
  sql`create index post_senders_by_time on post_senders (created)`,
  sql`
  create table cleanups (
    id bigint generated always as identity primary key,
    user_id bigint references users on delete set null,
    created timestamptz not null default now(),
    undone timestamptz
  )`,
  sql`create index cleanups_by_user on cleanups (user_id)`,
  sql`
  create table cleanup_posts (
    cleanup_id bigint not null references cleanups on delete cascade,
    post_id bigint not null references posts on delete cascade,
    status text not null,
    primary key (cleanup_id, post_id)
  )`,
  sql`create index cleanup_posts_by_post on cleanup_posts (post_id)`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of steps) await step.execute(tx);
}
