import { VectorTile } from '@mapbox/vector-tile';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { type RawBuilder, sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../demo/random.ts';
import { inTransaction, type Tx } from '../../kernel/db/database.ts';
import { anonymousViewer } from '../../kernel/security/viewer.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';
import { countMatchingPosts } from '../filters/matching-posts.sql.ts';
import { buildTsQueryOfWord } from '../search/search-text.sql.ts';
import { countText, deleteUnusedTexts, recordFrequentText } from './counted-texts.sql.ts';
import { startCountMaintenance } from './maintain-counts.ts';
import { applyPendingChanges } from './precomputed-counts.sql.ts';
import { type Mutation, runRandomMutations } from './random-mutations.fixture.ts';

let app: TestApp;
let survey: TestSurvey;
const random = createRandom(11);

beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
});
afterAll(() => app.close());

const titles = ['Water', 'Water is rising', 'Flooded', 'The road is flooded: no water'];
const statuses = ['published', 'published', 'draft'];
const somePosts = (many: number) => sql`array(select id from posts order by random() limit ${many})`;

async function addPosts(tx: Tx, many: number): Promise<void> {
  for (let n = 0; n < many; n++) {
    const { rows } = await sql<{ id: number }>`
      insert into posts (survey_id, status, title) values (
        ${random.chance(0.8) ? survey.id : null}, ${random.pick(statuses)}, ${random.pick(titles)}) returning id`.execute(
      tx,
    );
    if (random.chance(0.8))
      await sql`
        insert into post_places (post_id, attribute_id, position, lat, lon)
        select ${rows[0]?.id}, id, 0, ${random.int(-3, 3) * 7.5}, ${random.int(-3, 3) * 11.3}
        from attributes where key = ${survey.keyOf('where')}`.execute(tx);
    await sql`select mask_posts(array[${rows[0]?.id}]::bigint[])`.execute(tx);
  }
}

/** Changes of posts. */
const mutations: Mutation[] = [
  (tx) => addPosts(tx, 3),
  (tx) => sql`delete from posts where id = any(${somePosts(2)})`.execute(tx),
  ...['title', 'status'].map((column) => async (tx: Tx) => {
    const value = random.pick(column === 'title' ? titles : statuses);
    await sql`update posts set ${sql.ref(column)} = ${value} where id = any(${somePosts(4)})`.execute(tx);
    await sql`select mask_posts(${somePosts(8)})`.execute(tx);
  }),
];

const mutate = (rounds: number) => runRandomMutations(app.db, random, mutations, rounds);

const count = (word: string) =>
  inTransaction(app.db, 'writes', (tx) => countText(tx, buildTsQueryOfWord(word)));
const countedTexts = async () =>
  (await sql<{ query: string }>`select query from precomputed_searches order by id`.execute(app.db)).rows.map(
    ({ query }) => query,
  );

