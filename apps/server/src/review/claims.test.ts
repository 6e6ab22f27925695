import { limits } from '@waypost/contract/common/limits';
import type { PostLock } from '@waypost/contract/posts/post-locks';
import type { Post } from '@waypost/contract/posts/posts';
import type { Claim } from '@waypost/contract/review/claims';
import type { ReviewSummary } from '@waypost/contract/review/review-summary';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, errorCodes } from '../testing/app/test-app.ts';
import { scaled } from '../testing/time.ts';
import { type ClaimedPosts, startAppWithReviewers, type TestReviewer } from './reviewers.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithReviewers>>;
let first: TestReviewer;
let second: TestReviewer;
beforeAll(async () => {
  app = await startAppWithReviewers();
  first = await app.createReviewer('first');
  second = await app.createReviewer('second');
});
afterAll(() => app.close());
beforeEach(() => sql`delete from posts where status = 'draft'`.execute(app.db));

const claim = (reviewer: TestReviewer, body: object = {}) =>
  reviewer.send<ClaimedPosts>('POST', '/review/claims', body);
const claimIds = async (reviewer: TestReviewer, body: object = {}) =>
  (await claim(reviewer, body)).body.results.map(({ id }) => id);
const renew = async (reviewer: TestReviewer, ids: readonly number[]) =>
  (
    await reviewer.send<{ results: PostLock[] }>('PUT', '/review/claims', { claimed_posts: ids })
  ).body.results.map((lock) => lock.post_id);
/** Moves the expiry of all locks back. */
const expireBySeconds = (seconds: number) =>
  sql`update post_locks set expires = expires - make_interval(secs => ${seconds})`.execute(app.db);

