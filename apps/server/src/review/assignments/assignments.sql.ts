/** Queries about assignments of posts. */
import { limits } from '@waypost/contract/common/limits';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';
import { mayReview } from '../reviewers.sql.ts';

/** A change of an assignment. */
export type AssignmentRow = Selectable<Tables['post_assignments']>;

/** The latest changes of a post, the newest first. */
export const readAssignments = (tx: Tx, postId: number): Promise<AssignmentRow[]> =>
  tx
    .selectFrom('post_assignments')
    .selectAll()
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .limit(limits.listedAssignments)
    .execute();

/** Who the post is assigned to; null: nobody. */
export const findAssignee = async (tx: Tx, postId: number): Promise<number | null> =>
  (
    await tx
      .selectFrom('post_assignments')
      .select('user_id')
      .where('post_id', '=', postId)
      .where('is_current', '=', true)
      .executeTakeFirst()
  )?.user_id ?? null;

/** Stores a change, which is the current one then. @param userId null: nobody */
export async function insertAssignment(
  tx: Tx,
  postId: number,
  userId: number | null,
  assignedBy: number | null,
): Promise<void> {
  await tx
    .updateTable('post_assignments')
    .set({ is_current: false })
    .where('post_id', '=', postId)
    .where('is_current', '=', true)
    .execute();
  await tx
    .insertInto('post_assignments')
    .values({ post_id: postId, user_id: userId, assigned_by: assignedBy })
    .execute();
}

/** Condition on `posts`: not assigned to another member, who may still review it. */
export const isNotAssignedToOthers = (userId: number | null): RawBuilder<boolean> => sql`not exists (
  select from post_assignments where post_assignments.post_id = posts.id and post_assignments.is_current
    and post_assignments.user_id <> ${userId ?? 0} and ${mayReview(sql`post_assignments.user_id`)})`;

/** Number of waiting posts that are assigned to the user. @param condition on `posts`: which of them count */
export async function countAssignedPosts(
  tx: Tx,
  userId: number | null,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from post_assignments join posts on posts.id = post_assignments.post_id
    where post_assignments.is_current and post_assignments.user_id = ${userId} and posts.status = 'draft'
      and ${condition}`.execute(tx);
  return rows[0]?.count ?? 0;
}
