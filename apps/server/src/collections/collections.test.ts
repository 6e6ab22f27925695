import type { Collection } from '@waypost/contract/collections/collections';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAppWithPosts } from '../browse/app-with-posts.fixture.ts';
import { type Actor, errorPointers } from '../testing/app/test-app.ts';

interface List<T> {
  results: T[];
  total_count: number;
}

let app: Awaited<ReturnType<typeof startAppWithPosts>>;
/** Ids of collections by name. */
const ids: Record<string, number> = {};
/** The member's, and what everybody else may do with them. */
const sampleCollections: [string, object][] = [
  ['Open to all', {}],
  ['For reviewers', { role: ['reviewer'] }],
  ['For administrators', { role: ['admin'], view: 'data', view_options: { columns: ['title'] } }],
];

const create = (kind: Actor, body: object) => app.send<Collection>(kind, 'POST', '/collections', body);

beforeAll(async () => {
  app = await startAppWithPosts();
  for (const [name, more] of sampleCollections)
    ids[name] = (await create('member', { name, ...more })).body.id;
});
afterAll(() => app.close());

const namesFor = async (kind: Actor, query = '', path = '/collections') => {
  const { body } = await app.send<List<Collection>>(kind, 'GET', `${path}?${query}`);
  expect(body.total_count).toBe(body.results.length);
  return body.results.map(({ name }) => name);
};

test('creates, reads, updates and deletes a collection', async () => {
  const body = { name: '  River gauges ', description: 'Weekly picks', role: [], $promise: {} };
  const { status, body: collection } = await create('member', body);
  const user = { id: await app.idOf('member'), realname: 'A member' };
  expect([status, collection]).toEqual([
    200,
    {
      id: expect.any(Number),
      url: null,
      user: { ...user, url: `https://report.example.org/api/v3/users/${user.id}` },
      name: 'River gauges',
      description: 'Weekly picks',
      view: 'map',
      view_options: null,
      role: [],
      featured: false,
      created: expect.any(String),
      updated: null,
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
    },
  ]);
  const path = `/collections/${collection.id}`;
  const changed = await app.send<Collection>('member', 'PUT', `${path}?order=DESC&orderby=created`, {
    ...collection,
    view: 'data',
  });
  expect(changed.body).toMatchObject({ name: 'River gauges', view: 'data', updated: expect.any(String) });
  expect((await app.send('passer-by', 'GET', path)).body).toMatchObject({
    allowed_privileges: ['read', 'search'],
  });
  expect((await app.send('member', 'DELETE', path)).body).toEqual(changed.body);
  expect((await app.send('member', 'GET', path)).status).toBe(404);
});

test.each<[object, string]>([
  [{}, '/name'],
  [{ name: 'ab' }, '/name'],
  [{ name: 'x'.repeat(256) }, '/name'],
  [{ name: 'Fine', view: 'globe' }, '/view'],
  [{ name: 'Fine', role: ['nobody'] }, '/role'],
  [{ name: 'Fine', description: 'x'.repeat(5001) }, '/description'],
])('rejects %j with the invalid field', async (body, pointer) => {
  const response = await create('member', body);
  expect([response.status, errorPointers(response)]).toEqual([422, [pointer]]);
});

describe('visibility', () => {
  const all = sampleCollections.map(([name]) => name);
  test.each<[Actor, string[]]>([
    ['passer-by', ['Open to all']],
    ['visitor', ['Open to all']],
    ['settings manager', ['Open to all']],
    ['reviewer', ['Open to all', 'For reviewers']],
    ['member', all],
    ['admin', all],
  ])('%s', async (kind, expected) => {
    expect(await namesFor(kind)).toEqual(expected);
    for (const name of all) {
      const expectedStatus = expected.includes(name) ? 200 : 404;
      const response = await app.send(kind, 'GET', `/collections/${ids[name]}`);
      const posts = await app.send(kind, 'GET', `/collections/${ids[name]}/posts`);
      expect([name, response.status, posts.status]).toEqual([name, expectedStatus, expectedStatus]);
    }
  });

  test.each<[Actor, string, string[]]>([
    ['member', 'q=FOR', ['For reviewers', 'For administrators']],
    ['member', 'q=%25', []],
    ['member', 'orderby=name&order=desc', ['Open to all', 'For reviewers', 'For administrators']],
    ['member', 'editableBy=me', all],
    ['admin', 'editableBy=me', all],
    ['reviewer', 'editableBy=me', []],
    ['visitor', 'editableBy=me', []],
    ['visitor', 'user=me', []],
    ['admin', 'user=me', []],
    ['admin', 'featured=1', []],
  ])('%s requests %s', async (kind, query, expected) => {
    expect(await namesFor(kind, query)).toEqual(expected);
  });
});

