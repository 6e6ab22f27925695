import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { answersByFieldName, startAppWithSurveys } from '../app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

test('a message whose survey lacks required answers is not published by its status alone', async () => {
  const survey = await createTestSurvey(app.db, {
    where: { type: 'point', input: 'location', required: true },
    kind: { type: 'varchar', input: 'text', required: true },
  });
  const { id } = await app.make('reviewer', { form: null });
  expect((await app.save('reviewer', id, { form: survey.id })).status).toBe(200);
  const refused = await app.save('reviewer', id, { status: 'published' });
  const refusedWithAnswers = await app.save('reviewer', id, { status: 'published', values: {} });
  expect([refused.status, errorCodes(refused)]).toEqual([422, ['postAttributeRequired']]);
  expect(JSON.stringify(refused.body)).toContain(survey.keyOf('where'));
  expect(refused.body).toEqual(refusedWithAnswers.body);
  // What does not publish it needs no answers, and an answered one is published by its status alone.
  for (const status of ['archived', 'draft'])
    expect((await app.save('reviewer', id, { status })).status).toBe(200);
  const values = answersByFieldName(survey, { where: [{ lat: 1, lon: 1 }], kind: ['Fire'] });
  expect((await app.save('reviewer', id, { values })).status).toBe(200);
  expect((await app.save('reviewer', id, { status: 'published' })).status).toBe(200);
});

test('a decision that filled in a message is taken back: the required answers are missing again', async () => {
  const survey = await createTestSurvey(app.db, {
    kind: { type: 'varchar', input: 'text', required: true },
    place: { type: 'varchar', input: 'text', required: true },
  });
  const { id } = await app.make('reviewer', { form: null });
  const chosen = await app.save('reviewer', id, { form: survey.id });
  const values = answersByFieldName(survey, { kind: ['Fire'], place: ['Market'] });
  const decide = { status: 'published', values, based_on: chosen.body.revision };
  const { body: published } = await app.save('reviewer', id, decide);
  // Anybody else's later change is not taken back.
  const undo = { status: 'draft', values: {} };
  expect((await app.save('reviewer', id, undo)).status).toBe(422);
  const undone = await app.save('reviewer', id, { ...undo, based_on: published.revision });
  expect([undone.status, undone.body.status, undone.body.values]).toEqual([200, 'draft', []]);
  // What was there before the decision stays required.
  await app.save('reviewer', id, { values, based_on: undone.body.revision });
  const { body: again } = await app.save('reviewer', id, { status: 'published' });
  const refused = await app.save('reviewer', id, { ...undo, based_on: again.revision });
  expect([refused.status, errorCodes(refused)]).toEqual([422, ['postAttributeRequired']]);
});

