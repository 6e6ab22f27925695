/** What visitors will see of a post, before it is sent or published. */
import type { Post } from '@waypost/contract/posts/posts';
import type { PublicView } from '@waypost/contract/posts/public-view';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
let survey: TestSurvey;
let secretive: TestSurvey;
const fields = {
  place: { type: 'point', input: 'location' },
  depth: { type: 'int', input: 'number' },
  house: { type: 'varchar', private: true },
} as const;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, fields, {
    hide_location: false,
    hide_author: false,
    hide_time: false,
  });
  secretive = await createTestSurvey(app.db, fields, {
    hide_location: true,
    hide_author: true,
    hide_time: true,
    require_approval: true,
  });
});
afterAll(() => app.close());

const buildInput = (it: TestSurvey, title: string) => ({
  form: it.id,
  title,
  post_date: '2026-03-04T15:06:07+00:00',
  values: {
    [it.keyOf('place')]: [{ lat: -1.28912, lon: 36.82123 }],
    [it.keyOf('depth')]: [40],
    [it.keyOf('house')]: ['The blue one'],
  },
});
const preview = (actor: Actor, body: object) =>
  app.send<PublicView>(actor, 'POST', '/posts/public-view', body);
const create = async (actor: Actor, body: object) =>
  (await app.send<Post>(actor, 'POST', '/posts', body)).body;
const readPublicView = (actor: Actor, id: number) =>
  app.send<PublicView>(actor, 'GET', `/posts/${id}/public-view`);
const countPosts = async () => {
  const { total } = await app.db
    .selectFrom('posts')
    .select((it) => it.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

describe('before a post is sent', () => {
  test('it is shown as visitors will see it, and nothing is stored', async () => {
    const before = await countPosts();
    const { status, body } = await preview('member', buildInput(secretive, 'Flooded bridge'));
    expect(status).toBe(200);
    expect(body.post).toMatchObject({
      id: 0,
      title: 'Flooded bridge',
      user_id: null,
      date_precision: 'day',
      post_date: '2026-03-04T00:00:00+00:00',
      values: {
        [secretive.keyOf('place')]: [{ lat: -1.29, lon: 36.82 }],
        [secretive.keyOf('depth')]: [40],
      },
    });
    expect(JSON.stringify(body.post)).not.toContain('The blue one');
    expect(body.withheld).toEqual(['author', 'time', 'place']);
    expect(body.withheld_answers.map(({ key }) => key)).toEqual([secretive.keyOf('house')]);
    expect(body.place_radius).toBeGreaterThan(500);
    expect(await countPosts()).toBe(before);
  });

  test('a survey that hides nothing withholds private answers only', async () => {
    const { body } = await preview('member', buildInput(survey, 'Flooded bridge'));
    expect(body.post.user).toMatchObject({ id: await app.idOf('member') });
    expect(body.withheld).toEqual([]);
    expect(body.place_radius).toBeNull();
    expect(body.withheld_answers).toHaveLength(1);
  });

  test('a visitor sees it too', async () => {
    const { status, body } = await preview('visitor', buildInput(secretive, 'Flooded bridge'));
    expect([status, body.withheld]).toEqual([200, ['time', 'place']]);
    expect(body.withheld_answers.map(({ key }) => key)).toEqual([secretive.keyOf('house')]);
  });

  test('the published post is shown to visitors in the same form', async () => {
    const input = buildInput(secretive, 'The same bridge');
    const { post: expected } = (await preview('reviewer', input)).body;
    const { id } = await create('reviewer', { ...input, status: 'published' });
    const actual = (await app.send<Post>('visitor', 'GET', `/posts/${id}`)).body;
    const varying = { id: 0, url: '', slug: '', created: '', revision: 0 };
    expect({ ...actual, ...varying }).toEqual({ ...expected, ...varying });
  });

  test('a form that is filled in to a half is shown, without invalid answers', async () => {
    const values = { [survey.keyOf('depth')]: ['deep'], [survey.keyOf('place')]: [] };
    const { status, body } = await preview('member', { form: survey.id, title: 'Half', values });
    expect([status, body.post.values]).toEqual([200, []]);
  });

  test('it follows the rights of sending', async () => {
    const closed = await createTestSurvey(app.db, {}, { everyone_can_create: false });
    expect((await preview('passer-by', { form: closed.id, title: 'No' })).status).toBe(401);
    expect((await preview('member', { form: closed.id, title: 'No' })).status).toBe(403);
    expect((await preview('member', { form: 99_999, title: 'No' })).status).toBe(422);
    const foreign = { ...buildInput(survey, 'Not mine'), user_id: await app.idOf('reviewer') };
    expect((await preview('member', foreign)).status).toBe(403);
  });
});

describe('a stored post', () => {
  test('its author and the team see the public view of a draft, nobody else', async () => {
    const { id } = await create('member', buildInput(secretive, 'Waiting'));
    for (const actor of ['member', 'reviewer', 'admin'] as const) {
      const { status, body } = await readPublicView(actor, id);
      expect([actor, status, body.withheld]).toEqual([actor, 200, ['author', 'time', 'place']]);
      expect(JSON.stringify(body.post)).not.toContain('The blue one');
    }
    expect((await readPublicView('settings manager', id)).status).toBe(404);
    expect((await readPublicView('passer-by', id)).status).toBe(401);
    await app.send('reviewer', 'PUT', `/posts/${id}`, { status: 'published' });
    expect((await readPublicView('settings manager', id)).status).toBe(403);
  });
});
