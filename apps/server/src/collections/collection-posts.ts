/** Putting posts into collections and taking them out (API v3 §2.2, "Posts in a collection"). */
import type { Tx } from '../kernel/db/database.ts';
import { mapConstraintErrors, notFound, Problem, validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { isReadable, type KnownPost, postFor, readKnownPosts } from '../posts/posts.public.ts';
import { containsPost, deletePostOfSet, insertPostOfSet } from './collections.sql.ts';
import { readAuthorizedSet } from './save-set.ts';

const postNotFoundFault = (id: number) => validationError('posts', 'id', 'exists', { value: id });

/**
 * One post in a collection, if the viewer may read both.
 * @throws 404 when the post is not in there
 */
export async function readPostOfCollection(
  tx: Tx,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<KnownPost> {
  await readAuthorizedSet(tx, viewer, 'collection', id, 'read');
  if (!(await containsPost(tx, id, postId))) throw notFound('posts', postId);
  return postFor(tx, viewer, postId, 'read');
}

/**
 * @param input judged after the right to the collection
 * @throws ValidationError at `/id` when there is no such post; 403 when the viewer may not read it
 */
export async function addPostToCollection(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: { readonly id: number },
): Promise<KnownPost> {
  await readAuthorizedSet(tx, viewer, 'collection', id, 'update');
  const postId = input.id;
  await postFor(tx, viewer, postId, 'read', 'refused').catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? postNotFoundFault(postId) : error;
  });
  const promises = {
    set_posts_post_id_fkey: () => postNotFoundFault(postId),
    set_posts_set_id_fkey: () => notFound('collections', id),
  };
  await mapConstraintErrors(promises, () => insertPostOfSet(tx, id, postId));
  return postFor(tx, viewer, postId, 'read');
}

/**
 * Takes a post out, also one that the viewer may not read any more.
 * @returns the post; null when the viewer may not read it
 * @throws 404 when it is not in there
 */
export async function removePostFromCollection(
  tx: Tx,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<KnownPost | null> {
  await readAuthorizedSet(tx, viewer, 'collection', id, 'update');
  if (!(await containsPost(tx, id, postId))) throw notFound('posts', postId);
  await deletePostOfSet(tx, id, postId);
  const [details] = await readKnownPosts(tx, viewer, [postId]);
  return details && isReadable(viewer, details.post) ? details : null;
}
