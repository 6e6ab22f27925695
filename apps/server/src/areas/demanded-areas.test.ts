/** Fields whose places must lie inside of an area. */
import type { AreaSet } from '@waypost/contract/areas/areas';
import type { listAreas } from '@waypost/contract/areas/list-areas';
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
let set: number;
let north: number;
beforeAll(async () => {
  app = await startTestApp();
  const { body } = await app.send<AreaSet>('admin', 'POST', '/area-sets', { name: 'Districts', level: 1 });
  set = body.id;
  const square = (west: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, 0],
        [west + 1, 0],
        [west + 1, 1],
        [west, 1],
      ],
    ],
  });
  await app.send('admin', 'POST', `/area-sets/${set}/areas`, {
    areas: [
      { name: 'North', geometry: square(0) },
      { name: 'South', geometry: square(5) },
    ],
  });
  north = (await readAreas('')).find(({ name }) => name === 'North')?.id ?? 0;
});
afterAll(() => app.close());

const readAreas = async (query: string) =>
  (await app.send<z.infer<typeof listAreas.response>>('passer-by', 'GET', `/areas${query}`)).body.results;

const createSurvey = (inside: object) =>
  createTestSurvey(app.db, { where: { type: 'point', input: 'location', config: { inside } } });
const body = (survey: TestSurvey, lon: number) => ({
  form: survey.id,
  title: 'A wall fell',
  status: 'draft',
  values: { [survey.keyOf('where')]: [{ lat: 0.5, lon }] },
});
const report = (survey: TestSurvey, lon: number) =>
  app.send<Post>('member', 'POST', '/posts', body(survey, lon));

test('a place outside of the demanded area is refused with the name of its field', async () => {
  const survey = await createSurvey({ area: north });
  expect((await report(survey, 0.5)).status).toBe(200);
  const refused = await report(survey, 5.5);
  expect([refused.status, errorCodes(refused), errorPointers(refused)]).toEqual([
    422,
    ['valueArea'],
    ['/values'],
  ]);
  expect(JSON.stringify(refused.body)).toContain('has a place in \\"where\\" that is outside of: North');
});

test('a place in any area of a demanded set is accepted', async () => {
  const survey = await createSurvey({ set });
  expect((await report(survey, 0.5)).status).toBe(200);
  expect((await report(survey, 5.5)).status).toBe(200);
  expect((await report(survey, 3)).status).toBe(422);
});

test('a stored place stays when its field demands an area later', async () => {
  const survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
  const { body: post } = await report(survey, 9);
  await sql`update attributes set config = ${JSON.stringify({ inside: { area: north } })} where key = ${survey.keyOf('where')}`.execute(
    app.db,
  );
  const change = (lon: number) =>
    app.send('reviewer', 'PUT', `/posts/${post.id}`, { values: body(survey, lon).values });
  expect((await change(9)).status).toBe(200);
  expect((await change(8)).status).toBe(422);
  expect((await change(0.5)).status).toBe(200);
});

const createEmptySet = async () =>
  (await app.send<AreaSet>('admin', 'POST', '/area-sets', { name: 'Empty', level: 2 })).body.id;

test('areas that do not exist demand nothing, as sets that have none', async () => {
  for (const inside of [{ area: 999_999 }, { area: 'x' }, { set: 999_999 }, { set: await createEmptySet() }])
    expect((await report(await createSurvey(inside), 9)).status).toBe(200);
});

test('a field cannot demand an area that does not exist, or a set without areas', async () => {
  const survey = await createSurvey({ area: 999_999 });
  const [task, field] = await Promise.all(
    ['stages', 'attributes'].map(
      async (part) =>
        (await app.send<{ results: { id: number }[] }>('admin', 'GET', `/forms/${survey.id}/${part}`)).body
          .results[0]?.id ?? 0,
    ),
  );
  const url = `/forms/${survey.id}/attributes`;
  const create = (inside: unknown) =>
    app.send<Attribute>('admin', 'POST', url, {
      form_stage: task,
      label: 'Where else',
      input: 'location',
      type: 'point',
      config: { inside },
    });
  for (const inside of [
    { area: 999_999 },
    { set: 999_999 },
    { set: await createEmptySet() },
    { area: 'x' },
    { area: north, set },
    {},
    7,
    'north',
    [north],
  ]) {
    const refused = await create(inside);
    expect([inside, refused.status, errorCodes(refused), errorPointers(refused)]).toEqual([
      inside,
      422,
      ['demandedArea'],
      ['/config/inside'],
    ]);
    const change = { config: { inside } };
    // What is stored stays: its area may have been deleted.
    expect((await app.send('admin', 'PUT', `${url}/${field}`, change)).status).toBe(
      JSON.stringify(inside) === '{"area":999999}' ? 200 : 422,
    );
  }
  for (const inside of [{ area: north }, { set }, null]) {
    const created = await create(inside);
    expect([created.status, created.body.config]).toEqual([200, { inside }]);
  }
  expect((await app.send('admin', 'PUT', `${url}/${field}`, { label: 'Renamed' })).status).toBe(200);
  expect((await app.send('admin', 'PUT', `${url}/${field}`, { config: {} })).status).toBe(200);
});

test('a form can ask which areas are around a place', async () => {
  expect((await readAreas('?at=0.5,0.5')).map(({ name }) => name)).toEqual(['North']);
  expect(await readAreas('?at=0.5,3')).toEqual([]);
});
