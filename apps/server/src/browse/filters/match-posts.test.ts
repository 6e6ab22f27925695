/** Matching many questions at once gives the same result as matching each one by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { Viewer } from '../../kernel/security/viewer.ts';
import { startAppWithPosts } from '../app-with-posts.fixture.ts';
import { type FilterQuestion, matchPostsToFilters } from './match-posts.sql.ts';

let app: Awaited<ReturnType<typeof startAppWithPosts>>;
beforeAll(async () => {
  app = await startAppWithPosts();
  // Finds posts of the child where the parent is named.
  await app.db.updateTable('categories').set({ parent_id: 3 }).where('id', '=', 2).execute();
});
afterAll(() => app.close());

const viewerWith = (id: number | null, role: string | null, permissions: string[] = []) =>
  new Viewer({ id, email: null, realname: null, role, permissions, scopes: ['*'] });

const sampleFilters = (): object[] => [
  {},
  ...[
    'water',
    'wat',
    'watre',
    'brigde closed',
    'flooded',
    'flodded feild',
    'xyzzyplugh',
    'o%d',
    '!!',
    'Zürich',
  ].map((q) => ({ q })),
  ...[
    '100% shut',
    'dry road',
    'the deck is not there',
    'bridge bridge',
    '水',
    '水の上',
    String(app.ids['road']),
  ].map((q) => ({ q })),
  { q: 'one two three four five six seven eight nine ten eleven twelve bridge' },
  { status: ['draft'] },
  { status: ['all'] },
  { status: ['archived', 'published'], q: 'archived' },
  { form: ['none'] },
  { form: [app.other.id, 'none'] },
  { form: [app.survey.id], tags: [2] },
  { tags: { all: [1, 2] } },
  { tags: [3] },
  { tags: { all: [3, 1] } },
  { tags: { any: [1, 4] }, status: 'all' },
  { user: ['me'], status: ['all'] },
  { user: ['none'] },
  { user: [1, 2, 3] },
  { source: ['sms'] },
  { source: ['web', 'sms'] },
  { locale: 'FR' },
  { post_id: [app.ids['bridge'], app.ids['draft']] },
  { bbox: '36.5,-1.1,37,-1.4' },
  { bbox: '-183,-10,-180,-20' },
  { bbox: '36,-1.4,37,-2' },
  { center_point: '-1.2921,36.8219', within_km: 10.2 },
  { center_point: '-1.2921,36.8219', within_km: 10.6 },
  { center_point: '-18.14,-181.5', within_km: 20 },
  { center_point: '-1.2921,36.8219', within_km: 20_000 },
  { center_point: '88,-100', within_km: 10_600 },
  { has_location: 'unmapped' },
  { date_before: '2020-01-02', date_after: '2020-01-01' },
  { current_stage: [app.survey.tasks['second']] },
  { values: { [app.survey.keyOf('words')]: 'shut' } },
  { published_to: ['reviewer'] },
  { bbox: 'not a box' },
];

test('matching many questions at once gives the same posts as each one by itself', async () => {
  const viewers = [
    viewerWith(null, null),
    viewerWith(2, 'user'),
    viewerWith(0, 'user'),
    viewerWith(3, 'reviewer', ['Manage Posts']),
  ];
  const questions = viewers.flatMap((viewer, who) =>
    sampleFilters().map(
      (filter, at): FilterQuestion => ({ key: `${who} ${at} ${JSON.stringify(filter)}`, viewer, filter }),
    ),
  );
  const ids = Object.values(app.ids);
  const sorted = (matchedIds: ReadonlyMap<string, number[]>) =>
    Object.fromEntries([...matchedIds].map(([key, posts]) => [key, posts.toSorted((a, b) => a - b)]));
  await inTransaction(app.db, 'reads', async (tx) => {
    const separately = new Map<string, number[]>();
    for (const question of questions)
      for (const [key, matchedIds] of await matchPostsToFilters(tx, ids, [question]))
        separately.set(key, matchedIds);
    expect(separately.size).toBeGreaterThan(questions.length / 2);
    expect(sorted(await matchPostsToFilters(tx, ids, questions))).toEqual(sorted(separately));
  });
});
