/**
 * Creates visitors' posts in batches under high load: requests that arrive while others are being stored share one
 * transaction and a fixed number of queries (docs/decisions/0032). Requests with special needs are handled one by one.
 */
import { randomInt } from 'node:crypto';
import type { Post, PostInput } from '@waypost/contract/posts/posts';
import * as contract from '@waypost/contract/posts/posts';
import type { Batchable, BatchableRequest } from '../../kernel/batching/batchable.ts';
import { Batcher } from '../../kernel/batching/batcher.ts';
import { inTransaction, type Tx } from '../../kernel/db/database.ts';
import { claimIdempotencyKeys, storeIdempotentResults } from '../../kernel/http/idempotency.ts';
import { Problem } from '../../kernel/http/problem.ts';
import type { MountContext } from '../../kernel/http/route.ts';
import { outageOf } from '../../kernel/outage.ts';
import { requireEndpointAccess } from '../../kernel/security/endpoint-access.ts';
import { anonymousViewer, type Viewer } from '../../kernel/security/viewer.ts';
import { buildClaimant } from '../../media/media.public.ts';
import { readSurvey, readSurveyFields } from '../../surveys/surveys.public.ts';
import { submittedAuthorId, submittedSurveyId } from '../answers/submitted-answers.ts';
import { insertPosts, type NewPostRow } from '../edit/write-posts.sql.ts';
import { type PostEnricher, readPostDetails } from '../post-details.ts';
import { canReadPost, checkStatusChange, postPrivileges } from '../posts.rules.ts';
import { viewPost } from '../posts.view.ts';
import { type HoldReason, insertSenders } from '../senders/senders.sql.ts';
import { createHoldCheck, type SenderContext } from '../senders/visitors.ts';
import { buildPostRow, checkPosts } from './create-posts.ts';

/** Requests handled at the same time, each in its own transaction, before further ones are batched. */
const batchThreshold = 3;
/** Posts stored in one transaction. Limited because other requests wait for its locks. */
const maxBatchSize = 60;
/** Requests that may wait: about as many as are stored in one or two seconds. */
const maxWaiting = 500;

type CreateRequest = BatchableRequest<typeof contract.createPost, SenderContext>;
/** Undefined for a post that has to be created by itself. */
type CreateReply = Post | null | undefined;

/** An error that prevented a whole batch from being answered. Whether anything was stored is unknown. */
class BatchFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** A post that is ready to be stored. */
interface PreparedReport {
  /** Its position in the batch. */
  index: number;
  request: CreateRequest;
  sender: Buffer;
  viewer: Viewer;
  holdReason: HoldReason;
  row: NewPostRow;
}

/** Whether a request can be batched: from a visitor, and without data that needs a look at other posts or accounts. */
const isBatchable = ({ body, prepared }: CreateRequest): boolean =>
  prepared.senderHash !== null &&
  typeof submittedSurveyId(body) === 'number' &&
  (submittedAuthorId(body) ?? null) === null &&
  !body.slug &&
  (body.completed_stages ?? []).length === 0;

/** The viewer of each request; undefined where the sender may not post. */
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

/** Those posts of one survey that can be stored without changes. */
async function prepareReportsOfSurvey(
  tx: Tx,
  surveyId: number,
  reports: readonly (Omit<PreparedReport, 'row'> & { input: PostInput })[],
): Promise<PreparedReport[]> {
  const survey = await readSurvey(tx, surveyId);
  if (!survey) return [];
  const fields = await readSurveyFields(tx, surveyId);
  const hasTasks = fields.tasks.some((it) => it.required && it.type !== 'post');
  const defaultStatus = survey.require_approval ? 'draft' : 'published';
  const accepted = reports.flatMap(({ input, ...report }) => {
    const status = input.status ?? defaultStatus;
    const access = { user_id: null, status, published_to: input.published_to ?? [] };
    const mayCreate = postPrivileges(report.viewer, access, survey).includes('create');
    const isStatusAllowed =
      checkStatusChange(report.viewer, survey, undefined, status) === undefined &&
      !(status === 'published' && hasTasks);
    return mayCreate && isStatusAllowed ? [{ ...report, input: { ...input, status } }] : [];
  });
  const [first] = accepted;
  if (!first) return [];
  // All senders are visitors, so that the checks for the first one are those for all.
  const checked = await checkPosts(
    tx,
    first.viewer,
    { survey, fields },
    accepted.map((it) => it.input),
    accepted.map(({ viewer, input, request }) =>
      buildClaimant(viewer, { claims: input.media_claims, address: request.prepared.addressHash }),
    ),
  );
  return accepted.flatMap(({ input, ...report }, index) => {
    const result = checked[index];
    if (!result || 'faults' in result) return [];
    return [{ ...report, row: buildPostRow(report.viewer, survey, input, result.answers) }];
  });
}

