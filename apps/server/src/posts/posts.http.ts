/** Routes of single posts. Lists and maps are in `browse`. */

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

/** A new post before a survey is chosen, as `GET /posts/privileges` judges it. */
const newPostAccess = (viewer: Viewer) => ({
  user_id: viewer.id,
  status: 'draft' as const,
  published_to: [],
});

/**
 * Creates a post. A visitor's post may be held for review whatever status was requested; the response is that of any post
 * under review.
 */
async function createPostOrHold(
  tx: Tx,
  viewer: Viewer,
  input: PostInput,
  sentBy: SenderContext,
): Promise<number> {
  const { senderHash, addressHash } = sentBy;
  if (senderHash === null) return createPost(tx, viewer, input);
  const held = (await createHoldCheck(tx))(sentBy, input);
  const id = await createPost(tx, viewer, held === null ? input : { ...input, status: 'draft' }, addressHash);
  await insertSenders(tx, [{ post_id: id, sender: senderHash, held }]);
  return id;
}

/** Mounts the routes that read, create, change and delete one post. */
export function mountPosts(mount: MountContext, store: FileStore, enrich: PostEnricher): void {
  route(mount, contract.readPostPrivileges, async ({ viewer }) => ({
    allowed_privileges: postPrivileges(viewer, newPostAccess(viewer), undefined),
  }));
  route(mount, contract.readPost, async ({ tx, viewer, urls, params }) => {
    const details = await readAuthorizedPost(tx, viewer, params.id, 'read', 'refused');
    const [enriched = details] = await enrich(tx, viewer, [details]);
    return viewPost(viewer, urls, enriched);
  });
  const handleCreate: Handler<typeof contract.createPost, SenderContext> = async ({
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
  routeWithPreCheck(
    mount,
    contract.createPost,
    createVisitorGate(mount),
    handleCreate,
    batchCreate(mount, enrich),
  );
  route(mount, contract.updatePost, async ({ tx, viewer, urls, params, body }) => {
    await updatePost(tx, viewer, params.id, body);
    return viewWrittenPost(tx, viewer, urls, params.id, enrich);
  });
  route(mount, contract.deletePost, async ({ tx, viewer, urls, params, txHooks }) =>
    viewPost(viewer, urls, await deletePost(tx, viewer, params.id, { store, outcome: txHooks })),
  );
}
