import type { Post } from '@waypost/contract/posts/posts';
import type { SavedSearch } from '@waypost/contract/saved-searches/saved-searches';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAppWithPosts } from '../browse/app-with-posts.fixture.ts';
import { type Actor, errorPointers } from '../testing/app/test-app.ts';

let app: Awaited<ReturnType<typeof startAppWithPosts>>;
beforeAll(async () => {
  app = await startAppWithPosts();
});
afterAll(() => app.close());

const create = (kind: Actor, filter: unknown, more: object = {}) =>
  app.send<SavedSearch>(kind, 'POST', '/savedsearches', { name: 'A search', filter, ...more });

/** The filters that a form sends when nothing is chosen. */
const createdWithoutChange = {
  q: '',
  date_after: '',
  status: ['published'],
  published_to: '',
  center_point: '',
  has_location: 'all',
  within_km: '1',
  current_stage: [],
  tags: [],
  saved_search: '',
  orderby: 'created',
  order: 'desc',
  order_unlocked_on_top: 'true',
  form: [],
  set: [],
  user: false,
  source: null,
};

test('filters are stored and returned as sent', async () => {
  const filter = { ...createdWithoutChange, q: 'water', tags: [1, 2], reactToFilters: true };
  const { status, body } = await create('member', filter, { view: 'data' });
  expect([status, body]).toMatchObject([200, { url: null, name: 'A search', view: 'data', filter }]);
  const path = `/savedsearches/${body.id}`;
  expect((await app.send('visitor', 'GET', path)).body).toMatchObject({ filter });
  expect((await app.send('member', 'PUT', path, { filter: { form: 'none' } })).body).toMatchObject({
    name: 'A search',
    filter: { form: 'none' },
  });
  expect((await app.send('member', 'PUT', path, { filter: [] })).body).toMatchObject({ filter: [] });
  expect((await app.send('member', 'PUT', path, { name: 'Renamed' })).body).toMatchObject({ filter: [] });
  expect((await app.send('member', 'GET', `/collections/${body.id}`)).status).toBe(404);
  expect((await app.send('reviewer', 'DELETE', path)).status).toBe(403);
  expect((await app.send('member', 'DELETE', path)).status).toBe(200);
});

test.each<[unknown]>([
  [undefined],
  ['q=water'],
  [['water']],
  [{ status: ['gone'] }],
  [{ bbox: '1,2' }],
  [{ date_after: 'soon' }],
  [{ q: 'x'.repeat(20_000) }],
])('rejects filter %j with the invalid field', async (filter) => {
  const response = await create('member', filter);
  expect([response.status, errorPointers(response)]).toEqual([422, ['/filter']]);
});

