/** Bulk changes: rights of each post, progress, stop, undo, and what happens when the work is interrupted. */
import type { BulkChange } from '@waypost/contract/bulk-changes/bulk-changes';
import type { PostRevision } from '@waypost/contract/posts/post-revisions';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { startAppWithBulkChanges } from './bulk-changes.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithBulkChanges>>;
beforeAll(async () => {
  app = await startAppWithBulkChanges();
});
afterAll(() => app.close());

describe('what is changed', () => {
  test('a new status, with an entry in the history of each post as a single change has', async () => {
    const [first = 0, second = 0] = await app.makeMany(2, { status: 'draft' });
    const published = (await app.make('reviewer', { status: 'published' })).id;
    const result = await app.change('reviewer', {
      action: 'set-status',
      status: 'published',
      post_ids: [first, second, published, first],
    });
    expect(result).toMatchObject({ state: 'done', total: 3, changed: 2, unchanged: 1, failed: 0 });
    expect([await app.statusOf(first), await app.statusOf(second)]).toEqual(['published', 'published']);
    const { body } = await app.send<{ results: PostRevision[] }>('admin', 'GET', `/posts/${first}/revisions`);
    expect(body.results[0]).toMatchObject({
      user: { id: await app.idOf('reviewer') },
      changes: [{ field: 'status' }],
    });
    const audit = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=bulk-changes');
    expect(audit.body.results[0]).toMatchObject({
      action: 'create',
      subject_id: String(result.id),
      details: {
        changed: ['set-status'],
        posts: { from: 0, to: 3 },
        status: { from: null, to: 'published' },
      },
    });
  });

  test('a post without a survey is not published, as on its own page (spec 2 §5)', async () => {
    const [withSurvey = 0, without = 0] = await app.makeMany(2, { status: 'draft' });
    await sql`update posts set survey_id = null where id = ${without}`.execute(app.db);
    const result = await app.change('reviewer', {
      action: 'set-status',
      status: 'published',
      post_ids: [withSurvey, without],
    });
    expect(result).toMatchObject({ changed: 1, failed: 1 });
    expect([await app.statusOf(withSurvey), await app.statusOf(without)]).toEqual(['published', 'draft']);
    const { body } = await app.send<{ results: object[] }>(
      'reviewer',
      'GET',
      `/bulk-changes/${result.id}/failures`,
    );
    expect(body.results).toMatchObject([{ post_id: without, errors: [{ source: { pointer: '/form' } }] }]);
    const archived = await app.change('reviewer', {
      action: 'set-status',
      status: 'archived',
      post_ids: [without],
    });
    expect(archived).toMatchObject({ changed: 1, failed: 0 });
  });

  test('all posts that match the filters when it is requested, and no later ones', async () => {
    const ids = await app.makeMany(3, { title: 'Marker zebra', status: 'draft' });
    const created = await app.request('reviewer', {
      action: 'set-status',
      status: 'archived',
      filters: { q: 'zebra', status: ['draft'] },
    });
    expect(created.body).toMatchObject({ total: 3, state: 'running', can_stop: true });
    const later = (await app.make('reviewer', { title: 'Marker zebra', status: 'draft' })).id;
    await app.jobs.runPending();
    for (const id of ids) expect(await app.statusOf(id)).toBe('archived');
    expect(await app.statusOf(later)).toBe('draft');
  });

  test('adding to and removing from a collection, and undoing both', async () => {
    const { id: collection } = (
      await app.send<{ id: number }>('reviewer', 'POST', '/collections', { name: 'Roads' })
    ).body;
    const inside = async () =>
      (
        await app.send<{ results: Post[] }>('reviewer', 'GET', `/collections/${collection}/posts?status=all`)
      ).body.results
        .map((post) => post.id)
        .sort((a, b) => a - b);
    const [first = 0, second = 0, third = 0] = await app.makeMany(3, {});
    await app.send('reviewer', 'POST', `/collections/${collection}/posts`, { id: first });
    const added = await app.change('reviewer', {
      action: 'add-to-collection',
      collection,
      post_ids: [first, second, third],
    });
    expect(added).toMatchObject({ changed: 2, unchanged: 1, collection: { id: collection, name: 'Roads' } });
    expect(await inside()).toEqual([first, second, third]);
    // What was in it before stays.
    expect(await app.undoAll('reviewer', added.id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 });
    expect(await inside()).toEqual([first]);
    const removed = await app.change('reviewer', {
      action: 'remove-from-collection',
      collection: { id: collection },
      post_ids: [first, second],
    });
    expect(removed).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await inside()).toEqual([]);
    await app.undoAll('reviewer', removed.id);
    expect(await inside()).toEqual([first]);
  });

  test('a survey for posts without one; undo takes it away unless it was answered since', async () => {
    const [first = 0, answered = 0] = await app.makeMany(2, { form: null, status: 'draft' });
    const other = (await app.make('reviewer', {})).id;
    const assigned = await app.change('reviewer', {
      action: 'assign-survey',
      form: app.careful.id,
      post_ids: [first, answered, other],
    });
    expect(assigned).toMatchObject({ changed: 2, failed: 1, form: { id: app.careful.id } });
    const formOf = async (id: number) => (await app.send<Post>('admin', 'GET', `/posts/${id}`)).body.form?.id;
    expect(await formOf(first)).toBe(app.careful.id);
    expect(await app.failuresOf('reviewer', assigned.id)).toMatchObject([
      { post_id: other, title: 'Bridge closed', is_readable: true, errors: [{ code: 'immutable' }] },
    ]);
    await app.save('reviewer', answered, {
      values: { [app.careful.keyOf('phone')]: ['123'], [app.careful.keyOf('where')]: [{ lat: 1, lon: 1 }] },
    });
    expect(await app.undoAll('reviewer', assigned.id)).toMatchObject({ undone: 1, kept: 1 });
    expect([await formOf(first), await formOf(answered)]).toEqual([undefined, app.careful.id]);
  });

  test('deletion, which cannot be undone', async () => {
    const ids = await app.makeMany(2, {});
    const deleted = await app.change('reviewer', { action: 'delete', post_ids: ids });
    expect(deleted).toMatchObject({ state: 'done', changed: 2, can_undo: false });
    expect((await app.send('admin', 'GET', `/posts/${ids[0]}`)).status).toBe(404);
    expect((await app.undo('reviewer', deleted.id)).status).toBe(409);
  });
});

