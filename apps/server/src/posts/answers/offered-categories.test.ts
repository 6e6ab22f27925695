/**
 * `tags` may name categories that the survey does not offer: they are stored with the post, and shown only where the survey offers
 * them (API v3 §9, further rulings).
 */
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, errorCodes, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
let survey: TestSurvey;
let offered: number;
let other: number;
beforeAll(async () => {
  app = await startTestApp();
  const createCategory = async (tag: string, role: string[] = []) =>
    (await app.send<{ id: number }>('admin', 'POST', '/tags', { tag, type: 'category', role })).body.id;
  offered = await createCategory('Offered');
  other = await createCategory('Not offered');
});
afterAll(() => app.close());
beforeEach(async () => {
  survey = await createTestSurvey(app.db, {
    words: { type: 'varchar' },
    kinds: { type: 'tags', input: 'tags', cardinality: 0, options: [offered] },
    more: { type: 'tags', input: 'tags', cardinality: 0 },
  });
});

const answers = () => ({ [survey.keyOf('words')]: ['Closed'] });
const create = async (body: object, kind: Actor = 'reviewer') => {
  const response = await app.send<Post>(kind, 'POST', '/posts', {
    form: survey.id,
    title: 'Bridge closed',
    status: 'published',
    ...body,
  });
  expect([body, response.status]).toEqual([body, 200]);
  return response.body;
};
const save = async (id: number, body: object) => {
  const response = await app.send<Post>('reviewer', 'PUT', `/posts/${id}`, body);
  expect([body, response.status]).toEqual([body, 200]);
  return response.body;
};
const read = async (id: number, kind: Actor = 'passer-by') =>
  (await app.send<Post>(kind, 'GET', `/posts/${id}`)).body;
/** The categories that a post shows, in `tags` and in its answer. */
const shownCategories = ({ tags, values }: Post) => {
  const answers = Array.isArray(values) ? [] : (values[survey.keyOf('kinds')] ?? []);
  return [tags.map(({ id }) => id), answers];
};
const storedCategories = async (id: number) =>
  (
    await sql<{ category_id: number }>`
      select category_id from post_categories where post_id = ${id} order by category_id`.execute(app.db)
  ).rows.map((row) => row.category_id);
const offer = (ids: number[]) =>
  sql`update attributes set options = ${JSON.stringify(ids)} where key = ${survey.keyOf('kinds')}`.execute(
    app.db,
  );

test('a category that is not offered is stored, and shown once it is offered', async () => {
  for (const kind of ['reviewer', 'member', 'visitor'] as const) {
    const post = await create({ values: answers(), tags: [other] }, kind);
    expect(shownCategories(post)).toEqual([[], []]);
    expect(post.values).toEqual(answers());
    for (const reader of ['passer-by', 'reviewer', 'admin'] as const)
      expect(shownCategories(await read(post.id, reader))).toEqual([[], []]);
    expect(await storedCategories(post.id)).toEqual([other]);
    await offer([offered, other]);
    expect(shownCategories(await read(post.id))).toEqual([[other], [String(other)]]);
    await offer([offered]);
  }
});

test('the offered ones among several are shown, also where `tags` are sent alone or by name', async () => {
  const post = await create({ values: answers(), tags: [other, String(offered)] });
  expect(shownCategories(post)).toEqual([[offered], [String(offered)]]);
  const alone = await create({ tags: ['Not offered', { id: offered }] });
  expect(shownCategories(alone)).toEqual([[offered], [String(offered)]]);
  const saved = await save(post.id, { tags: [other] });
  expect([shownCategories(saved), saved.values]).toEqual([[[], []], answers()]);
  expect(await storedCategories(post.id)).toEqual([other]);
  await save(post.id, { tags: [other, offered] });
  expect(await storedCategories(post.id)).toEqual([offered, other]);
});

