/** Checks that the viewer may review a post. */
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { lockPostRows, type PostDetails, readAuthorizedPost } from '../posts/posts.public.ts';

/** Reads a post that the viewer may review. @throws Problem 404 when there is none */
export const requireReviewedPost = (tx: Tx, viewer: Viewer, id: number): Promise<PostDetails> =>
  readAuthorizedPost(tx, viewer, id, 'read_full');

/** The same, and locks the row of the post, so that changes of what belongs to it come one after another. */
export async function lockReviewedPost(tx: Tx, viewer: Viewer, id: number): Promise<PostDetails> {
  const locked = await lockPostRows(tx, [id], 'update');
  if (locked.length === 0) throw notFound('posts', id);
  return requireReviewedPost(tx, viewer, id);
}