describe('rights', () => {
  test('the rights on each post count: others’ posts, hidden ones, locked ones and unknown ones fail with their reason', async () => {
    const own = (await app.make('member', { status: 'draft' })).id;
    const foreign = (await app.make('reviewer', { status: 'published' })).id;
    const hidden = (await app.make('reviewer', { status: 'draft', title: 'Secret' })).id;
    const result = await app.change('member', {
      action: 'set-status',
      status: 'published',
      post_ids: [own, foreign, hidden, 987654321],
    });
    expect(result).toMatchObject({ total: 4, changed: 1, failed: 3, unchanged: 0 });
    expect(await app.statusOf(hidden)).toBe('draft');
  });

  test('a hidden post and one that does not exist fail in the same way', async () => {
    const hidden = (await app.make('reviewer', { status: 'draft', title: 'Secret' })).id;
    const { id } = await app.change('member', { action: 'delete', post_ids: [hidden, 987654321] });
    const failures = await app.failuresOf('member', id);
    const withoutId = failures.map(({ post_id, ...rest }) =>
      JSON.parse(JSON.stringify(rest).replaceAll(String(post_id), '0')),
    );
    expect(withoutId[0]).toEqual(withoutId[1]);
    expect(withoutId[0]).toMatchObject({ title: null, is_readable: false });
    expect(await app.statusOf(hidden)).toBe('draft');
  });

  test('filters find only what the caller may see', async () => {
    const { body: set } = await app.send<{ id: number }>('member', 'POST', '/collections', { name: 'Zoo' });
    await app.make('reviewer', { title: 'Marker giraffe', status: 'draft' });
    await app.make('reviewer', { title: 'Marker giraffe', status: 'published' });
    const result = await app.change('member', {
      action: 'add-to-collection',
      collection: set.id,
      filters: { q: 'giraffe', status: ['all'] },
    });
    expect(result).toMatchObject({ total: 1, changed: 1 });
  });

  test('a post that somebody else edits fails and names them', async () => {
    const { id: post } = await app.make('reviewer', { status: 'draft' });
    await app.send('admin', 'PUT', `/posts/${post}/lock`);
    const { id } = await app.change('reviewer', {
      action: 'set-status',
      status: 'archived',
      post_ids: [post],
    });
    const [failure] = await app.failuresOf('reviewer', id);
    expect(failure?.errors[0]).toMatchObject({ code: 'bulk-change.post-locked' });
    expect(failure?.errors[0]?.params?.['user']).toBeTruthy();
    expect(await app.statusOf(post)).toBe('draft');
  });

  test('visitors may not start one; what an action needs is checked', async () => {
    const body = { action: 'delete', post_ids: [1] };
    expect((await app.request('passer-by', body)).status).toBe(401);
    expect((await app.request('visitor', body)).status).toBe(403);
    expect(
      (await app.request('member', { action: 'assign-survey', form: app.open.id, post_ids: [1] })).status,
    ).toBe(403);
    const refused = (input: object) => app.request('reviewer', input);
    expect(errorPointers(await refused({ action: 'set-status', post_ids: [1] }))).toEqual(['/status']);
    expect(errorPointers(await refused({ action: 'delete' }))).toEqual(['/post_ids']);
    expect(errorPointers(await refused({ action: 'delete', post_ids: [1], filters: {} }))).toEqual([
      '/post_ids',
    ]);
    expect(errorPointers(await refused({ action: 'assign-survey', form: 987654, post_ids: [1] }))).toEqual([
      '/form',
    ]);
    const { body: team } = await app.send<{ id: number }>('admin', 'POST', '/collections', {
      name: 'Team',
      role: ['admin'],
    });
    const addTo = (collection: number) => refused({ action: 'add-to-collection', collection, post_ids: [1] });
    expect((await addTo(team.id)).status).toBe(404);
    expect((await addTo(987654321)).status).toBe(404);
  });

  test('members see their own changes alone; with Manage Posts those of others, too', async () => {
    const [post = 0] = await app.makeMany(1, { status: 'draft' });
    const { id } = await app.change('reviewer', {
      action: 'set-status',
      status: 'archived',
      post_ids: [post],
    });
    for (const path of ['', '/failures'])
      expect((await app.send('member', 'GET', `/bulk-changes/${id}${path}`)).status).toBe(404);
    expect((await app.undo('member', id)).status).toBe(404);
    expect((await app.stop('member', id)).status).toBe(404);
    const list = await app.send<{ results: BulkChange[] }>('member', 'GET', '/bulk-changes');
    const me = await app.idOf('member');
    expect(list.body.results.every((it) => it.user?.id === me)).toBe(true);
    // The rights of whoever undoes it count.
    expect(await app.undoAll('admin', id)).toMatchObject({ state: 'undone', undone: 1 });
    expect(await app.statusOf(post)).toBe('draft');
  });

  test('a change of a collection that a manager may not edit is not theirs to see', async () => {
    const { body: collection } = await app.send<{ id: number }>('admin', 'POST', '/collections', {
      name: 'Own',
    });
    const [post = 0] = await app.makeMany(1);
    const { id } = await app.change('admin', {
      action: 'add-to-collection',
      collection: collection.id,
      post_ids: [post],
    });
    expect((await app.send('reviewer', 'GET', `/bulk-changes/${id}`)).status).toBe(404);
  });

  test('rights that are lost while it waits are lost for it', async () => {
    const [post = 0] = await app.makeMany(1, { status: 'draft' });
    const created = await app.request('reviewer', { action: 'delete', post_ids: [post] });
    const user = await app.idOf('reviewer');
    const { role } = await app.db
      .selectFrom('users')
      .select('role')
      .where('id', '=', user)
      .executeTakeFirstOrThrow();
    await app.db.updateTable('users').set({ role: null }).where('id', '=', user).execute();
    await app.jobs.runPending();
    await app.db.updateTable('users').set({ role }).where('id', '=', user).execute();
    expect(await app.read('reviewer', created.body.id)).toMatchObject({ changed: 0, failed: 1 });
    expect(await app.statusOf(post)).toBe('draft');
  });

  test('a collection that is deleted meanwhile ends it', async () => {
    const { body: collection } = await app.send<{ id: number }>('reviewer', 'POST', '/collections', {
      name: 'Short',
    });
    const created = await app.request('reviewer', {
      action: 'add-to-collection',
      collection: collection.id,
      post_ids: await app.makeMany(1),
    });
    await app.send('reviewer', 'DELETE', `/collections/${collection.id}`);
    await app.jobs.runPending();
    expect(await app.read('reviewer', created.body.id)).toMatchObject({
      state: 'failed',
      failure: 'collection',
    });
  });
});