describe('claims', () => {
  test('the next posts go to one reviewer each, the oldest first', async () => {
    const [a, b, c] = await app.addWaitingPosts(3);
    const claimed = await claim(first);
    expect([claimed.status, claimed.body.count]).toEqual([200, 1]);
    expect(claimed.body.results[0]).toMatchObject({
      id: a,
      lock: { user: { id: first.id, realname: 'first' } },
    });
    expect(await claimIds(second, { count: 5 })).toEqual([b, c]);
    expect(await claimIds(second, { count: 5, skipped_posts: [b, c] })).toEqual([]);
  });

  test('a reviewer who starts again gets the posts that they hold first', async () => {
    const [a, b, c] = await app.addWaitingPosts(3);
    expect(await claimIds(first, { order: 'desc' })).toEqual([c]);
    expect(await claimIds(first, { count: 2 })).toEqual([c, a]);
    expect(await claimIds(first, { count: 2, skipped_posts: [a, c] })).toEqual([b]);
  });

  test('filters by survey, source and time', async () => {
    const [web] = await app.addWaitingPosts(1);
    const [sms] = await app.addWaitingPosts(1, { source: 'sms' });
    const careful = await app.make('member', {
      form: app.careful.id,
      values: { [app.careful.keyOf('where')]: [{ lat: 1, lon: 2 }] },
    });
    expect(await claimIds(first, { source: ['sms'] })).toEqual([sms]);
    expect(await claimIds(first, { form: [app.careful.id] })).toEqual([careful.id]);
    expect(await claimIds(first, { created_before: '2001-01-01T00:00:00Z' })).toEqual([]);
    expect(await claimIds(first, { count: 3, skipped_posts: [sms, careful.id] })).toEqual([web]);
  });

  test('exactly one of 50 reviewers gets each post when all claim at once', {
    timeout: scaled(60_000),
  }, async () => {
    const ids = await app.addWaitingPosts(60);
    const reviewers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => app.createReviewer(`reviewer ${index}`)),
    );
    const claims = await Promise.all(reviewers.map((it) => claimIds(it)));
    expect(claims.filter((it) => it.length !== 1)).toEqual([]);
    expect(new Set(claims.flat()).size).toBe(50);
    const more = await Promise.all(
      reviewers.map((it, index) => claimIds(it, { skipped_posts: claims[index] ?? [] })),
    );
    expect(more.flat()).toHaveLength(10);
    expect(new Set([...claims.flat(), ...more.flat()])).toEqual(new Set(ids));
  });

  test('expire after five minutes unless they are renewed', async () => {
    const [a] = await app.addWaitingPosts(1);
    expect(await claimIds(first)).toEqual([a]);
    await expireBySeconds(290);
    expect(await renew(first, [a ?? 0])).toEqual([a]);
    await expireBySeconds(290);
    expect(await claimIds(second)).toEqual([]);
    await expireBySeconds(20);
    expect(await claimIds(second)).toEqual([a]);
    expect(await renew(first, [a ?? 0])).toEqual([]);
    expect(await renew(second, [a ?? 0])).toEqual([a]);
  });

  test('a claim that expired is renewed while nobody else took it; a decided post is not', async () => {
    const [a = 0, b = 0] = await app.addWaitingPosts(2);
    expect(await claimIds(first, { count: 2 })).toEqual([a, b]);
    await expireBySeconds(301);
    await app.save('admin', b, { status: 'archived' });
    expect(await renew(first, [a, b, app.publishedId, 987_654_321])).toEqual([a]);
  });

  test('renewing gives no post that the reviewer has not claimed, or that somebody else has released', async () => {
    const [a = 0, b = 0] = await app.addWaitingPosts(2);
    expect(await renew(first, [a, b])).toEqual([]);
    expect(await claimIds(second)).toEqual([a]);
    await expireBySeconds(301);
    expect(await renew(first, [a])).toEqual([]);
    expect(await renew(second, [a])).toEqual([a]);
  });

  test.each([
    ['decision', (id: number) => first.send('PUT', `/posts/${id}`, { status: 'archived' })],
    ['release', (id: number) => first.send('DELETE', `/review/claims?claimed_posts[]=${id}`)],
  ])('a renewal at the same time as a %s leaves no claim', async (_, end) => {
    const ids = await app.addWaitingPosts(40);
    for (const id of ids) {
      await claim(first, { post_id: [id] });
      await Promise.all([renew(first, [id]), end(id), renew(first, [id])]);
    }
    const { rows } = await sql`select from post_locks where post_id = any(${ids}::bigint[])`.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('a released post is claimed again by its id, unless somebody else has it', async () => {
    const [a = 0, b = 0] = await app.addWaitingPosts(2);
    expect(await claimIds(first)).toEqual([a]);
    await first.send('DELETE', '/review/claims');
    expect(await claimIds(first, { post_id: [b] })).toEqual([b]);
    expect(await claimIds(second)).toEqual([a]);
    expect(await claimIds(first, { post_id: [a] })).toEqual([]);
    expect(await claimIds(first, { post_id: [app.publishedId] })).toEqual([]);
  });

  test('are released one by one, all at once, and when the reviewer logs out', async () => {
    const [a = 0, b = 0, c = 0] = await app.addWaitingPosts(3);
    const claimAll = () => claimIds(first, { count: 3 });
    expect(await claimAll()).toEqual([a, b, c]);
    const released = await first.send('DELETE', `/review/claims?claimed_posts=${a},${b}`);
    expect([released.status, released.body]).toEqual([200, { count: 2 }]);
    expect(await claimIds(second, { count: 5 })).toEqual([a, b]);
    expect((await second.send('DELETE', `/review/claims?claimed_posts=${c}`)).body).toEqual({ count: 0 });
    expect((await second.send('DELETE', '/review/claims')).body).toEqual({ count: 2 });
    expect(await claimAll()).toEqual([c, a, b]);
    expect((await first.send('DELETE', '/posts/lock')).body).toEqual({ count: 3 });
    expect(await claimIds(second, { count: 5 })).toEqual([a, b, c]);
    await sql`delete from sessions where user_id = ${second.id}`.execute(app.db);
    expect(await claimAll()).toEqual([a, b, c]);
    second = await app.createReviewer('second again');
  });
});