test('only the team can feature collections, and featured ones come first', async () => {
  const path = `/collections/${ids['For reviewers']}`;
  expect((await create('member', { name: 'Look at me', featured: true })).status).toBe(403);
  expect((await app.send('member', 'PUT', path, { featured: true })).status).toBe(403);
  expect((await app.send('reviewer', 'PUT', path, { featured: true })).status).toBe(403);
  expect((await app.send('member', 'PUT', path, { featured: false })).status).toBe(200);
  expect((await app.send('admin', 'PUT', path, { featured: true })).status).toBe(200);
  expect(await namesFor('reviewer', 'orderby=created&order=desc')).toEqual(['For reviewers', 'Open to all']);
  const own = await create('reviewer', { name: 'Chosen by the team', featured: true });
  expect(own.body.featured).toBe(true);
  await app.send('reviewer', 'DELETE', `/collections/${own.body.id}`);
  await app.send('admin', 'PUT', path, { featured: false });
});

describe('posts in a collection', () => {
  const put = (kind: Actor, collection: string, post: string | number) =>
    app.send<Post>(kind, 'POST', `/collections/${ids[collection]}/posts`, { id: app.ids[post] ?? post });
  const postsIn = async (kind: Actor, collection: string, query = '') => {
    const { body } = await app.send<List<Post>>(
      kind,
      'GET',
      `/collections/${ids[collection]}/posts?${query}`,
    );
    return body.results.map(({ id }) => Object.entries(app.ids).find(([, setId]) => setId === id)?.[0]);
  };

  test('adding needs the right to update the collection and read the post; adding twice is harmless', async () => {
    for (const post of ['bridge', 'bridge', 'draft', 'road']) {
      const response = await put('member', 'Open to all', post);
      expect([response.status, response.body.id]).toEqual([200, app.ids[post]]);
      expect(response.body.sets).toEqual([String(ids['Open to all'])]);
    }
    expect((await put('reviewer', 'Open to all', 'bridge')).status).toBe(403);
    expect((await put('member', 'Open to all', 'archived')).status).toBe(403);
    const unknown = await put('member', 'Open to all', 999_999);
    expect([unknown.status, errorPointers(unknown)]).toEqual([422, ['/id']]);
  });

  test('are listed with all filters and only if visible', async () => {
    expect(await postsIn('visitor', 'Open to all')).toEqual(['road', 'bridge']);
    expect(await postsIn('visitor', 'Open to all', 'status=all&q=water')).toEqual(['bridge']);
    expect(await postsIn('member', 'Open to all', 'status=all&orderby=id&order=asc')).toEqual([
      'bridge',
      'road',
      'draft',
    ]);
    const path = `/collections/${ids['Open to all']}/posts`;
    expect((await app.send('visitor', 'GET', `${path}/${app.ids['bridge']}`)).body).toMatchObject({
      title: 'Bridge closed',
    });
    expect((await app.send('visitor', 'GET', `${path}/${app.ids['island']}`)).status).toBe(404);
    expect((await app.send('visitor', 'GET', `${path}/${app.ids['draft']}`)).status).toBe(404);
  });

  test('a post lists the collections that the viewer may see', async () => {
    await put('member', 'For reviewers', 'bridge');
    const both = [String(ids['Open to all']), String(ids['For reviewers'])];
    for (const [kind, sets] of [
      ['visitor', both.slice(0, 1)],
      ['reviewer', both],
    ] as [Actor, string[]][]) {
      const { body } = await app.send<Post>(kind, 'GET', `/posts/${app.ids['bridge']}`);
      expect(body.sets).toEqual(sets);
      const path = `/posts/${app.ids['bridge']}/collections`;
      expect(await namesFor(kind, '', path)).toHaveLength(sets.length);
    }
    expect((await app.send('visitor', 'GET', `/posts/${app.ids['draft']}/collections`)).status).toBe(404);
  });

  test('are removed by those who may update the collection, even if they cannot read the post', async () => {
    const path = (post: string) => `/collections/${ids['Open to all']}/posts/${app.ids[post]}`;
    expect((await app.send('reviewer', 'DELETE', path('road'))).status).toBe(403);
    expect((await app.send<Post>('member', 'DELETE', path('bridge'))).body).toMatchObject({
      title: 'Bridge closed',
    });
    expect((await app.send('member', 'DELETE', path('bridge'))).status).toBe(404);
    await app.send('reviewer', 'PUT', `/posts/${app.ids['road']}`, { status: 'archived' });
    expect((await app.send('member', 'DELETE', path('road'))).status).toBe(204);
    expect(await postsIn('reviewer', 'Open to all', 'status=all')).toEqual(['draft']);
  });
});
