import type { FullPostRevision, PostRevision } from '@waypost/contract/post-revisions';
import type { Post } from '@waypost/contract/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Kind, rulesOf } from '../testing/deployment.ts';
import { keyed, startWithSurveys } from './surveys-to-answer.fixture.ts';

let it: Awaited<ReturnType<typeof startWithSurveys>>;
beforeAll(async () => {
  it = await startWithSurveys();
});
afterAll(() => it.close());

const list = async (id: number, query = '') =>
  (
    await it.send<{ results: PostRevision[]; total_count: number }>(
      'reviewer',
      'GET',
      `/posts/${id}/revisions${query}`,
    )
  ).body;
const revision = (id: number, number: number) =>
  it.send<FullPostRevision>('reviewer', 'GET', `/posts/${id}/revisions/${number}`);
const restore = (kind: Kind, id: number, number: number) =>
  it.send<Post>(kind, 'POST', `/posts/${id}/revisions/${number}/restore`);

describe('revisions', () => {
  test('tell who changed what, from what to what, and lead back', async () => {
    const made = await it.make('member', {
      title: 'Bridge',
      content: 'Closed',
      values: keyed(it.open, { words: ['calm'], number: [1, 2], kinds: ['3'], where: [{ lat: 1, lon: 2 }] }),
    });
    await it.save('reviewer', made.id, { status: 'archived', published_to: ['admin'] });
    await it.save('member', made.id, {
      title: 'Bridge two',
      values: keyed(it.open, { words: ['wild'], kinds: ['1', '3'], where: [{ lat: 5, lon: 6 }] }),
    });
    const { results, total_count } = await list(made.id);
    const member = await it.idOf('member');
    expect(total_count).toBe(3);
    expect(
      results.map((it) => [it.id, it.user?.realname, it.changes.map((change) => change.key ?? change.field)]),
    ).toEqual([
      [3, 'A member', ['title', ...['words', 'number', 'where', 'kinds'].map(it.open.key)]],
      [2, 'A reviewer', ['status', 'published_to']],
      [1, 'A member', []],
    ]);
    expect(results.map((it) => it.allowed_privileges.includes('update'))).toEqual([false, true, true]);
    expect((await list(made.id, '?limit=1&offset=1')).results.map((it) => it.id)).toEqual([2]);
    expect((await list(made.id, '?order=asc&limit=2')).results.map((it) => it.id)).toEqual([1, 2]);
    const third = (await revision(made.id, 3)).body;
    expect(third.changes).toEqual([
      { field: 'title', before: 'Bridge', after: 'Bridge two' },
      { field: 'values', key: it.open.key('words'), label: 'words', before: ['calm'], after: ['wild'] },
      { field: 'values', key: it.open.key('number'), label: 'number', before: [1, 2], after: null },
      {
        field: 'values',
        key: it.open.key('where'),
        label: 'where',
        before: [{ lat: 1, lon: 2 }],
        after: [{ lat: 5, lon: 6 }],
      },
      { field: 'values', key: it.open.key('kinds'), label: 'kinds', before: ['3'], after: ['1', '3'] },
    ]);
    const first = (await revision(made.id, 1)).body;
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
        form: { id: it.open.id, name: 'Flood report' },
        values: made.values,
      },
    });
    expect((await revision(made.id, 4)).status).toBe(404);
    const back = await restore('reviewer', made.id, 1);
    expect(back.body).toMatchObject({
      title: 'Bridge',
      status: 'published',
      published_to: [],
      values: made.values,
      tags: made.tags,
      post_date: made.post_date,
      revision: 4,
    });
    expect((await revision(made.id, 4)).body).toMatchObject({
      restored: 1,
      user: { realname: 'A reviewer' },
    });
    const again = await restore('reviewer', made.id, 1);
    expect([again.status, again.body.revision]).toEqual([200, 4]);
  });

  test('a save that changes nothing is none', async () => {
    const made = await it.make('member', { tags: [2, 1], values: keyed(it.open, { words: ['same'] }) });
    const same = await it.save('member', made.id, { ...made });
    expect([same.status, same.body.revision, same.body.updated]).toEqual([200, 1, null]);
    expect((await it.save('reviewer', made.id, { status: made.status })).body.revision).toBe(1);
    expect((await list(made.id)).total_count).toBe(1);
  });

  test('are for Manage Posts, private answers and all', async () => {
    const where = { where: [{ lat: 1, lon: 1 }] };
    const made = await it.make('member', {
      form: it.careful.id,
      values: keyed(it.careful, { ...where, phone: ['555'] }),
    });
    await it.save('reviewer', made.id, { values: keyed(it.careful, { ...where, verdict: ['True'] }) });
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['member', 403],
    ] as const) {
      expect((await it.send(kind, 'GET', `/posts/${made.id}/revisions`)).status).toBe(status);
      expect((await it.send(kind, 'GET', `/posts/${made.id}/revisions/1`)).status).toBe(status);
      expect((await restore(kind, made.id, 1)).status).toBe(status);
    }
    expect((await revision(made.id, 2)).body.changes.map((it) => [it.label, it.before, it.after])).toEqual([
      ['phone', ['555'], null],
      ['verdict', null, ['True']],
    ]);
  });

  test('restoring follows the rules of a save, and leaves out what is gone', async () => {
    const gone = await it.make('member', {});
    const made = await it.make('member', { values: keyed(it.open, { related: [gone.id], words: ['kept'] }) });
    await it.save('reviewer', made.id, { title: 'Later', values: {} });
    await it.send('reviewer', 'DELETE', `/posts/${gone.id}`);
    expect((await restore('reviewer', made.id, 1)).body.values).toEqual(keyed(it.open, { words: ['kept'] }));
    const where = keyed(it.careful, { where: [{ lat: 1, lon: 1 }] });
    const draft = await it.make('reviewer', { form: it.careful.id, values: where });
    const done = [it.careful.tasks['check'], it.careful.tasks['follow up']];
    await it.save('reviewer', draft.id, {
      completed_stages: done,
      values: { ...where, ...keyed(it.careful, { outcome: ['x'] }) },
    });
    await it.save('reviewer', draft.id, { status: 'published' });
    await it.save('reviewer', draft.id, { status: 'draft', completed_stages: [] });
    await it.db.updateTable('tasks').set({ required: true }).where('survey_id', '=', it.careful.id).execute();
    expect((await restore('reviewer', draft.id, 3)).body).toMatchObject({
      status: 'published',
      completed_stages: done,
    });
    await it.send('admin', 'PUT', `/posts/${draft.id}/lock`);
    expect(rulesOf(await restore('reviewer', draft.id, 1))).toEqual(['postLocked']);
  });

  test('go with their post', async () => {
    const made = await it.make('member', {});
    await it.save('member', made.id, { title: 'Changed' });
    await it.send('member', 'DELETE', `/posts/${made.id}`);
    const left = await it.db
      .selectFrom('post_revisions')
      .selectAll()
      .where('post_id', '=', made.id)
      .execute();
    expect(left).toEqual([]);
    expect((await it.send('reviewer', 'GET', `/posts/${made.id}/revisions`)).status).toBe(404);
  });
});