describe('the posts that a saved search finds', () => {
  const listTitles = async (kind: Actor, path: string) => {
    const { body } = await app.send<{ results: Post[]; total_count: number }>(kind, 'GET', path);
    expect(body.total_count).toBe(body.results.length);
    const names = new Map(Object.entries(app.ids).map(([name, id]) => [id, name]));
    return body.results.map((post) => names.get(post.id) ?? '').sort((a, b) => a.localeCompare(b));
  };

  const open = ['bridge', 'field', 'island', 'loose', 'nowhere', 'other', 'road'];
  const cases: [Actor, object, string, string[]][] = [
    ['visitor', {}, '', open],
    ['visitor', createdWithoutChange, '', open],
    ['visitor', { q: 'water' }, '', ['bridge']],
    ['visitor', { status: ['draft'] }, '', []],
    ['member', { status: ['draft'] }, '', ['draft']],
    ['reviewer', { status: ['draft', 'archived'] }, '', ['archived', 'draft']],
    ['reviewer', { status: ['draft', 'archived'] }, 'status=archived', ['archived']],
    ['reviewer', {}, 'status=archived', ['archived']],
    // Whoever asks is "me".
    ['member', { user: 'me', status: 'all' }, '', ['bridge', 'draft']],
    ['visitor', { tags: [2] }, 'q=road', ['road']],
    ['visitor', { tags: { all: [1, 2] } }, '', ['bridge']],
    ['visitor', { center_point: '-1.2921,36.8219', within_km: 10.6 }, '', ['bridge', 'road']],
    ['visitor', { form: ['none'] }, '', ['loose']],
  ];
  test.each(cases)('%s: %j %s', async (kind, filter, query, expected) => {
    const { body } = await create('admin', filter);
    expect(await listTitles(kind, `/savedsearches/${body.id}/posts?${query}`)).toEqual(expected);
    expect(await listTitles(kind, `/posts?saved_search=${body.id}&${query}`)).toEqual(expected);
    const geo = await app.send<{ total: number }>(
      kind,
      'GET',
      `/posts/geojson?saved_search=${body.id}&${query}`,
    );
    expect(geo.body.total).toBe(expected.length);
  });

  test('are combined with those of collections when both are requested', async () => {
    const search = (await create('member', { q: 'water' })).body.id;
    const collection = (await app.send<{ id: number }>('member', 'POST', '/collections', { name: 'Picked' }))
      .body.id;
    await app.send('member', 'POST', `/collections/${collection}/posts`, { id: app.ids['island'] });
    expect(await listTitles('visitor', `/posts?set=${search}`)).toEqual(['bridge']);
    expect(await listTitles('visitor', `/posts?set[]=${search}&set[]=${collection}`)).toEqual([
      'bridge',
      'island',
    ]);
    const within = (await create('member', { set: [collection], saved_search: search })).body.id;
    expect(await listTitles('visitor', `/posts?saved_search=${within}`)).toEqual([]);
    const either = (await create('member', { set: [String(collection), search] })).body.id;
    expect(await listTitles('visitor', `/posts?saved_search=${either}`)).toEqual(['bridge', 'island']);
  });

  test('are none when it contains itself, or is hidden from the viewer', async () => {
    const { id } = (await create('admin', {}, { role: ['reviewer'] })).body;
    expect(await listTitles('member', `/posts?saved_search=${id}`)).toEqual([]);
    expect(await listTitles('member', `/posts?set=${id}`)).toEqual([]);
    expect((await app.send('member', 'GET', `/savedsearches/${id}/posts`)).status).toBe(404);
    expect(await listTitles('reviewer', `/posts?saved_search=${id}&q=storm`)).toEqual(['island']);
    await app.send('admin', 'PUT', `/savedsearches/${id}`, { filter: { set: [id] } });
    expect(await listTitles('reviewer', `/posts?saved_search=${id}`)).toEqual([]);
  });
});

test('a post lists the saved searches that find it for the viewer, besides its collections', async () => {
  const water = (await create('admin', { q: 'water' })).body.id;
  const mine = (await create('admin', { user: 'me' })).body.id;
  const hidden = (await create('admin', { q: 'water' }, { role: ['reviewer'] })).body.id;
  const created = await app.send<{ id: number }>('member', 'POST', '/collections', { name: 'Bridges' });
  await app.send('member', 'POST', `/collections/${created.body.id}/posts`, { id: app.ids['bridge'] });
  const ours = new Set([water, mine, hidden, created.body.id].map(String));
  const setsOf = async (kind: Actor) => {
    const response = await app.send<Post>(kind, 'GET', `/posts/${app.ids['bridge']}`);
    const { body } = await app.send<{ results: Post[] }>(kind, 'GET', '/posts?q=water');
    expect(body.results.map(({ sets }) => sets)).toEqual([response.body.sets]);
    return response.body.sets.filter((id) => ours.has(id));
  };
  const inOrder = (...ids: number[]) => ids.sort((a, b) => a - b).map(String);
  // Whoever is nobody has no "me" to look for: such a search finds everything for them.
  expect(await setsOf('visitor')).toEqual(inOrder(water, mine, created.body.id));
  expect(await setsOf('member')).toEqual(inOrder(water, mine, created.body.id));
  expect(await setsOf('reviewer')).toEqual(inOrder(water, hidden, created.body.id));
  const dry = await app.send<Post>('reviewer', 'PUT', `/posts/${app.ids['bridge']}`, {
    content: 'Dry again',
  });
  expect(dry.body.sets.filter((id) => ours.has(id))).toEqual(inOrder(created.body.id));
});
