/** The review queue: claims of posts, and an index of the posts that wait. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0130-review-claims';

export async function up(tx: Tx): Promise<void> {
  await sql`
    -- A lock that the review queue gave: shorter than others, and only the team sees it.
    alter table post_locks add column is_claim boolean not null default false`.execute(tx);
  await sql`
    create index posts_waiting on posts (created, id) include (survey_id, source)
    where status = 'draft'`.execute(tx);
}
