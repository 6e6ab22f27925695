import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { attributeTypes, fieldTypes } from '@waypost/contract/surveys/field-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

/** An answer of each type, and the word to search for; null for types whose answers are no values of their own. */
const samples: Record<AttributeType, { answer: unknown; word: string } | null> = {
  varchar: { answer: 'Quetzal', word: 'quetzal' },
  text: { answer: 'Marabou\nand more', word: 'marabou' },
  markdown: { answer: 'A **hoatzin**', word: 'hoatzin' },
  link: { answer: 'https://cassowary.example.org/', word: 'cassowary' },
  phone: { answer: '+423 234 56 78', word: '4232345678' },
  int: { answer: 424_242, word: '424242' },
  decimal: { answer: 7_171_717, word: '7171717' },
  datetime: { answer: '1987-06-05 04:03:02', word: '1987' },
  point: { answer: { lat: 12.3456, lon: 65.4321 }, word: '65' },
  geometry: { answer: 'POLYGON((1 1,1 2,2 2,1 1))', word: 'polygon' },
  title: null,
  description: null,
  relation: null,
  media: null,
  tags: null,
};
const sampledTypes = attributeTypes.filter((type) => samples[type] !== null);

let app: TestApp;
let survey: TestSurvey;
const posts = new Map<AttributeType, number>();

beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, Object.fromEntries(sampledTypes.map((type) => [type, { type }])));
  for (const type of sampledTypes) {
    const values = { [survey.keyOf(type)]: [samples[type]?.answer] };
    const body = { form: survey.id, title: 'A report', values };
    const created = await app.send<{ id: number }>('admin', 'POST', '/posts', body);
    expect(created.status).toBe(200);
    posts.set(type, created.body.id);
  }
});
afterAll(() => app.close());

const findPosts = async (query: string): Promise<number[]> => {
  const response = await app.send<{ results: { id: number }[] }>('admin', 'GET', `/posts?${query}`);
  return response.body.results.map(({ id }) => id);
};

/** The search index and the places of posts are kept by functions of the database: it has lists of types from the registry. */
describe('the functions of the database agree with the registry of field types', () => {
  test.each(sampledTypes)('a search finds answers of type %s only if they are searchable', async (type) => {
    const postIds = await findPosts(`status=all&q=${samples[type]?.word ?? ''}`);
    expect(postIds).toEqual(fieldTypes[type].isSearchable ? [posts.get(type)] : []);
  });

  test('exactly the posts with an answer that is a place are on the map', async () => {
    const postIds = await findPosts('status=all&has_location=mapped');
    const places = sampledTypes.filter((type) => fieldTypes[type].roundedBy === 'hide_location');
    expect(new Set(postIds)).toEqual(new Set(places.map((type) => posts.get(type))));
  });
});
