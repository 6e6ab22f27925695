/** A test app with posts that differ in everything that lists and maps can filter and sort by. */
import type { Post } from '@waypost/contract/posts/posts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../testing/app/test-app.ts';

interface PostListReply {
  count: number;
  total_count: number;
  results: Post[];
  limit: string | null;
  offset: string | number;
  order: string;
  orderby: string;
  next: string;
  prev: string;
}

/** Starts a test app with two surveys and ten posts. */
export async function startAppWithPosts() {
  const app: TestApp = await startTestApp();
  const ids: Record<string, number> = {};
  const survey = await createTestSurvey(
    app.db,
    {
      where: { type: 'point', input: 'location', cardinality: 0 },
      area: { type: 'geometry' },
      words: { type: 'varchar' },
      kinds: { type: 'tags', input: 'tags', cardinality: 0 },
      done: { type: 'varchar', task: 'second' },
    },
    { tasks: { first: {}, second: {} } },
  );
  const other = await createTestSurvey(
    app.db,
    { place: { type: 'point', input: 'location' } },
    { color: '#A51A1A' },
  );
  const nairobi = { lat: -1.2921, lon: 36.8219 };
  const suva = { lat: -18.1416, lon: 178.4419 };
  const posts: [string, Actor, object][] = [
    [
      'bridge',
      'member',
      {
        title: 'Bridge closed',
        content: 'Water over the deck',
        values: { where: [nairobi], words: ['100% shut'], kinds: [1, 2] },
        post_date: '2020-01-01',
        completed_stages: [survey.tasks['first']],
      },
    ],
    [
      'road',
      'visitor',
      {
        title: 'Road clear',
        content: 'Dry',
        values: { where: [{ lat: -1.2, lon: 36.8 }], words: ['open'], kinds: [2] },
        post_date: '2020-01-02',
        locale: 'fr',
        slug: 'road-clear',
      },
    ],
    ['island', 'visitor', { title: 'Storm', values: { where: [suva] }, post_date: '2020-01-03' }],
    [
      'field',
      'visitor',
      {
        title: 'Flooded field',
        values: { area: ['POLYGON((36 -2,36 -1,37 -1,37 -2,36 -2))'] },
        post_date: '2020-01-04',
      },
    ],
    ['nowhere', 'visitor', { title: 'Somewhere', post_date: '2020-01-05' }],
    [
      'draft',
      'member',
      { title: 'Draft', status: 'draft', post_date: '2020-01-06', values: { where: [nairobi] } },
    ],
    ['archived', 'reviewer', { title: 'Archived', status: 'archived', post_date: '2020-01-07' }],
    ['team', 'reviewer', { title: 'For the team', published_to: ['reviewer'], post_date: '2020-01-08' }],
    ['other', 'visitor', { title: 'Elsewhere', form: () => other.id, post_date: '2020-01-09' }],
    ['loose', 'reviewer', { title: 'Loose', form: null, status: 'published', post_date: '2020-01-10' }],
  ];
  for (const [name, kind, body] of posts) {
    const { values = {}, form, ...rest } = body as { values?: object; form?: unknown };
    const valuesByKey = Object.fromEntries(
      Object.entries(values).map(([field, answers]) => [survey.keyOf(field), answers]),
    );
    const formId = typeof form === 'function' ? (form as () => number)() : form === null ? null : survey.id;
    const lastId = (
      await app.db
        .selectFrom('posts')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id;
    const created = await app.send<Post>(kind, 'POST', '/posts', {
      form: formId,
      values: valuesByKey,
      ...rest,
    });
    if (created.status >= 300) throw new Error(`${name}: ${JSON.stringify(created.body)}`);
    ids[name] = created.body?.id ?? lastId + 1;
  }
  return {
    ...app,
    survey,
    other,
    /** Ids of posts by their name in this file. */
    ids,
    list: (kind: Actor, query: string) => app.send<PostListReply>(kind, 'GET', `/posts?${query}`),
  };
}