describe('rights to create and change posts', () => {
  test('creating needs a token; a visitor whose post is under review gets 204 and the post is stored', async () => {
    expect((await app.send('passer-by', 'POST', '/posts', { form: app.open.id })).status).toBe(401);
    const before = await app.send<{ total_count: number }>('reviewer', 'GET', '/posts?status=draft');
    const body = {
      form: app.careful.id,
      title: 'Seen',
      values: answersByFieldName(app.careful, { where: [{ lat: 1, lon: 1 }] }),
    };
    const response = await app.send('visitor', 'POST', '/posts', body);
    expect([response.status, response.body]).toEqual([204, null]);
    const after = await app.send<{ total_count: number }>('reviewer', 'GET', '/posts?status=draft');
    expect(after.body.total_count).toBe(before.body.total_count + 1);
    expect((await app.make('visitor', { author_realname: 'Ines' })).status).toBe('published');
  });

  test('posts without a survey, or with another author, need Manage Posts', async () => {
    expect((await app.send('member', 'POST', '/posts', { title: 'Two' })).status).toBe(403);
    const loose = await app.make('reviewer', { form: null });
    expect(loose).toMatchObject({ form: null, status: 'draft', color: null, values: [] });
    const member = await app.idOf('member');
    expect(
      (await app.send('member', 'POST', '/posts', { form: app.open.id, user: await app.idOf('admin') }))
        .status,
    ).toBe(403);
    expect(
      (await app.send('member', 'POST', '/posts', { form: app.open.id, author_realname: 'x' })).status,
    ).toBe(403);
    expect((await app.send('visitor', 'POST', '/posts', { form: app.open.id, user: member })).status).toBe(
      403,
    );
    expect(await app.make('reviewer', { user: { id: member } })).toMatchObject({ user: { id: member } });
    expect(await app.make('reviewer', { author_realname: 'Ines' })).toMatchObject({
      user_id: null,
      author_realname: 'Ines',
    });
    const saved = await app.save('reviewer', loose.id, { form: app.open.id });
    expect(saved.body.form?.id).toBe(app.open.id);
    expect(errorPointers(await app.save('reviewer', loose.id, { form: app.careful.id }))).toEqual([
      '/form_id',
    ]);
  });

  test('null and an empty text in `user` both mean no author, which Manage Posts may set', async () => {
    const author = await app.idOf('member');
    for (const user of ['', null]) {
      const { id } = await app.make('member', { user });
      expect((await app.save('member', id, { user })).body.user).toMatchObject({ id: author });
      const { body } = await app.save('reviewer', id, { user });
      expect([body.user, body.user_id]).toEqual([undefined, null]);
    }
  });

  test('a title of one character is accepted, in a survey that requires one too', async () => {
    const asking = await createTestSurvey(app.db, { headline: { type: 'title', required: true } });
    for (const form of [app.open.id, asking.id]) {
      const { id, title } = await app.make('member', { form, title: '火' });
      expect([title, (await app.save('member', id, { title: 'x' })).body.title]).toEqual(['火', 'x']);
    }
    const long = await app.save('reviewer', (await app.make('member', {})).id, { title: 'x'.repeat(151) });
    expect([errorPointers(long), errorCodes(long)]).toEqual([['/title'], ['maxlength']]);
  });

  test('a survey restricted to roles accepts posts of these roles only', async () => {
    const closed = await createTestSurvey(
      app.db,
      {},
      { everyone_can_create: false, roles: ['settings-manager'] },
    );
    expect((await app.send('member', 'POST', '/posts', { form: closed.id })).status).toBe(403);
    expect((await app.send('settings manager', 'POST', '/posts', { form: closed.id })).status).toBe(200);
    expect((await app.send('reviewer', 'POST', '/posts', { form: closed.id })).status).toBe(200);
  });

  test('only Manage Posts publishes where approval is required, and unpublishes', async () => {
    const where = answersByFieldName(app.careful, { where: [{ lat: 1, lon: 1 }] });
    const draftResponse = { form: app.careful.id, values: where, status: 'published' };
    expect(errorCodes(await app.send('member', 'POST', '/posts', draftResponse))).toContain(
      'postNeedsApprovalBeforePublishing',
    );
    const draft = await app.make('member', { form: app.careful.id, values: where });
    expect(draft.status).toBe('draft');
    expect(errorCodes(await app.save('member', draft.id, { status: 'archived' }))).toEqual([
      'postNeedsApprovalBeforePublishing',
    ]);
    const own = await app.make('member', {});
    expect(errorCodes(await app.save('member', own.id, { status: 'draft' }))).toEqual([
      'postCanOnlyBeUnpublishedByAdmin',
    ]);
    expect((await app.save('reviewer', own.id, { status: 'archived' })).body.status).toBe('archived');
    expect((await app.make('member', { status: 'draft' })).status).toBe('draft');
  });

  test('an author can save a published post in a survey that requires approval', async () => {
    const looked = await createTestSurvey(app.db, {}, { require_approval: true });
    const own = await app.make('member', { form: looked.id });
    await app.save('reviewer', own.id, { status: 'published' });
    for (const status of ['draft', 'archived'])
      expect(errorCodes(await app.save('member', own.id, { status }))).toEqual([
        'postCanOnlyBeUnpublishedByAdmin',
      ]);
    expect((await app.save('member', own.id, { status: 'published', title: 'Still out' })).status).toBe(200);
  });

  test('authors set the post date when they create a post; later only Manage Posts changes it', async () => {
    const post_date = '2019-12-01T05:30:00+00:00';
    const own = await app.make('member', { post_date });
    expect(own.post_date).toBe(post_date);
    const later = { post_date: '2020-01-01T00:00:00+00:00' };
    expect((await app.save('member', own.id, { ...own, ...later })).body.post_date).toBe(post_date);
    expect((await app.save('reviewer', own.id, later)).body.post_date).toBe(later.post_date);
  });

  test('the limit of published posts is reported with the rule that clients expect', async () => {
    const published = await app.send<{ total_count: number }>('admin', 'GET', '/posts?limit=0');
    const limit = (posts: number | true) =>
      app.db
        .insertInto('settings')
        .values({ name: 'features', value: JSON.stringify({ limits: { posts } }) })
        .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify({ limits: { posts } }) }))
        .execute();
    await limit(published.body.total_count);
    const refused = await app.send<{ errors: { title?: string }[] }>('admin', 'POST', '/posts', {
      form: app.open.id,
      status: 'published',
    });
    await limit(true);
    expect([errorPointers(refused), refused.body.errors[1]?.title]).toEqual([['/status'], 'limit::posts']);
  });

  test('authors and Manage Posts may change and delete a post', async () => {
    const own = await app.make('member', {});
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['settings manager', 403],
    ] as const) {
      expect((await app.save(kind, own.id, { title: 'Two' })).status).toBe(status);
      expect((await app.send(kind, 'DELETE', `/posts/${own.id}`)).status).toBe(status);
    }
    expect((await app.save('member', 999_999, {})).status).toBe(404);
    expect((await app.save('member', own.id, { user: await app.idOf('admin') })).status).toBe(403);
    expect((await app.save('member', own.id, { title: 'Open again' })).body).toMatchObject({
      title: 'Open again',
    });
    const deleted = await app.send('member', 'DELETE', `/posts/${own.id}`);
    expect([deleted.status, deleted.body]).toMatchObject([200, { id: own.id, title: 'Open again' }]);
    expect((await app.send('member', 'GET', `/posts/${own.id}`)).status).toBe(404);
  });

  test('OPTIONS returns the privileges on a new post', async () => {
    const ask = async (kind: Actor) => (await app.send(kind, 'OPTIONS', '/posts')).body;
    expect(await ask('reviewer')).toEqual({
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search', 'change_status', 'read_full'],
    });
    expect(await ask('visitor')).toEqual({ allowed_privileges: ['search'] });
    const preflight = await app.fastify.inject({
      method: 'OPTIONS',
      url: '/api/v3/posts',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.statusCode, preflight.body]).toEqual([200, '']);
  });
});

