/**
 * Batches visitors' requests to create posts under high load: those that arrive while others are being stored share one
 * transaction and a fixed number of queries (docs/decisions/0032).
 */
import { randomInt } from 'node:crypto';
import * as contract from '@waypost/contract/posts/posts';
import type { Batchable, BatchableRequest } from '../../kernel/batching/batchable.ts';
import { Batcher } from '../../kernel/batching/batcher.ts';
import { inTransaction, type Tx } from '../../kernel/db/database.ts';
import { Problem } from '../../kernel/http/problem.ts';
import type { MountContext } from '../../kernel/http/route.ts';
import { outageOf } from '../../kernel/outage.ts';
import { requireEndpointAccess } from '../../kernel/security/endpoint-access.ts';
import { anonymousViewer, type Viewer } from '../../kernel/security/viewer.ts';
import type { PostEnricher } from '../post-details.ts';
import type { SenderContext } from '../senders/visitors.ts';
import { type Submission, type SubmitResult, submitPosts } from './submit-posts.ts';

/** Requests handled at the same time, each in its own transaction, before further ones are batched. */
const batchThreshold = 3;
/** Posts stored in one transaction. Limited because other requests wait for its locks. */
const maxBatchSize = 60;
/** Requests that may wait: about as many as are stored in one or two seconds. */
const maxWaiting = 500;

type CreateRequest = BatchableRequest<typeof contract.createPost, SenderContext>;
/** Undefined for a request that has to be handled in a transaction of its own. */
type CreateReply = SubmitResult | { error: unknown } | undefined;

/** The viewer of each request; undefined where the sender may not post, has an account, or nothing may be written. */
async function resolveViewers(
  mount: MountContext,
  tx: Tx,
  requests: readonly CreateRequest[],
): Promise<(Viewer | undefined)[]> {
  const deploymentState = await mount.readDeploymentState(tx);
  if (deploymentState.isUnderMaintenance) return [];
  const viewersByToken = new Map<string | undefined, Viewer | undefined>();
  for (const token of new Set(requests.map((it) => it.token))) {
    const viewer = token === undefined ? anonymousViewer : await mount.authenticate(tx, token);
    try {
      if (viewer) requireEndpointAccess(deploymentState, viewer, contract.createPost);
      viewersByToken.set(
        token,
        viewer?.isSignedIn ? undefined : viewer?.limitedTo(deploymentState.lastVisiblePostId),
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return requests.map((it) => viewersByToken.get(it.token));
}

/** Stores a batch in one transaction. @returns the reply to each request, in order */
const storeBatch = (
  mount: MountContext,
  enrich: PostEnricher,
  requests: readonly CreateRequest[],
): Promise<CreateReply[]> =>
  inTransaction(mount.db, 'writes', async (tx) => {
    const viewers = await resolveViewers(mount, tx, requests);
    const submissions = requests.flatMap((request, index): Submission[] => {
      const viewer = viewers[index];
      return viewer ? [{ ...request, viewer }] : [];
    });
    const results = (await submitPosts(tx, submissions, enrich)).values();
    return requests.map((_, index) => (viewers[index] ? results.next().value : undefined));
  });

/** Handles requests to create posts, in batches where many arrive at once. */
export function batchSubmissions(
  mount: MountContext,
  enrich: PostEnricher,
): Batchable<typeof contract.createPost, SenderContext> {
  let activeCount = 0;
  const batcher = new Batcher<CreateRequest, CreateReply>(async (requests) => {
    try {
      return await storeBatch(mount, enrich, requests);
    } catch (error) {
      // The batch may have been stored: handling each request again could create a post twice. Clients retry with their key.
      if (outageOf(error) !== undefined) return requests.map(() => ({ error }));
      // Its own transaction reports what is wrong with a single request.
      if (requests.length === 1) return [undefined];
      throw error;
    }
  }, maxBatchSize);
  return async (request, handleAlone) => {
    const countAndHandle = async () => {
      activeCount++;
      try {
        return await handleAlone();
      } finally {
        activeCount--;
      }
    };
    const { senderHash, isLong } = request.prepared;
    if (senderHash === null || isLong || (activeCount < batchThreshold && !batcher.isRunning))
      return countAndHandle();
    if (batcher.waitingCount >= maxWaiting) throw new Problem('server.busy').withRetryAfter(randomInt(1, 5));
    const reply = await batcher.enqueue(request);
    if (reply === undefined) return countAndHandle();
    if ('error' in reply) throw reply.error;
    return reply.post;
  };
}
