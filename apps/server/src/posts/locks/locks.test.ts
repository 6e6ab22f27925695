import type { PostLock, ReleasedLock } from '@waypost/contract/posts/post-locks';
import type { Post } from '@waypost/contract/posts/posts';
import { type Token, webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { startAppWithSurveys } from '../app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

const acquire = (kind: Actor, id: number) => app.send<PostLock>(kind, 'PUT', `/posts/${id}/lock`);
const renew = (kind: Actor, id: number, lock: number) =>
  app.send<PostLock>(kind, 'PUT', `/posts/${id}/lock/${lock}`);
const read = async (kind: Actor, id: number) => (await app.send<Post>(kind, 'GET', `/posts/${id}`)).body;
const errorCode = (reply: { body: unknown }) =>
  (reply.body as { errors: { code: string; params: object }[] }).errors[0];
/** Moves the expiry of a lock back. */
const expireBySeconds = (id: number, seconds: number) =>
  sql`update post_locks set expires = expires - make_interval(secs => ${seconds}) where post_id = ${id}`.execute(
    app.db,
  );

describe('a lock', () => {
  test('is held by one user, visible to users who may update, and blocks others', async () => {
    const { id } = await app.make('member', {});
    const reviewer = await app.idOf('reviewer');
    const now = Math.floor(Date.now() / 1000);
    const lock = await acquire('reviewer', id);
    expect([lock.status, lock.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        url: `https://report.example.org/api/v3/post_locks/${lock.body.id}`,
        user: {
          id: reviewer,
          url: `https://report.example.org/api/v3/users/${reviewer}`,
          realname: 'A reviewer',
        },
        post_id: id,
        expires: expect.any(Number),
        allowed_privileges: ['read', 'create', 'update', 'delete', 'search', 'change_status', 'read_full'],
      },
    ]);
    expect(lock.body.expires - now).toBeGreaterThan(590);
    expect(lock.body.expires - now).toBeLessThan(620);
    for (const kind of ['admin', 'member', 'reviewer'] as const)
      expect((await read(kind, id)).lock).toMatchObject({
        id: lock.body.id,
        user: { realname: 'A reviewer' },
      });
    for (const kind of ['visitor', 'settings manager', 'passer-by'] as const)
      expect((await read(kind, id)).lock).toBeNull();
    const foreign = await acquire('admin', id);
    expect([foreign.status, errorCode(foreign)]).toMatchObject([
      404,
      { code: 'post.locked', params: { user: 'A reviewer' } },
    ]);
    for (const change of [{ title: 'Another' }, { status: 'archived' }, { published_to: ['admin'] }]) {
      const refused = await app.save('admin', id, change);
      expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
        422,
        ['/title'],
        ['postLocked'],
      ]);
    }
    const postResponse = await app.send('member', 'DELETE', `/posts/${id}`);
    expect([postResponse.status, errorCodes(postResponse)]).toEqual([422, ['postLocked']]);
    expect((await app.save('reviewer', id, { title: 'Saved by its holder' })).body).toMatchObject({
      title: 'Saved by its holder',
      lock: null,
    });
    expect((await app.save('member', id, { title: 'Free again' })).status).toBe(200);
  });

  test('expires ten minutes after it was last renewed, with the same id', async () => {
    const { id } = await app.make('member', {});
    const lock = (await acquire('member', id)).body;
    expect(lock.allowed_privileges).toEqual(['read', 'delete', 'search']);
    await expireBySeconds(id, 590);
    expect(await acquire('member', id)).toMatchObject({ body: { id: lock.id } });
    await expireBySeconds(id, 590);
    const postResponse = await renew('member', id, lock.id);
    expect(postResponse.body).toMatchObject({ id: lock.id });
    expect(postResponse.body.expires).toBeGreaterThan(lock.expires - 5);
    await expireBySeconds(id, 601);
    expect((await read('member', id)).lock).toBeNull();
    const late = await renew('member', id, lock.id);
    expect([late.status, errorCode(late)?.code]).toEqual([404, 'post.lock-gone']);
    expect((await app.save('reviewer', id, { title: 'Nobody is there' })).status).toBe(200);
    await expireBySeconds(id, 601);
    expect((await acquire('reviewer', id)).status).toBe(200);
  });

  test('can be removed by everybody who may update the post, and its holder is told', async () => {
    const { id } = await app.make('member', {});
    const lock = (await acquire('member', id)).body;
    expect((await app.send('settings manager', 'DELETE', `/posts/${id}/lock`)).status).toBe(403);
    const broken = await app.send<ReleasedLock>('admin', 'DELETE', `/posts/${id}/lock`);
    expect([broken.status, broken.body]).toMatchObject([200, { id: lock.id, post_id: id }]);
    expect(errorCode(await renew('member', id, lock.id))?.code).toBe('post.lock-gone');
    const next = (await acquire('admin', id)).body;
    expect(next.id).not.toBe(lock.id);
    expect(errorCode(await renew('member', id, lock.id))).toMatchObject({
      code: 'post.locked',
      params: { id },
    });
    const released = await app.send<ReleasedLock>('member', 'DELETE', `/posts/${id}/lock/${lock.id}`);
    expect([released.status, released.body.id]).toEqual([200, null]);
    expect((await read('admin', id)).lock?.id).toBe(next.id);
    await app.send('admin', 'DELETE', `/posts/${id}/lock/${next.id}`);
    expect((await read('admin', id)).lock).toBeNull();
    const none = await app.send<ReleasedLock>('admin', 'DELETE', `/posts/${id}/lock`);
    expect([none.status, none.body]).toMatchObject([
      200,
      { id: null, url: null, post_id: null, expires: null },
    ]);
  });

  test('ends when its holder signs out; other locks stay', async () => {
    const [firstPost, two, other] = [
      await app.make('member', {}),
      await app.make('member', {}),
      await app.make('member', {}),
    ];
    await app.send('reviewer', 'DELETE', '/posts/lock');
    await acquire('reviewer', firstPost.id);
    await acquire('reviewer', two.id);
    await acquire('admin', other.id);
    const released = await app.send<{ count: number }>('reviewer', 'DELETE', '/posts/lock');
    expect([released.status, released.body]).toEqual([200, { count: 2 }]);
    expect((await read('admin', firstPost.id)).lock).toBeNull();
    expect((await read('reviewer', other.id)).lock).not.toBeNull();
    expect((await app.send('visitor', 'DELETE', '/posts/lock')).body).toEqual({ count: 0 });
  });

  test('is given to one of many simultaneous requests', async () => {
    const { id } = await app.make('member', {});
    const kinds: Actor[] = ['reviewer', 'admin', 'member'];
    const attempts = await Promise.all([...kinds, ...kinds, ...kinds].map((kind) => acquire(kind, id)));
    const holders = new Set(attempts.filter((it) => it.status === 200).map((it) => it.body.user?.id));
    expect(holders.size).toBe(1);
    expect(new Set(attempts.filter((it) => it.status === 200).map((it) => it.body.id)).size).toBe(1);
    expect(attempts.filter((it) => it.status === 404).length).toBe(6);
  });
});

