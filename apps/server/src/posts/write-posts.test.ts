import type { Post } from '@waypost/contract/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSurvey } from '../testing/a-survey.ts';
import { type Kind, pointersOf, rulesOf } from '../testing/deployment.ts';
import { keyed, startWithSurveys } from './surveys-to-answer.fixture.ts';

let it: Awaited<ReturnType<typeof startWithSurveys>>;
beforeAll(async () => {
  it = await startWithSurveys();
});
afterAll(() => it.close());

describe('who may post what', () => {
  test('a token is needed; a visitor whose report is not published gets 204, and it is there', async () => {
    expect((await it.send('passer-by', 'POST', '/posts', { form: it.open.id })).status).toBe(401);
    const before = await it.send<{ total_count: number }>('reviewer', 'GET', '/posts?status=draft');
    const body = {
      form: it.careful.id,
      title: 'Seen',
      values: keyed(it.careful, { where: [{ lat: 1, lon: 1 }] }),
    };
    const answer = await it.send('visitor', 'POST', '/posts', body);
    expect([answer.status, answer.body]).toEqual([204, null]);
    const after = await it.send<{ total_count: number }>('reviewer', 'GET', '/posts?status=draft');
    expect(after.body.total_count).toBe(before.body.total_count + 1);
    expect((await it.make('visitor', { author_realname: 'Ines' })).status).toBe('published');
  });

  test('unstructured posts and those in the name of others are for Manage Posts', async () => {
    expect((await it.send('member', 'POST', '/posts', { title: 'Two' })).status).toBe(403);
    const loose = await it.make('reviewer', { form: null });
    expect(loose).toMatchObject({ form: null, status: 'draft', color: null, values: [] });
    const member = await it.idOf('member');
    expect(
      (await it.send('member', 'POST', '/posts', { form: it.open.id, user: await it.idOf('admin') })).status,
    ).toBe(403);
    expect(
      (await it.send('member', 'POST', '/posts', { form: it.open.id, author_realname: 'x' })).status,
    ).toBe(403);
    expect((await it.send('visitor', 'POST', '/posts', { form: it.open.id, user: member })).status).toBe(403);
    expect(await it.make('reviewer', { user: { id: member } })).toMatchObject({ user: { id: member } });
    expect(await it.make('reviewer', { author_realname: 'Ines' })).toMatchObject({
      user_id: null,
      author_realname: 'Ines',
    });
    const given = await it.save('reviewer', loose.id, { form: it.open.id });
    expect(given.body.form?.id).toBe(it.open.id);
    expect(pointersOf(await it.save('reviewer', loose.id, { form: it.careful.id }))).toEqual(['/form_id']);
  });

  test('a survey that is not for everyone is for its roles', async () => {
    const closed = await aSurvey(it.db, {}, { everyone_can_create: false, roles: ['settings-manager'] });
    expect((await it.send('member', 'POST', '/posts', { form: closed.id })).status).toBe(403);
    expect((await it.send('settings manager', 'POST', '/posts', { form: closed.id })).status).toBe(200);
    expect((await it.send('reviewer', 'POST', '/posts', { form: closed.id })).status).toBe(200);
  });

  test('status: only the team publishes what needs approval, and takes back what is published', async () => {
    const where = keyed(it.careful, { where: [{ lat: 1, lon: 1 }] });
    const early = { form: it.careful.id, values: where, status: 'published' };
    expect(rulesOf(await it.send('member', 'POST', '/posts', early))).toContain(
      'postNeedsApprovalBeforePublishing',
    );
    const draft = await it.make('member', { form: it.careful.id, values: where });
    expect(draft.status).toBe('draft');
    expect(rulesOf(await it.save('member', draft.id, { status: 'archived' }))).toEqual([
      'postNeedsApprovalBeforePublishing',
    ]);
    const own = await it.make('member', {});
    expect(rulesOf(await it.save('member', own.id, { status: 'draft' }))).toEqual([
      'postCanOnlyBeUnpublishedByAdmin',
    ]);
    expect((await it.save('reviewer', own.id, { status: 'archived' })).body.status).toBe('archived');
    expect((await it.make('member', { status: 'draft' })).status).toBe('draft');
  });

  test('what is published stays so for its author, in a survey that is looked at as well', async () => {
    const looked = await aSurvey(it.db, {}, { require_approval: true });
    const own = await it.make('member', { form: looked.id });
    await it.save('reviewer', own.id, { status: 'published' });
    for (const status of ['draft', 'archived'])
      expect(rulesOf(await it.save('member', own.id, { status }))).toEqual([
        'postCanOnlyBeUnpublishedByAdmin',
      ]);
    expect((await it.save('member', own.id, { status: 'published', title: 'Still out' })).status).toBe(200);
  });

  test('when something happened is told at first by its author, later by Manage Posts alone', async () => {
    const post_date = '2019-12-01T05:30:00+00:00';
    const own = await it.make('member', { post_date });
    expect(own.post_date).toBe(post_date);
    const later = { post_date: '2020-01-01T00:00:00+00:00' };
    expect((await it.save('member', own.id, { ...own, ...later })).body.post_date).toBe(post_date);
    expect((await it.save('reviewer', own.id, later)).body.post_date).toBe(later.post_date);
  });

  test('the limit of published posts, under the name that clients compare', async () => {
    const published = await it.send<{ total_count: number }>('admin', 'GET', '/posts?limit=0');
    const limit = (posts: number | true) =>
      it.db
        .insertInto('settings')
        .values({ name: 'features', value: JSON.stringify({ limits: { posts } }) })
        .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify({ limits: { posts } }) }))
        .execute();
    await limit(published.body.total_count);
    const refused = await it.send<{ errors: { title?: string }[] }>('admin', 'POST', '/posts', {
      form: it.open.id,
      status: 'published',
    });
    await limit(true);
    expect([pointersOf(refused), refused.body.errors[1]?.title]).toEqual([['/status'], 'limit::posts']);
  });

  test('changing and deleting are for authors and Manage Posts', async () => {
    const own = await it.make('member', {});
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['settings manager', 403],
    ] as const) {
      expect((await it.save(kind, own.id, { title: 'Two' })).status).toBe(status);
      expect((await it.send(kind, 'DELETE', `/posts/${own.id}`)).status).toBe(status);
    }
    expect((await it.save('member', 999_999, {})).status).toBe(404);
    expect((await it.save('member', own.id, { user: await it.idOf('admin') })).status).toBe(403);
    expect((await it.save('member', own.id, { title: 'Open again' })).body).toMatchObject({
      title: 'Open again',
    });
    const deleted = await it.send('member', 'DELETE', `/posts/${own.id}`);
    expect([deleted.status, deleted.body]).toMatchObject([200, { id: own.id, title: 'Open again' }]);
    expect((await it.send('member', 'GET', `/posts/${own.id}`)).status).toBe(404);
  });

  test('what a new post may be is asked with OPTIONS', async () => {
    const ask = async (kind: Kind) => (await it.send(kind, 'OPTIONS', '/posts')).body;
    expect(await ask('reviewer')).toEqual({
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search', 'change_status', 'read_full'],
    });
    expect(await ask('visitor')).toEqual({ allowed_privileges: ['search'] });
    const preflight = await it.app.inject({
      method: 'OPTIONS',
      url: '/api/v3/posts',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.statusCode, preflight.body]).toEqual([200, '']);
  });
});

