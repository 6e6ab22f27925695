import type { Category } from '@waypost/contract/categories/categories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Actor = Parameters<TestApp['send']>[0];

const createCategory = async (body: object) => {
  const created = await app.send<Category>('settings manager', 'POST', '/tags', body);
  expect(created.status).toBe(200);
  return created.body;
};
const read = async (id: number) => (await app.send<Category>('admin', 'GET', `/tags/${id}`)).body;
const names = async (kind: Actor, query: string) =>
  (await app.send<{ results: Category[] }>(kind, 'GET', `/tags?${query}`)).body.results.map(
    (category) => category.tag,
  );

describe('reading', () => {
  test('everybody reads categories without roles', async () => {
    const { status, body } = await app.send<Category>('passer-by', 'GET', '/tags/1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: 'https://report.example.org/api/v3/tags/1',
      parent_id: null,
      tag: 'Danger',
      slug: 'danger',
      type: 'category',
      color: '#A51A1A',
      role: null,
      children: [],
      allowed_privileges: ['read', 'search'],
    });
    expect((await app.send('member', 'GET', '/tags/999')).status).toBe(404);
  });

  test('categories with roles are visible to these roles and with Manage Settings', async () => {
    const parent = await createCategory({ tag: 'Sensitive', role: ['reviewer'] });
    const child = await createCategory({ tag: 'Sensitive child', parent_id: parent.id });
    const kinds: Actor[] = ['passer-by', 'visitor', 'member', 'reviewer', 'settings manager', 'admin'];
    for (const { id } of [parent, child]) {
      const responses = await Promise.all(kinds.map((kind) => app.send(kind, 'GET', `/tags/${id}`)));
      expect(responses.map((answer) => answer.status)).toEqual([404, 404, 403, 200, 200, 200]);
    }
    expect(await names('member', 'q=sensitive')).toEqual([]);
    expect(await names('reviewer', 'q=sensitive')).toEqual(['Sensitive', 'Sensitive child']);
  });

  test('filters, sorts and pages lists', async () => {
    const parent = await createCategory({ tag: 'Water', type: 'status', priority: 1 });
    await createCategory({ tag: 'Flood', parent_id: parent.id });
    expect(await names('member', 'tag=Water')).toEqual(['Water']);
    expect(await names('member', 'type=status')).toEqual(['Water']);
    expect(await names('member', `parent_id=${parent.id}`)).toEqual(['Flood']);
    expect(await names('member', 'q=LOO')).toEqual(['Flood']);
    expect(await names('member', 'level=parent')).not.toContain('Flood');
    expect(await names('member', 'orderby=tag&order=desc&limit=2&offset=1')).toEqual([
      'Something broken',
      'Help needed',
    ]);
  });
});

