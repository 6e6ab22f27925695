import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestField, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const kinds: Actor[] = ['passer-by', 'visitor', 'member', 'settings manager', 'reviewer', 'admin'];
const fields: Record<string, TestField> = {
  where: { type: 'point', input: 'location' },
  area: { type: 'geometry' },
  when: { type: 'datetime', input: 'datetime' },
  phone: { type: 'varchar', private: true },
  home: { type: 'point', input: 'location', private: true },
  verdict: { type: 'varchar', task: 'check' },
  later: { type: 'varchar', task: 'later' },
};
const tasks = { check: { internal: true }, later: { hiddenWhenPublished: true } };
const exactLocation = { lat: -1.29876, lon: 36.82345 };

/** A post of the member with an answer to every attribute, written at 05:30. */
async function createTestPost(survey: TestSurvey, more: object = {}): Promise<number> {
  const values = {
    [survey.keyOf('where')]: [exactLocation],
    [survey.keyOf('area')]: ['POLYGON((1.23456 1,1 2,2 2.98765,1.23456 1))'],
    [survey.keyOf('when')]: ['2019-12-01 05:30:00'],
    [survey.keyOf('phone')]: ['555'],
    [survey.keyOf('home')]: [exactLocation],
    [survey.keyOf('verdict')]: ['True'],
    [survey.keyOf('later')]: ['Soon'],
  };
  const created = await app.send<Post>('reviewer', 'POST', '/posts', {
    form: survey.id,
    user: await app.idOf('member'),
    title: 'Seen',
    status: 'published',
    post_date: '2019-12-01T05:30:00Z',
    completed_stages: [survey.tasks['check'], survey.tasks['later']],
    values,
    ...more,
  });
  expect(created.status).toBe(200);
  await app.db
    .updateTable('posts')
    .set({ created: new Date('2020-02-03T04:05:06Z') })
    .where('id', '=', created.body.id)
    .execute();
  return created.body.id;
}

/** Who may read a post, by status and by the roles in `published_to`. */
const readersByStatus: [Post['status'], string[], Actor[]][] = [
  ['published', [], kinds],
  ['published', ['settings-manager'], ['member', 'settings manager', 'reviewer', 'admin']],
  ['published', ['reviewer'], ['member', 'reviewer', 'admin']],
  ['draft', [], ['member', 'reviewer', 'admin']],
  ['draft', ['settings-manager'], ['member', 'reviewer', 'admin']],
  ['archived', [], ['member', 'reviewer', 'admin']],
];

describe.each(readersByStatus)('%s, for %o', (status, published_to, mayRead) => {
  test('is readable, listed and on the map for the same viewers', async () => {
    const survey = await createTestSurvey(app.db, fields, { tasks });
    const id = await createTestPost(survey, { status, published_to });
    for (const kind of kinds) {
      const single = await app.send<Post>(kind, 'GET', `/posts/${id}`);
      const refusal = kind === 'passer-by' ? 401 : 403;
      expect([kind, single.status]).toEqual([kind, mayRead.includes(kind) ? 200 : refusal]);
      // The API format demands 401 or 403 above; all other endpoints answer as if the post did not exist.
      const othersStatus = single.status === 200 ? 200 : 404;
      expect([kind, (await app.send(kind, 'GET', `/posts/${id}/geojson`)).status]).toEqual([
        kind,
        othersStatus,
      ]);
      const list = await app.send<{ results: Post[]; total_count: number }>(
        kind,
        'GET',
        `/posts?status=all&form=${survey.id}`,
      );
      expect([kind, list.body.results]).toEqual([kind, single.status === 200 ? [single.body] : []]);
      expect(list.body.total_count).toBe(single.status === 200 ? 1 : 0);
      const drawn = await app.send<{ total: number; features: object[] }>(
        kind,
        'GET',
        `/posts/geojson?status=all&form=${survey.id}`,
      );
      expect([drawn.body.total, drawn.body.features.length]).toEqual([
        list.body.total_count,
        list.body.total_count,
      ]);
    }
  });
});

