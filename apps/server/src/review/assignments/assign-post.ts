/** Assigns a post to a member of the team. */
import type { EndpointRequest } from '@waypost/contract/common/endpoint';
import type * as contract from '@waypost/contract/review/assignments';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { lockReviewedPost } from '../require-reviewed-post.ts';
import { readReviewers } from '../reviewers.sql.ts';
import { findAssignee, insertAssignment } from './assignments.sql.ts';

/**
 * Assigns a post. Nothing is stored when it is assigned to them already.
 * @param input null for nobody; read once the rights are checked
 * @throws Problem 404 without such a post; ValidationError at `/user` for an account that may not review it
 */
export async function assignPost(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  input: EndpointRequest<typeof contract.assignPost>['body'],
): Promise<void> {
  await lockReviewedPost(tx, viewer, postId);
  const { user: userId } = input;
  if (userId !== null && (await readReviewers(tx, [userId])).length === 0)
    throw validationError('posts', 'user', 'exists', { value: userId });
  const before = await findAssignee(tx, postId);
  if (before === userId) return;
  await insertAssignment(tx, postId, userId, viewer.id);
  await recordChange(tx, viewer, {
    action: 'update',
    subject: 'posts',
    id: postId,
    details: { changed: ['assignee'], before, after: userId },
  });
}
