import type { Post } from '@waypost/contract/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { type Deployment, type Kind, pointersOf, rulesOf, startDeployment } from '../testing/deployment.ts';

let it: Deployment;
/** Takes anything from anybody, published at once. */
let open: MadeSurvey;
/** Looked at before publishing, with a team's task in it. */
let careful: MadeSurvey;
beforeAll(async () => {
  it = await startDeployment();
  open = await aSurvey(it.db, {
    title: { type: 'title' },
    words: { type: 'varchar' },
    long: { type: 'text', input: 'textarea' },
    number: { type: 'int', input: 'number', cardinality: 0 },
    amount: { type: 'decimal', input: 'number' },
    when: { type: 'datetime', input: 'datetime' },
    where: { type: 'point', input: 'location', cardinality: 2 },
    area: { type: 'geometry' },
    related: { type: 'relation', input: 'relation' },
    limited: { type: 'relation', input: 'relation', config: { input: { form: [1] } } },
    photo: { type: 'media', input: 'upload' },
    kinds: { type: 'tags', input: 'tags', cardinality: 0 },
    level: { type: 'varchar', input: 'radio', options: ['Low', 'High'] },
  });
  careful = await aSurvey(
    it.db,
    {
      where: { type: 'point', input: 'location', required: true },
      phone: { type: 'varchar', private: true },
      verdict: { type: 'varchar', task: 'check' },
      kinds: { type: 'tags', input: 'tags', cardinality: 0, task: 'check' },
      spot: { type: 'point', input: 'location', task: 'check' },
      outcome: { type: 'text', task: 'follow up', required: true },
    },
    {
      require_approval: true,
      tasks: { check: { internal: true, required: true }, 'follow up': { required: true } },
    },
  );
});
afterAll(() => it.close());

const make = async (kind: Kind, body: object) => {
  const answer = await it.send<Post>(kind, 'POST', '/posts', {
    form: open.id,
    title: 'Bridge closed',
    ...body,
  });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
};
const save = (kind: Kind, id: number, body: object) => it.send<Post>(kind, 'PUT', `/posts/${id}`, body);
const values = (of: MadeSurvey, answers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [of.key(name), answer]));

