/** Deleting a post. */
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { discardMedia, type MediaPlace } from '../media/media.public.ts';
import type { KnownPost } from './known-post.ts';
import { endOwnLock } from './lock-post.ts';
import { readMediaOfPost } from './posts.sql.ts';
import { postFor } from './read-posts.ts';
import { readRevisedMedia } from './revisions.sql.ts';
import { deletePostRow, lockPost } from './write-posts.sql.ts';

/** Pictures that the post shows or, as its revisions know, has shown. */
async function mediaOf(tx: Tx, { post, fields }: KnownPost): Promise<number[]> {
  const keys = fields.attributes.filter((it) => it.type === 'media').map((it) => it.key);
  const revised = post.revision > 1 ? await readRevisedMedia(tx, post.id, keys) : [];
  return [...(await readMediaOfPost(tx, post.id)), ...revised];
}

/**
 * Deletes a post with its answers, its revisions, and the pictures that no other post shows.
 * @returns the post as it was
 * @throws Faults at `/title` when somebody else is working on it
 */
export async function deletePost(tx: Tx, viewer: Viewer, id: number, place: MediaPlace): Promise<KnownPost> {
  await lockPost(tx, id);
  const known = await postFor(tx, viewer, id, 'delete');
  await endOwnLock(tx, viewer, id);
  const media = await mediaOf(tx, known);
  await deletePostRow(tx, id);
  await discardMedia(tx, media, place);
  return known;
}
