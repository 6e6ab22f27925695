/** An index for counting the latest decisions of the review. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0153-decision-counts';

export async function up(tx: Tx): Promise<void> {
  await sql`
    -- Saves that took a post out of the review.
    create index post_revisions_decisions on post_revisions (created) include (user_id)
    where replaced ->> 'status' = 'draft'`.execute(tx);
}