describe('writing', () => {
  test.each(['\u200b\u200b', '\u2060\ufeff', '\u202e\u3164', '\u2800\u2800', '\u00ad \u00ad'])(
    'a name without a visible character is refused',
    async (tag) => {
      const reply = await app.send('settings manager', 'POST', '/tags', { tag });
      expect([reply.status, errorPointers(reply)]).toEqual([422, ['/tag']]);
    },
  );

  test('a list that is too long is refused in entries, not in characters', async () => {
    const order = Array.from({ length: 100_000 }, (_, index) => index + 1);
    const reply = await app.send('settings manager', 'PUT', '/tags/order', { ids: order });
    expect(reply.status).toBe(422);
    expect(errorCodes(reply)).toEqual(['maxitems']);
  });

  test('requires Manage Settings', async () => {
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['member', 403],
      ['reviewer', 403],
    ] as const) {
      expect((await app.send(kind, 'POST', '/tags', { tag: 'Mine' })).status).toBe(status);
      expect((await app.send(kind, 'PUT', '/tags/1', { tag: 'Mine' })).status).toBe(status);
      expect((await app.send(kind, 'DELETE', '/tags/1')).status).toBe(status);
    }
  });

  test('creates, updates and deletes a category', async () => {
    const created = await createCategory({ tag: 'Road damage', color: '#5baa00', icon: '', role: [] });
    expect(created).toMatchObject({
      slug: 'road-damage',
      icon: 'tag',
      color: '#5baa00',
      role: [],
      priority: 99,
    });
    const url = `/tags/${created.id}`;
    const changed = await app.send<Category>('admin', 'PUT', url, {
      ...created,
      tag: 'Roads',
      description: 'Broken\nones',
    });
    expect(changed.body).toMatchObject({ tag: 'Roads', slug: 'road-damage', description: 'Broken\nones' });
    expect((await app.send<Category>('admin', 'DELETE', url)).body).toMatchObject({
      id: created.id,
      tag: 'Roads',
    });
    expect((await app.send('admin', 'GET', url)).status).toBe(404);
    expect((await app.send('admin', 'DELETE', url)).status).toBe(404);
    expect((await app.send('admin', 'PUT', url, {})).status).toBe(404);
  });

  test('reports every invalid field', async () => {
    const wrong = {
      tag: 'x',
      type: 'mood',
      color: 'blue',
      icon: '<i>',
      description: 'x'.repeat(151),
      priority: -1,
      role: 7,
    };
    const refused = await app.send('admin', 'POST', '/tags', wrong);
    expect(refused.status).toBe(422);
    expect(errorPointers(refused).sort()).toEqual([
      '/color',
      '/description',
      '/icon',
      '/priority',
      '/role',
      '/tag',
      '/type',
    ]);
    expect(errorPointers(await app.send('admin', 'POST', '/tags', {}))).toEqual(['/tag']);
    expect(errorPointers(await app.send('admin', 'POST', '/tags', { tag: 'New', parent_id: 999 }))).toEqual([
      '/parent_id',
    ]);
    expect(errorPointers(await app.send('admin', 'POST', '/tags', { tag: 'New', role: ['nobody'] }))).toEqual(
      ['/role'],
    );
  });

  test('creates unique slugs in any script', async () => {
    const category = await createCategory({ tag: 'Café Closed!' });
    expect(category.slug).toBe('café-closed');
    const again = await app.send('admin', 'POST', '/tags', { tag: 'Café closed' });
    expect([errorPointers(again), errorCodes(again)]).toEqual([['/slug'], ['taken']]);
    const two = await createCategory({ tag: 'Café closed', slug: 'café-closed-2' });
    expect((await createCategory({ tag: 'طريق مغلق' })).slug).toBe('طريق-مغلق');
    const signs = ['🙂🙂', '🙂🙂', '🚧🚧', '!!', '— —'];
    const slugs: string[] = [];
    for (const tag of signs) slugs.push((await createCategory({ tag })).slug);
    expect(slugs).toEqual(['category', 'category-2', 'category-3', 'category-4', 'category-5']);
    const named = await createCategory({ tag: 'Roadworks', slug: '🚧🚧' });
    expect(named.slug).toBe('category-6');
    const renamed = { tag: '🏗️🏗️', slug: '🏗️🏗️' };
    const put = await app.send<Category>('admin', 'PUT', `/tags/${named.id}`, renamed);
    expect([put.status, put.body.slug]).toEqual([200, 'category-7']);
    const same = await app.send<Category>('admin', 'PUT', `/tags/${named.id}`, { ...put.body, ...renamed });
    expect([same.status, same.body.slug]).toEqual([200, 'category-7']);
    const explicit = await app.send('admin', 'POST', '/tags', { tag: '🙂🙂', slug: 'category' });
    expect([errorPointers(explicit), errorCodes(explicit)]).toEqual([['/slug'], ['taken']]);
    const duplicate = await app.send('admin', 'POST', '/tags', { tag: 'Other', slug: 'Danger' });
    expect([errorPointers(duplicate), errorCodes(duplicate)]).toEqual([['/slug'], ['taken']]);
    expect(errorPointers(await app.send('admin', 'PUT', `/tags/${two.id}`, { slug: 'danger' }))).toEqual([
      '/slug',
    ]);
    // Clients send the name as slug with every save.
    const saved = await app.send<Category>('admin', 'PUT', `/tags/${two.id}`, {
      tag: two.tag,
      slug: two.tag,
    });
    expect(saved.body.slug).toBe('café-closed-2');
    expect(
      (await app.send<Category>('admin', 'PUT', `/tags/${two.id}`, { slug: 'Shut café' })).body.slug,
    ).toBe('shut-café');
  });
});

describe('order', () => {
  test('sets priorities of siblings, with Manage Settings', async () => {
    const ids = (await app.send<{ results: Category[] }>('admin', 'GET', '/tags?level=parent')).body.results
      .map(({ id }) => id)
      .toReversed();
    const ordered = await app.send<{ results: Category[] }>('settings manager', 'PUT', '/tags/order', {
      ids,
    });
    expect(ordered.status).toBe(200);
    expect(ordered.body.results.map(({ id, priority }) => [id, priority])).toEqual(
      ids.map((id, at) => [id, at + 1]),
    );
    const list = await app.send<{ results: Category[] }>(
      'member',
      'GET',
      '/tags?level=parent&orderby=priority',
    );
    const open = ids.filter((id) => list.body.results.some((category) => category.id === id));
    expect(list.body.results.map(({ id }) => id)).toEqual(open);
    const child = await createCategory({ tag: 'Below the first', parent_id: ids[0] });
    const mixed = await app.send('admin', 'PUT', '/tags/order', { ids: [child.id, ids[1]] });
    expect([errorPointers(mixed), errorCodes(mixed)]).toEqual([['/ids'], ['notSiblings']]);
    const unknown = await app.send('admin', 'PUT', '/tags/order', { ids: [ids[0], 999_999] });
    expect([errorPointers(unknown), errorCodes(unknown)]).toEqual([['/ids'], ['exists']]);
    expect((await app.send('member', 'PUT', '/tags/order', { ids })).status).toBe(403);
  });
});

