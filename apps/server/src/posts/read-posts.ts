/** Finding posts that the viewer may see, ready to be shown. */
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type KnownPost, readKnownPosts } from './known-post.ts';
import { isReadable, postPrivileges } from './posts.rules.ts';

/**
 * One post that the viewer may do something with.
 * @param unreadable what to answer for a post that the viewer may not read: `missing` is the answer for one that does not
 *   exist, so that ids tell nothing; `refused` is for the endpoints where the API format demands 401 or 403 (docs/security.md
 *   names them)
 * @throws Problem 404 when there is none, and for `missing`; 401 or 403 when the viewer may read it and do no more
 */
export async function postFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'read_full' | 'update' | 'delete',
  unreadable: 'missing' | 'refused' = 'missing',
): Promise<KnownPost> {
  const [known] = await readKnownPosts(tx, viewer, [id]);
  if (!known) throw notFound('posts', id);
  if (unreadable === 'missing' && !isReadable(viewer, known.post)) throw notFound('posts', id);
  require(viewer, postPrivileges(viewer, known.post, known.survey), privilege, 'posts', id);
  return known;
}
