/** Assignments in the format of the API. */
import type { PostAssignment } from '@waypost/contract/review/assignments';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../../kernel/http/api-format.ts';
import { findUserNames } from '../../users/users.public.ts';
import { viewMember } from '../team-member.view.ts';
import { readAssignments } from './assignments.sql.ts';

/** The assignment of a post, and its history. */
export async function viewAssignment(tx: Tx, urls: UrlBuilder, postId: number): Promise<PostAssignment> {
  const rows = await readAssignments(tx, postId);
  const names = await findUserNames(
    tx,
    rows.flatMap((row) => [row.user_id, row.assigned_by]),
  );
  const current = rows.find((row) => row.is_current);
  return {
    post_id: postId,
    user: viewMember(urls, current?.user_id ?? null, names),
    history: rows.map((row) => ({
      id: row.id,
      user: viewMember(urls, row.user_id, names),
      assigned_by: viewMember(urls, row.assigned_by, names),
      created: toApiDate(row.created),
    })),
  };
}
