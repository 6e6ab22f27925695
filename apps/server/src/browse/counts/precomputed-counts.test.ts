import { VectorTile } from '@mapbox/vector-tile';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { Stats, StatsRow } from '@waypost/contract/browse/stats';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createRandom } from '../../demo/random.ts';
import { inTransaction, type Tx } from '../../kernel/db/database.ts';
import { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { connectionString } from '../../kernel/postgres/connection.ts';
import { anonymousViewer, Viewer } from '../../kernel/security/viewer.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';
import { countMatchingPosts } from '../filters/matching-posts.sql.ts';
import { startCountMaintenance } from './maintain-counts.ts';
import { applyPendingChanges } from './precomputed-counts.sql.ts';
import { type Mutation, runRandomMutations } from './random-mutations.fixture.ts';

let app: TestApp;
const surveys: TestSurvey[] = [];
let categories: number[] = [];
/** A category by itself, and together with its children. */
let waterPosts = 0;
let categoryFamily: number[] = [];
const random = createRandom(7);
const reviewer = new Viewer({
  id: null,
  email: null,
  realname: null,
  role: 'reviewer',
  permissions: ['Manage Posts'],
  scopes: ['*'],
});

beforeAll(async () => {
  app = await startTestApp();
  for (const color of ['#A51A1A', '#2274B4'])
    surveys.push(
      await createTestSurvey(
        app.db,
        {
          where: { type: 'point', input: 'location' },
          kinds: { type: 'tags', input: 'tags', cardinality: 0 },
          verdict: { type: 'tags', input: 'tags', cardinality: 0, task: 'inside' },
        },
        { color, tasks: { inside: { internal: true } } },
      ),
    );
  const named = async (tag: string, parent_id?: number) =>
    (await app.send<{ id: number }>('admin', 'POST', '/tags', { tag, ...(parent_id ? { parent_id } : {}) }))
      .body.id;
  waterPosts = await named('Water');
  categoryFamily = [waterPosts, await named('Flood', waterPosts), await named('Leak', waterPosts)];
  categories = [...categoryFamily, await named('Fire')];
  // A restricted category: it does not hide the others.
  await app.send('admin', 'POST', '/tags', { tag: 'For the team', role: ['reviewer'] });
});
afterAll(() => app.close());

const statuses = ['published', 'published', 'draft', 'archived'] as const;

/** A few positions, so that posts share cells. */
async function addPosts(tx: Tx, many: number): Promise<void> {
  for (let n = 0; n < many; n++) {
    const survey = random.pick(surveys);
    const { rows } = await sql<{ id: number }>`
      insert into posts (survey_id, status, published_to, title, source, created) values (${survey.id},
        ${random.pick(statuses)}, ${random.chance(0.2) ? ['reviewer'] : []}::text[], 'Counted',
        ${random.chance(0.3) ? 'sms' : null}, now() - ${random.int(0, 9)} * interval '1 day') returning id`.execute(
      tx,
    );
    const id = rows[0]?.id ?? 0;
    if (random.chance(0.8))
      await sql`
        insert into post_places (post_id, attribute_id, position, lat, lon)
        select ${id}, id, 0, ${random.int(-3, 3) * 7.5}, ${random.int(-3, 3) * 11.3}
        from attributes where key = ${survey.keyOf('where')}`.execute(tx);
    for (const field of ['kinds', 'kinds', 'verdict'])
      if (random.chance(0.5))
        await sql`
          insert into post_categories (post_id, attribute_id, category_id)
          select ${id}, id, ${random.pick(categories)} from attributes where key = ${survey.keyOf(field)}
          on conflict do nothing`.execute(tx);
    await sql`select mask_posts(array[${id}]::bigint[])`.execute(tx);
  }
}

const somePosts = (many: number) => sql`array(select id from posts order by random() limit ${many})`;

/** Concurrent changes of posts. */
const mutations: Mutation[] = [
  (tx) => addPosts(tx, 3),
  (tx) =>
    sql`update posts set status = ${random.pick(statuses)} where id = any(${somePosts(4)}) and merged_into is null`.execute(
      tx,
    ),
  (tx) =>
    sql`update posts set merged_into = target.id, revision = posts.revision + 1
      from (select id from posts order by random() limit 1 for key share) as target
      where posts.id = any(${somePosts(3)}) and posts.id <> target.id and merged_into is null`.execute(tx),
  (tx) =>
    sql`update posts set merged_into = null, revision = revision + 1
      where id = any(${somePosts(8)}) and merged_into is not null`.execute(tx),
  (tx) =>
    sql`update posts set published_to = ${random.chance(0.5) ? ['reviewer'] : []}::text[] where id = any(${somePosts(2)})`.execute(
      tx,
    ),
  (tx) =>
    sql`update posts set survey_id = ${random.pick(surveys).id} where id = any(${somePosts(2)})`.execute(tx),
  (tx) => sql`delete from posts where id = any(${somePosts(2)})`.execute(tx),
  (tx) => sql`delete from post_categories where post_id = any(${somePosts(2)})`.execute(tx),
];

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const midnight = (time: Date) => new Date(Math.floor(time.getTime() / 86_400_000) * 86_400_000);
const questions: PostFilters[] = [
  {},
  { status: ['all'] },
  { status: ['draft', 'archived'] },
  { has_location: 'mapped' },
  { has_location: 'unmapped' },
  { source: ['sms'] },
  { form: ['none'] },
  { created_after: daysAgo(6.3) },
  { created_after: daysAgo(6.3), created_before: daysAgo(2.6), source: ['sms'] },
  { created_after: daysAgo(2.9), created_before: daysAgo(2.1) },
  { created_after: daysAgo(2), created_before: daysAgo(6) },
  { date_after: midnight(daysAgo(3)), date_before: daysAgo(0.1), has_location: 'mapped' },
];
/** A filter that matches all posts but is not precomputed: the posts are counted directly. */
const uncountedFilter: PostFilters = { values: {} };

/** Checks in one snapshot that the counts equal the posts. */
const compare = (viewer: Viewer) =>
  inTransaction(app.db, 'reads', async (tx) => {
    const ofCategories = [...categories.map((id) => [id]), categoryFamily].map((tags) => ({
      tags,
      status: ['all' as const],
    }));
    const ofBoth = ofCategories.map((filters) => ({
      ...filters,
      source: ['sms' as const],
      date_after: daysAgo(4),
    }));
    for (const filters of [...questions, ...ofCategories, ...ofBoth, { form: [surveys[0]?.id ?? 0] }]) {
      const counted = await countMatchingPosts(tx, viewer, filters);
      const looked = await countMatchingPosts(tx, viewer, { ...filters, ...uncountedFilter });
      expect([filters, counted]).toEqual([filters, looked]);
    }
  });

const mutate = (rounds: number) => runRandomMutations(app.db, random, mutations, rounds);

async function tile(kind: Actor, name: string, query = '') {
  const headers = kind === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(kind)}` };
  const response = await app.fastify.inject({ url: `/api/v3/posts/tiles/${name}.mvt?${query}`, headers });
  const layer = new VectorTile(new PbfReader(response.rawPayload)).layers['posts'];
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at).properties ?? {});
}
const sumOf = (points: Awaited<ReturnType<typeof tile>>) =>
  points.reduce((sum, it) => sum + Number(it['count'] ?? 1), 0);
const listed = async (kind: Actor, query: string) =>
  (await app.send<{ total_count: number }>(kind, 'GET', `/posts?limit=0&${query}`)).body.total_count;

describe('during concurrent writes', () => {
  test('counts equal the posts at every moment and for every viewer', {
    timeout: scaled(60_000),
  }, async () => {
    await inTransaction(app.db, 'writes', (tx) => addPosts(tx, 40));
    const over = new AbortController();
    const writers = Promise.all([mutate(25), mutate(25), mutate(25)]).finally(() => over.abort());
    while (!over.signal.aborted) {
      await compare(anonymousViewer);
      await compare(reviewer);
      await inTransaction(app.db, 'writes', applyPendingChanges);
    }
    await writers;
    await compare(anonymousViewer);
    await compare(reviewer);
  });

  test('applied changes give the same counts as counting again', async () => {
    const counts = async () => ({
      cells: (
        await sql`select level, visibility_class, dimension, cell, survey_id, post_count, ids_xor, cells_xor from current_counts_by_cell order by 1, 2, 3, 4, 5`.execute(
          app.db,
        )
      ).rows,
      days: (
        await sql`select kind, visibility_class, dimension, day, survey_id, source, is_mapped, post_count from current_counts_by_day order by 1, 2, 3, 4, 5, 6, 7`.execute(
          app.db,
        )
      ).rows,
    });
    await inTransaction(app.db, 'writes', applyPendingChanges);
    const folded = await counts();
    expect(folded.cells.length).toBeGreaterThan(20);
    await inTransaction(app.db, 'writes', (tx) => sql`select rebuild_counts()`.execute(tx));
    expect(await counts()).toEqual(folded);
  });

  test('tiles, list and statistics agree', { timeout: scaled(60_000) }, async () => {
    for (const kind of ['passer-by', 'member', 'reviewer'] as Actor[])
      for (const query of ['', 'status=all', `form=${surveys[0]?.id}`, `tags=${categoryFamily.join(',')}`]) {
        const mapped = await listed(kind, `${query}&has_location=mapped`);
        // All positions are in the four tiles in the middle of each side.
        for (const [zoom, from, to] of [
          [0, 0, 1],
          [3, 2, 6],
          [4, 6, 10],
        ] as const) {
          let sum = 0;
          for (let x = from; x < to; x++)
            for (let y = from; y < to; y++) sum += sumOf(await tile(kind, `${zoom}/${x}/${y}`, query));
          expect([kind, query, zoom, sum]).toEqual([kind, query, zoom, mapped]);
        }
      }
    const { body } = await app.send<Stats>('reviewer', 'GET', '/posts/stats?group_by=form&status=all');
    const rows = body.totals[0]?.values as StatsRow[] | undefined;
    expect(rows?.reduce((sum, row) => sum + row.total, 0)).toBe(await listed('reviewer', 'status=all'));
  });
});

test('a page far down contains the same posts as the full list', async () => {
  await inTransaction(app.db, 'writes', (tx) => addPosts(tx, 250));
  for (const kind of ['passer-by', 'reviewer'] as Actor[])
    for (const order of ['orderby=created&order=desc', 'orderby=created&order=asc', 'orderby=post_date'])
      for (const filter of ['', `form=${surveys[0]?.id}`]) {
        const ids = async (page: string) =>
          (
            await app.send<{ results: { id: number }[] }>(kind, 'GET', `/posts?${order}&${filter}&${page}`)
          ).body.results.map((post) => post.id);
        const allIds = await ids('limit=1000');
        const middle = Math.floor(allIds.length / 2);
        for (const offset of [30, middle, allIds.length - 3, allIds.length + 5])
          expect([kind, order, offset, await ids(`limit=10&offset=${offset}`)]).toEqual([
            kind,
            order,
            offset,
            allIds.slice(offset, offset + 10),
          ]);
      }
});

describe('by category', () => {
  const charts = ['', '&group_by_tags=all', `&timeline=1&timeline_interval=172800`];
  const agree = async () => {
    for (const kind of ['passer-by', 'reviewer'] as Actor[])
      for (const chart of [...charts, `&group_by_tags=${waterPosts}`]) {
        const ask = async (filter: string) =>
          (await app.send<Stats>(kind, 'GET', `/posts/stats?status=all&group_by=tags${chart}${filter}`)).body
            .totals;
        const counted = await ask('');
        if (chart === '') expect(counted.length).toBeGreaterThan(0);
        expect([kind, chart, counted]).toEqual([kind, chart, await ask('&created_after=1971-01-01')]);
      }
    await compare(anonymousViewer);
    await compare(reviewer);
  };

  test('counts equal the posts, with children counted once for their parent', agree);

  test('also after a category was moved or deleted', { timeout: scaled(60_000) }, async () => {
    const leak = categoryFamily[2] ?? 0;
    await app.send('admin', 'PUT', `/tags/${leak}`, { tag: 'Leak', parent_id: null });
    categoryFamily = categoryFamily.slice(0, 2);
    await agree();
    await app.send('admin', 'DELETE', `/tags/${categoryFamily[1]}`);
    categories = categories.filter((id) => id !== categoryFamily[1]);
    categoryFamily = [waterPosts];
    await agree();
    await app.db
      .deleteFrom('attributes')
      .where('key', '=', surveys[0]?.keyOf('kinds') ?? '')
      .execute();
    await inTransaction(app.db, 'writes', applyPendingChanges);
    await agree();
  });
});

test('a single remaining post of a cell is returned with its own id and place', async () => {
  const [survey] = surveys;
  const spot = { lat: 64.1466, lon: -21.9426 };
  const body = {
    form: survey?.id,
    title: 'In the north',
    values: { [survey?.keyOf('where') ?? '']: [spot] },
  };
  const postIds: number[] = [];
  for (let n = 0; n < 3; n++)
    postIds.push((await app.send<{ id: number }>('visitor', 'POST', '/posts', body)).body.id);
  await inTransaction(app.db, 'writes', applyPendingChanges);
  const readTile = () => tile('visitor', '5/14/8');
  expect((await readTile()).map((it) => it['count'])).toEqual([3]);
  await app.send('admin', 'DELETE', `/posts/${postIds[0]}`);
  await inTransaction(app.db, 'writes', applyPendingChanges);
  await app.send('admin', 'DELETE', `/posts/${postIds[2]}`);
  expect(await readTile()).toMatchObject([{ id: postIds[1], title: 'In the north', color: '#A51A1A' }]);
  await app.send('admin', 'DELETE', `/posts/${postIds[1]}`);
  expect(await readTile()).toEqual([]);
});

describe('cached results', () => {
  const urls = [
    '/posts?limit=0',
    '/posts/stats?group_by=form',
    '/posts/stats?timeline=1',
    '/posts/tiles/1/1/0.mvt',
  ];

  test('reflect a save in the next request, also in another process', async () => {
    const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(app.db);
    const address = connectionString({ ...inject('postgres'), database: rows[0]?.database ?? '' });
    const jobs = new JobQueue({ db: app.db, connectionString: address, isWorker: false });
    const other = await buildApp({
      db: app.db,
      jobs,
      webDist: '/nowhere',
      storageDir: app.storageDir,
      publicUrl: 'https://report.example.org',
    });
    const authorization = `Bearer ${await app.tokenOf('visitor')}`;
    const read = (fastify: TestApp['fastify']) =>
      Promise.all(
        urls.map(async (url) => {
          const response = await fastify.inject({ url: `/api/v3${url}`, headers: { authorization } });
          return response.headers['etag'] ?? response.body;
        }),
      );
    const [survey] = surveys;
    for (let n = 0; n < 3; n++) {
      const before = await read(app.fastify);
      expect(await read(other)).toEqual(before);
      const values = { [survey?.keyOf('where') ?? '']: [{ lat: 48.2, lon: 16.37 }] };
      await app.send('visitor', 'POST', '/posts', { form: survey?.id, title: 'Just now', values });
      const after = await read(other);
      for (const [at, response] of after.entries())
        expect([urls[at], response === before[at]]).toEqual([urls[at], false]);
      expect(await read(app.fastify)).toEqual(after);
    }
    await other.close();
    await jobs.close();
  });

  test('change with colors, names and rights', async () => {
    const [survey] = surveys;
    const color = async () => (await tile('visitor', '1/1/0', `form=${survey?.id}`)).map((it) => it['color']);
    expect(await color()).toContain('#A51A1A');
    await app.send('admin', 'PUT', `/forms/${survey?.id}`, { color: '#00838F' });
    expect(await color()).toContain('#00838F');
    const before = await listed('member', 'status=all');
    await app.db
      .updateTable('roles')
      .set({ permissions: ['Manage Posts'] })
      .where('name', '=', 'user')
      .execute();
    const now = await listed('member', 'status=all');
    await app.db.updateTable('roles').set({ permissions: [] }).where('name', '=', 'user').execute();
    expect(now).toBe(await listed('reviewer', 'status=all'));
    expect(await listed('member', 'status=all')).toBe(before);
    expect(before).toBeLessThan(now);
  });
});

test('pending changes are applied automatically, by one process at a time', {
  timeout: scaled(60_000),
}, async () => {
  await inTransaction(app.db, 'writes', (tx) => addPosts(tx, 300));
  const waiting = async () =>
    (await sql<{ n: number }>`select count(*) as n from post_count_changes`.execute(app.db)).rows[0]?.n ?? 0;
  expect(await waiting()).toBeGreaterThan(500);
  const ends = [
    startCountMaintenance(app.db, () => undefined),
    startCountMaintenance(app.db, () => undefined),
  ];
  await expect.poll(waiting, { timeout: scaled(20_000) }).toBeLessThan(500);
  await Promise.all(ends.map((end) => end()));
  await compare(anonymousViewer);
});
