/** Lists as PHP and form clients send them: a bare value, `{}`, an empty text (API v3 §9). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAppWithSurveys } from '../../posts/app-with-surveys.fixture.ts';
import { createTestSurvey } from '../app/create-test-survey.ts';

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

test('a report takes a category that its survey does not offer, beside its answers', async () => {
  const category = Number((await create('/tags', { tag: 'Not offered' }))['id']);
  const survey = await createTestSurvey(app.db, {
    words: { type: 'varchar' },
    kinds: { type: 'tags', input: 'tags', cardinality: 0, options: [category + 1000] },
  });
  const values = { [survey.keyOf('words')]: ['Closed'] };
  const body = { form: survey.id, title: 'Bridge closed', values };
  const post = await create('/posts', { ...body, tags: [category] });
  expect(post).toMatchObject({ tags: [{ id: category }] });
  const saved = await app.send('admin', 'PUT', `/posts/${Number(post['id'])}`, { values, tags: [category] });
  expect(saved.status).toBe(200);
  const answer = { ...values, [survey.keyOf('kinds')]: [category] };
  expect((await app.send('admin', 'POST', '/posts', { ...body, values: answer })).status).toBe(422);
});
