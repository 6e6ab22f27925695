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
const fieldNames = numbers(max.texts).map((number) => `field${number}`);
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

/** Milliseconds that no busy machine needs for these requests. Each took ten seconds to a minute, or for ever. */
const harmless = scaled(2000);

test('filters of more parts than anybody needs are refused', async () => {
  const list = (query: string) => app.send('visitor', 'GET', `/posts?${query}`);
  const refused = [
    ['values', inQuery(unknownAnswers(max.texts + 1))],
    [
      'values',
      numbers(max.texts + 1)
        .map((number) => `values[a][]=${number}`)
        .join('&'),
    ],
    ['values', `values[a]=${'a'.repeat(max.textLength + 1)}`],
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
    inQuery(unknownAnswers(max.texts)),
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

/** Creates as many saved searches as are matched with a list. */
async function createSavedSearches(buildFilter: (index: number) => object): Promise<number[]> {
  const ids: number[] = [];
  for (const number of numbers(limits.savedSearchesPerPost)) {
    const body = { name: `Search ${number}`, view: 'list', filter: buildFilter(number) };
    const { status, body: search } = await app.send<{ id: number }>('member', 'POST', '/savedsearches', body);
    expect(status).toBe(200);
    ids.push(search.id);
  }
  return ids;
}

async function deleteSavedSearches(ids: readonly number[]): Promise<void> {
  for (const id of ids) expect((await app.send('member', 'DELETE', `/savedsearches/${id}`)).status).toBe(200);
}

/** Reports with twenty long answers each. @returns the list of them, and the keys of the answers */
async function createLongReports(texts: readonly string[]): Promise<{ list: string; keys: string[] }> {
  const names = numbers(20).map((number) => `long${number}`);
  const fields = Object.fromEntries(names.map((name): [string, TestField] => [name, { type: 'text' }]));
  const long = await createTestSurvey(app.db, fields);
  const keys = names.map(long.keyOf);
  for (const text of texts) {
    const values = Object.fromEntries(keys.map((key) => [key, [text]]));
    const body = { form: long.id, title: 'Long', status: 'published', values };
    expect((await app.send('reviewer', 'POST', '/posts', body)).status).toBe(200);
  }
  return { list: `/posts?limit=4&form=${long.id}`, keys };
}

test(
  'long answers are compared quickly, also by many saved searches',
  async () => {
    const { list, keys } = await createLongReports(Array<string>(4).fill(`${'e'.repeat(60_000)}f`));
    const limit = 3 * (await leastTime(list)) + harmless;
    for (const text of [`${'e'.repeat(99)}f`, `f${'e'.repeat(99)}`]) {
      const values = Object.fromEntries(keys.map((key) => [key, text]));
      expect(await leastTime(`${list}&${inQuery(values)}`)).toBeLessThan(limit);
      const searches = await createSavedSearches(() => ({ values }));
      expect(await leastTime(list)).toBeLessThan(limit);
      await deleteSavedSearches(searches);
    }
  },
  scaled(120_000),
);

test(
  'long answers are searched quickly by many saved searches',
  async () => {
    const words = numbers(8000).map((number) => ((number * 7_919_777) % 78_364_164_096).toString(36));
    const { list } = await createLongReports(Array<string>(4).fill(words.join(' ')));
    const limit = 3 * (await leastTime(list)) + harmless;
    const wordOf = (number: number) => `qzx${(number * 9973).toString(36).padStart(4, 'w')}`;
    const searches = await createSavedSearches((index) => ({
      q: numbers(12)
        .map((number) => wordOf(index * 12 + number))
        .join(' '),
    }));
    expect(await leastTime(list)).toBeLessThan(limit);
    await deleteSavedSearches(searches);
  },
  scaled(120_000),
);

test(
  'saved searches of a member, which contain one another, keep nobody waiting',
  async () => {
    const ids = await createSavedSearches((index) => ({
      values: allAnswers(),
      q: `flodding brigde ner stattion${index}`,
      tags: { all: numbers(max.allCategories) },
    }));
    for (const id of ids) {
      const filter = { set: ids.filter((other) => other !== id), q: 'flodding', values: allAnswers() };
      expect((await app.send('member', 'PUT', `/savedsearches/${id}`, { filter })).status).toBe(200);
    }
    expect(await leastTime('/posts?limit=20')).toBeLessThan(harmless);
    expect(await leastTime(`/posts?limit=20&set=${ids.join(',')}`)).toBeLessThan(harmless);
    expect(await leastTime(`/savedsearches/${ids[0]}/posts`)).toBeLessThan(harmless);
  },
  scaled(120_000),
);