test('locked posts come last where the request says so', async () => {
  const { id: survey } = app.careful;
  const posts: Post[] = [];
  for (const title of ['First', 'Second', 'Third'])
    posts.push(
      await app.make('reviewer', {
        form: survey,
        title,
        values: { [app.careful.keyOf('where')]: [{ lat: 1, lon: 1 }] },
      }),
    );
  const order = async (kind: Actor, more: string) =>
    (
      await app.send<{ results: Post[] }>(
        kind,
        'GET',
        `/posts?form=${survey}&status=all&orderby=id&order=desc&${more}`,
      )
    ).body.results.map((post) => post.title);
  await acquire('admin', posts[2]?.id ?? 0);
  expect(await order('reviewer', '')).toEqual(['Third', 'Second', 'First']);
  expect(await order('reviewer', 'order_unlocked_on_top=true')).toEqual(['Second', 'First', 'Third']);
  expect(await order('reviewer', 'order_unlocked_on_top=true&limit=2&offset=1')).toEqual(['First', 'Third']);
  expect(await order('reviewer', 'order_unlocked_on_top=true&limit=2&offset=2')).toEqual(['Third']);
  // Their own locks do not count.
  expect(await order('admin', 'order_unlocked_on_top=true')).toEqual(['Third', 'Second', 'First']);
});

