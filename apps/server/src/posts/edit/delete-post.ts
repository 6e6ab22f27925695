/** Deletes a post. */
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { deleteMediaOfPosts } from '../../media/media.public.ts';
import { releaseOwnLockOrThrow } from '../locks/lock-post.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts } from '../posts.rules.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { deletePostRow, lockPostRow } from './write-posts.sql.ts';

/**
 * Deletes a post with its answers, its revisions and its media. The audit log names who of the team did it.
 * @returns the post before it was deleted
 * @throws Problem 404, 401 or 403 when the viewer may not delete it; ValidationError at `/title` when somebody else holds
 *   its lock
 */
export async function deletePost(tx: Tx, viewer: Viewer, id: number): Promise<PostDetails> {
  await lockPostRow(tx, id);
  const details = await readAuthorizedPost(tx, viewer, id, 'delete');
  // Who withdraws a report by its receipt may be in danger, and does not wait for the team.
  if (viewer.receiptPostId === null) await releaseOwnLockOrThrow(tx, viewer, id);
  await deleteMediaOfPosts(tx, [id]);
  await deletePostRow(tx, id);
  // The title stays out of the log: it may name a person.
  if (canManagePosts(viewer)) await recordChange(tx, viewer, { action: 'delete', subject: 'posts', id });
  return details;
}