describe('a save keeps what the request does not contain', () => {
  test('absent keys and data that the sender cannot see are kept', async () => {
    const where = { where: [{ lat: 1.23456, lon: 2.34567 }] };
    const own = await app.make('member', {
      form: app.careful.id,
      values: answersByFieldName(app.careful, { ...where, phone: ['555'] }),
    });
    const team = answersByFieldName(app.careful, {
      ...where,
      phone: ['555'],
      verdict: ['True'],
      kinds: [3],
      spot: [{ lat: 5, lon: 6 }],
      outcome: ['Helped'],
    });
    const checked = await app.save('reviewer', own.id, {
      values: team,
      completed_stages: [app.careful.tasks['check'], app.careful.tasks['follow up']],
    });
    expect(checked.body.values).toEqual({ ...team, [app.careful.keyOf('kinds')]: ['3'] });
    const shown = (await app.send<Post>('member', 'GET', `/posts/${own.id}`)).body;
    expect(shown.values).toEqual(
      answersByFieldName(app.careful, { ...where, phone: ['555'], outcome: ['Helped'] }),
    );
    expect(shown.completed_stages).toEqual([app.careful.tasks['follow up']]);
    const saved = await app.save('member', own.id, {
      ...shown,
      values: answersByFieldName(app.careful, where),
      completed_stages: [],
    });
    expect(saved.body.values).toEqual(answersByFieldName(app.careful, where));
    const after = (await app.send<Post>('reviewer', 'GET', `/posts/${own.id}`)).body;
    expect(after.values).toEqual(
      answersByFieldName(app.careful, {
        ...where,
        verdict: ['True'],
        kinds: ['3'],
        spot: [{ lat: 5, lon: 6 }],
      }),
    );
    expect(after.completed_stages).toEqual([app.careful.tasks['check']]);
    const stranger = await app.save('member', own.id, {
      values: answersByFieldName(app.careful, { ...where, verdict: ['No'] }),
    });
    expect(errorCodes(stranger)).toEqual(['attributeDoesNotExist']);
  });

  test('tags without values are stored; values take precedence over tags', async () => {
    const post = await app.make('member', { tags: ['Danger'] });
    expect(post.tags.map((tag) => tag.id)).toEqual([1]);
    expect(
      (await app.save('member', post.id, { tags: [2, { id: 3 }] })).body.tags.map((tag) => tag.id),
    ).toEqual([2, 3]);
    const both = await app.save('member', post.id, {
      tags: [1],
      values: answersByFieldName(app.open, { kinds: ['4'] }),
    });
    expect(both.body.tags.map((tag) => tag.id)).toEqual([4]);
    expect((await app.save('member', post.id, { tags: [] })).body).toMatchObject({ tags: [], values: [] });
  });

  test('missing required answers, and tasks required before publishing, are reported by name', async () => {
    const bare = await app.send<{ errors: { message: string }[] }>('member', 'POST', '/posts', {
      form: app.careful.id,
    });
    expect([errorCodes(bare), bare.body.errors[1]?.message]).toEqual([
      ['postAttributeRequired'],
      expect.stringContaining('where'),
    ]);
    const where = answersByFieldName(app.careful, { where: [{ lat: 1, lon: 1 }] });
    const draft = await app.make('member', { form: app.careful.id, values: where });
    const draftResponse = await app.save('reviewer', draft.id, { status: 'published' });
    expect(errorCodes(draftResponse)).toEqual(['stageRequired']);
    const both = await createTestSurvey(
      app.db,
      {},
      { tasks: { call: { required: true }, visit: { required: true }, idle: {} } },
    );
    const open = await app.make('reviewer', { form: both.id, status: 'draft' });
    for (const body of [{ status: 'published' }, { ...open, status: 'published', title: 'Told twice' }]) {
      const refused = await app.send<{ errors: { message: string }[] }>(
        'reviewer',
        'PUT',
        `/posts/${open.id}`,
        body,
      );
      expect([errorPointers(refused), refused.body.errors[1]?.message]).toEqual([
        ['/completed_stages'],
        expect.stringMatching(/"call", "visit"/),
      ]);
    }
    const unanswered = await app.save('reviewer', draft.id, {
      completed_stages: [app.careful.tasks['follow up']],
    });
    expect(errorCodes(unanswered)).toEqual(['taskAttributeRequired']);
  });

  test('a required title and text are checked, but not for a change of status', async () => {
    const asking = await createTestSurvey(app.db, {
      headline: { type: 'title', required: true },
      story: { type: 'description', required: true },
    });
    const bare = await app.send('member', 'POST', '/posts', { form: asking.id, title: ' ' });
    expect([bare.status, errorPointers(bare)]).toEqual([422, ['/title', '/content']]);
    const loose = await app.send<Post>('reviewer', 'POST', '/posts', { title: null });
    const saved = await app.save('reviewer', loose.body.id, { form: asking.id });
    expect((await app.save('reviewer', saved.body.id, { status: 'archived' })).status).toBe(200);
    expect(errorPointers(await app.save('reviewer', saved.body.id, { content: '' }))).toEqual(['/content']);
  });

  test('an answer that names a deleted post does not prevent a save', async () => {
    const deleted = await app.make('member', {});
    const post = await app.make('member', {
      values: answersByFieldName(app.open, { related: [deleted.id] }),
    });
    await app.send('member', 'DELETE', `/posts/${deleted.id}`);
    expect((await app.save('member', post.id, { ...post, title: 'Still' })).body.title).toBe('Still');
  });
});