describe('two users who edit the same post', () => {
  test('the later save is refused unless it is based on the earlier one', async () => {
    const post = await app.make('member', { title: 'Draft of two' });
    const first = await app.save('reviewer', post.id, { title: 'One', based_on: post.revision });
    expect(first.body.revision).toBe((post.revision ?? 0) + 1);
    const second = await app.save('admin', post.id, { title: 'Two', based_on: post.revision });
    expect([second.status, errorPointers(second), errorCodes(second)]).toEqual([
      422,
      ['/based_on'],
      ['postChanged'],
    ]);
    expect((await read('admin', post.id)).title).toBe('One');
    expect((await app.save('admin', post.id, { title: 'Two', based_on: first.body.revision })).status).toBe(
      200,
    );
    // As in API v3, for clients that do not use revisions.
    expect((await app.save('admin', post.id, { title: 'Three' })).status).toBe(200);
    // They send back the post as they once read it, and save it repeatedly.
    const fullPost = { ...first.body, title: 'Four' };
    expect((await app.save('admin', post.id, fullPost)).status).toBe(200);
    expect((await app.save('admin', post.id, { ...fullPost, title: 'Five' })).body.title).toBe('Five');
  });

  test('of simultaneous saves based on the same revision exactly one succeeds', async () => {
    const post = await app.make('member', { title: 'Race' });
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        app.save(index % 2 ? 'admin' : 'reviewer', post.id, {
          title: `Save ${index}`,
          based_on: post.revision,
        }),
      ),
    );
    expect(saves.filter((it) => it.status === 200).length).toBe(1);
    expect((await read('admin', post.id)).revision).toBe((post.revision ?? 0) + 1);
  });
});

describe('the end of a session releases its locks', () => {
  /** Signs in again, acquires the lock of a new post in that session, and returns a function that reads its holder. */
  async function elsewhere() {
    const { id } = await app.make('member', {});
    const login = await app.send<Token>('passer-by', 'POST', '//oauth/token', {
      grant_type: 'password',
      client_id: webClient.id,
      client_secret: webClient.secret,
      scope: '*',
      username: 'reviewer@example.org',
      password: 'correct horse',
    });
    const headers = { authorization: `Bearer ${login.body.access_token}` };
    const send = (method: 'PUT' | 'DELETE', url: string) => app.fastify.inject({ method, url, headers });
    expect((await send('PUT', `/api/v3/posts/${id}/lock`)).statusCode).toBe(200);
    return { id, send, isLocked: async () => (await read('admin', id)).lock !== null };
  }

  test('when its user signs out', async () => {
    const { send, isLocked } = await elsewhere();
    expect(await isLocked()).toBe(true);
    expect((await send('DELETE', '/oauth/token')).statusCode).toBe(204);
    expect(await isLocked()).toBe(false);
  });

  test('but not when the same user signs out of another session', async () => {
    const { id, send, isLocked } = await elsewhere();
    await acquire('reviewer', id);
    await send('DELETE', '/oauth/token');
    expect(await isLocked()).toBe(true);
  });

  test('when an administrator sets another password', async () => {
    const { isLocked } = await elsewhere();
    const reviewer = await app.idOf('reviewer');
    expect((await app.send('admin', 'PUT', `/users/${reviewer}`, { password: 'correct horse' })).status).toBe(
      200,
    );
    expect(await isLocked()).toBe(false);
  });
});