async function prepareReports(
  mount: MountContext,
  tx: Tx,
  requests: readonly CreateRequest[],
): Promise<PreparedReport[]> {
  const viewers = await resolveViewers(mount, tx, requests);
  const findHoldReason = await createHoldCheck(tx);
  const bySurvey = new Map<number, Parameters<typeof prepareReportsOfSurvey>[2][number][]>();
  for (const [index, request] of requests.entries()) {
    const { body, prepared } = request;
    const viewer = viewers[index];
    const surveyId = submittedSurveyId(body);
    const sender = prepared.senderHash;
    if (!viewer || sender === null || typeof surveyId !== 'number') continue;
    const holdReason = findHoldReason(prepared, body);
    const input = holdReason === null ? body : { ...body, status: 'draft' as const };
    const reports = bySurvey.get(surveyId) ?? [];
    reports.push({ index, request, sender, viewer, holdReason, input });
    bySurvey.set(surveyId, reports);
  }
  const prepared: PreparedReport[] = [];
  for (const [surveyId, reports] of bySurvey)
    prepared.push(...(await prepareReportsOfSurvey(tx, surveyId, reports)));
  return prepared;
}

/** Posts whose idempotency key is new, with what `storeIdempotentResults` needs, and posts without a key. */
async function claimNewReports(
  tx: Tx,
  prepared: readonly PreparedReport[],
): Promise<{ report: PreparedReport; key: string | undefined }[]> {
  const keyed = prepared.flatMap((report) => {
    const { viewer, request } = report;
    const { idempotencyKey: key, body } = request;
    return key === undefined ? [] : [{ report, viewer, request: { operation: 'posts', key, body } }];
  });
  const claims = await claimIdempotencyKeys(tx, keyed);
  const newKeys = new Map(
    keyed.flatMap(({ report }, index) => (claims[index] === undefined ? [] : [[report, claims[index]]])),
  );
  return prepared
    .filter((report) => report.request.idempotencyKey === undefined || newKeys.has(report))
    .map((report) => ({ report, key: newKeys.get(report) }));
}

type StoredReport = PreparedReport & { id: number };

/** Responses for senders who may read their post, by position; read once for all viewers of one visibility class. */
async function viewStoredReports(
  tx: Tx,
  stored: readonly StoredReport[],
  enrich: PostEnricher,
): Promise<Map<number, Post>> {
  const groups = new Map<string, StoredReport[]>();
  const isShown = ({ id, viewer, row: { status = 'draft', published_to = [] } }: StoredReport) =>
    canReadPost(viewer, { id, user_id: null, status, published_to });
  for (const it of stored.filter(isShown))
    groups.set(it.viewer.visibilityClass, [...(groups.get(it.viewer.visibilityClass) ?? []), it]);
  const posts = new Map<number, Post>();
  for (const group of groups.values()) {
    const viewer = group[0]?.viewer ?? anonymousViewer;
    const details = await readPostDetails(
      tx,
      viewer,
      group.map(({ id }) => id),
    );
    const detailsById = new Map((await enrich(tx, viewer, details)).map((it) => [it.post.id, it]));
    for (const { index, id, request } of group) {
      const post = detailsById.get(id);
      if (post) posts.set(index, viewPost(viewer, request.urls, post));
    }
  }
  return posts;
}

/** @returns a response for each request; undefined for those that were not stored and have to be handled by themselves */
const storeBatch = (
  mount: MountContext,
  enrich: PostEnricher,
  requests: readonly CreateRequest[],
): Promise<CreateReply[]> =>
  inTransaction(mount.db, 'writes', async (tx) => {
    const claimed = await claimNewReports(tx, await prepareReports(mount, tx, requests));
    const ids = await insertPosts(
      tx,
      claimed.map(({ report }) => report.row),
    );
    const stored = claimed.flatMap(({ report, key }, index) => {
      const id = ids[index];
      return id === undefined ? [] : [{ ...report, key, id }];
    });
    await insertSenders(
      tx,
      stored.map(({ id, sender, holdReason: held }) => ({ post_id: id, sender, held })),
    );
    await storeIdempotentResults(
      tx,
      stored.flatMap(({ key, id }) => (key === undefined ? [] : [{ key, id }])),
    );
    const posts = await viewStoredReports(tx, stored, enrich);
    const replies: CreateReply[] = requests.map(() => undefined);
    for (const { index } of stored) replies[index] = posts.get(index) ?? null;
    return replies;
  });

/** Handles requests to create posts, in batches where many arrive at once. */
export function batchCreate(
  mount: MountContext,
  enrich: PostEnricher,
): Batchable<typeof contract.createPost, SenderContext> {
  let activeCount = 0;
  const batcher = new Batcher<CreateRequest, CreateReply | BatchFailure>(async (requests) => {
    try {
      return await storeBatch(mount, enrich, requests);
    } catch (error) {
      // The batch may have been stored: handling each request again could create a post twice. Clients retry with their key.
      if (outageOf(error) !== undefined) return requests.map(() => new BatchFailure(error));
      // The normal path reports what is wrong with a single request.
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
    if (!isBatchable(request) || (activeCount < batchThreshold && !batcher.isRunning))
      return countAndHandle();
    if (batcher.waitingCount >= maxWaiting) throw new Problem('server.busy').withRetryAfter(randomInt(1, 5));
    const reply = await batcher.enqueue(request);
    if (reply instanceof BatchFailure) throw reply.error;
    return reply === undefined ? countAndHandle() : reply;
  };
}
