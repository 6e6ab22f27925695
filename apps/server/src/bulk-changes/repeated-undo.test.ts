/** Which posts filters choose, and undoing again what an earlier undo could not set back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorPointers } from '../testing/app/test-app.ts';
import { startAppWithBulkChanges } from './bulk-changes.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithBulkChanges>>;
beforeAll(async () => {
  app = await startAppWithBulkChanges();
});
afterAll(() => app.close());

const archive = { action: 'set-status', status: 'archived' };

/** Posts of somebody else. */
const makeForeign = async () => {
  const posts = [
    await app.make('admin', { status: 'published' }),
    await app.make('admin', { status: 'published' }),
  ];
  return posts.map(({ id }) => id);
};

/** Runs something while the reviewer is a member. */
async function whileDemoted(run: () => Promise<void>) {
  const id = await app.idOf('reviewer');
  const setRole = (role: string) => app.db.updateTable('users').set({ role }).where('id', '=', id).execute();
  await setRole('user');
  try {
    await run();
  } finally {
    await setRole('reviewer');
  }
}

test.each([
  ['an unknown name', { nope: 1 }, 'nope'],
  ['an unknown name besides a known one', { q: 'otter', stauts: ['draft'] }, 'stauts'],
  ['a radius without its centre', { within_km: 5 }, 'within_km'],
  ['what only decides how posts are shown', { include_types: ['point'] }, 'include_types'],
  ['an unknown part of the categories', { tags: { any: [6], foo: [1] } }, 'tags'],
  ['a name of every object', { constructor: 1 }, 'constructor'],
  ['an order', { orderby: 'id' }, 'orderby'],
  ['an empty list', { post_id: [] }, 'post_id'],
  ['null', { form: null }, 'form'],
  ['a list', [], 'an object'],
  ['an empty text', '', ''],
  ['nothing', null, ''],
])('filters with %s are refused', async (_name, filters, named) => {
  const reply = await app.request('reviewer', { ...archive, filters });
  expect(reply.status).toBe(422);
  expect(errorPointers(reply)).toEqual(['/filters']);
  expect(JSON.stringify(reply.body)).toContain(named);
});

test('no filters choose all published posts', async () => {
  const { id: post } = await app.make('reviewer', { status: 'published' });
  const { body } = await app.request('reviewer', { ...archive, filters: {} });
  expect(body.total).toBeGreaterThan(0);
  await app.stop('reviewer', body.id);
  await app.jobs.runPending();
  expect(await app.statusOf(post)).toBe('published');
});

test('whoever lost the right to set back any post is refused, and others can still undo it', async () => {
  const ids = await makeForeign();
  const { id, changed } = await app.change('reviewer', { ...archive, post_ids: ids });
  expect(changed).toBe(2);
  await whileDemoted(async () => {
    expect(await app.read('reviewer', id)).toMatchObject({ state: 'done', can_undo: false });
    expect((await app.undo('reviewer', id)).status).toBe(403);
    await app.jobs.runPending();
    expect(await app.read('reviewer', id)).toMatchObject({ state: 'done', undone: 0, kept: 0 });
  });
  expect(await app.undoAll('admin', id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 });
});

test('rights that are lost before the undo runs do not end it for others', async () => {
  const ids = await makeForeign();
  const { id } = await app.change('reviewer', { ...archive, post_ids: ids });
  await app.undo('reviewer', id);
  await whileDemoted(async () => {
    await app.jobs.runPending();
  });
  expect(await app.read('admin', id)).toMatchObject({ state: 'undone', undone: 0, kept: 2, can_undo: true });
  expect(await app.undoAll('admin', id)).toMatchObject({ undone: 2, kept: 0, can_undo: false });
});

test('a post that was locked during the undo is set back by the next one, and nothing else is', async () => {
  const [free = 0, locked = 0, edited = 0] = await app.makeMany(3, { status: 'published' });
  const { id } = await app.change('reviewer', { ...archive, post_ids: [free, locked, edited] });
  await app.save('admin', edited, { status: 'draft' });
  await app.send('admin', 'PUT', `/posts/${locked}/lock`);
  const first = await app.undoAll('reviewer', id);
  expect(first).toMatchObject({ state: 'undone', undone: 1, kept: 2, can_undo: true });
  await app.send('admin', 'DELETE', `/posts/${locked}/lock`);
  // Archived again by somebody: the next undo leaves it.
  await app.save('admin', free, { status: 'archived' });
  const second = await app.undoAll('reviewer', id);
  expect(second).toMatchObject({ state: 'undone', undone: 2, kept: 1, can_undo: false });
  expect(await Promise.all([free, locked, edited].map(app.statusOf))).toEqual([
    'archived',
    'published',
    'draft',
  ]);
  expect(await app.failuresOf('reviewer', id)).toMatchObject([{ post_id: edited }]);
  expect((await app.undo('reviewer', id)).status).toBe(409);
});

test('a post that was changed after the undo was refused for it stays as it is', async () => {
  const { id: post } = await app.make('reviewer', { status: 'published' });
  const { id } = await app.change('reviewer', { ...archive, post_ids: [post] });
  await app.send('admin', 'PUT', `/posts/${post}/lock`);
  expect(await app.undoAll('reviewer', id)).toMatchObject({ kept: 1, can_undo: true });
  await app.save('admin', post, { status: 'draft' });
  expect(await app.read('reviewer', id)).toMatchObject({ can_undo: false });
  expect((await app.undo('admin', id)).status).toBe(409);
});

test('an author who may not take a published post back cannot undo its publication', async () => {
  const { id: post } = await app.make('member', { status: 'draft' });
  const { id } = await app.change('member', { action: 'set-status', status: 'published', post_ids: [post] });
  expect(await app.read('member', id)).toMatchObject({ changed: 1, can_undo: false });
  expect((await app.undo('member', id)).status).toBe(403);
  expect(await app.undoAll('admin', id)).toMatchObject({ undone: 1 });
});
