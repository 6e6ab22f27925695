/** The addresses of single posts. Lists and maps are in `browse`. */

import type { Post } from '@waypost/contract/posts';
import * as contract from '@waypost/contract/posts';
import type { Tx } from '../kernel/db.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { readKnownPosts } from './known-post.ts';
import { isReadable, postPrivileges } from './posts.rules.ts';
import { viewPost } from './posts.view.ts';
import { postFor } from './read-posts.ts';
import { updatePost } from './update-post.ts';

/** A post that was just written; null, which is answered 204, when the writer may not read it (wire 1.3). */
async function written(tx: Tx, viewer: Viewer, addresses: Addresses, id: number): Promise<Post | null> {
  const [known] = await readKnownPosts(tx, viewer, [id]);
  return known && isReadable(viewer, known.post) ? viewPost(viewer, addresses, known) : null;
}

/** A post that nobody has begun: whether it can be made is decided once it is in a survey. */
const empty = (viewer: Viewer) => ({ user_id: viewer.id, status: 'draft' as const, published_to: [] });

export function mountPosts(mount: Mount): void {
  route(mount, contract.postPrivileges, async ({ viewer }) => ({
    allowed_privileges: postPrivileges(viewer, empty(viewer), undefined),
  }));
  route(mount, contract.readPost, async ({ tx, viewer, addresses, params }) =>
    viewPost(viewer, addresses, await postFor(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.createPost, async ({ tx, viewer, addresses, body }) =>
    written(tx, viewer, addresses, await createPost(tx, viewer, body)),
  );
  route(mount, contract.updatePost, async ({ tx, viewer, addresses, params, body }) => {
    await updatePost(tx, viewer, params.id, body);
    return written(tx, viewer, addresses, params.id);
  });
  route(mount, contract.deletePost, async ({ tx, viewer, addresses, params }) =>
    viewPost(viewer, addresses, await deletePost(tx, viewer, params.id)),
  );
}