test('lists and exports show none that is not offered', async () => {
  const post = await create({ values: answers(), tags: [other, offered] });
  const list = await app.send<{ results: Post[] }>('passer-by', 'GET', `/posts?post_id=${post.id}`);
  expect(list.body.results.map(shownCategories)).toEqual([[[offered], [String(offered)]]]);
  const headers = { authorization: `Bearer ${await app.tokenOf('admin')}` };
  const url = `/api/v3/posts/export?post_id=${post.id}`;
  const { statusCode, body } = await app.fastify.inject({ url, headers });
  expect([statusCode, body.includes('Offered'), body.includes('Not offered')]).toEqual([200, true, false]);
});

test('a save keeps categories that are not shown, until they are offered', async () => {
  const post = await create({ values: answers(), tags: [other, offered] });
  const { values } = await read(post.id, 'reviewer');
  await save(post.id, { title: 'Bridge open', values });
  expect(await storedCategories(post.id)).toEqual([offered, other]);
  await save(post.id, { values: { ...answers(), [survey.keyOf('kinds')]: [] } });
  expect(await storedCategories(post.id)).toEqual([other]);
  await save(post.id, { values: { ...answers(), [survey.keyOf('kinds')]: [other, offered] } });
  expect(await storedCategories(post.id)).toEqual([offered, other]);
  await save(post.id, { tags: [] });
  expect(await storedCategories(post.id)).toEqual([other]);
  await offer([offered, other]);
  await save(post.id, { tags: [] });
  expect(await storedCategories(post.id)).toEqual([]);
});

test('the whole report that was read can be saved, and its history restored', async () => {
  const post = await create({ values: answers(), tags: [other] });
  await save(post.id, { ...(await read(post.id, 'reviewer')), title: 'Bridge open' });
  expect(await storedCategories(post.id)).toEqual([other]);
  const restored = await app.send('reviewer', 'POST', `/posts/${post.id}/revisions/1/restore`, {});
  expect([restored.status, (await read(post.id)).title]).toEqual([200, 'Bridge closed']);
  expect(await storedCategories(post.id)).toEqual([other]);
  const moderated = await app.send('reviewer', 'PUT', `/posts/${post.id}`, { status: 'archived' });
  expect([moderated.status, await storedCategories(post.id)]).toEqual([200, [other]]);
});

test('a category that is not offered answers a required question, also when the report is sent back', async () => {
  const required = await createTestSurvey(app.db, {
    kinds: { type: 'tags', input: 'tags', required: true, cardinality: 1, options: [offered] },
  });
  const post = await create({ form: required.id, values: {}, tags: [other] });
  await save(post.id, { ...(await read(post.id, 'reviewer')), title: 'Bridge open' });
  await save(post.id, { values: {}, tags: [] });
  expect(await storedCategories(post.id)).toEqual([other]);
  await save(post.id, { values: { [required.keyOf('kinds')]: [offered] } });
  expect(await storedCategories(post.id)).toEqual([offered, other]);
});

test('`values` name only offered categories, and nobody names one that they may not see', async () => {
  const body = { form: survey.id, title: 'Bridge closed' };
  const answer = { [survey.keyOf('kinds')]: [other] };
  const refused = await app.send('reviewer', 'POST', '/posts', { ...body, values: answer });
  expect([refused.status, errorCodes(refused)]).toEqual([422, ['valueOption']]);
  const secret = await app.send<{ id: number }>('admin', 'POST', '/tags', {
    tag: 'Informants',
    type: 'category',
    role: ['reviewer'],
  });
  for (const tag of [secret.body.id, 'Informants', 999_999]) {
    const response = await app.send('member', 'POST', '/posts', { ...body, values: answers(), tags: [tag] });
    expect([tag, response.status, errorCodes(response)]).toEqual([tag, 422, ['valueExists']]);
  }
  const created = await create({ values: answers(), tags: [secret.body.id] });
  expect(shownCategories(await read(created.id, 'member'))).toEqual([[], []]);
});

test('a report without a question about categories is taken', async () => {
  const plain = await createTestSurvey(app.db, { words: { type: 'varchar' } });
  const values = { [plain.keyOf('words')]: ['Closed'] };
  const post = await create({ form: plain.id, values, tags: [other] });
  expect([post.values, post.tags]).toEqual([values, []]);
  expect((await create({ form: null, tags: [other] })).tags).toEqual([]);
});
