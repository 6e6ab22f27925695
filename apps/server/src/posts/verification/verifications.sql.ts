/** Reads how sure the team is about posts. The record itself is written by the domain `review`. */
import type { PostVerification } from '@waypost/contract/posts/post-verification';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';

/** The verifications that count, by post. */
export async function readCurrentVerifications(
  tx: Tx,
  postIds: readonly number[],
): Promise<Map<number, PostVerification>> {
  const rows = await tx
    .selectFrom('post_verifications')
    .select(['post_id', 'status', 'sources'])
    .where('is_current', '=', true)
    .where('post_id', '=', sql<number>`any(${postIds}::bigint[])`)
    .execute();
  return new Map(rows.map(({ post_id, status, sources }) => [post_id, { status, sources }]));
}

/** Whether anything was verified in this deployment. */
export const hasVerifications = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('post_verifications').select('id').limit(1).executeTakeFirst()) !== undefined;
