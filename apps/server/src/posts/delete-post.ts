/** Deleting a post. */
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { KnownPost } from './known-post.ts';
import { postFor } from './read-posts.ts';
import { deletePostRow } from './write-posts.sql.ts';

/**
 * Deletes a post with its answers.
 * @returns the post as it was
 */
export async function deletePost(tx: Tx, viewer: Viewer, id: number): Promise<KnownPost> {
  const known = await postFor(tx, viewer, id, 'delete');
  await deletePostRow(tx, id);
  return known;
}
