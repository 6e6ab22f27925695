/** Finding posts that the viewer may see, ready to be shown. */
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type KnownPost, readKnownPosts } from './known-post.ts';
import { postPrivileges } from './posts.rules.ts';

/**
 * One post that the viewer may do something with.
 * @throws 404 when there is none; 401 or 403 when there is one that the viewer may not read (wire 2.1, "Reading one post")
 */
export async function postFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'read_full' | 'update' | 'delete',
): Promise<KnownPost> {
  const [known] = await readKnownPosts(tx, viewer, [id]);
  if (!known) throw notFound('posts', id);
  require(viewer, postPrivileges(viewer, known.post, known.survey), privilege, 'posts', id);
  return known;
}
