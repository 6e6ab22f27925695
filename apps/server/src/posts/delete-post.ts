/** Deleting a post. */
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { discardMediaOfPosts, type MediaPlace } from '../media/media.public.ts';
import type { KnownPost } from './known-post.ts';
import { endOwnLock } from './lock-post.ts';
import { postFor } from './read-posts.ts';
import { deletePostRow, lockPost } from './write-posts.sql.ts';

/**
 * Deletes a post with its answers, its revisions, and the pictures that belong to it.
 * @returns the post as it was
 * @throws Faults at `/title` when somebody else is working on it
 */
export async function deletePost(tx: Tx, viewer: Viewer, id: number, place: MediaPlace): Promise<KnownPost> {
  await lockPost(tx, id);
  const known = await postFor(tx, viewer, id, 'delete');
  await endOwnLock(tx, viewer, id);
  await discardMediaOfPosts(tx, [id], place);
  await deletePostRow(tx, id);
  return known;
}
