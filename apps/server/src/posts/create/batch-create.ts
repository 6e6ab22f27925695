/**
 * Reports of visitors that come by the hundred a second: those that come while others are stored are stored together, in one
 * transaction and a handful of queries (docs/decisions/0032). Whatever is not plain about a report goes the usual way, alone.
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
import { claimantOf } from '../../media/media.public.ts';
import { readSurvey, readSurveyFields } from '../../surveys/surveys.public.ts';
import { submittedAuthorId, submittedSurveyId } from '../answers/submitted-answers.ts';
import { insertPosts, type NewPostRow } from '../edit/write-posts.sql.ts';
import { type PostEnricher, readPostDetails } from '../post-details.ts';
import { canReadPost, checkStatusChange, postPrivileges } from '../posts.rules.ts';
import { viewPost } from '../posts.view.ts';
import { type HoldReason, insertSenders } from '../senders/senders.sql.ts';
import { createHoldCheck, type SenderContext } from '../senders/visitors.ts';
import { buildPostRow, checkPosts } from './create-posts.ts';

/** Under way at once, each in a transaction of its own, before others share one. */
const batchThreshold = 3;
/** Stored in one transaction: others wait for what it locks. */
const maxBatchSize = 60;
/** How many may wait: about as many as are stored in a second or two. */
const maxWaiting = 500;

type CreateRequest = BatchableRequest<typeof contract.createPost, SenderContext>;
/** Undefined for a report that has to go alone. */
type CreateReply = Post | null | undefined;

/** What kept all of a round from being answered; whether anything was stored is not known. */
class BatchFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** A report that is about to be stored. */
interface PreparedReport {
  /** Which of those asked for it is. */
  index: number;
  request: CreateRequest;
  sender: Buffer;
  viewer: Viewer;
  holdReason: HoldReason;
  row: NewPostRow;
}

/** Whether a report has nothing that needs a look at other posts or accounts. */
const isBatchable = ({ body, prepared }: CreateRequest): boolean =>
  prepared.senderHash !== null &&
  typeof submittedSurveyId(body) === 'number' &&
  (submittedAuthorId(body) ?? null) === null &&
  !body.slug &&
  (body.completed_stages ?? []).length === 0;

