/**
 * Finding out who is to be told of what came into view (spec 2 §4, "Notifications"; wire 5.4): a few hundred news at a time,
 * each looked at against what somebody subscribes to, never the other way round. Whoever may not see a post is not told.
 */
import { isPersonalFilter, namesSets, postsThatFit, type Question } from '../browse/browse.public.ts';
import { setPrivileges } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import type { Standing } from '../kernel/standing.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { viewersOfUsers } from '../people/people.public.ts';
import { arrangeTellings } from './tell-subscriber.ts';
import {
  type Digest,
  type Due,
  insertDue,
  type News,
  readCollected,
  readSubscriptions,
  type Subscription,
  takeNews,
} from './telling.sql.ts';

export const matchPosts = defineJob({
  name: 'match-posts',
  payload: EmptyPayload,
  pause: { first: 5, most: 600 },
  oneWaiting: true,
});

/** News in one transaction. */
const batch = 500;

/** The most urgent first. */
const urgency: readonly Digest[] = ['at_once', 'hourly', 'daily'];

interface Subscriber {
  subscription: Subscription;
  viewer: Viewer;
  /** What decides which posts they are told of. */
  question: Question;
}

/** Those who may know of what they subscribe to, as things stand. */
async function readSubscribers(tx: Tx, standing: Standing, kinds: readonly string[]): Promise<Subscriber[]> {
  const subscriptions = await readSubscriptions(tx, kinds);
  const viewers = await viewersOfUsers(tx, [...new Set(subscriptions.map((it) => it.user_id))]);
  return subscriptions.flatMap((subscription) => {
    const viewer = viewers.get(subscription.user_id)?.upTo(standing.lastPost);
    const isIn = viewer && (!standing.isClosed || viewer.hasPermission);
    const { role, maker } = subscription;
    const seesSet = viewer && setPrivileges(viewer, { role, user_id: maker }).includes('read');
    return isIn && seesSet ? [{ subscription, viewer, question: questionFor(subscription, viewer) }] : [];
  });
}

/**
 * People of one role see and find the same, and so do searches for the same, unless a search is about whoever asks or
 * about other searches.
 */
function questionFor({ set_id, kind, filter }: Subscription, viewer: Viewer): Question {
  if (kind !== 'savedsearch')
    return { key: `any, role ${viewer.role}`, viewer: viewer.anyOfRole, filter: null };
  const asked = filter ?? {};
  const isPersonal = isPersonalFilter(asked);
  // A search may not name itself.
  const about = namesSets(asked) ? { searchId: set_id } : {};
  const who = isPersonal ? `person ${viewer.id}` : `role ${viewer.role}`;
  return {
    key: JSON.stringify([asked, about, who]),
    viewer: isPersonal ? viewer : viewer.anyOfRole,
    filter: asked,
    ...about,
  };
}

/** Posts of which a collection has news: put into it, or come into view within it. */
async function collectedNews(tx: Tx, news: readonly News[]): Promise<Map<number, Set<number>>> {
  const inView = news.filter((it) => it.set_id === null && it.is_new).map((it) => it.post_id);
  const pairs = [...(await readCollected(tx, inView)), ...news];
  const bySet = new Map<number, Set<number>>();
  for (const { set_id, post_id } of pairs) {
    if (set_id === null) continue;
    const posts = bySet.get(set_id) ?? new Set();
    bySet.set(set_id, posts.add(post_id));
  }
  return bySet;
}

/** Whether a post is news to somebody who subscribed then. What they may have seen before is not. */
const isNewsTo = (subscription: Subscription, news: readonly News[]) =>
  news.some(({ is_new, at, post_created }) => (is_new ? at : post_created) >= subscription.created);

/** Who is to be told of which of the news. */
async function match(tx: Tx, news: readonly News[], subscribers: readonly Subscriber[]): Promise<Due[]> {
  const byPost = new Map<number, News[]>();
  for (const one of news) byPost.set(one.post_id, [...(byPost.get(one.post_id) ?? []), one]);
  const collected = await collectedNews(tx, news);
  const questions = new Map<string, Question>();
  for (const { question } of subscribers) questions.set(question.key, question);
  const fitting = await postsThatFit(tx, [...byPost.keys()], [...questions.values()]);
  const due = new Map<string, Due & { others: number[] }>();
  const urgent = subscribers.toSorted(
    (a, b) => urgency.indexOf(a.subscription.digest) - urgency.indexOf(b.subscription.digest),
  );
  for (const { subscription, question } of urgent) {
    for (const post_id of fitting.get(question.key) ?? []) {
      const of = (byPost.get(post_id) ?? []).filter(
        (it) => it.set_id === null || it.set_id === subscription.set_id,
      );
      const isIn = subscription.kind === 'savedsearch' || collected.get(subscription.set_id)?.has(post_id);
      const { user_id } = subscription;
      const key = `${user_id} ${post_id}`;
      if (!isIn || !isNewsTo(subscription, of)) continue;
      const first = due.get(key);
      if (first) first.others.push(subscription.id);
      else due.set(key, { user_id, post_id, notification_id: subscription.id, others: [] });
    }
  }
  return [...due.values()];
}

/** The tellings of what is due. */
function tellingsOf(
  due: readonly Pick<Due, 'user_id' | 'notification_id'>[],
  subscribers: readonly Subscriber[],
) {
  const digests = new Map(subscribers.map(({ subscription: { id, digest } }) => [id, digest]));
  return due.flatMap(({ user_id, notification_id }) => {
    const digest = digests.get(notification_id);
    return digest ? [{ user: user_id, digest }] : [];
  });
}

/**
 * Works through the news. Each batch is one transaction: a process that dies in it has done nothing.
 * @param kinds of contacts that something can be sent to
 */
export const postMatcher =
  (
    jobs: Jobs,
    inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
    {
      standing,
      kinds,
    }: { standing: (tx: Tx) => Promise<Standing>; kinds: (tx: Tx) => Promise<readonly string[]> },
  ): JobHandler<typeof matchPosts> =>
  async (_payload, run) => {
    for (let done = 0, taken = batch; taken === batch; done += taken) {
      await run.progress(done, null);
      taken = await inTransaction(async (tx) => {
        const news = await takeNews(tx, batch);
        if (news.length === 0) return 0;
        const subscribers = await readSubscribers(tx, await standing(tx), await kinds(tx));
        const due = await insertDue(tx, await match(tx, news, subscribers));
        await arrangeTellings(tx, jobs, tellingsOf(due, subscribers));
        return news.length;
      });
    }
  };
