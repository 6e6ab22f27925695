/** What bulk changes store, how many posts one account puts into them, and that a short one does not wait for long ones. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../testing/app/test-app.ts';
import { eventually } from '../testing/time.ts';
import { startAppWithBulkChanges } from './bulk-changes.fixture.ts';
import { postsPerDay } from './create-bulk-change.ts';

let app: Awaited<ReturnType<typeof startAppWithBulkChanges>>;
beforeAll(async () => {
  app = await startAppWithBulkChanges();
});
afterAll(() => app.close());

const archive = { action: 'set-status', status: 'archived' };

/** Number of posts that are stored with a bulk change, by outcome. */
async function countStored(id: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select outcome, count(*)::int as count from bulk_change_posts where bulk_change_id = ${id} group by outcome`.execute(
    app.db,
  );
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

describe('posts that are not reached are not kept', () => {
  test('after a stop before the first one', async () => {
    const ids = await app.insertMany(300, 'Marker ibis');
    const { body } = await app.request('reviewer', { ...archive, post_ids: ids });
    expect(await countStored(body.id)).toEqual({ pending: 300 });
    expect((await app.stop('reviewer', body.id)).body).toMatchObject({
      state: 'stopped',
      total: 300,
      changed: 0,
    });
    expect(await countStored(body.id)).toEqual({});
    await app.jobs.runPending();
    expect(await app.read('reviewer', body.id)).toMatchObject({ state: 'stopped', total: 300, changed: 0 });
  });

  test.each(['stop', 'undo'] as const)('after a %s in the middle', async (end) => {
    const ids = await app.insertMany(2000, `Marker heron ${end}`);
    const before = await app.snapshot(ids);
    const { body } = await app.request('reviewer', { ...archive, post_ids: ids });
    const ended = app.jobs.runPending();
    await eventually(async () => expect((await app.read('reviewer', body.id)).changed).toBeGreaterThan(0));
    const { body: reply } = await app[end]('reviewer', body.id);
    expect(await countStored(body.id)).not.toHaveProperty('pending');
    await ended;
    const { changed, unchanged } = await app.read('reviewer', body.id);
    expect(changed + unchanged).toBeLessThan(2000);
    expect(reply.total).toBe(2000);
    if (end === 'stop') await app.undo('reviewer', body.id);
    await app.jobs.runPending();
    expect(await app.read('reviewer', body.id)).toMatchObject({
      state: 'undone',
      total: 2000,
      undone: changed,
      kept: 0,
    });
    expect(await countStored(body.id)).toEqual({ undone: changed, unchanged });
    expect(await app.snapshot(ids)).toEqual(before);
  });

  test('after the account was deleted', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into users (email, role, password_hash) values ('gone@example.org', 'user', 'x') returning id`.execute(
      app.db,
    );
    const owner = rows[0]?.id ?? 0;
    const ids = await app.insertMany(200, 'Marker egret');
    const { body } = await app.request('reviewer', { ...archive, post_ids: ids });
    await sql`update bulk_changes set user_id = ${owner} where id = ${body.id}`.execute(app.db);
    expect((await app.send('admin', 'DELETE', `/users/${owner}`)).status).toBe(200);
    await app.jobs.runPending();
    expect(await app.read('admin', body.id)).toMatchObject({
      state: 'failed',
      failure: 'rights',
      total: 200,
    });
    expect(await countStored(body.id)).toEqual({});
  });
});

describe('a member', () => {
  test.each([{ action: 'delete' }, { action: 'set-status', status: 'published' }])(
    'chooses only their own posts by filters: $action',
    async (body) => {
      const title = `Marker stork ${body.action}`;
      await app.make('reviewer', { title, status: 'published' });
      const { id: own } = await app.make('member', { title, status: 'draft' });
      const result = await app.change('member', { ...body, filters: { q: title, status: ['all'] } });
      expect(result).toMatchObject({ state: 'done', total: 1, changed: 1, failed: 0 });
      expect((await app.send('admin', 'GET', `/posts/${own}`)).status).toBe(
        body.action === 'delete' ? 404 : 200,
      );
    },
  );

  test('adds the posts of others to an own collection', async () => {
    await app.make('reviewer', { title: 'Marker crane', status: 'published' });
    const { body: set } = await app.send<{ id: number }>('member', 'POST', '/collections', {
      name: 'Cranes',
    });
    const filters = { q: 'crane' };
    const result = await app.change('member', { action: 'add-to-collection', collection: set.id, filters });
    expect(result).toMatchObject({ total: 1, changed: 1 });
  });
});

/** As if the account had already chosen this many posts today. */
const insertChange = async (actor: Exclude<Actor, 'passer-by' | 'visitor'>, total: number, age = '1 hour') =>
  sql`insert into bulk_changes (user_id, action, state, total, created)
    values (${await app.idOf(actor)}, 'delete', 'stopped', ${total}, now() - ${age}::interval)`.execute(
    app.db,
  );

test.each([
  ['settings manager', postsPerDay.member],
  ['reviewer without personal data', postsPerDay.manager],
] as const)('a %s can put %i posts a day into bulk changes', async (actor, max) => {
  await insertChange(actor, max, '25 hours');
  await insertChange(actor, max - 1);
  const own = [
    await app.make(actor, { title: 'Marker robin' }),
    await app.make(actor, { title: 'Marker robin' }),
  ];
  const ids = own.map(({ id }) => id);
  const requests = [{ post_ids: ids }, { filters: { q: 'robin', status: ['all'], user: ['me'] } }];
  for (const chosen of requests) {
    const refused = await app.request(actor, { ...archive, ...chosen });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: [{ code: 'bulk-change.too-many-per-day', params: { max } }] },
    ]);
  }
  expect((await app.request(actor, { ...archive, post_ids: ids.slice(1) })).status).toBe(200);
  expect((await app.request(actor, { ...archive, post_ids: ids.slice(1) })).status).toBe(422);
  await app.jobs.runPending();
});

test('a change of one post does not wait for the end of long ones', async () => {
  const start = async (kind: Actor, count: number) => {
    const post_ids = await app.insertMany(count, 'Marker snail');
    return (await app.request(kind, { ...archive, post_ids })).body.id;
  };
  const long = [await start('reviewer', 3000), await start('reviewer', 3000)];
  const short = await start('admin', 1);
  await app.jobs.runPending();
  const { rows } = await sql<{ id: number; state: string }>`
    select id, state from bulk_changes where id = any(${[...long, short]}::bigint[]) order by finished`.execute(
    app.db,
  );
  expect(rows).toEqual([short, ...long].map((id) => ({ id, state: 'done' })));
});