describe('stop and undo', () => {
  test('undo sets back what was there, and leaves what others have changed or deleted since', async () => {
    const [draft = 0, edited = 0, again = 0, gone = 0] = await app.makeMany(4, { status: 'draft' });
    const archived = (await app.make('reviewer', { status: 'archived' })).id;
    const ids = [draft, edited, again, gone, archived];
    const { id } = await app.change('reviewer', { action: 'set-status', status: 'published', post_ids: ids });
    await app.save('admin', edited, { title: 'Other title' });
    // The same status, but chosen by somebody else since.
    await app.save('admin', again, { status: 'draft' });
    await app.save('admin', again, { status: 'published' });
    await app.send('admin', 'DELETE', `/posts/${gone}`);
    expect(await app.undoAll('reviewer', id)).toMatchObject({
      state: 'undone',
      undone: 3,
      kept: 2,
      can_undo: false,
    });
    expect(await Promise.all([draft, edited, again, archived].map(app.statusOf))).toEqual([
      'draft',
      'draft',
      'published',
      'archived',
    ]);
    expect((await app.send<Post>('admin', 'GET', `/posts/${edited}`)).body.title).toBe('Other title');
    expect(await app.failuresOf('reviewer', id)).toMatchObject([
      { post_id: again, errors: [{ code: 'bulk-change.changed-since' }] },
      { post_id: gone, is_readable: false, errors: [{ code: 'entity.not-found' }] },
    ]);
  });

  test('undoing twice does nothing the second time, also at the same moment', async () => {
    const [post = 0] = await app.makeMany(1, { status: 'draft' });
    const { id } = await app.change('reviewer', {
      action: 'set-status',
      status: 'published',
      post_ids: [post],
    });
    const replies = await Promise.all([
      app.undo('reviewer', id),
      app.undo('admin', id),
      app.undo('reviewer', id),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    await app.jobs.runPending();
    expect(await app.read('reviewer', id)).toMatchObject({ state: 'undone', undone: 1 });
    expect((await app.undo('reviewer', id)).status).toBe(409);
    const { body } = await app.send<Post>('admin', 'GET', `/posts/${post}`);
    expect([body.status, body.revision]).toEqual(['draft', 3]);
  });

  test('an undo does not ask for tasks that were open before', async () => {
    const published = await app.make('reviewer', { form: null, status: 'published' });
    await app.db
      .updateTable('posts')
      .set({ survey_id: app.careful.id })
      .where('id', '=', published.id)
      .execute();
    const { id } = await app.change('reviewer', {
      action: 'set-status',
      status: 'archived',
      post_ids: [published.id],
    });
    expect(await app.undoAll('reviewer', id)).toMatchObject({ undone: 1, kept: 0 });
    expect(await app.statusOf(published.id)).toBe('published');
  });

  test('a stop before it begins leaves everything as it is', async () => {
    const [post = 0] = await app.makeMany(1, { status: 'draft' });
    const created = await app.request('reviewer', {
      action: 'set-status',
      status: 'archived',
      post_ids: [post],
    });
    const { body } = await app.stop('reviewer', created.body.id);
    expect(body).toMatchObject({ state: 'stopped', changed: 0, can_undo: false });
    await app.jobs.runPending();
    expect(await app.statusOf(post)).toBe('draft');
    expect((await app.undo('reviewer', created.body.id)).status).toBe(409);
  });

  test('one account can have three unfinished ones', async () => {
    const body = { action: 'set-status', status: 'draft', post_ids: await app.makeMany(1) };
    for (let at = 0; at < 3; at++) expect((await app.request('admin', body)).status).toBe(200);
    expect(errorCodes(await app.request('admin', body))).toEqual(['limitPerAccount']);
    await app.jobs.runPending();
  });
});