test('every type of answer comes back as the wire writes it', async () => {
  const related = await make('member', {});
  const media = await it.db
    .insertInto('media')
    .values({ mime: 'image/png', file: 'f', thumbnail: 't', size: 1, width: 1, height: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const post = await make('member', {
    content: ' Water over the deck. ',
    locale: 'en-US',
    post_date: '2019-12-01T05:30:00.000Z',
    values: values(open, {
      title: ['ignored'],
      words: ['Closed'],
      long: ['Since\ndawn'],
      number: ['3', '', 4],
      amount: [12.5],
      when: ['2019-12-01T07:30:00+02:00'],
      where: [
        { lat: '-1.29', lon: 36.82 },
        { lat: 0, lon: 179.5 },
      ],
      area: ['POLYGON((1 1,1 2,2 2,1 1))'],
      related: [related.id],
      photo: [{ id: media.id }],
      kinds: [2, 'danger', { id: 2 }],
      level: ['High'],
    }),
  });
  expect(post).toEqual({
    id: post.id,
    url: `https://report.example.org/api/v3/posts/${post.id}`,
    parent_id: null,
    user: {
      id: await it.idOf('member'),
      url: `https://report.example.org/api/v3/users/${await it.idOf('member')}`,
    },
    form: { id: open.id, url: `https://report.example.org/api/v3/forms/${open.id}` },
    message: null,
    color: '#2274B4',
    type: 'report',
    title: 'Bridge closed',
    slug: expect.stringMatching(/^bridge-closed-[0-9a-f]{12}$/),
    content: 'Water over the deck.',
    status: 'published',
    created: expect.any(String),
    updated: null,
    locale: 'en_us',
    values: values(open, {
      words: ['Closed'],
      long: ['Since\ndawn'],
      number: [3, 4],
      amount: ['12.5000'],
      when: ['2019-12-01 05:30:00'],
      where: [
        { lon: 36.82, lat: -1.29 },
        { lon: 179.5, lat: 0 },
      ],
      area: ['POLYGON((1 1,1 2,2 2,1 1))'],
      related: [String(related.id)],
      photo: [String(media.id)],
      kinds: ['1', '2'],
      level: ['High'],
    }),
    post_date: '2019-12-01T05:30:00+00:00',
    tags: [1, 2].map((id) => ({ id, url: `https://report.example.org/api/v3/tags/${id}` })),
    published_to: [],
    completed_stages: [],
    sets: [],
    lock: null,
    source: null,
    contact: null,
    data_source_message_id: null,
    allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  });
  expect(Object.keys(post).slice(0, 6)).toEqual(['id', 'url', 'user', 'parent_id', 'form', 'message']);
  expect(Object.keys(post.values)).toEqual(
    ['words', 'long', 'number', 'amount', 'when', 'where', 'area', 'related', 'photo', 'kinds', 'level'].map(
      open.key,
    ),
  );
  const again = await save('member', post.id, { ...post, $promise: {}, form: { id: open.id, tasks: [] } });
  expect(again.body).toEqual({ ...post, updated: expect.any(String) });
  expect((await it.send('passer-by', 'GET', `/posts/${post.id}`)).body).toEqual({
    ...again.body,
    allowed_privileges: ['read', 'search'],
  });
});

describe('bad input names its field', () => {
  const cases: [string, object, string, string][] = [
    ['a title too long', { title: 'x'.repeat(151) }, '/title', 'maxlength'],
    ['a slug too short', { slug: 'x' }, '/slug', 'minlength'],
    ['a slug with other letters', { slug: 'a b' }, '/slug', 'pattern'],
    ['a locale too long', { locale: 'en_us_x' }, '/locale', 'maxlength'],
    ['a status that is none', { status: 'gone' }, '/status', 'oneOf'],
    ['another type', { type: 'revision' }, '/type', 'oneOf'],
    ['a date that is none', { post_date: 'soon' }, '/post_date', 'date'],
    ['an e-mail that is none', { author_email: 'nope' }, '/author_email', 'email'],
    ['an author name too long', { author_realname: 'x'.repeat(151) }, '/author_realname', 'maxlength'],
    ['a survey that does not exist', { form: 999_999 }, '/form_id', 'exists'],
    ['a person that does not exist', { user: { id: 999_999 } }, '/user_id', 'exists'],
    ['a person and a name', { user: 1, author_realname: 'Ines' }, '/user_id', 'userAndAuthor'],
    ['a role that does not exist', { published_to: ['nope'] }, '/published_to', 'exists'],
    ['a task of no survey', { completed_stages: [999_999] }, '/completed_stages', 'stageDoesNotExist'],
    ['answers that are text', { values: 'x' }, '/values', 'invalid'],
  ];
  test.each(cases)('%s', async (_what, body, pointer, rule) => {
    const answer = await it.send('admin', 'POST', '/posts', { form: open.id, title: 'x', ...body });
    expect([answer.status, pointersOf(answer), rulesOf(answer)]).toEqual([422, [pointer], [rule]]);
  });

  const inValues: [string, string, unknown, string][] = [
    ['a field that the survey lacks', 'nope', ['x'], 'attributeDoesNotExist'],
    ['no list', 'words', 'x', 'notAnArray'],
    ['too many', 'words', ['a', 'b'], 'tooManyValues'],
    ['too long', 'words', ['x'.repeat(256)], 'valueLength'],
    ['a number that is none', 'number', ['many'], 'valueType'],
    ['a decimal that is none', 'amount', ['1,5'], 'valueType'],
    ['a date that is none', 'when', ['2019-02-31'], 'valueType'],
    ['a place off the globe', 'where', [{ lat: 91, lon: 0 }], 'valueType'],
    ['a place without longitude', 'where', [{ lat: 1 }], 'valueType'],
    ['a shape off the globe', 'area', ['POLYGON((1 1,1 200,2 2,1 1))'], 'valueType'],
    ['a shape that is none', 'area', ['POLYGON((1 1,2 2)'], 'valueType'],
    ['a post that does not exist', 'related', ['999999'], 'valueExists'],
    ['a picture that does not exist', 'photo', [999_999], 'valueExists'],
    ['a category that does not exist', 'kinds', ['Nope'], 'valueExists'],
    ['an option that does not exist', 'level', ['Middle'], 'valueOption'],
  ];
  test.each(inValues)('answers: %s', async (_what, name, sent, rule) => {
    const body = { form: open.id, title: 'x', values: values(open, { [name]: sent }) };
    const answer = await it.send<{ errors: { message: string }[] }>('member', 'POST', '/posts', body);
    expect([answer.status, pointersOf(answer), rulesOf(answer)]).toEqual([422, ['/values'], [rule]]);
    expect(answer.body.errors[1]?.message).toContain(name);
  });

  test('a post of a survey that is not allowed there', async () => {
    const other = await make('member', {});
    const body = { form: open.id, values: values(open, { limited: [other.id] }) };
    expect(rulesOf(await it.send('member', 'POST', '/posts', body))).toEqual(['valueForm']);
  });

  test('several at once, and nothing is written', async () => {
    const count = () =>
      it.db
        .selectFrom('posts')
        .select((of) => of.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
    const before = await count();
    const answer = await it.send('admin', 'POST', '/posts', {
      form: open.id,
      published_to: ['nope'],
      completed_stages: [999_999],
      values: values(open, { number: ['x'] }),
    });
    expect(pointersOf(answer).sort()).toEqual(['/completed_stages', '/published_to', '/values']);
    expect(await count()).toEqual(before);
  });

  test('a slug that is taken, then and later', async () => {
    await make('member', { slug: 'my-own' });
    expect(pointersOf(await it.send('member', 'POST', '/posts', { form: open.id, slug: 'my-own' }))).toEqual([
      '/slug',
    ]);
    const other = await make('member', {});
    expect(pointersOf(await save('member', other.id, { slug: 'my-own' }))).toEqual(['/slug']);
  });

  test('a body that is not JSON is a bad request, a text that cannot be stored too', async () => {
    const headers = {
      authorization: `Bearer ${await it.tokenOf('member')}`,
      'content-type': 'application/json',
    };
    const broken = await it.app.inject({
      method: 'POST',
      url: '/api/v3/posts',
      headers,
      payload: '{"title":',
    });
    expect(broken.statusCode).toBe(400);
    expect((await it.send('member', 'POST', '/posts', { form: open.id, title: 'a\u0000b' })).status).toBe(
      400,
    );
  });
});

describe('who may post what', () => {
  test('a token is needed; a visitor whose report is not published gets 204, and it is there', async () => {
    expect((await it.send('passer-by', 'POST', '/posts', { form: open.id })).status).toBe(401);
    const before = await it.send<{ total_count: number }>('reviewer', 'GET', '/posts?status=draft');
    const body = {
      form: careful.id,
      title: 'Seen',
      values: values(careful, { where: [{ lat: 1, lon: 1 }] }),
    };
    const answer = await it.send('visitor', 'POST', '/posts', body);
    expect([answer.status, answer.body]).toEqual([204, null]);
    const after = await it.send<{ total_count: number }>('reviewer', 'GET', '/posts?status=draft');
    expect(after.body.total_count).toBe(before.body.total_count + 1);
    expect((await make('visitor', { author_realname: 'Ines' })).status).toBe('published');
  });

  test('unstructured posts and those in the name of others are for Manage Posts', async () => {
    expect((await it.send('member', 'POST', '/posts', { title: 'x' })).status).toBe(403);
    const loose = await make('reviewer', { form: null });
    expect(loose).toMatchObject({ form: null, status: 'draft', color: null, values: [] });
    const member = await it.idOf('member');
    expect(
      (await it.send('member', 'POST', '/posts', { form: open.id, user: await it.idOf('admin') })).status,
    ).toBe(403);
    expect((await it.send('member', 'POST', '/posts', { form: open.id, author_realname: 'x' })).status).toBe(
      403,
    );
    expect((await it.send('visitor', 'POST', '/posts', { form: open.id, user: member })).status).toBe(403);
    expect(await make('reviewer', { user: { id: member } })).toMatchObject({ user: { id: member } });
    expect(await make('reviewer', { author_realname: 'Ines' })).toMatchObject({
      user_id: null,
      author_realname: 'Ines',
    });
    const given = await save('reviewer', loose.id, { form: open.id });
    expect(given.body.form?.id).toBe(open.id);
    expect(pointersOf(await save('reviewer', loose.id, { form: careful.id }))).toEqual(['/form_id']);
  });

  test('a survey that is not for everyone is for its roles', async () => {
    const closed = await aSurvey(it.db, {}, { everyone_can_create: false, roles: ['settings-manager'] });
    expect((await it.send('member', 'POST', '/posts', { form: closed.id })).status).toBe(403);
    expect((await it.send('settings manager', 'POST', '/posts', { form: closed.id })).status).toBe(200);
    expect((await it.send('reviewer', 'POST', '/posts', { form: closed.id })).status).toBe(200);
  });

  test('status: only the team publishes what needs approval, and takes back what is published', async () => {
    const where = values(careful, { where: [{ lat: 1, lon: 1 }] });
    const early = { form: careful.id, values: where, status: 'published' };
    expect(rulesOf(await it.send('member', 'POST', '/posts', early))).toContain(
      'postNeedsApprovalBeforePublishing',
    );
    const draft = await make('member', { form: careful.id, values: where });
    expect(draft.status).toBe('draft');
    expect(rulesOf(await save('member', draft.id, { status: 'archived' }))).toEqual([
      'postNeedsApprovalBeforePublishing',
    ]);
    const own = await make('member', {});
    expect(rulesOf(await save('member', own.id, { status: 'draft' }))).toEqual([
      'postCanOnlyBeUnpublishedByAdmin',
    ]);
    expect((await save('reviewer', own.id, { status: 'archived' })).body.status).toBe('archived');
    expect((await make('member', { status: 'draft' })).status).toBe('draft');
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
      form: open.id,
      status: 'published',
    });
    await limit(true);
    expect([pointersOf(refused), refused.body.errors[1]?.title]).toEqual([['/status'], 'limit::posts']);
  });

  test('changing and deleting are for authors and Manage Posts', async () => {
    const own = await make('member', {});
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['settings manager', 403],
    ] as const) {
      expect((await save(kind, own.id, { title: 'x' })).status).toBe(status);
      expect((await it.send(kind, 'DELETE', `/posts/${own.id}`)).status).toBe(status);
    }
    expect((await save('member', 999_999, {})).status).toBe(404);
    expect((await save('member', own.id, { user: await it.idOf('admin') })).status).toBe(403);
    expect((await save('member', own.id, { title: 'Open again' })).body).toMatchObject({
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
    expect([preflight.statusCode, preflight.body]).toEqual([204, '']);
  });
});

describe('a save leaves alone what it does not say', () => {
  test('absent keys stay, and so does what the sender cannot see', async () => {
    const where = { where: [{ lat: 1.23456, lon: 2.34567 }] };
    const own = await make('member', {
      form: careful.id,
      values: values(careful, { ...where, phone: ['555'] }),
    });
    const team = values(careful, {
      ...where,
      phone: ['555'],
      verdict: ['True'],
      kinds: [3],
      spot: [{ lat: 5, lon: 6 }],
      outcome: ['Helped'],
    });
    const checked = await save('reviewer', own.id, {
      values: team,
      completed_stages: [careful.tasks['check'], careful.tasks['follow up']],
    });
    expect(checked.body.values).toEqual({ ...team, [careful.key('kinds')]: ['3'] });
    const seen = (await it.send<Post>('member', 'GET', `/posts/${own.id}`)).body;
    expect(seen.values).toEqual(values(careful, { ...where, phone: ['555'], outcome: ['Helped'] }));
    expect(seen.completed_stages).toEqual([careful.tasks['follow up']]);
    const saved = await save('member', own.id, {
      ...seen,
      values: values(careful, where),
      completed_stages: [],
    });
    expect(saved.body.values).toEqual(values(careful, where));
    const after = (await it.send<Post>('reviewer', 'GET', `/posts/${own.id}`)).body;
    expect(after.values).toEqual(
      values(careful, { ...where, verdict: ['True'], kinds: ['3'], spot: [{ lat: 5, lon: 6 }] }),
    );
    expect(after.completed_stages).toEqual([careful.tasks['check']]);
    const stranger = await save('member', own.id, { values: values(careful, { ...where, verdict: ['No'] }) });
    expect(rulesOf(stranger)).toEqual(['attributeDoesNotExist']);
  });

  test('tags sent alone are stored, values decide where both are sent', async () => {
    const post = await make('member', { tags: ['Danger'] });
    expect(post.tags.map((tag) => tag.id)).toEqual([1]);
    expect((await save('member', post.id, { tags: [2, { id: 3 }] })).body.tags.map((tag) => tag.id)).toEqual([
      2, 3,
    ]);
    const both = await save('member', post.id, { tags: [1], values: values(open, { kinds: ['4'] }) });
    expect(both.body.tags.map((tag) => tag.id)).toEqual([4]);
    expect((await save('member', post.id, { tags: [] })).body).toMatchObject({ tags: [], values: [] });
  });

  test('required answers, and required tasks before publishing, are asked for by name', async () => {
    const bare = await it.send<{ errors: { message: string }[] }>('member', 'POST', '/posts', {
      form: careful.id,
    });
    expect([rulesOf(bare), bare.body.errors[1]?.message]).toEqual([
      ['postAttributeRequired'],
      expect.stringContaining('where'),
    ]);
    const where = values(careful, { where: [{ lat: 1, lon: 1 }] });
    const draft = await make('member', { form: careful.id, values: where });
    const early = await save('reviewer', draft.id, { status: 'published' });
    expect(rulesOf(early)).toEqual(['stageRequired']);
    const unanswered = await save('reviewer', draft.id, { completed_stages: [careful.tasks['follow up']] });
    expect(rulesOf(unanswered)).toEqual(['taskAttributeRequired']);
  });

  test('an answer whose post is gone does not keep the rest from being saved', async () => {
    const gone = await make('member', {});
    const post = await make('member', { values: values(open, { related: [gone.id] }) });
    await it.send('member', 'DELETE', `/posts/${gone.id}`);
    expect((await save('member', post.id, { ...post, title: 'Still' })).body.title).toBe('Still');
  });
});