describe('a save leaves alone what it does not say', () => {
  test('absent keys stay, and so does what the sender cannot see', async () => {
    const where = { where: [{ lat: 1.23456, lon: 2.34567 }] };
    const own = await it.make('member', {
      form: it.careful.id,
      values: keyed(it.careful, { ...where, phone: ['555'] }),
    });
    const team = keyed(it.careful, {
      ...where,
      phone: ['555'],
      verdict: ['True'],
      kinds: [3],
      spot: [{ lat: 5, lon: 6 }],
      outcome: ['Helped'],
    });
    const checked = await it.save('reviewer', own.id, {
      values: team,
      completed_stages: [it.careful.tasks['check'], it.careful.tasks['follow up']],
    });
    expect(checked.body.values).toEqual({ ...team, [it.careful.key('kinds')]: ['3'] });
    const seen = (await it.send<Post>('member', 'GET', `/posts/${own.id}`)).body;
    expect(seen.values).toEqual(keyed(it.careful, { ...where, phone: ['555'], outcome: ['Helped'] }));
    expect(seen.completed_stages).toEqual([it.careful.tasks['follow up']]);
    const saved = await it.save('member', own.id, {
      ...seen,
      values: keyed(it.careful, where),
      completed_stages: [],
    });
    expect(saved.body.values).toEqual(keyed(it.careful, where));
    const after = (await it.send<Post>('reviewer', 'GET', `/posts/${own.id}`)).body;
    expect(after.values).toEqual(
      keyed(it.careful, { ...where, verdict: ['True'], kinds: ['3'], spot: [{ lat: 5, lon: 6 }] }),
    );
    expect(after.completed_stages).toEqual([it.careful.tasks['check']]);
    const stranger = await it.save('member', own.id, {
      values: keyed(it.careful, { ...where, verdict: ['No'] }),
    });
    expect(rulesOf(stranger)).toEqual(['attributeDoesNotExist']);
  });

  test('tags sent alone are stored, values decide where both are sent', async () => {
    const post = await it.make('member', { tags: ['Danger'] });
    expect(post.tags.map((tag) => tag.id)).toEqual([1]);
    expect(
      (await it.save('member', post.id, { tags: [2, { id: 3 }] })).body.tags.map((tag) => tag.id),
    ).toEqual([2, 3]);
    const both = await it.save('member', post.id, { tags: [1], values: keyed(it.open, { kinds: ['4'] }) });
    expect(both.body.tags.map((tag) => tag.id)).toEqual([4]);
    expect((await it.save('member', post.id, { tags: [] })).body).toMatchObject({ tags: [], values: [] });
  });

  test('required answers, and required tasks before publishing, are asked for by name', async () => {
    const bare = await it.send<{ errors: { message: string }[] }>('member', 'POST', '/posts', {
      form: it.careful.id,
    });
    expect([rulesOf(bare), bare.body.errors[1]?.message]).toEqual([
      ['postAttributeRequired'],
      expect.stringContaining('where'),
    ]);
    const where = keyed(it.careful, { where: [{ lat: 1, lon: 1 }] });
    const draft = await it.make('member', { form: it.careful.id, values: where });
    const early = await it.save('reviewer', draft.id, { status: 'published' });
    expect(rulesOf(early)).toEqual(['stageRequired']);
    const both = await aSurvey(
      it.db,
      {},
      { tasks: { call: { required: true }, visit: { required: true }, idle: {} } },
    );
    const open = await it.make('reviewer', { form: both.id, status: 'draft' });
    for (const body of [{ status: 'published' }, { ...open, status: 'published', title: 'Told twice' }]) {
      const refused = await it.send<{ errors: { message: string }[] }>(
        'reviewer',
        'PUT',
        `/posts/${open.id}`,
        body,
      );
      expect([pointersOf(refused), refused.body.errors[1]?.message]).toEqual([
        ['/completed_stages'],
        expect.stringMatching(/"call", "visit"/),
      ]);
    }
    const unanswered = await it.save('reviewer', draft.id, {
      completed_stages: [it.careful.tasks['follow up']],
    });
    expect(rulesOf(unanswered)).toEqual(['taskAttributeRequired']);
  });

  test('a survey that asks for a title and a text gets them, but not with a change of status', async () => {
    const asking = await aSurvey(it.db, {
      headline: { type: 'title', required: true },
      story: { type: 'description', required: true },
    });
    const bare = await it.send('member', 'POST', '/posts', { form: asking.id, title: ' ' });
    expect([bare.status, pointersOf(bare)]).toEqual([422, ['/title', '/content']]);
    const loose = await it.send<Post>('reviewer', 'POST', '/posts', { title: null });
    const given = await it.save('reviewer', loose.body.id, { form: asking.id });
    expect((await it.save('reviewer', given.body.id, { status: 'archived' })).status).toBe(200);
    expect(pointersOf(await it.save('reviewer', given.body.id, { content: '' }))).toEqual(['/content']);
  });

  test('an answer whose post is gone does not keep the rest from being saved', async () => {
    const gone = await it.make('member', {});
    const post = await it.make('member', { values: keyed(it.open, { related: [gone.id] }) });
    await it.send('member', 'DELETE', `/posts/${gone.id}`);
    expect((await it.save('member', post.id, { ...post, title: 'Still' })).body.title).toBe('Still');
  });
});
