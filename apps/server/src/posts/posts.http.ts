/** The addresses of single posts. Lists and maps are in `browse`. */

import type { PostInput } from '@waypost/contract/posts/posts';
import * as contract from '@waypost/contract/posts/posts';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { runIdempotent } from '../kernel/http/idempotency.ts';
import { type Handler, type MountContext, route, routeWithPreCheck } from '../kernel/http/route.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { batchCreate } from './create/batch-create.ts';
import { createPost } from './create/create-post.ts';
import { deletePost } from './edit/delete-post.ts';
import { updatePost } from './edit/update-post.ts';
import type { PostEnricher } from './post-details.ts';
import { postPrivileges } from './posts.rules.ts';
import { viewPost } from './posts.view.ts';
import { readAuthorizedPost } from './read-authorized-post.ts';
import { insertSenders } from './senders/senders.sql.ts';
import { createHoldCheck, createVisitorGate, type SenderContext } from './senders/visitors.ts';
import { viewWrittenPost } from './view-written-post.ts';

/** A post that nobody has begun: whether it can be made is decided once it is in a survey. */
const newPostAccess = (viewer: Viewer) => ({
  user_id: viewer.id,
  status: 'draft' as const,
  published_to: [],
});

/** A visitor's report may have to wait for the team, whatever was asked for; it is told as any that waits. */
async function createPostOrHold(
  tx: Tx,
  viewer: Viewer,
  input: PostInput,
  arrival: SenderContext,
): Promise<number> {
  const { senderHash: sender, addressHash: address } = arrival;
  if (sender === null) return createPost(tx, viewer, input);
  const held = (await createHoldCheck(tx))(arrival, input);
  const id = await createPost(tx, viewer, held === null ? input : { ...input, status: 'draft' }, address);
  await insertSenders(tx, [{ post_id: id, sender, held }]);
  return id;
}

export function mountPosts(mount: MountContext, store: FileStore, enrich: PostEnricher): void {
  route(mount, contract.readPostPrivileges, async ({ viewer }) => ({
    allowed_privileges: postPrivileges(viewer, newPostAccess(viewer), undefined),
  }));
  route(mount, contract.readPost, async ({ tx, viewer, urls, params }) => {
    const found = await readAuthorizedPost(tx, viewer, params.id, 'read', 'refused');
    const [known = found] = await enrich(tx, viewer, [found]);
    return viewPost(viewer, urls, known);
  });
  const report: Handler<typeof contract.createPost, SenderContext> = async ({
    tx,
    viewer,
    urls,
    body,
    idempotencyKey,
    prepared,
  }) => {
    const create = () => createPostOrHold(tx, viewer, body, prepared);
    const id =
      idempotencyKey === undefined
        ? await create()
        : await runIdempotent(tx, viewer, { operation: 'posts', key: idempotencyKey, body }, create);
    return viewWrittenPost(tx, viewer, urls, id, enrich);
  };
  routeWithPreCheck(mount, contract.createPost, createVisitorGate(mount), report, batchCreate(mount, enrich));
  route(mount, contract.updatePost, async ({ tx, viewer, urls, params, body }) => {
    await updatePost(tx, viewer, params.id, body);
    return viewWrittenPost(tx, viewer, urls, params.id, enrich);
  });
  route(mount, contract.deletePost, async ({ tx, viewer, urls, params, txHooks }) =>
    viewPost(viewer, urls, await deletePost(tx, viewer, params.id, { store, outcome: txHooks })),
  );
}
