/** The addresses of single posts. Lists and maps are in `browse`. */

import type { PostInput } from '@waypost/contract/posts';
import * as contract from '@waypost/contract/posts';
import type { Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { once } from '../kernel/once.ts';
import { type Handler, type Mount, route, routeGated } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import type { Complete } from './known-post.ts';
import { postPrivileges } from './posts.rules.ts';
import { viewPost } from './posts.view.ts';
import { postFor } from './read-posts.ts';
import { reportsTogether } from './reports-together.ts';
import { insertSenders } from './senders.sql.ts';
import { updatePost } from './update-post.ts';
import { type Arrival, gateOfVisitors, holdingOf } from './visitors.ts';
import { viewWritten } from './written-post.ts';

/** A post that nobody has begun: whether it can be made is decided once it is in a survey. */
const empty = (viewer: Viewer) => ({ user_id: viewer.id, status: 'draft' as const, published_to: [] });

/** A visitor's report may have to wait for the team, whatever was asked for; it is told as any that waits. */
async function createArrived(tx: Tx, viewer: Viewer, input: PostInput, arrival: Arrival): Promise<number> {
  const { sender, address } = arrival;
  if (sender === null) return createPost(tx, viewer, input);
  const held = (await holdingOf(tx))(arrival, input);
  const id = await createPost(tx, viewer, held === null ? input : { ...input, status: 'draft' }, address);
  await insertSenders(tx, [{ post_id: id, sender, held }]);
  return id;
}

export function mountPosts(mount: Mount, store: FileStore, complete: Complete): void {
  route(mount, contract.postPrivileges, async ({ viewer }) => ({
    allowed_privileges: postPrivileges(viewer, empty(viewer), undefined),
  }));
  route(mount, contract.readPost, async ({ tx, viewer, addresses, params }) => {
    const found = await postFor(tx, viewer, params.id, 'read', 'refused');
    const [known = found] = await complete(tx, viewer, [found]);
    return viewPost(viewer, addresses, known);
  });
  const report: Handler<typeof contract.createPost, Arrival> = async ({
    tx,
    viewer,
    addresses,
    body,
    idempotencyKey,
    prepared,
  }) => {
    const create = () => createArrived(tx, viewer, body, prepared);
    const id =
      idempotencyKey === undefined
        ? await create()
        : await once(tx, viewer, { name: 'posts', key: idempotencyKey, body }, create);
    return viewWritten(tx, viewer, addresses, id, complete);
  };
  routeGated(mount, contract.createPost, gateOfVisitors(mount), report, reportsTogether(mount, complete));
  route(mount, contract.updatePost, async ({ tx, viewer, addresses, params, body }) => {
    await updatePost(tx, viewer, params.id, body);
    return viewWritten(tx, viewer, addresses, params.id, complete);
  });
  route(mount, contract.deletePost, async ({ tx, viewer, addresses, params, outcome }) =>
    viewPost(viewer, addresses, await deletePost(tx, viewer, params.id, { store, outcome })),
  );
}
