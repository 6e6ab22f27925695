/**
 * Finding out who is to be told of what came into view (spec 2 §4, "Notifications"; API v3 §5.4): a few hundred news at a time,
 * each looked at against what somebody subscribes to, never the other way round. Whoever may not see a post is not told.
 */
import { isPersonalFilter, namesSets, postsThatFit, type Question } from '../browse/browse.public.ts';
import { setPrivileges } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { viewersOfUsers } from '../users/users.public.ts';
import { scheduleDeliveries } from './deliver-notification.ts';
import {
  type Digest,
  findSubscribedCollectionPosts,
  insertPendingDeliveries,
  type NotificationEvent,
  type PendingDelivery,
  readSubscriptions,
  type Subscription,
  takeNotificationEvents,
} from './notification-delivery.sql.ts';

export const matchPosts = defineJob({
  name: 'match-posts',
  payload: EmptyPayload,
  retryDelaySeconds: { first: 5, max: 600 },
  isDeduplicated: true,
});

/** News in one transaction. */
const batchSize = 500;

/** The most urgent first. */
const digestsByUrgency: readonly Digest[] = ['at_once', 'hourly', 'daily'];

interface Subscriber {
  subscription: Subscription;
  viewer: Viewer;
  /** What decides which posts they are told of. */
  postQuery: Question;
}

/** Those who may know of what they subscribe to, as things stand. */
async function readSubscribers(
  tx: Tx,
  standing: DeploymentState,
  kinds: readonly string[],
): Promise<Subscriber[]> {
  const subscriptions = await readSubscriptions(tx, kinds);
  const viewers = await viewersOfUsers(tx, [...new Set(subscriptions.map((it) => it.user_id))]);
  return subscriptions.flatMap((subscription) => {
    const viewer = viewers.get(subscription.user_id)?.limitedTo(standing.lastVisiblePostId);
    const isIn = viewer && (!standing.isClosed || viewer.hasAnyPermission);
    const { role, maker } = subscription;
    const seesSet = viewer && setPrivileges(viewer, { role, user_id: maker }).includes('read');
    return isIn && seesSet ? [{ subscription, viewer, postQuery: postQueryFor(subscription, viewer) }] : [];
  });
}

/**
 * People of one role see and find the same, and so do searches for the same, unless a search is about whoever asks or
 * about other searches.
 */
function postQueryFor({ set_id, kind, filter }: Subscription, viewer: Viewer): Question {
  if (kind !== 'savedsearch')
    return { key: `any, role ${viewer.role}`, viewer: viewer.asAnyoneOfRole, filter: null };
  const filterOrEmpty = filter ?? {};
  const isPersonal = isPersonalFilter(filterOrEmpty);
  // A search may not name itself.
  const selfReference = namesSets(filterOrEmpty) ? { searchId: set_id } : {};
  const audienceKey = isPersonal ? `person ${viewer.id}` : `role ${viewer.role}`;
  return {
    key: JSON.stringify([filterOrEmpty, selfReference, audienceKey]),
    viewer: isPersonal ? viewer : viewer.asAnyoneOfRole,
    filter: filterOrEmpty,
    ...selfReference,
  };
}

/** Posts of which a collection has news: put into it, or come into view within it. */
async function findCollectionEvents(
  tx: Tx,
  events: readonly NotificationEvent[],
): Promise<Map<number, Set<number>>> {
  const inView = events.filter((it) => it.set_id === null && it.is_new).map((it) => it.post_id);
  const pairs = [...(await findSubscribedCollectionPosts(tx, inView)), ...events];
  const bySet = new Map<number, Set<number>>();
  for (const { set_id, post_id } of pairs) {
    if (set_id === null) continue;
    const posts = bySet.get(set_id) ?? new Set();
    bySet.set(set_id, posts.add(post_id));
  }
  return bySet;
}

/** Whether a post is news to somebody who subscribed then. What they may have seen before is not. */
const isNewsTo = (subscription: Subscription, events: readonly NotificationEvent[]) =>
  events.some(({ is_new, at, post_created }) => (is_new ? at : post_created) >= subscription.created);

/** Who is to be told of which of the news. */
async function matchSubscribers(
  tx: Tx,
  events: readonly NotificationEvent[],
  subscribers: readonly Subscriber[],
): Promise<PendingDelivery[]> {
  const byPost = new Map<number, NotificationEvent[]>();
  for (const one of events) byPost.set(one.post_id, [...(byPost.get(one.post_id) ?? []), one]);
  const collected = await findCollectionEvents(tx, events);
  const queries = new Map<string, Question>();
  for (const { postQuery: query } of subscribers) queries.set(query.key, query);
  const postIdsByQuery = await postsThatFit(tx, [...byPost.keys()], [...queries.values()]);
  const matches = new Map<string, PendingDelivery & { others: number[] }>();
  const urgent = subscribers.toSorted(
    (a, b) =>
      digestsByUrgency.indexOf(a.subscription.digest) - digestsByUrgency.indexOf(b.subscription.digest),
  );
  for (const { subscription, postQuery: query } of urgent) {
    for (const post_id of postIdsByQuery.get(query.key) ?? []) {
      const of = (byPost.get(post_id) ?? []).filter(
        (it) => it.set_id === null || it.set_id === subscription.set_id,
      );
      const isIn = subscription.kind === 'savedsearch' || collected.get(subscription.set_id)?.has(post_id);
      const { user_id } = subscription;
      const key = `${user_id} ${post_id}`;
      if (!isIn || !isNewsTo(subscription, of)) continue;
      const first = matches.get(key);
      if (first) first.others.push(subscription.id);
      else matches.set(key, { user_id, post_id, notification_id: subscription.id, others: [] });
    }
  }
  return [...matches.values()];
}

/** The tellings of what is due. */
function toDeliveries(
  matches: readonly Pick<PendingDelivery, 'user_id' | 'notification_id'>[],
  subscribers: readonly Subscriber[],
) {
  const digests = new Map(subscribers.map(({ subscription: { id, digest } }) => [id, digest]));
  return matches.flatMap(({ user_id, notification_id }) => {
    const digest = digests.get(notification_id);
    return digest ? [{ user: user_id, digest }] : [];
  });
}

/**
 * Works through the news. Each batch is one transaction: a process that dies in it has done nothing.
 * @param kinds of contacts that something can be sent to
 */
export const createPostMatcher =
  (
    jobs: JobQueue,
    runInTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
    {
      standing,
      kinds,
    }: { standing: (tx: Tx) => Promise<DeploymentState>; kinds: (tx: Tx) => Promise<readonly string[]> },
  ): JobHandler<typeof matchPosts> =>
  async (_payload, run) => {
    for (let done = 0, taken = batchSize; taken === batchSize; done += taken) {
      await run.reportProgress(done, null);
      taken = await runInTransaction(async (tx) => {
        const events = await takeNotificationEvents(tx, batchSize);
        if (events.length === 0) return 0;
        const subscribers = await readSubscribers(tx, await standing(tx), await kinds(tx));
        const matches = await insertPendingDeliveries(tx, await matchSubscribers(tx, events, subscribers));
        await scheduleDeliveries(tx, jobs, toDeliveries(matches, subscribers));
        return events.length;
      });
    }
  };