/** Who sends each; undefined for whoever may not. */
async function resolveViewers(
  mount: MountContext,
  tx: Tx,
  asked: readonly CreateRequest[],
): Promise<(Viewer | undefined)[]> {
  const deploymentState = await mount.readDeploymentState(tx);
  if (deploymentState.isUnderMaintenance) return [];
  const known = new Map<string | undefined, Viewer | undefined>();
  for (const token of new Set(asked.map((it) => it.token))) {
    const viewer = token === undefined ? anonymousViewer : await mount.authenticate(tx, token);
    try {
      if (viewer) requireEndpointAccess(deploymentState, viewer, contract.createPost);
      known.set(token, viewer?.isSignedIn ? undefined : viewer?.limitedTo(deploymentState.lastVisiblePostId));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return asked.map((it) => known.get(it.token));
}

/** Of reports to one survey, those that can be stored as they are. */
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
  const wanted = reports.flatMap(({ input, ...report }) => {
    const status = input.status ?? defaultStatus;
    const access = { user_id: null, status, published_to: input.published_to ?? [] };
    const may = postPrivileges(report.viewer, access, survey).includes('create');
    const isFine =
      checkStatusChange(report.viewer, survey, undefined, status) === undefined &&
      !(status === 'published' && hasTasks);
    return may && isFine ? [{ ...report, input: { ...input, status } }] : [];
  });
  const [first] = wanted;
  if (!first) return [];
  // All are visitors: what is asked of one is asked of all.
  const into = { survey, fields };
  const checked = await checkPosts(
    tx,
    first.viewer,
    into,
    wanted.map((it) => it.input),
    wanted.map(({ viewer, input, request: asked }) =>
      claimantOf(viewer, { claims: input.media_claims, address: asked.prepared.addressHash }),
    ),
  );
  return wanted.flatMap(({ input, ...report }, at) => {
    const found = checked[at];
    if (!found || 'faults' in found) return [];
    return [{ ...report, row: buildPostRow(report.viewer, survey, input, found.answers) }];
  });
}

async function prepareReports(
  mount: MountContext,
  tx: Tx,
  asked: readonly CreateRequest[],
): Promise<PreparedReport[]> {
  const viewers = await resolveViewers(mount, tx, asked);
  const whyHeld = await createHoldCheck(tx);
  const bySurvey = new Map<number, Parameters<typeof prepareReportsOfSurvey>[2][number][]>();
  for (const [at, it] of asked.entries()) {
    const [viewer, surveyId, { senderHash: sender }] = [viewers[at], submittedSurveyId(it.body), it.prepared];
    if (!viewer || sender === null || typeof surveyId !== 'number') continue;
    const held = whyHeld(it.prepared, it.body);
    const input = held === null ? it.body : { ...it.body, status: 'draft' as const };
    const reports = bySurvey.get(surveyId) ?? [];
    reports.push({ index: at, request: it, sender, viewer, holdReason: held, input });
    bySurvey.set(surveyId, reports);
  }
  const ready: PreparedReport[] = [];
  for (const [surveyId, reports] of bySurvey)
    ready.push(...(await prepareReportsOfSurvey(tx, surveyId, reports)));
  return ready;
}

/** Those whose key came for the first time, and those without one; with the key's word for `storeIdempotentResults`. */
async function claimNewReports(
  tx: Tx,
  ready: readonly PreparedReport[],
): Promise<{ ready: PreparedReport; key: string | undefined }[]> {
  const keyed = ready.flatMap((it) => {
    const { idempotencyKey: key, body } = it.request;
    return key === undefined ? [] : [{ it, viewer: it.viewer, request: { operation: 'posts', key, body } }];
  });
  const words = await claimIdempotencyKeys(tx, keyed);
  const fresh = new Map(keyed.flatMap(({ it }, at) => (words[at] === undefined ? [] : [[it, words[at]]])));
  return ready
    .filter((it) => it.request.idempotencyKey === undefined || fresh.has(it))
    .map((it) => ({ ready: it, key: fresh.get(it) }));
}

type StoredReport = PreparedReport & { id: number };

/** What senders who may read their report are answered; of a crowd who all see the same, in a handful of queries. */
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
    const found = await readPostDetails(
      tx,
      viewer,
      group.map(({ id }) => id),
    );
    const known = new Map((await enrich(tx, viewer, found)).map((it) => [it.post.id, it]));
    for (const { index: at, id, request: asked } of group) {
      const post = known.get(id);
      if (post) posts.set(at, viewPost(viewer, asked.urls, post));
    }
  }
  return posts;
}

/** @returns an answer for each; undefined for those of which nothing was stored, and that have to go alone */
const storeBatch = (
  mount: MountContext,
  enrich: PostEnricher,
  asked: readonly CreateRequest[],
): Promise<CreateReply[]> =>
  inTransaction(mount.db, 'writes', async (tx) => {
    const fresh = await claimNewReports(tx, await prepareReports(mount, tx, asked));
    const ids = await insertPosts(
      tx,
      fresh.map(({ ready }) => ready.row),
    );
    const stored = fresh.flatMap(({ ready, key }, at) => {
      const id = ids[at];
      return id === undefined ? [] : [{ ...ready, key, id }];
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
    const answers: CreateReply[] = asked.map(() => undefined);
    for (const { index: at } of stored) answers[at] = posts.get(at) ?? null;
    return answers;
  });

/** Reports of visitors, together where many come at once. */
export function batchCreate(
  mount: MountContext,
  enrich: PostEnricher,
): Batchable<typeof contract.createPost, SenderContext> {
  let underWay = 0;
  const rounds = new Batcher<CreateRequest, CreateReply | BatchFailure>(async (asked) => {
    try {
      return await storeBatch(mount, enrich, asked);
    } catch (error) {
      // To try each alone could make two of those that were stored: whoever sent them tries again with their key.
      if (outageOf(error) !== undefined) return asked.map(() => new BatchFailure(error));
      // What is wrong with one report is told by the usual way.
      if (asked.length === 1) return [undefined];
      throw error;
    }
  }, maxBatchSize);
  return async (asked, alone) => {
    const goAlone = async () => {
      underWay++;
      try {
        return await alone();
      } finally {
        underWay--;
      }
    };
    if (!isBatchable(asked) || (underWay < batchThreshold && !rounds.isRunning)) return goAlone();
    if (rounds.waitingCount >= maxWaiting) throw new Problem('server.busy').withRetryAfter(randomInt(1, 5));
    const answer = await rounds.enqueue(asked);
    if (answer instanceof BatchFailure) throw answer.error;
    return answer === undefined ? goAlone() : answer;
  };
}