describe('claims of one account', () => {
  const max = limits.claimsPerAccount;

  test('are limited, however often it asks; beyond the limit it is given what it holds', async () => {
    const ids = await app.addWaitingPosts(30);
    const held: number[] = [];
    for (let request = 0; request < 4; request += 1)
      held.push(...(await claimIds(first, { count: 5, skipped_posts: held })));
    expect(held).toEqual(ids.slice(0, max));
    expect(await claimIds(first, { count: 5 })).toEqual(ids.slice(0, 5));
    expect(await renew(first, ids.slice(max, max + 5))).toEqual([]);
    expect((await renew(first, ids.slice(0, 12))).toSorted((a, b) => a - b)).toEqual(ids.slice(0, max));
    expect(await claimIds(second, { count: 5 })).toEqual(ids.slice(max, max + 5));
    await first.send('DELETE', `/review/claims?claimed_posts=${ids[0]},${ids[1]}`);
    expect(await claimIds(first, { count: 5, skipped_posts: held })).toEqual(ids.slice(15, 17));
  });

  test('are limited when it asks many times at once', async () => {
    const ids = await app.addWaitingPosts(60);
    const passed: number[] = [];
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => claimIds(first, { skipped_posts: passed })),
    );
    // Every request continues with the post that the first one claimed.
    expect(new Set(replies.flat())).toEqual(new Set(ids.slice(0, 1)));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        claimIds(first, { count: 5, skipped_posts: ids.slice(0, index) }),
      ),
    );
    const renewed = await Promise.all(
      Array.from({ length: 3 }, (_, index) => renew(first, ids.slice(20 + index * 10, 30 + index * 10))),
    );
    expect(renewed.flat()).toEqual([]);
    const { body } = await second.send<{ results: Claim[] }>('GET', '/review/claims');
    expect(body.results).toHaveLength(max);
  });

  test('are all listed', async () => {
    await app.addWaitingPosts(130);
    const reviewers = await Promise.all(
      Array.from({ length: 13 }, (_, index) => app.createReviewer(`one of many ${index}`)),
    );
    for (const reviewer of reviewers) {
      const ids = await claimIds(reviewer, { count: 5 });
      await claimIds(reviewer, { count: 5, skipped_posts: ids });
    }
    const { body } = await second.send<{ count: number; results: Claim[] }>('GET', '/review/claims');
    expect([body.count, body.results.length]).toEqual([130, 130]);
  });

  test('end when it loses Manage Posts', async () => {
    const [a = 0, b = 0, c = 0] = await app.addWaitingPosts(3);
    const former = await app.createReviewer('former');
    expect(await claimIds(former, { count: 3 })).toEqual([a, b, c]);
    expect(await claimIds(second, { count: 3 })).toEqual([]);
    const change = await app.send('admin', 'PUT', `/users/${former.id}`, { role: 'user' });
    expect(change.status).toBe(200);
    expect((await second.send('GET', '/review/claims')).body).toEqual({ count: 0, results: [] });
    expect((await second.send<ReviewSummary>('GET', '/review/summary')).body.held).toBe(0);
    expect((await app.send<Post>('admin', 'GET', `/posts/${a}`)).body.lock).toBeNull();
    expect((await app.save('admin', a, { status: 'published' })).status).toBe(200);
    expect(await claimIds(first)).toEqual([b]);
    expect(await claimIds(second, { count: 3 })).toEqual([c]);
  });
});

describe('claims and locks', () => {
  test('a post that somebody edits is not given out, and a claimed one cannot be edited by others', async () => {
    const [a = 0, b = 0] = await app.addWaitingPosts(2);
    expect((await app.send('admin', 'PUT', `/posts/${a}/lock`)).status).toBe(200);
    expect(await claimIds(first, { count: 2 })).toEqual([b]);
    expect((await app.send('admin', 'PUT', `/posts/${b}/lock`)).status).toBe(404);
    expect(errorCodes(await app.save('admin', b, { status: 'published' }))).toEqual(['postLocked']);
    expect((await first.send('PUT', `/posts/${b}`, { status: 'published' })).status).toBe(200);
    expect((await app.send<Post>('admin', 'GET', `/posts/${b}`)).body.lock).toBeNull();
  });

  test('an editor that the reviewer opens keeps its ten minutes, and is not closed with the queue', async () => {
    const [a = 0] = await app.addWaitingPosts(1);
    const [claimed] = (await claim(first)).body.results;
    const lock = (await first.send<PostLock>('PUT', `/posts/${a}/lock`)).body;
    expect(lock.id).toBe(claimed?.lock?.id);
    expect(await renew(first, [a])).toEqual([a]);
    expect((await first.send('DELETE', '/review/claims')).body).toEqual({ count: 0 });
    const { body } = await first.send<Post>('GET', `/posts/${a}`);
    expect(body.lock).toMatchObject({ id: lock.id, expires: lock.expires });
  });

  test('the sender neither sees a claim nor is held up by it', async () => {
    const { id } = await app.make('member', { status: 'draft' });
    expect(await claimIds(first)).toEqual([id]);
    expect((await app.send<Post>('member', 'GET', `/posts/${id}`)).body.lock).toBeNull();
    expect((await app.send<Post>('admin', 'GET', `/posts/${id}`)).body.lock).toMatchObject({
      user: { id: first.id },
    });
    expect((await app.send('member', 'DELETE', `/posts/${id}/lock`)).body).toMatchObject({ id: null });
    expect((await app.save('member', id, { title: 'Corrected by its sender' })).status).toBe(200);
    const taken = await app.send<PostLock>('member', 'PUT', `/posts/${id}/lock`);
    expect([taken.status, taken.body.user?.id]).toEqual([200, await app.idOf('member')]);
    // The reviewer learns it when they renew or decide.
    expect(await renew(first, [id])).toEqual([]);
    expect(errorCodes(await first.send('PUT', `/posts/${id}`, { status: 'published' }))).toEqual([
      'postLocked',
    ]);
  });
});

