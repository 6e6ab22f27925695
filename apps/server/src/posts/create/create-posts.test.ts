/** Rules that hold for new posts whichever way they arrive. */
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { WritePaths } from './write-paths.fixture.ts';

let paths: WritePaths;
beforeAll(async () => {
  paths = await WritePaths.start();
});
afterAll(() => paths.close());
afterEach(() => paths.limitPublished(null));

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The post that a text message became. */
async function readPostOfMessage(text: string): Promise<Post> {
  const q = encodeURIComponent(text);
  const { body } = await paths.app.send<{ results: Post[] }>('admin', 'GET', `/posts?status=all&q=${q}`);
  const [post] = body.results;
  if (!post) throw new Error(`no post for "${text}"`);
  return post;
}

test('rows of a file without a status are published up to the limit of published posts', async () => {
  await paths.limitPublished(1);
  const finished = await paths.importCsv(['Title', 'Row one', 'Row two', 'Row three'], ['title']);
  expect(finished).toMatchObject({ posts: 1, errors: '2' });
  expect(await paths.countByStatus('Row')).toEqual({ published: 1 });
});

test('simultaneous reports to several surveys are published up to the limit of published posts', async () => {
  await paths.limitPublished(5);
  const surveys = [paths.survey.id, paths.otherSurvey.id];
  const replies = await Promise.all(
    times(60, (index) => paths.submit('visitor', { form: surveys[index % 2], title: `Limited ${index}` })),
  );
  expect(await paths.countByStatus('Limited')).toEqual({ published: 5 });
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(new Set(refused.map((reply) => String(errorCodes(reply))))).toEqual(new Set(['limitPosts']));
});

test('repeated requests do not wait for each other forever where published posts are limited', async () => {
  await paths.limitPublished(100);
  for (let round = 0; round < 5; round++) {
    const keys = times(3, () => crypto.randomUUID());
    const replies = await Promise.all(
      times(30, (index) => {
        const body = { form: paths.survey.id, title: `Repeated ${round} ${index % 3}` };
        return paths.submit('visitor', body, { 'idempotency-key': keys[index % 3] ?? '' });
      }),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  }
  expect(await paths.countByStatus('Repeated')).toEqual({ published: 15 });
});

test('all errors of a report are returned at once', async () => {
  await paths.submit('admin', { form: paths.survey.id, title: 'Taken', slug: 'taken-slug' });
  const { keyOf } = paths.survey;
  const reply = await paths.submit('member', {
    form: paths.survey.id,
    slug: 'taken-slug',
    published_to: ['nobody'],
    status: 'archived',
    values: { [keyOf('level')]: ['Middling'] },
  });
  expect(reply.status).toBe(422);
  expect([...errorPointers(reply)].sort()).toEqual(['/published_to', '/slug', '/status', '/values']);
});

test('a message answers a question with options only by one of them', async () => {
  const mapping = { Message: `values.${paths.survey.keyOf('level')}` };
  await paths.receiveSms('Middling', mapping);
  await paths.receiveSms('High', mapping);
  expect((await readPostOfMessage('Middling')).values).toEqual([]);
  expect((await readPostOfMessage('High')).values).toEqual({ [paths.survey.keyOf('level')]: ['High'] });
});

test('the post of a message can be saved as it was read, however short its title is', async () => {
  await paths.receiveSms('?', { Message: 'title' });
  const [post] = (
    await paths.app.send<{ results: Post[] }>(
      'admin',
      'GET',
      '/posts?status=all&orderby=id&order=desc&limit=1',
    )
  ).body.results;
  expect(post).toMatchObject({ title: null, content: '?' });
  const saved = await paths.app.send('admin', 'PUT', `/posts/${post?.id}`, { ...post });
  expect(saved.status).toBe(200);
});

test('the post of a recipient can be saved as it was read, however long the name of the survey is', async () => {
  const name = 'Survey of flooded roads '.repeat(10).trim();
  const survey = await createTestSurvey(paths.app.db, { question: { type: 'varchar' } });
  await paths.app.db
    .updateTable('surveys')
    .set({ name, targeted_survey: true })
    .where('id', '=', survey.id)
    .execute();
  await paths.app.send('admin', 'PUT', '/config/data-provider', {
    providers: { smssync: true },
    smssync: { secret: 'phone secret' },
  });
  const sendResponse = await paths.app.send('admin', 'POST', `/forms/${survey.id}/contacts`, {
    contacts: '+254700000001',
    country_code: 'KE',
  });
  expect(sendResponse.status).toBe(200);
  const { body } = await paths.app.send<{ results: Post[] }>(
    'admin',
    'GET',
    `/posts?status=all&form=${survey.id}`,
  );
  const [post] = body.results;
  expect(post?.title).toMatch(/^Survey of flooded roads .* - \d{1,7}$/);
  const saved = await paths.app.send('admin', 'PUT', `/posts/${post?.id}`, { ...post });
  expect(saved.status).toBe(200);
});
