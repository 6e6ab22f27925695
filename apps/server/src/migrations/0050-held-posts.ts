/** Why a visitor's report was held for the team: kept with the post, after it is forgotten which reports came from one sender. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0050-held-posts';

const steps = [
  sql`
  create table held_posts (
    post_id bigint primary key references posts on delete cascade,
    why text not null check (why in ('trap', 'pressure', 'always'))
  )`,
  sql`insert into held_posts (post_id, why) select post_id, held from post_senders where held is not null`,
];

export async function up(tx: Tx): Promise<void> {
  for (const step of steps) await step.execute(tx);
}
