import type { Category } from '@waypost/contract/categories/categories';
import type { SavedSearch } from '@waypost/contract/saved-searches/saved-searches';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { replaceInFilter } from './merge-category.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const create = async (tag: string, more: object = {}) =>
  (await app.send<Category>('settings manager', 'POST', '/tags', { tag, ...more })).body;
const count = async (tag: number) =>
  (await app.send<{ total_count: number }>('admin', 'GET', `/posts?tags=${tag}&status=all&limit=0`)).body
    .total_count;

describe('merging', () => {
  test('posts, fields, saved searches and children follow, and it is audited', async () => {
    const [street, road, lane] = [await create('Street'), await create('Road'), await create('Lane')];
    await create('Bumps', { parent_id: street.id });
    const survey = await createTestSurvey(app.db, { topics: { type: 'tags', input: 'tags' } });
    const key = survey.keyOf('topics');
    await sql`update attributes set cardinality = 0, options = ${JSON.stringify([street.id, road.id, lane.id])}, default_value = ${String(street.id)}
      where key = ${key}`.execute(app.db);
    const report = (tags: number[]) =>
      app.send('admin', 'POST', '/posts', { form: survey.id, title: 'A report', values: { [key]: tags } });
    await report([street.id]);
    expect((await report([street.id, road.id])).status).toBe(200);
    await report([lane.id]);
    const search = await app.send<SavedSearch>('member', 'POST', '/savedsearches', {
      name: 'Streets',
      filter: { tags: [String(street.id), String(road.id)], q: 'x' },
    });
    const merged = await app.send<Category>('settings manager', 'POST', `/tags/${street.id}/merge`, {
      into: road.id,
    });
    expect(merged.body).toMatchObject({ id: road.id, tag: 'Road' });
    expect(merged.body.children).toHaveLength(1);
    expect((await app.send('admin', 'GET', `/tags/${street.id}`)).status).toBe(404);
    expect([await count(road.id), await count(lane.id)]).toEqual([2, 1]);
    const { rows } = await sql<{ options: number[]; default_value: string }>`
      select options, default_value from attributes where key = ${key}`.execute(app.db);
    expect(rows[0]).toEqual({ options: [road.id, lane.id], default_value: String(road.id) });
    const stored = await app.send<SavedSearch>('member', 'GET', `/savedsearches/${search.body.id}`);
    expect(stored.body.filter).toEqual({ tags: [road.id], q: 'x' });
    const log = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=tags');
    expect(log.body.results[0]).toMatchObject({
      action: 'delete',
      subject_name: 'Street',
      subject_exists: false,
      details: { merged_into: { from: 'Street', to: 'Road' }, posts: { to: 2 } },
    });
  });

  test('the counts of visitors follow', async () => {
    const [from, to] = [await create('Before'), await create('After')];
    const survey = await createTestSurvey(app.db, { topics: { type: 'tags', input: 'tags' } });
    const key = survey.keyOf('topics');
    await app.send('admin', 'POST', '/posts', {
      form: survey.id,
      title: 'Published',
      status: 'published',
      values: { [key]: [from.id] },
    });
    const seen = async (tag: number) =>
      (await app.send<{ total_count: number }>('passer-by', 'GET', `/posts?tags=${tag}&limit=0`)).body
        .total_count;
    expect([await seen(from.id), await seen(to.id)]).toEqual([1, 0]);
    await app.send('admin', 'POST', `/tags/${from.id}/merge`, { into: to.id });
    expect([await seen(from.id), await seen(to.id)]).toEqual([0, 1]);
  });

  test('only with Manage Settings, into another category that exists and has room for the children', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    const child = await create('Below two', { parent_id: two.id });
    await create('Below one', { parent_id: one.id });
    const merge = (into: unknown, actor: 'member' | 'reviewer' | 'admin' = 'admin') =>
      app.send(actor, 'POST', `/tags/${one.id}/merge`, { into });
    expect((await merge(two.id, 'member')).status).toBe(403);
    expect((await merge(two.id, 'reviewer')).status).toBe(403);
    for (const into of [one.id, 999_999]) {
      const refused = await merge(into);
      expect([errorPointers(refused), errorCodes(refused)]).toEqual([['/into'], ['exists']]);
    }
    expect(errorCodes(await merge(child.id))).toEqual(['parentIsChild']);
    expect(errorPointers(await merge(undefined))).toEqual(['/into']);
    expect((await app.send('admin', 'POST', '/tags/999999/merge', { into: one.id })).status).toBe(404);
  });

  test.each([
    [
      [1, 2],
      [3, 2],
    ],
    [['1', '3'], [3]],
    ['1', 3],
    ['1,2', [3, '2']],
    [
      { any: [1], all: ['2'] },
      { any: [3], all: ['2'] },
    ],
    [
      [11, 12],
      [11, 12],
    ],
  ])('filters as clients write them: %j', (before, after) => {
    expect(replaceInFilter(before, 1, 3)).toEqual(after);
  });
});

describe('moving', () => {
  test('a category takes its reports below another parent, and it is audited', async () => {
    const [parent, moved] = [await create('Parent', { role: ['reviewer'] }), await create('Moved')];
    await app.send('admin', 'PUT', `/tags/${moved.id}`, { parent_id: parent.id });
    expect((await app.send('member', 'GET', `/tags/${moved.id}`)).status).toBe(403);
    const log = await app.send<{ results: object[] }>(
      'admin',
      'GET',
      `/audit?subject=tags&subject_id=${moved.id}`,
    );
    expect(log.body.results[0]).toMatchObject({
      action: 'update',
      subject_name: 'Moved',
      details: { parent: { from: '', to: 'Parent' } },
    });
  });
});

describe('a list', () => {
  const add = (categories: object[], actor: 'member' | 'admin' = 'admin') =>
    app.send<{ results: Category[] }>(actor, 'POST', '/tags/list', { categories });

  test('adds what is missing, children below their parent and like it', async () => {
    const list = [{ tag: 'Fruit', children: ['Apples', 'Pears'] }, { tag: '果物' }];
    const first = await add(list);
    expect(first.body.results.map(({ tag }) => tag)).toEqual(['Fruit', 'Apples', 'Pears', '果物']);
    expect(first.body.results[1]?.parent?.id).toBe(first.body.results[0]?.id);
    const second = await add([{ tag: 'fruit', children: ['apples', 'Plums', 'Plums'] }]);
    expect(second.body.results.map(({ tag }) => tag)).toEqual(['Plums']);
    // The name of a category elsewhere does not prevent one here.
    const elsewhere = await add([{ tag: 'Apples' }]);
    expect(elsewhere.body.results.map(({ slug }) => slug)).toEqual(['apples-2']);
  });

  test('is refused as a whole when a name is wrong, when it is too long, and for members', async () => {
    expect((await add([{ tag: 'Whole' }], 'member')).status).toBe(403);
    expect(errorPointers(await add([{ tag: 'Whole' }, { tag: 'x' }]))).toEqual(['/categories']);
    const many = Array.from({ length: 300 }, (_, at) => ({ tag: `Part ${at}`, children: [`Below ${at}`] }));
    expect(errorPointers(await add(many))).toEqual(['/categories']);
    expect(errorPointers(await add([]))).toEqual(['/categories']);
    const found = await app.send<{ results: Category[] }>('admin', 'GET', '/tags?q=Whole');
    expect(found.body.results).toEqual([]);
  });
});
