/** Headless reviewers: they work with the queue of the client over HTTP, without a browser. */
import type { Post } from '@waypost/contract/posts/posts';
import { ReviewQueue } from '../../apps/web/src/features/review/review-queue.ts';
import type { QueuedPost, ReviewApi, SaveResult } from '../../apps/web/src/features/review/review-types.ts';
import { admin, callApi, tokenFor, type Waypost } from './waypost.ts';

interface ErrorBody {
  errors: { code?: string }[];
}

/** The requests of one reviewer. @param getServer returns the server at the time of a request, since it may be started again */
function createApi(getServer: () => Pick<Waypost, 'baseUrl'>, token: string): ReviewApi {
  const send = async (method: string, url: string, body?: object) => {
    const response = await callApi(getServer(), token, method, url, body);
    if (response.status >= 500 || response.status === 429) throw new Error(`${response.status}`);
    return response;
  };
  const read = async (id: number) => (await (await send('GET', `/posts/${id}`)).json()) as Post;
  const save = async (post: Post, change: object): Promise<SaveResult> => {
    const body = { ...change, based_on: post.revision };
    const response = await send('PUT', `/posts/${post.id}`, body);
    if (response.ok) return { kind: 'saved', post: (await response.json()) as Post };
    const codes = ((await response.json()) as ErrorBody).errors.map(({ code }) => code);
    if (codes.includes('postChanged')) return { kind: 'changed', post: await read(post.id), reasons: [] };
    return { kind: codes.includes('postLocked') ? 'taken' : 'refused', reasons: codes.map(String) };
  };
  const readIds = async (response: Response, key: 'id' | 'post_id') =>
    ((await response.json()) as { results: Record<typeof key, number>[] }).results.map((it) => it[key]);
  return {
    claim: async (count, skipped_posts) => {
      const response = await send('POST', '/review/claims', { count, skipped_posts });
      return ((await response.json()) as { results: Post[] }).results;
    },
    save,
    claimAgain: async (id) => {
      const response = await send('POST', '/review/claims', { count: 1, post_id: [id] });
      return ((await response.json()) as { results: Post[] }).results[0];
    },
    renew: async (claimed_posts) =>
      readIds(await send('PUT', '/review/claims', { claimed_posts }), 'post_id'),
    release: async (ids) => void (await send('DELETE', `/review/claims?claimed_posts=${ids.join(',')}`)),
    explain: (error) => [String(error)],
  };
}

/** The login of a reviewer. @param number from 0 */
export const reviewerLogin = (number: number): { email: string; password: string } => ({
  email: `checker-${number}@example.org`,
  password: admin.password,
});

/** Creates accounts that manage posts, unless they exist. @returns their tokens */
export async function createReviewers(waypost: Waypost, count: number): Promise<string[]> {
  const token = await tokenFor(waypost, 'admin');
  const role = { name: 'checker', display_name: 'Checker', permissions: ['Manage Posts'] };
  await callApi(waypost, token, 'POST', '/roles', role);
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const login = reviewerLogin(number);
      const user = { ...login, realname: `Checker ${number}`, role: 'checker' };
      await callApi(waypost, token, 'POST', '/users', user);
      return tokenFor(waypost, login);
    }),
  );
}

/** What a reviewer has done. */
export interface ReviewWork {
  /** Ids of the posts that the reviewer decided, by status. */
  published: number[];
  archived: number[];
  /** Milliseconds between a decision and the next post. */
  waits: number[];
}

interface ReviewOptions {
  /** Called after each decision, before it is saved. */
  onDecision?: () => void;
  /** Ends after so many. */
  maxDecisions?: number;
  /** Milliseconds that the reviewer reads each post. */
  pauseMs?: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Decides posts until nothing waits: every third one is archived, and those that cannot be published, as their tasks are missing. */
export async function reviewUntilEmpty(
  getServer: () => Pick<Waypost, 'baseUrl'>,
  token: string,
  { onDecision = () => undefined, maxDecisions = Number.POSITIVE_INFINITY, pauseMs = 0 }: ReviewOptions = {},
): Promise<ReviewWork> {
  const queue = new ReviewQueue(createApi(getServer, token), { retryDelayMs: 100 });
  const statuses = new Map<number, 'published' | 'archived'>();
  const waits: number[] = [];
  const waitForPost = () =>
    new Promise<QueuedPost | undefined>((resolve) => {
      let retry: ReturnType<typeof setTimeout> | undefined;
      const look = () => {
        const { current, phase, unsavedCount } = queue.getState();
        if (!current && phase === 'failed') {
          clearTimeout(retry);
          retry = setTimeout(() => void queue.fill(), 100);
          return;
        }
        if (!current && (phase !== 'waiting' || unsavedCount > 0)) return;
        stop();
        clearTimeout(retry);
        resolve(current);
      };
      const stop = queue.subscribe(look);
      look();
    });
  await queue.open();
  while (waits.length < maxDecisions) {
    const from = performance.now();
    const current = await waitForPost();
    if (!current) break;
    waits.push(performance.now() - from);
    if (pauseMs > 0) await pause(pauseMs);
    const { post, reasons } = current;
    const status = post.id % 3 === 0 || reasons.length > 0 ? 'archived' : 'published';
    statuses.set(post.id, status);
    void queue.decide({ status });
    onDecision();
    // As many decisions are under way as a person makes at most.
    if (queue.getState().unsavedCount > 2) await queue.whenSaved();
  }
  await queue.whenSaved();
  // A post that came back after the last decision is not decided.
  for (const { post } of [queue.getState().current, ...queue.getState().next].filter(
    (it) => it !== undefined,
  ))
    statuses.delete(post.id);
  queue.close();
  const listIds = (status: string) => [...statuses].filter(([, it]) => it === status).map(([id]) => id);
  return { published: listIds('published'), archived: listIds('archived'), waits };
}
