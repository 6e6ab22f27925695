/**
 * Matching of new posts with notifications (spec 2 §4, "Notifications"; API v3 §5.4). A few hundred events are taken at a time and
 * compared with all subscriptions, so the effort does not grow with the number of stored posts. Users who may not see a post are not
 * notified of it.
 */
import {
  type FilterQuestion,
  isPersonalFilter,
  matchPostsToFilters,
  refersToSets,
} from '../browse/browse.public.ts';
import { setPrivileges } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { type DeploymentState, isClosedTo } from '../kernel/security/deployment-state.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readViewersByUserId } from '../users/users.public.ts';
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

/** Finds the subscribers of new events and schedules deliveries to them. */
export const matchPosts = defineJob({
  name: 'match-posts',
  payload: EmptyPayload,
  retryDelaySeconds: { first: 5, max: 600 },
  isDeduplicated: true,
});

/** Events per transaction. */
const batchSize = 500;

/** The most frequent digest first. */
const digestsByUrgency: readonly Digest[] = ['at_once', 'hourly', 'daily'];

interface Subscriber {
  subscription: Subscription;
  viewer: Viewer;
  /** The query that selects the posts; subscribers with equal keys share its result. */
  postQuery: FilterQuestion;
}

/** Subscriptions whose user may use the deployment and see the collection or saved search. */
async function readSubscribers(
  tx: Tx,
  deploymentState: DeploymentState,
  contactTypes: readonly string[],
): Promise<Subscriber[]> {
  const subscriptions = await readSubscriptions(tx, contactTypes);
  const viewers = await readViewersByUserId(tx, [
    ...new Set(subscriptions.map((subscription) => subscription.user_id)),
  ]);
  return subscriptions.flatMap((subscription) => {
    const viewer = viewers.get(subscription.user_id)?.limitedTo(deploymentState.lastVisiblePostId);
    const hasAccess = viewer && !isClosedTo(viewer, deploymentState);
    const { role, maker } = subscription;
    const canSeeSet = viewer && setPrivileges(viewer, { role, user_id: maker }).includes('read');
    return hasAccess && canSeeSet
      ? [{ subscription, viewer, postQuery: postQueryFor(subscription, viewer) }]
      : [];
  });
}

/**
 * Users of one role share a query, as do equal filters, unless the filter depends on the user ("my posts") or on other saved
 * searches.
 */
function postQueryFor({ set_id, kind, filter }: Subscription, viewer: Viewer): FilterQuestion {
  if (kind !== 'savedsearch')
    return { key: `any, role ${viewer.role}`, viewer: viewer.asAnyoneOfRole, filter: null };
  const filterOrEmpty = filter ?? {};
  const isPersonal = isPersonalFilter(filterOrEmpty);
  // A saved search must not refer to itself.
  const selfReference = refersToSets(filterOrEmpty) ? { searchId: set_id } : {};
  const audienceKey = isPersonal ? `person ${viewer.id}` : `role ${viewer.role}`;
  return {
    key: JSON.stringify([filterOrEmpty, selfReference, audienceKey]),
    viewer: isPersonal ? viewer : viewer.asAnyoneOfRole,
    filter: filterOrEmpty,
    ...selfReference,
  };
}

/** Posts by collection that were added to it, or that became visible while in it. */
async function findCollectionEvents(
  tx: Tx,
  events: readonly NotificationEvent[],
): Promise<Map<number, Set<number>>> {
  const visiblePostIds = events
    .filter((event) => event.set_id === null && event.is_new)
    .map((event) => event.post_id);
  const pairs = [...(await findSubscribedCollectionPosts(tx, visiblePostIds)), ...events];
  const bySet = new Map<number, Set<number>>();
  for (const { set_id, post_id } of pairs) {
    if (set_id === null) continue;
    const posts = bySet.get(set_id) ?? new Set();
    bySet.set(set_id, posts.add(post_id));
  }
  return bySet;
}

/** Whether an event of a post is newer than the subscription. Posts that were visible before it are not notified. */
const isNewFor = (subscription: Subscription, events: readonly NotificationEvent[]) =>
  events.some(
    ({ is_new, created, post_created }) => (is_new ? created : post_created) >= subscription.created,
  );

/** The deliveries that events cause: one per user and post, for the most frequent of the user's digests. */
async function matchSubscribers(
  tx: Tx,
  events: readonly NotificationEvent[],
  subscribers: readonly Subscriber[],
): Promise<PendingDelivery[]> {
  const eventsByPost = new Map<number, NotificationEvent[]>();
  for (const event of events)
    eventsByPost.set(event.post_id, [...(eventsByPost.get(event.post_id) ?? []), event]);
  const postIdsByCollection = await findCollectionEvents(tx, events);
  const queries = new Map<string, FilterQuestion>();
  for (const { postQuery: query } of subscribers) queries.set(query.key, query);
  const postIdsByQuery = await matchPostsToFilters(tx, [...eventsByPost.keys()], [...queries.values()]);
  const matches = new Map<string, PendingDelivery & { other_notification_ids: number[] }>();
  const sortedSubscribers = subscribers.toSorted(
    (a, b) =>
      digestsByUrgency.indexOf(a.subscription.digest) - digestsByUrgency.indexOf(b.subscription.digest),
  );
  for (const { subscription, postQuery: query } of sortedSubscribers) {
    for (const post_id of postIdsByQuery.get(query.key) ?? []) {
      const relevantEvents = (eventsByPost.get(post_id) ?? []).filter(
        (event) => event.set_id === null || event.set_id === subscription.set_id,
      );
      const isInSet =
        subscription.kind === 'savedsearch' || postIdsByCollection.get(subscription.set_id)?.has(post_id);
      const { user_id } = subscription;
      const key = `${user_id} ${post_id}`;
      if (!isInSet || !isNewFor(subscription, relevantEvents)) continue;
      const existing = matches.get(key);
      if (existing) existing.other_notification_ids.push(subscription.id);
      else
        matches.set(key, { user_id, post_id, notification_id: subscription.id, other_notification_ids: [] });
    }
  }
  return [...matches.values()];
}

/** User and digest of each match, for scheduling. */
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
 * Creates the handler of `matchPosts`. Each batch is one transaction, so a crash loses and repeats nothing.
 * @param readContactTypes types of contacts that messages can be sent to
 */
export const createPostMatcher =
  (
    jobs: JobQueue,
    runInTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
    {
      readDeploymentState,
      readContactTypes,
    }: {
      readDeploymentState: (tx: Tx) => Promise<DeploymentState>;
      readContactTypes: (tx: Tx) => Promise<readonly string[]>;
    },
  ): JobHandler<typeof matchPosts> =>
  async (_payload, run) => {
    for (let done = 0, batchLength = batchSize; batchLength === batchSize; done += batchLength) {
      await run.reportProgress(done, null);
      batchLength = await runInTransaction(async (tx) => {
        const events = await takeNotificationEvents(tx, batchSize);
        if (events.length === 0) return 0;
        const subscribers = await readSubscribers(
          tx,
          await readDeploymentState(tx),
          await readContactTypes(tx),
        );
        const matches = await insertPendingDeliveries(tx, await matchSubscribers(tx, events, subscribers));
        await scheduleDeliveries(tx, jobs, toDeliveries(matches, subscribers));
        return events.length;
      });
    }
  };
