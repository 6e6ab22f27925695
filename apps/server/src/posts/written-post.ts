/** The answer to whoever wrote a post. */
import type { Post } from '@waypost/contract/posts';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import { type Complete, knownPosts } from './known-post.ts';
import { isReadable } from './posts.rules.ts';
import { readPostRows } from './posts.sql.ts';
import { viewPost } from './posts.view.ts';

/** A post that was just written; null, which is answered 204, when the writer may not read it (wire 1.3). */
export async function viewWritten(
  tx: Tx,
  viewer: Viewer,
  addresses: Addresses,
  id: number,
  complete?: Complete,
): Promise<Post | null> {
  const rows = await readPostRows(tx, [id]);
  if (!rows.some((post) => isReadable(viewer, post))) return null;
  const found = await knownPosts(tx, viewer, [id], rows);
  const [known] = complete ? await complete(tx, viewer, found) : found;
  return known ? viewPost(viewer, addresses, known) : null;
}