const maskCombinations = [
  {},
  { hide_author: true },
  { hide_time: true },
  { hide_location: true },
  { hide_author: true, hide_time: true, hide_location: true },
];
describe.each(maskCombinations)(
  '%o',
  (flags: { hide_author?: boolean; hide_time?: boolean; hide_location?: boolean }) => {
    let survey: TestSurvey;
    let id: number;
    beforeAll(async () => {
      survey = await createTestSurvey(app.db, fields, { tasks, ...flags });
      id = await createTestPost(survey);
      // A save updates the masked columns; a direct update of `created` does not.
      await app.send('reviewer', 'PUT', `/posts/${id}`, { title: 'Seen again' });
    });
    const read = async (kind: Actor) => (await app.send<Post>(kind, 'GET', `/posts/${id}`)).body;
    const answer = (post: Post, name: string) =>
      (post.values as Record<string, unknown[]>)[survey.keyOf(name)];

    test.each(['reviewer', 'admin', 'member'] as Actor[])(
      '%s sees author, times and places as they are',
      async (kind) => {
        const post = await read(kind);
        expect(post).toMatchObject({
          user: { id: await app.idOf('member') },
          created: '2020-02-03T04:05:06+00:00',
          post_date: '2019-12-01T05:30:00+00:00',
        });
        expect(answer(post, 'where')).toEqual([exactLocation]);
        expect(answer(post, 'when')).toEqual(['2019-12-01 05:30:00']);
        expect(answer(post, 'phone')).toEqual(['555']);
        expect(answer(post, 'home')).toEqual([exactLocation]);
        // Answers to hidden tasks are shown to the team only, not to the author.
        expect(answer(post, 'verdict')).toEqual(kind === 'member' ? undefined : ['True']);
        expect(answer(post, 'later')).toEqual(kind === 'member' ? undefined : ['Soon']);
        expect(post.completed_stages).toHaveLength(kind === 'member' ? 0 : 2);
        expect('author_email' in post).toBe(kind !== 'member');
        expect(post.date_precision).toBeUndefined();
      },
    );

    test.each(['passer-by', 'visitor', 'settings manager'] as Actor[])(
      '%s sees what is left',
      async (kind) => {
        const post = await read(kind);
        const day = flags.hide_time ? '00:00:00' : undefined;
        const { hide_author, hide_location } = flags;
        expect(post.user?.id).toBe(hide_author ? undefined : await app.idOf('member'));
        expect('user_id' in post).toBe(Boolean(hide_author));
        expect(post.created).toBe(`2020-02-03T${day ?? '04:05:06'}+00:00`);
        expect(post.post_date).toBe(`2019-12-01T${day ?? '05:30:00'}+00:00`);
        expect(post.updated?.endsWith('T00:00:00+00:00')).toBe(Boolean(day));
        expect(post.date_precision).toBe(day && 'day');
        expect(answer(post, 'when')).toEqual([`2019-12-01 ${day ?? '05:30:00'}`]);
        expect(answer(post, 'where')).toEqual([hide_location ? { lat: -1.3, lon: 36.82 } : exactLocation]);
        expect(answer(post, 'area')).toEqual([
          hide_location
            ? 'POLYGON((1.23 1,1 2,2 2.99,1.23 1))'
            : 'POLYGON((1.23456 1,1 2,2 2.98765,1.23456 1))',
        ]);
        for (const hidden of ['phone', 'home', 'verdict', 'later'])
          expect(answer(post, hidden)).toBeUndefined();
        expect([post.completed_stages, 'author_email' in post]).toEqual([[], false]);
      },
    );

    test('hidden data cannot be found by searching', async () => {
      const count = async (kind: Actor, query: string) =>
        (await app.send<{ total_count: number }>(kind, 'GET', `/posts?form=${survey.id}&${query}`)).body
          .total_count;
      const near = `bbox=${exactLocation.lon - 0.0001},${exactLocation.lat + 0.0001},${exactLocation.lon + 0.0001},${exactLocation.lat - 0.0001}`;
      const searches: [string, boolean][] = [
        [`user=${await app.idOf('member')}`, !flags.hide_author],
        ['created_after=2020-02-03T04:00:00Z', !flags.hide_time],
        ['date_after=2019-12-01T05:00:00Z', !flags.hide_time],
        [near, !flags.hide_location],
        [`center_point=${exactLocation.lat},${exactLocation.lon}&within_km=0.1`, !flags.hide_location],
        [`values[${survey.keyOf('phone')}]=555`, false],
        [`values[${survey.keyOf('verdict')}]=True`, false],
      ];
      for (const [query, isFound] of searches) {
        expect([query, await count('reviewer', query)]).toEqual([query, 1]);
        expect([query, await count('visitor', query)]).toEqual([query, isFound ? 1 : 0]);
      }
      expect(await count('member', 'user=me')).toBe(1);
    });
  },
);

test('a post without a survey hides author and times from all but its author and the team', async () => {
  const member = await app.idOf('member');
  const created = await app.send<Post>('reviewer', 'POST', '/posts', {
    user: member,
    status: 'published',
    post_date: '2019-12-01T05:30:00Z',
  });
  const hidden = { user_id: null, post_date: '2019-12-01T00:00:00+00:00', date_precision: 'day' };
  expect((await app.send('visitor', 'GET', `/posts/${created.body.id}`)).body).toMatchObject(hidden);
  const own = await app.send('member', 'GET', `/posts/${created.body.id}`);
  expect(own.body).toMatchObject({ user: { id: member }, post_date: '2019-12-01T05:30:00+00:00' });
  expect(own.body).toMatchObject({ allowed_privileges: ['read', 'delete', 'search'] });
});

test('an author can read and change a draft in a survey that hides authors', async () => {
  const survey = await createTestSurvey(app.db, fields, { tasks, hide_author: true, require_approval: true });
  const created = await app.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Mine' });
  expect([created.status, created.body.status]).toEqual([200, 'draft']);
  const saved = await app.send<Post>('member', 'PUT', `/posts/${created.body.id}`, {
    ...created.body,
    title: 'Still mine',
  });
  expect([saved.status, saved.body.title]).toEqual([200, 'Still mine']);
  expect((await app.send('visitor', 'GET', `/posts/${created.body.id}`)).status).toBe(403);
});

test('a post lists only the sets that the viewer may see', async () => {
  const survey = await createTestSurvey(app.db, fields, { tasks });
  const post_id = await createTestPost(survey);
  const make = async (role: string[] | null) => {
    const set = await app.db
      .insertInto('sets')
      .values({ kind: 'collection', name: 'Bridges', role, user_id: await app.idOf('reviewer') })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('set_posts').values({ set_id: set.id, post_id }).execute();
    return set.id;
  };
  const [everyones, team] = [await make(null), await make(['settings-manager'])];
  const sets = async (kind: Actor) => (await app.send<Post>(kind, 'GET', `/posts/${post_id}`)).body.sets;
  expect(await sets('visitor')).toEqual([String(everyones)]);
  expect(await sets('settings manager')).toEqual([String(everyones), String(team)]);
  const search = await app.send<{ count: number }>('visitor', 'GET', `/posts?set[]=${team}`);
  expect(search.body.count).toBe(0);
});
