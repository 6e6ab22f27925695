import type { DetailedPostRevision, PostRevision } from '@waypost/contract/posts/post-revisions';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, errorCodes } from '../../testing/app/test-app.ts';
import { answersByFieldName, startAppWithSurveys } from '../app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

const list = async (id: number, query = '') =>
  (
    await app.send<{ results: PostRevision[]; total_count: number }>(
      'reviewer',
      'GET',
      `/posts/${id}/revisions${query}`,
    )
  ).body;
const revision = (id: number, number: number) =>
  app.send<DetailedPostRevision>('reviewer', 'GET', `/posts/${id}/revisions/${number}`);
const restore = (kind: Actor, id: number, number: number) =>
  app.send<Post>(kind, 'POST', `/posts/${id}/revisions/${number}/restore`);

describe('revisions', () => {
  test('list who changed what with old and new values, and can be restored', async () => {
    const created = await app.make('member', {
      title: 'Bridge',
      content: 'Closed',
      values: answersByFieldName(app.open, {
        words: ['calm'],
        number: [1, 2],
        kinds: ['3'],
        where: [{ lat: 1, lon: 2 }],
      }),
    });
    await app.save('reviewer', created.id, { status: 'archived', published_to: ['admin'] });
    await app.save('member', created.id, {
      title: 'Bridge two',
      values: answersByFieldName(app.open, {
        words: ['wild'],
        kinds: ['1', '3'],
        where: [{ lat: 5, lon: 6 }],
      }),
    });
    const { results, total_count } = await list(created.id);
    const member = await app.idOf('member');
    expect(total_count).toBe(3);
    expect(
      results.map((it) => [it.id, it.user?.realname, it.changes.map((change) => change.key ?? change.field)]),
    ).toEqual([
      [3, 'A member', ['title', ...['words', 'number', 'where', 'kinds'].map(app.open.keyOf)]],
      [2, 'A reviewer', ['status', 'published_to']],
      [1, 'A member', []],
    ]);
    expect(results[1]?.changes[0]).toEqual({ field: 'status', status: 'archived' });
    expect(results.map((it) => it.allowed_privileges.includes('update'))).toEqual([false, true, true]);
    expect((await list(created.id, '?limit=1&offset=1')).results.map((it) => it.id)).toEqual([2]);
    expect((await list(created.id, '?order=asc&limit=2')).results.map((it) => it.id)).toEqual([1, 2]);
    const third = (await revision(created.id, 3)).body;
    expect(third.changes).toEqual([
      { field: 'title', before: 'Bridge', after: 'Bridge two' },
      { field: 'values', key: app.open.keyOf('words'), label: 'words', before: ['calm'], after: ['wild'] },
      { field: 'values', key: app.open.keyOf('number'), label: 'number', before: [1, 2], after: null },
      {
        field: 'values',
        key: app.open.keyOf('where'),
        label: 'where',
        before: [{ lat: 1, lon: 2 }],
        after: [{ lat: 5, lon: 6 }],
      },
      { field: 'values', key: app.open.keyOf('kinds'), label: 'kinds', before: ['3'], after: ['1', '3'] },
    ]);
    const first = (await revision(created.id, 1)).body;
    expect(first).toMatchObject({
      id: 1,
      user: { id: member },
      changes: [],
      post: {
        title: 'Bridge',
        content: 'Closed',
        status: 'published',
        published_to: [],
        user: { id: member, realname: 'A member' },
        form: { id: app.open.id, name: 'Flood report' },
        values: created.values,
      },
    });
    expect((await revision(created.id, 4)).status).toBe(404);
    const back = await restore('reviewer', created.id, 1);
    expect(back.body).toMatchObject({
      title: 'Bridge',
      status: 'published',
      published_to: [],
      values: created.values,
      tags: created.tags,
      post_date: created.post_date,
      revision: 4,
    });
    expect((await revision(created.id, 4)).body).toMatchObject({
      restored: 1,
      user: { realname: 'A reviewer' },
    });
    const again = await restore('reviewer', created.id, 1);
    expect([again.status, again.body.revision]).toEqual([200, 4]);
  });

  test('name the status after each decision', async () => {
    const created = await app.make('member', { title: 'Bridge' });
    for (const status of ['archived', 'published', 'draft'])
      await app.save('reviewer', created.id, { status });
    await app.save('reviewer', created.id, { title: 'Bridge two' });
    const { results } = await list(created.id);
    expect(results.map((it) => it.changes)).toEqual([
      [{ field: 'title' }],
      [{ field: 'status', status: 'draft' }],
      [{ field: 'status', status: 'published' }],
      [{ field: 'status', status: 'archived' }],
      [],
    ]);
  });

  test('a save without changes creates no revision', async () => {
    const created = await app.make('member', {
      tags: [2, 1],
      values: answersByFieldName(app.open, { words: ['same'] }),
    });
    const same = await app.save('member', created.id, { ...created });
    expect([same.status, same.body.revision, same.body.updated]).toEqual([200, 1, null]);
    expect((await app.save('reviewer', created.id, { status: created.status })).body.revision).toBe(1);
    expect((await list(created.id)).total_count).toBe(1);
  });

  test('are visible to Manage Posts only, including private answers', async () => {
    const where = { where: [{ lat: 1, lon: 1 }] };
    const created = await app.make('member', {
      form: app.careful.id,
      values: answersByFieldName(app.careful, { ...where, phone: ['555'] }),
    });
    await app.save('reviewer', created.id, {
      values: answersByFieldName(app.careful, { ...where, verdict: ['True'] }),
    });
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['member', 403],
    ] as const) {
      expect((await app.send(kind, 'GET', `/posts/${created.id}/revisions`)).status).toBe(status);
      expect((await app.send(kind, 'GET', `/posts/${created.id}/revisions/1`)).status).toBe(status);
      expect((await restore(kind, created.id, 1)).status).toBe(status);
    }
    expect((await revision(created.id, 2)).body.changes.map((it) => [it.label, it.before, it.after])).toEqual(
      [
        ['phone', ['555'], null],
        ['verdict', null, ['True']],
      ],
    );
  });

  test('restoring applies the rules of a save and leaves out deleted references', async () => {
    const deleted = await app.make('member', {});
    const created = await app.make('member', {
      values: answersByFieldName(app.open, { related: [deleted.id], words: ['kept'] }),
    });
    await app.save('reviewer', created.id, { title: 'Later', values: {} });
    await app.send('reviewer', 'DELETE', `/posts/${deleted.id}`);
    expect((await restore('reviewer', created.id, 1)).body.values).toEqual(
      answersByFieldName(app.open, { words: ['kept'] }),
    );
    const where = answersByFieldName(app.careful, { where: [{ lat: 1, lon: 1 }] });
    const draft = await app.make('reviewer', { form: app.careful.id, values: where });
    const completedTasks = [app.careful.tasks['check'], app.careful.tasks['follow up']];
    await app.save('reviewer', draft.id, {
      completed_stages: completedTasks,
      values: { ...where, ...answersByFieldName(app.careful, { outcome: ['x'] }) },
    });
    await app.save('reviewer', draft.id, { status: 'published' });
    await app.save('reviewer', draft.id, { status: 'draft', completed_stages: [] });
    await app.db
      .updateTable('tasks')
      .set({ required: true })
      .where('survey_id', '=', app.careful.id)
      .execute();
    expect((await restore('reviewer', draft.id, 3)).body).toMatchObject({
      status: 'published',
      completed_stages: completedTasks,
    });
    await app.send('admin', 'PUT', `/posts/${draft.id}/lock`);
    expect(errorCodes(await restore('reviewer', draft.id, 1))).toEqual(['postLocked']);
  });

  test('are deleted with their post', async () => {
    const created = await app.make('member', {});
    await app.save('member', created.id, { title: 'Changed' });
    await app.send('member', 'DELETE', `/posts/${created.id}`);
    const left = await app.db
      .selectFrom('post_revisions')
      .selectAll()
      .where('post_id', '=', created.id)
      .execute();
    expect(left).toEqual([]);
    expect((await app.send('reviewer', 'GET', `/posts/${created.id}/revisions`)).status).toBe(404);
  });
});