describe('two levels', () => {
  test('children link to their parent, parents to their children', async () => {
    const parent = await createCategory({ tag: 'Weather' });
    const child = await createCategory({ tag: 'Storm', parent: { id: parent.id } });
    expect(child).toMatchObject({ parent: { id: parent.id } });
    expect(child).not.toHaveProperty('parent_id');
    expect((await read(parent.id)).children).toEqual([
      { id: child.id, url: `https://report.example.org/api/v3/tags/${child.id}` },
    ]);
    const below = await app.send('admin', 'POST', '/tags', { tag: 'Gust', parent_id: child.id });
    expect([errorPointers(below), errorCodes(below)]).toEqual([['/parent_id'], ['parentIsChild']]);
    const itself = await app.send('admin', 'PUT', `/tags/${parent.id}`, { parent_id: parent.id });
    expect(errorCodes(itself)).toEqual(['parentIsChild']);
    const deeper = await app.send('admin', 'PUT', `/tags/${parent.id}`, { parent_id: 1 });
    expect(errorCodes(deeper)).toEqual(['parentHasChildren']);
    // The whole category comes back, its old parent too; what was changed counts.
    const moved = await app.send<Category>('admin', 'PUT', `/tags/${child.id}`, {
      ...child,
      parent_id: null,
    });
    expect(moved.body.parent_id).toBeNull();
  });

  test('deleting a parent moves its children to the top level', async () => {
    const parent = await createCategory({ tag: 'Short-lived' });
    const child = await createCategory({ tag: 'Survivor', parent_id: parent.id });
    await app.send('admin', 'DELETE', `/tags/${parent.id}`);
    expect(await read(child.id)).toMatchObject({ parent_id: null, tag: 'Survivor' });
  });

  test('a child has the roles of its parent', async () => {
    const parent = await createCategory({ tag: 'Inside', role: ['reviewer'] });
    const other = await app.send('admin', 'POST', '/tags', {
      tag: 'Child',
      parent_id: parent.id,
      role: ['user'],
    });
    expect([errorPointers(other), errorCodes(other)]).toEqual([['/role'], ['sameRoleAsParent']]);
    const open = await app.send('admin', 'POST', '/tags', { tag: 'Child', parent_id: parent.id, role: null });
    expect(errorCodes(open)).toEqual(['sameRoleAsParent']);
    const child = await createCategory({ tag: 'Child', parent_id: parent.id, role: ['reviewer'] });
    expect((await createCategory({ tag: 'Second', parent_id: parent.id })).role).toEqual(['reviewer']);
    const own = await app.send('admin', 'PUT', `/tags/${child.id}`, { role: ['user'] });
    expect(errorCodes(own)).toEqual(['sameRoleAsParent']);
    // Children take over what their parent is given.
    await app.send('admin', 'PUT', `/tags/${parent.id}`, { role: ['user', 'reviewer'] });
    expect((await read(child.id)).role).toEqual(['user', 'reviewer']);
    // Below another parent it takes over that one's, whatever it had.
    const moved = await app.send<Category>('admin', 'PUT', `/tags/${child.id}`, { ...child, parent_id: 1 });
    expect(moved.body).toMatchObject({ parent: { id: 1 }, role: null });
  });

  test('a category with a deleted role stays restricted, and can be saved', async () => {
    const role = await app.send<{ id: number }>('admin', 'POST', '/roles', { name: 'passing' });
    const created = await createCategory({ tag: 'Left behind', role: ['passing'] });
    await app.send('admin', 'DELETE', `/roles/${role.body.id}`);
    const saved = await app.send<Category>('admin', 'PUT', `/tags/${created.id}`, {
      ...created,
      tag: 'Still closed',
    });
    expect(saved.body.role).toEqual(['passing']);
    expect((await app.send('member', 'GET', `/tags/${created.id}`)).status).toBe(403);
  });
});
