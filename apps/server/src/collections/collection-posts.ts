/** Putting posts into collections and taking them out (wire 2.2, "Posts in a collection"). */
import type { Tx } from '../kernel/db.ts';
import { fault, notFound, Problem, translating } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { isReadable, type KnownPost, postFor, readKnownPosts } from '../posts/posts.public.ts';
import { deletePostOfSet, holdsPost, insertPostOfSet } from './collections.sql.ts';
import { setFor } from './save-set.ts';

const noSuchPost = (id: number) => fault('posts', 'id', 'exists', { value: id });

/**
 * One post in a collection, if the viewer may read both.
 * @throws 404 when the post is not in there
 */
export async function postOfCollection(
  tx: Tx,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<KnownPost> {
  await setFor(tx, viewer, 'collection', id, 'read');
  if (!(await holdsPost(tx, id, postId))) throw notFound('posts', postId);
  return postFor(tx, viewer, postId, 'read');
}

/**
 * @param input judged after the right to the collection
 * @throws Faults at `/id` when there is no such post; 403 when the viewer may not read it
 */
export async function addPost(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: { readonly id: number },
): Promise<KnownPost> {
  await setFor(tx, viewer, 'collection', id, 'update');
  const postId = input.id;
  await postFor(tx, viewer, postId, 'read', 'refused').catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? noSuchPost(postId) : error;
  });
  const promises = {
    set_posts_post_id_fkey: () => noSuchPost(postId),
    set_posts_set_id_fkey: () => notFound('collections', id),
  };
  await translating(promises, () => insertPostOfSet(tx, id, postId));
  return postFor(tx, viewer, postId, 'read');
}

/**
 * Takes a post out, also one that the viewer may not read any more.
 * @returns the post; null when the viewer may not read it
 * @throws 404 when it is not in there
 */
export async function removePost(
  tx: Tx,
  viewer: Viewer,
  id: number,
  postId: number,
): Promise<KnownPost | null> {
  await setFor(tx, viewer, 'collection', id, 'update');
  if (!(await holdsPost(tx, id, postId))) throw notFound('posts', postId);
  await deletePostOfSet(tx, id, postId);
  const [known] = await readKnownPosts(tx, viewer, [postId]);
  return known && isReadable(viewer, known.post) ? known : null;
}
