import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { answersByFieldName, startAppWithSurveys } from '../app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

test('returns every type of answer in the format of API v3', async () => {
  const related = await app.make('member', {});
  const media = await app.db
    .insertInto('media')
    .values({
      user_id: await app.idOf('member'),
      mime: 'image/png',
      file: 'f',
      thumbnail: 't',
      size: 1,
      width: 1,
      height: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const post = await app.make('member', {
    content: ' Water over the deck. ',
    locale: 'en-US',
    post_date: '2019-12-01T05:30:00.000Z',
    values: answersByFieldName(app.open, {
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
      call: ['+423 234 56 78', '00423 2345678', '+41 44 668 18 00'],
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
      id: await app.idOf('member'),
      url: `https://report.example.org/api/v3/users/${await app.idOf('member')}`,
      realname: 'A member',
    },
    form: { id: app.open.id, url: `https://report.example.org/api/v3/forms/${app.open.id}` },
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
    values: answersByFieldName(app.open, {
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
      call: ['+4232345678', '+41446681800'],
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
    revision: 1,
    source: null,
    contact: null,
    data_source_message_id: null,
    allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  });
  expect(Object.keys(post).slice(0, 6)).toEqual(['id', 'url', 'user', 'parent_id', 'form', 'message']);
  expect(Object.keys(post.values)).toEqual(
    [
      'words',
      'long',
      'number',
      'amount',
      'when',
      'where',
      'area',
      'related',
      'call',
      'photo',
      'kinds',
      'level',
    ].map(app.open.keyOf),
  );
  const again = await app.save('member', post.id, {
    ...post,
    $promise: {},
    form: { id: app.open.id, tasks: [] },
  });
  expect(again.body).toEqual(post);
  expect((await app.send('passer-by', 'GET', `/posts/${post.id}`)).body).toEqual({
    ...again.body,
    allowed_privileges: ['read', 'search'],
  });
});

describe('invalid input is reported with its field', () => {
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
    ['answers that are text', { values: 'x' }, '/values', 'type'],
  ];
  test.each(cases)('%s', async (_what, body, pointer, rule) => {
    const response = await app.send('admin', 'POST', '/posts', { form: app.open.id, title: 'Two', ...body });
    expect([response.status, errorPointers(response), errorCodes(response)]).toEqual([
      422,
      [pointer],
      [rule],
    ]);
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
    [
      'a phone number without a country code, where the country is not known',
      'call',
      ['234 56 78'],
      'valueType',
    ],
    ['a phone number that no country has', 'call', ['+999 234 56 78'], 'valueType'],
    ['a post that does not exist', 'related', ['999999'], 'valueExists'],
    ['a picture that does not exist', 'photo', [999_999], 'valueExists'],
    ['a category that does not exist', 'kinds', ['Nope'], 'valueExists'],
    ['a category that is not offered', 'someKinds', [1, 3], 'valueOption'],
    ['an option that does not exist', 'level', ['Middle'], 'valueOption'],
  ];
  test.each(inValues)('answers: %s', async (_what, name, answer, rule) => {
    const body = {
      form: app.open.id,
      title: 'Two',
      values: answersByFieldName(app.open, { [name]: answer }),
    };
    const response = await app.send<{ errors: { message: string }[] }>('member', 'POST', '/posts', body);
    expect([response.status, errorPointers(response), errorCodes(response)]).toEqual([
      422,
      ['/values'],
      [rule],
    ]);
    expect(response.body.errors[1]?.message).toContain(name);
  });

  test('a phone number is read as in the country of the site', async () => {
    await app.send('admin', 'PUT', '/config/site', { country: 'LI' });
    const post = await app.make('member', { values: answersByFieldName(app.open, { call: ['234 56 78'] }) });
    expect(post.values).toEqual(answersByFieldName(app.open, { call: ['+4232345678'] }));
    const wrong = {
      form: app.open.id,
      title: 'Two',
      values: answersByFieldName(app.open, { call: ['99 9'] }),
    };
    expect(errorCodes(await app.send('member', 'POST', '/posts', wrong))).toEqual(['valueType']);
    await app.send('admin', 'PUT', '/config/site', { country: null });
    expect((await app.save('member', post.id, post)).body.values).toEqual(post.values);
  });

  test('a relation to a post of a survey that is not allowed', async () => {
    const other = await app.make('member', {});
    const body = { form: app.open.id, values: answersByFieldName(app.open, { limited: [other.id] }) };
    expect(errorCodes(await app.send('member', 'POST', '/posts', body))).toEqual(['valueForm']);
  });

  test('a category that the sender may not see is reported like one that does not exist', async () => {
    const restricted = await app.send<{ id: number }>('admin', 'POST', '/tags', {
      tag: 'Informants',
      role: ['reviewer'],
    });
    const submit = (actor: 'member' | 'admin', field: 'kinds' | 'someKinds', category: unknown) =>
      app.send(actor, 'POST', '/posts', {
        form: app.open.id,
        title: 'Two',
        values: answersByFieldName(app.open, { [field]: [category] }),
      });
    for (const field of ['kinds', 'someKinds'] as const)
      for (const category of [restricted.body.id, 'Informants', 999_999])
        expect(errorCodes(await submit('member', field, category)), String(category)).toEqual([
          'valueExists',
        ]);
    expect(errorCodes(await submit('admin', 'someKinds', restricted.body.id))).toEqual(['valueOption']);
    expect((await submit('admin', 'kinds', restricted.body.id)).status).toBe(200);
    await sql`update attributes set options = options || ${restricted.body.id}::text::jsonb
      where key = ${app.open.keyOf('someKinds')}`.execute(app.db);
    expect(errorCodes(await submit('member', 'someKinds', restricted.body.id))).toEqual(['valueExists']);
    expect((await submit('admin', 'someKinds', restricted.body.id)).status).toBe(200);
  });

  test('reports all errors at once and writes nothing', async () => {
    const count = () =>
      app.db
        .selectFrom('posts')
        .select((of) => of.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
    const before = await count();
    const response = await app.send('admin', 'POST', '/posts', {
      form: app.open.id,
      published_to: ['nope'],
      completed_stages: [999_999],
      values: answersByFieldName(app.open, { number: ['x'] }),
    });
    expect(errorPointers(response).sort()).toEqual(['/completed_stages', '/published_to', '/values']);
    expect(await count()).toEqual(before);
  });

  test('a slug in use is refused for new and for existing posts', async () => {
    await app.make('member', { slug: 'my-own' });
    expect(
      errorPointers(await app.send('member', 'POST', '/posts', { form: app.open.id, slug: 'my-own' })),
    ).toEqual(['/slug']);
    const other = await app.make('member', {});
    expect(errorPointers(await app.save('member', other.id, { slug: 'my-own' }))).toEqual(['/slug']);
  });

  test('a body that is not JSON, or has text that cannot be stored, is answered 400', async () => {
    const headers = {
      authorization: `Bearer ${await app.tokenOf('member')}`,
      'content-type': 'application/json',
    };
    const broken = await app.fastify.inject({
      method: 'POST',
      url: '/api/v3/posts',
      headers,
      payload: '{"title":',
    });
    expect(broken.statusCode).toBe(400);
    expect(
      (await app.send('member', 'POST', '/posts', { form: app.open.id, title: 'a\u0000b' })).status,
    ).toBe(400);
  });
});
