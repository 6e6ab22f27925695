/** Dates as other clients and scripts send them, in bodies, values and filters (API v3 §1.8). */
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersByFieldName, startAppWithSurveys } from '../../posts/app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

const notations = {
  '2012-09-25': '2012-09-25 00:00:00',
  '2012/09/25': '2012-09-25 00:00:00',
  '2012-9-5': '2012-09-05 00:00:00',
  '20120925': '2012-09-25 00:00:00',
  '2012-W39-2': '2012-09-25 00:00:00',
  '2012-269': '2012-09-25 00:00:00',
  '09/25/2012': '2012-09-25 00:00:00',
  '25 September 2012': '2012-09-25 00:00:00',
  'Tue, 25 Sep 2012 10:00:00 +0200': '2012-09-25 08:00:00',
  'Tue Sep 25 2012 10:00:00 GMT+0200 (Central European Summer Time)': '2012-09-25 08:00:00',
  '2012-09-25 10:00 PM': '2012-09-25 22:00:00',
  '@1348567200': '2012-09-25 10:00:00',
};

test.each(Object.entries(notations))('accepts "%s" as a date', async (text, stored) => {
  const post = await app.make('member', {
    post_date: text,
    values: answersByFieldName(app.open, { when: [text] }),
  });
  expect(post.post_date).toBe(`${stored.replace(' ', 'T')}+00:00`);
  expect(post.values).toEqual(answersByFieldName(app.open, { when: [stored] }));
  const query = new URLSearchParams({ post_id: String(post.id), date_before: text });
  const response = await app.send<{ count: number }>('member', 'GET', `/posts?${query.toString()}`);
  expect([response.status, response.body.count]).toEqual([200, 1]);
});

test('accepts a relative date in a body', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const before = [daysAgo(1), daysAgo(2)];
  const post = await app.make('member', {
    post_date: 'yesterday',
    values: answersByFieldName(app.open, { when: ['2 days ago'] }),
  });
  const [answers] = Object.values(post.values as Record<string, string[]>);
  const dates = [post.post_date.slice(0, 10), answers?.[0]?.slice(0, 10)];
  // A day may have begun meanwhile.
  expect([before, [daysAgo(1), daysAgo(2)]]).toContainEqual(dates);
  expect(post.post_date).toMatch(/T00:00:00\+00:00$/);
});

test.each(['2012-02-30', '2012-W53-1', '2011-366', '99/99/2012', '25/09/2012', '5 September', 'hello'])(
  'refuses "%s" at the field',
  async (text) => {
    const pointers = async (method: 'GET' | 'POST', url: string, body?: object) => {
      const { status, body: answer } = await app.send<{ errors: { source?: { pointer: string } }[] }>(
        'member',
        method,
        url,
        body,
      );
      return [status, answer.errors.slice(1).map((it) => it.source?.pointer)];
    };
    const post = { form: app.open.id, title: 'Bridge closed' };
    expect(await pointers('POST', '/posts', { ...post, post_date: text })).toEqual([422, ['/post_date']]);
    const values = answersByFieldName(app.open, { when: [text] });
    expect(await pointers('POST', '/posts', { ...post, values })).toEqual([422, ['/values']]);
    expect(await pointers('GET', `/posts?created_after=${encodeURIComponent(text)}`)).toEqual([
      422,
      ['/created_after'],
    ]);
  },
);

test('a saved search keeps a relative date as it was sent', async () => {
  await app.make('member', { title: 'Just now' });
  const search = { name: 'This week', filter: { created_after: '-1 week' } };
  const saved = await app.send<{ id: number; filter: object }>('admin', 'POST', '/savedsearches', search);
  expect([saved.status, saved.body.filter]).toEqual([200, search.filter]);
  const response = await app.send<{ results: Post[] }>('admin', 'GET', `/posts?set=${saved.body.id}&limit=1`);
  expect([response.status, response.body.results.length]).toEqual([200, 1]);
});

test('refuses more dates in words for one question than it parses', async () => {
  const survey = await app.send<{ id: number }>('admin', 'POST', '/forms', { name: 'Log' });
  const task = await app.send<{ id: number }>('admin', 'POST', `/forms/${survey.body.id}/stages`, {
    label: 'Post',
    type: 'post',
  });
  const field = { label: 'When', type: 'datetime', input: 'datetime', cardinality: 0 };
  const attribute = await app.send<{ key: string }>('admin', 'POST', `/forms/${survey.body.id}/attributes`, {
    ...field,
    form_stage_id: task.body.id,
  });
  const save = (dates: string[]) =>
    app.send('admin', 'POST', '/posts', {
      form: survey.body.id,
      title: 'Log',
      values: { [attribute.body.key]: dates },
    });
  expect((await save(Array(101).fill('2012-09-25'))).status).toBe(200);
  expect((await save(Array(101).fill('25 September 2012'))).status).toBe(422);
});
