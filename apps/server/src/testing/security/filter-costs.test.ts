/**
 * No filter that anybody may send, and no saved search that anybody may create, keeps others waiting: the database plans a condition for
 * each answer, category and saved search of a filter.
 */
import { limits } from '@waypost/contract/common/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestField, type TestSurvey } from '../app/create-test-survey.ts';
import { errorPointers, startTestApp, type TestApp } from '../app/test-app.ts';
import { scaled } from '../time.ts';

const max = limits.postFilters;
const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index + 1);

let app: TestApp;
let survey: TestSurvey;
const fieldNames = numbers(max.answers).map((number) => `field${number}`);
beforeAll(async () => {
  app = await startTestApp();
  const fields = Object.fromEntries(
    fieldNames.map((name): [string, TestField] => [name, { type: 'varchar' }]),
  );
  survey = await createTestSurvey(app.db, fields);
  for (const number of numbers(20)) {
    const body = { form: survey.id, title: `Report ${number}`, status: 'published' };
    expect((await app.send('reviewer', 'POST', '/posts', body)).status).toBe(200);
  }
});
afterAll(() => app.close());

const allAnswers = () => Object.fromEntries(fieldNames.map((name) => [survey.keyOf(name), 'a']));
const unknownAnswers = (count: number) =>
  Object.fromEntries(numbers(count).map((number) => [`k${number}`, 'a']));
const inQuery = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, text]) => `values[${key}]=${text}`)
    .join('&');

async function measure(path: string): Promise<number> {
  const start = performance.now();
  const { status } = await app.send('visitor', 'GET', path);
  expect([path.slice(0, 60), status]).toEqual([path.slice(0, 60), 200]);
  return performance.now() - start;
}
const leastTime = async (path: string) =>
  Math.min(await measure(path), await measure(path), await measure(path));

/** Milliseconds that are no harm; each of the requests here took seconds, or for ever. */
const harmless = scaled(300);

test('filters of more parts than anybody needs are refused', async () => {
  const list = (query: string) => app.send('visitor', 'GET', `/posts?${query}`);
  const refused = [
    ['values', inQuery(unknownAnswers(max.answers + 1))],
    [
      'values',
      numbers(max.textsPerAnswer + 1)
        .map((number) => `values[a][]=${number}`)
        .join('&'),
    ],
    ['tags', `tags[all]=${numbers(max.allCategories + 1).join(',')}`],
    ['set', `set=${numbers(max.sets + 1).join(',')}`],
    ['saved_search', `saved_search=${numbers(max.sets + 1).join(',')}`],
  ] as const;
  for (const [field, query] of refused) {
    const answer = await list(query);
    expect([query.slice(0, 20), answer.status]).toEqual([query.slice(0, 20), 422]);
    expect(errorPointers(answer)[0]).toMatch(new RegExp(`^/${field}`));
  }
});

test('filters of the most parts are planned quickly', async () => {
  for (const query of [
    inQuery(unknownAnswers(max.answers)),
    inQuery(allAnswers()),
    `tags[all]=${numbers(max.allCategories).join(',')}`,
    `user=${numbers(300).join(',')}`,
  ])
    for (const path of ['/posts?limit=1&', '/posts/geojson?', '/posts/stats?'])
      expect([path, query.slice(0, 20), await leastTime(path + query)]).toEqual([
        path,
        query.slice(0, 20),
        expect.toSatisfy((time: number) => time < harmless),
      ]);
});

test(
  'saved searches of a member, which contain one another, keep nobody waiting',
  async () => {
    const ids: number[] = [];
    const create = async (filter: object) => {
      const body = { name: `Search ${ids.length}`, view: 'list', filter };
      const { status, body: search } = await app.send<{ id: number }>(
        'member',
        'POST',
        '/savedsearches',
        body,
      );
      expect(status).toBe(200);
      ids.push(search.id);
    };
    for (let count = 0; count < limits.savedSearchesPerPost; count++)
      await create({
        values: allAnswers(),
        q: `flodding brigde ner stattion${count}`,
        tags: { all: numbers(max.allCategories) },
      });
    for (const id of ids) {
      const filter = { set: ids.filter((other) => other !== id), q: 'flodding', values: allAnswers() };
      expect((await app.send('member', 'PUT', `/savedsearches/${id}`, { filter })).status).toBe(200);
    }
    expect(await leastTime('/posts?limit=20')).toBeLessThan(harmless);
    expect(await leastTime(`/posts?limit=20&set=${ids.join(',')}`)).toBeLessThan(4 * harmless);
    expect(await leastTime(`/savedsearches/${ids[0]}/posts`)).toBeLessThan(4 * harmless);
  },
  scaled(120_000),
);