test('reviewers see who holds what', async () => {
  const [a, b] = await app.addWaitingPosts(2);
  await claim(first);
  await claim(second);
  const { status, body } = await second.send<{ results: Claim[] }>('GET', '/review/claims');
  const held = body.results.map(({ post_id, title, user }) => [post_id, title, user?.id]);
  expect([status, held.toSorted(([x], [y]) => Number(x) - Number(y))]).toEqual([
    200,
    [
      [a, 'Report 1', first.id],
      [b, 'Report 2', second.id],
    ],
  ]);
  await expireBySeconds(301);
  expect((await second.send('GET', '/review/claims')).body).toEqual({ count: 0, results: [] });
});

describe('rights', () => {
  test('only users with Manage Posts may claim posts and see what waits', async () => {
    await app.addWaitingPosts(1);
    const callers: Actor[] = ['passer-by', 'visitor', 'member', 'settings manager'];
    for (const actor of callers) {
      const status = actor === 'passer-by' ? 401 : 403;
      expect((await app.send(actor, 'POST', '/review/claims', {})).status).toBe(status);
      expect((await app.send(actor, 'PUT', '/review/claims', { claimed_posts: [] })).status).toBe(status);
      expect((await app.send(actor, 'DELETE', '/review/claims')).status).toBe(status);
      expect((await app.send(actor, 'GET', '/review/summary')).status).toBe(status);
      expect((await app.send(actor, 'GET', '/review/claims')).status).toBe(status);
    }
    expect(await claimIds(first)).toHaveLength(1);
  });

  test('numbers outside the limits are refused with the name of the field', async () => {
    const refused = await claim(first, { count: 6, skipped_posts: ['x'] });
    expect([refused.status, errorCodes(refused)]).toEqual([422, ['max', 'type']]);
  });

  test('an empty list of posts claims none of them', async () => {
    await app.addWaitingPosts(1);
    for (const post_id of [[], '']) expect(await claimIds(first, { post_id })).toEqual([]);
  });
});

test('the summary counts what waits by survey, source and age', async () => {
  const empty = (await first.send<ReviewSummary>('GET', '/review/summary')).body;
  expect(empty).toMatchObject({ total: 0, held: 0, oldest: null, by_form: [], by_source: [] });
  await app.addWaitingPosts(2);
  const [old] = await app.addWaitingPosts(1, { source: 'sms' });
  await sql`update posts set created = now() - interval '3 days', survey_id = null where id = ${old}`.execute(
    app.db,
  );
  await claim(first);
  const { status, body } = await second.send<ReviewSummary>('GET', '/review/summary');
  expect([status, body]).toMatchObject([
    200,
    {
      total: 3,
      held: 1,
      by_form: [
        { form: { id: app.open.id }, name: 'Flood report', count: 2 },
        { form: null, name: null, count: 1 },
      ],
      by_source: [
        { source: 'web', count: 2 },
        { source: 'sms', count: 1 },
      ],
    },
  ]);
  expect(body.by_age.map(({ count, min_hours }) => [min_hours, count])).toEqual([
    [0, 2],
    [1, 0],
    [24, 1],
    [168, 0],
  ]);
  const read = async (query: string) =>
    (await second.send<ReviewSummary>('GET', `/review/summary?${query}`)).body;
  expect(await read('form=none')).toMatchObject({
    total: 1,
    held: 1,
    by_source: [{ source: 'sms', count: 1 }],
  });
  expect((await first.send<ReviewSummary>('GET', '/review/summary')).body).toMatchObject({
    total: 3,
    held: 0,
  });
  expect(await read(`form=${app.open.id}`)).toMatchObject({ total: 2, held: 0 });
  expect(await read('source=email')).toMatchObject({ total: 0, held: 0, oldest: null });
  const { created_after, created_before } = body.by_age[2] ?? {};
  expect(await claimIds(second, { count: 5, created_after, created_before })).toEqual([]);
  expect(await claimIds(first, { count: 5, created_after, created_before })).toEqual([old]);
});
