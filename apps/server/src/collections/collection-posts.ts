/** Adds posts to collections and removes them (API v3 §2.2, "Posts in a collection"). */
import type { Tx } from '../kernel/db/database.ts';
import { notFound, Problem, validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canReadPost, type PostDetails, readAuthorizedPost, readPostDetails } from '../posts/posts.public.ts';
import { containsPost, deletePostOfSet, insertPostOfSet } from './collections.sql.ts';
import { readAuthorizedSet, requireExtensibleCollection } from './save-set.ts';

const postNotFoundError = (id: number) => validationError('posts', 'id', 'exists', { value: id });

/**
 * A post of a collection, if the viewer may read both.
 * @throws Problem 404 when the post is not in the collection
 */
export async function readPostOfCollection(
  tx: Tx,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<PostDetails> {
  await readAuthorizedSet(tx, viewer, 'collection', id, 'read');
  if (!(await containsPost(tx, id, postId))) throw notFound('posts', postId);
  return readAuthorizedPost(tx, viewer, postId, 'read');
}

/**
 * Adds a post to a collection.
 * @param input validated after the viewer's privilege for the collection
 * @throws ValidationError at `/id` when there is no such post; Problem 403 when the viewer may not read it, or may not change the
 *   collection
 */
export async function addPostToCollection(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: { readonly id: number },
): Promise<PostDetails> {
  await requireExtensibleCollection(tx, viewer, id);
  const postId = input.id;
  await readAuthorizedPost(tx, viewer, postId, 'read', 'refused').catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? postNotFoundError(postId) : error;
  });
  await insertPostOfSet(tx, id, postId);
  return readAuthorizedPost(tx, viewer, postId, 'read');
}

/**
 * Removes a post, even one that the viewer may not read any more.
 * @returns the post; null when the viewer may not read it
 * @throws Problem 404 when it is not in the collection
 */
export async function removePostFromCollection(
  tx: Tx,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<PostDetails | null> {
  await readAuthorizedSet(tx, viewer, 'collection', id, 'update');
  if (!(await containsPost(tx, id, postId))) throw notFound('posts', postId);
  await deletePostOfSet(tx, id, postId);
  const [details] = await readPostDetails(tx, viewer, [postId]);
  return details && canReadPost(viewer, details.post) ? details : null;
}
