/** Lists and objects as PHP and form clients send them: a bare value, `{}`, `[]`, an empty text (API v3 §1.7, §9). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAppWithSurveys } from '../../posts/app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

const create = async (url: string, body: object) => {
  const response = await app.send<Record<string, unknown>>('admin', 'POST', url, body);
  expect([url, response.status, response.body]).toEqual([url, 200, expect.anything()]);
  return response.body;
};

test('a bare value is a list of one', async () => {
  const key = app.open.keyOf('words');
  const job = await create('/exports/jobs', { entity_type: 'post', fields: key });
  expect(job['fields']).toEqual([key]);
  expect((await create('/tags', { tag: 'Team only', role: 'admin' }))['role']).toEqual(['admin']);
  expect((await create('/collections', { name: 'Team only', role: 'admin' }))['role']).toEqual(['admin']);
  const role = await create('/roles', { name: 'checker', permissions: 'Manage Posts' });
  expect(role['permissions']).toEqual(['Manage Posts']);
  const category = Number((await create('/tags', { tag: 'Roads' }))['id']);
  const post = await create('/posts', {
    form: app.open.id,
    title: 'Bridge closed',
    published_to: 'admin',
    tags: category,
  });
  expect(post).toMatchObject({ published_to: ['admin'] });
});

test('`{}` and an empty text are an empty list', async () => {
  const survey = Number((await create('/forms', { name: 'Roads' }))['id']);
  const task = (await create(`/forms/${survey}/stages`, { label: 'Post', type: 'post' }))['id'];
  const field = { label: 'Which', type: 'varchar', input: 'text', form_stage_id: task };
  for (const options of [{}, '', null, []])
    await create(`/forms/${survey}/attributes`, { ...field, options });
  const post = { form: app.open.id, title: 'Bridge closed' };
  let slugs = 0;
  for (const empty of [{}, '', null, []]) {
    const created = await create('/posts', {
      ...post,
      tags: empty,
      published_to: empty,
      completed_stages: empty,
    });
    expect(created).toMatchObject({ published_to: [], completed_stages: [] });
    await create('/tags', { tag: 'Roads', slug: `roads-${slugs++}`, role: empty });
  }
});

const empties = [{}, [], '', null];

test('`{}`, `[]`, null and an empty text are the same empty object', async () => {
  const survey = Number((await create('/forms', { name: 'Gauges' }))['id']);
  const task = (await create(`/forms/${survey}/stages`, { label: 'Post', type: 'post' }))['id'];
  const field = { label: 'Level', type: 'varchar', input: 'text', form_stage_id: task };
  const set = { name: 'Gauges', view: 'map' };
  const layer = {
    name: 'Rivers',
    data_url: 'https://maps.example.net/rivers.json',
    type: 'geojson',
    active: true,
    visible_by_default: false,
  };
  const fields: [url: string, body: object, field: string, filled: object][] = [
    [`/forms/${survey}/attributes`, field, 'config', { hasCaption: true }],
    [
      '/posts',
      { form: app.open.id, title: 'Bridge closed' },
      'values',
      { [app.open.keyOf('words')]: ['Low'] },
    ],
    ['/collections', set, 'view_options', { zoom: 3 }],
    ['/savedsearches', { ...set, filter: {} }, 'view_options', { zoom: 3 }],
    ['/savedsearches', set, 'filter', { q: 'bridge' }],
    ['/layers', layer, 'options', { width: 2 }],
  ];
  for (const [url, body, name, filled] of fields)
    for (const empty of empties) {
      const created = await create(url, { ...body, [name]: empty });
      const isEmpty = created[name] === null || Object.keys(created[name] as object).length === 0;
      expect([url, name, empty, isEmpty]).toEqual([url, name, empty, true]);
      const at = `${url}/${Number(created['id'])}`;
      const put = async (value: unknown) => {
        const saved = await app.send<Record<string, object>>('admin', 'PUT', at, { ...body, [name]: value });
        expect([at, name, value, saved.status]).toEqual([at, name, value, 200]);
        return saved.body[name];
      };
      expect(await put(filled)).toEqual(filled);
      expect(Object.keys((await put(empty)) ?? {})).toEqual([]);
    }
  for (const filters of empties)
    expect((await create('/exports/jobs', { entity_type: 'post', filters }))['filters']).toEqual({
      status: ['all'],
    });
});

test('settings that are objects may be sent empty in the same ways', async () => {
  for (const empty of empties)
    for (const [group, key] of [
      ['map', 'default_view'],
      ['data-provider', 'twitter'],
      ['data-provider', 'providers'],
    ] as const) {
      const url = `/config/${group}`;
      const before = (await app.send<Record<string, unknown>>('admin', 'GET', url)).body[key];
      const saved = await app.send<Record<string, unknown>>('admin', 'PUT', url, { [key]: empty });
      expect([key, empty, saved.status, saved.body[key]]).toEqual([key, empty, 200, before]);
    }
});

test('null is an empty list of permissions and of roles of a survey', async () => {
  for (const empty of empties) {
    const role = await create('/roles', { name: `checker ${empties.indexOf(empty)}`, permissions: empty });
    expect(role['permissions']).toEqual([]);
    const survey = Number((await create('/forms', { name: 'Roads', everyone_can_create: false }))['id']);
    const setRoles = (roles: unknown) =>
      app.send<{ count: number }>('admin', 'PUT', `/forms/${survey}/roles`, { roles });
    expect((await setRoles('admin')).body.count).toBe(1);
    expect([empty, (await setRoles(empty)).body]).toMatchObject([empty, { count: 0 }]);
  }
});

test('a three-digit colour is the same as with each digit doubled', async () => {
  expect((await create('/tags', { tag: 'Short colour', color: '#aBC' }))['color']).toBe('#aaBBCC');
});

test.each([
  ['POST /posts', { values: 'x' }, 'values must be an object'],
  ['POST /posts', { tags: [{}] }, 'tags must be a list, each entry an id, a name or an object with an id'],
  ['POST /tags', { tag: 'Roads', color: '#ABCD' }, 'color must be a color such as #2274B4'],
  ['POST /tags', { tag: 'Roads', role: 5 }, 'role must be a list, each entry a text'],
  ['POST /exports/jobs', { entity_type: 'post', fields: 5 }, 'fields must be a list, each entry a text'],
  [
    'POST /savedsearches',
    { name: 'New ones', filter: { created_after: 'soon' } },
    'filter must be an object of filters: created_after must be a date',
  ],
  ['GET /posts?bbox=1,2', undefined, 'bbox must be west,north,east,south in degrees'],
  ['GET /posts?center_point=95,0', undefined, 'center_point must be latitude,longitude in degrees'],
  ['GET /posts?published_to[a]=x', undefined, 'published_to must be a list, such as a,b'],
  ['GET /posts/geojson?limit=x', undefined, 'limit must be a whole number, 0 or more'],
])('%s with %o says what is expected', async (request, body, message) => {
  const [method, url] = request.split(' ') as ['GET' | 'POST', string];
  const reply = await app.send<{ errors: { title?: string }[] }>('admin', method, url, body);
  expect([reply.status, reply.body.errors.slice(1).map((it) => it.title)]).toEqual([422, [message]]);
});

test('an empty list of roles stays an empty list, and null stays null', async () => {
  const query = { filter: { status: 'published' } };
  const kinds: [string, object][] = [
    ['/tags', { tag: 'Open to all', slug: 'open-to-all' }],
    ['/collections', { name: 'Open to all' }],
    ['/savedsearches', { name: 'Open to all', ...query }],
  ];
  for (const [url, body] of kinds) {
    const { id, role } = await create(url, { ...body, role: [] });
    expect([url, role]).toEqual([url, []]);
    const at = `${url}/${Number(id)}`;
    for (const value of [null, ['admin'], []]) {
      const saved = await app.send<Record<string, unknown>>('admin', 'PUT', at, { ...body, role: value });
      expect([url, saved.status, saved.body['role']]).toEqual([url, 200, value]);
      expect((await app.send<Record<string, unknown>>('admin', 'GET', at)).body['role']).toEqual(value);
    }
    // A visitor sees what names no role.
    expect([url, (await app.send('passer-by', 'GET', at)).status]).toEqual([url, 200]);
  }
});

test('a colour comes back in the letter case that was sent', async () => {
  for (const [url, name] of [
    ['/tags', 'tag'],
    ['/forms', 'name'],
  ] as const)
    for (const [label, sentColor, expected] of [
      ['One', '#00ff00', '#00ff00'],
      ['Two', '00FF00', '#00FF00'],
      ['Three', '#aAbBcC', '#aAbBcC'],
    ] as const) {
      const { id, color } = await create(url, { [name]: `${label} of ${url}`, color: sentColor });
      expect([url, color]).toEqual([url, expected]);
      const at = `${url}/${Number(id)}`;
      expect((await app.send<Record<string, unknown>>('passer-by', 'GET', at)).body['color']).toBe(expected);
      for (const wrong of ['green', '#00ff0', '#00ff00;', 255])
        expect([wrong, (await app.send('admin', 'PUT', at, { color: wrong })).status]).toEqual([wrong, 422]);
    }
});