/** Checks in one snapshot that the counts equal the words. */
const compare = () =>
  inTransaction(app.db, 'reads', async (tx) => {
    const questions: [PostFilters, RawBuilder<unknown>][] = [
      [{}, sql`true`],
      [{ has_location: 'mapped' }, sql`masked_cell is not null`],
      [
        { has_location: 'unmapped', form: [survey.id] },
        sql`masked_cell is null and survey_id = ${survey.id}`,
      ],
      [{ form: ['none'] }, sql`survey_id is null`],
    ];
    for (const q of ['water', 'flooded'])
      for (const [filters, condition] of questions) {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from post_search_index
          where is_public and public_tsv @@ ${buildTsQueryOfWord(q)}::tsquery and ${condition}`.execute(tx);
        const counted = await countMatchingPosts(tx, anonymousViewer, { ...filters, q });
        expect([q, filters, counted]).toEqual([q, filters, rows[0]?.n]);
      }
  });

const listed = async (query: string) =>
  (await app.send<{ total_count: number }>('passer-by', 'GET', `/posts?limit=0&${query}`)).body.total_count;

async function countOnTile(name: string, query: string): Promise<number> {
  const response = await app.fastify.inject({ url: `/api/v3/posts/tiles/${name}.mvt?${query}` });
  const layer = new VectorTile(new PbfReader(response.rawPayload)).layers['posts'];
  const points = Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at).properties ?? {});
  return points.reduce((sum, point) => sum + Number(point['count'] ?? 1), 0);
}

test('during concurrent writes, the counts of texts equal the posts', {
  timeout: scaled(60_000),
}, async () => {
  await inTransaction(app.db, 'writes', (tx) => addPosts(tx, 40));
  await count('water');
  const over = new AbortController();
  const writers = Promise.all([mutate(10), mutate(10), mutate(10)]).finally(() => over.abort());
  while (!over.signal.aborted) {
    await compare();
    await inTransaction(app.db, 'writes', applyPendingChanges);
    // During concurrent writes. The second call finds the text counted already.
    await count('flooded');
  }
  await writers;
  await compare();
  expect(await countedTexts()).toEqual(["'water':*", "'flooded':*"]);
});

test('applied changes of texts give the same counts as counting again', async () => {
  const counts = async () => [
    await sql`select level, visibility_class, dimension, cell, survey_id, post_count, ids_xor, cells_xor from post_counts_by_cell order by 1, 2, 3, 4, 5`.execute(
      app.db,
    ),
    await sql`select kind, visibility_class, dimension, day, survey_id, source, is_mapped, post_count from post_counts_by_day order by 1, 2, 3, 4, 5, 6, 7`.execute(
      app.db,
    ),
  ];
  await inTransaction(app.db, 'writes', applyPendingChanges);
  const folded = (await counts()).map(({ rows }) => rows);
  await inTransaction(app.db, 'writes', (tx) => sql`select rebuild_counts()`.execute(tx));
  expect((await counts()).map(({ rows }) => rows)).toEqual(folded);
});

test('the list, its total and the tiles agree, also after a save', async () => {
  const agree = async () => {
    const number = await listed('q=water&has_location=mapped');
    for (const zoom of [0, 3]) {
      let sum = 0;
      for (let x = 0; x < 2 ** zoom; x++)
        for (let y = 0; y < 2 ** zoom; y++) sum += await countOnTile(`${zoom}/${x}/${y}`, 'q=water');
      expect([zoom, sum]).toEqual([zoom, number]);
    }
    const page = await app.send<{ results: unknown[] }>('passer-by', 'GET', '/posts?q=water&limit=500');
    expect(page.body.results).toHaveLength(await listed('q=water'));
    return number;
  };
  const before = await agree();
  const values = { [survey.keyOf('where')]: [{ lat: 7.5, lon: 11.3 }] };
  const body = { form: survey.id, title: 'More water', values };
  const { id } = (await app.send<{ id: number }>('admin', 'POST', '/posts', body)).body;
  await app.send('admin', 'PUT', `/posts/${id}`, { ...body, status: 'published' });
  expect(await agree()).toBe(before + 1);
});

test('a text in very many posts is counted once it is searched for, until nobody searches for it', async () => {
  const { rows } = await sql<{
    dimension: number;
  }>`select id as dimension from precomputed_searches limit 1`.execute(app.db);
  recordFrequentText(buildTsQueryOfWord('rising'), 19_999);
  recordFrequentText(buildTsQueryOfWord('road'), 20_000);
  const end = startCountMaintenance(app.db, () => undefined);
  await expect
    .poll(countedTexts, { timeout: scaled(20_000) })
    .toEqual(["'water':*", "'flooded':*", "'road':*"]);
  await end();
  const before = await listed('q=water');
  expect(before).toBeGreaterThan(0);
  await sql`update precomputed_searches set last_used = last_used - 31 where query = ${buildTsQueryOfWord('water')}::tsquery`.execute(
    app.db,
  );
  await inTransaction(app.db, 'writes', deleteUnusedTexts);
  expect(await countedTexts()).toEqual(["'flooded':*", "'road':*"]);
  const left = await sql`
    select from post_counts_by_cell where dimension = ${rows[0]?.dimension}
    union all select from post_counts_by_day where dimension = ${rows[0]?.dimension}`.execute(app.db);
  expect(left.rows).toEqual([]);
  expect(await listed('q=water')).toBe(before);
});
