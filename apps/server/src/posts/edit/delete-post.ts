/** Deleting a post. */
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { discardMediaOfPosts, type MediaPlace } from '../../media/media.public.ts';
import { releaseOwnLockOrThrow } from '../locks/lock-post.ts';
import type { PostDetails } from '../post-details.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { deletePostRow, lockPostRow } from './write-posts.sql.ts';

/**
 * Deletes a post with its answers, its revisions, and the pictures that belong to it.
 * @returns the post as it was
 * @throws Faults at `/title` when somebody else is working on it
 */
export async function deletePost(
  tx: Tx,
  viewer: Viewer,
  id: number,
  mediaStorage: MediaPlace,
): Promise<PostDetails> {
  await lockPostRow(tx, id);
  const details = await readAuthorizedPost(tx, viewer, id, 'delete');
  await releaseOwnLockOrThrow(tx, viewer, id);
  await discardMediaOfPosts(tx, [id], mediaStorage);
  await deletePostRow(tx, id);
  return details;
}
