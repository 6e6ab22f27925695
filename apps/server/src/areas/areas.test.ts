/** Areas: sets, outlines, and which reports are found by them. */
import type { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import type { AreaSet, listAreaSets } from '@waypost/contract/areas/areas';
import type { listAreas } from '@waypost/contract/areas/list-areas';
import type { Stats } from '@waypost/contract/browse/stats';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  createSurveysWithPlaces,
  createTestSurvey,
  type TestSurvey,
} from '../testing/app/create-test-survey.ts';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createFilledSet, polygon, square } from './areas.fixture.ts';

let app: TestApp;
let open: TestSurvey;
let hiding: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  ({ open, hiding } = await createSurveysWithPlaces(app.db));
});
afterAll(() => app.close());

const createSet = (name: string, areas: Record<string, object>, level?: number) =>
  createFilledSet(app, name, areas, level);
const readSets = async () =>
  (await app.send<z.infer<typeof listAreaSets.response>>('visitor', 'GET', '/area-sets')).body;
const readAreas = async () =>
  (await app.send<z.infer<typeof listAreas.response>>('visitor', 'GET', '/areas')).body.results;
const idOf = async (name: string) => (await readAreas()).find((area) => area.name === name)?.id ?? 0;
const report = async (title: string, survey: TestSurvey, lat: number, lon: number) => {
  const { status, body } = await app.send<Post>('reviewer', 'POST', '/posts', {
    form: survey.id,
    title,
    status: 'published',
    values: { [survey.keyOf('where')]: [{ lat, lon }] },
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.id;
};
const find = async (kind: Actor, area: string | number) => {
  const id = typeof area === 'string' ? await idOf(area) : area;
  const { body } = await app.send<{ results: Post[] }>(kind, 'GET', `/posts?area=${id}&orderby=id&order=asc`);
  return body.results.map(({ title }) => title);
};

test('a new report is found by the areas around its places, holes and parts included', async () => {
  await createSet('Districts', {
    North: polygon(square(10, 10, 4), square(11, 11)),
    South: { type: 'MultiPolygon', coordinates: [[square(10, 0)], [square(20, 0)]] },
  });
  await report('in the north', open, 13.5, 13.5);
  await report('in the hole', open, 11.5, 11.5);
  await report('in the second part', open, 0.5, 20.5);
  expect(await find('visitor', 'North')).toEqual(['in the north']);
  expect(await find('visitor', 'South')).toEqual(['in the second part']);
  expect(await find('visitor', 999_999)).toEqual([]);
  const both = await app.send<{ total_count: number }>(
    'visitor',
    'GET',
    `/posts?area=${await idOf('North')},${await idOf('South')}`,
  );
  expect(both.body.total_count).toBe(2);
});

test('an edited place changes the areas', async () => {
  await createSet('Camps', { 'Old camp': polygon(square(30, 30)), 'New camp': polygon(square(32, 30)) });
  const id = await report('moved', open, 30.5, 30.5);
  expect(await find('visitor', 'Old camp')).toEqual(['moved']);
  await app.send('reviewer', 'PUT', `/posts/${id}`, {
    values: { [open.keyOf('where')]: [{ lat: 30.5, lon: 32.5 }] },
  });
  expect(await find('visitor', 'Old camp')).toEqual([]);
  expect(await find('visitor', 'New camp')).toEqual(['moved']);
});

test('reports that exist are found once the job has run, and not any more after the set is deleted', async () => {
  await report('earlier', open, 40.5, 40.5);
  const set = await createSet('Wards', { Ward: polygon(square(40, 40)) }, 2);
  expect(await find('visitor', 'Ward')).toEqual([]);
  expect((await readSets()).progress).toEqual({ done: 0, total: 0 });
  await app.jobs.runPending();
  expect((await readSets()).progress).toBeNull();
  const ward = await idOf('Ward');
  expect(await find('visitor', ward)).toEqual(['earlier']);
  expect((await app.send('settings manager', 'DELETE', `/area-sets/${set}`)).status).toBe(200);
  expect(await readAreas()).not.toContainEqual(expect.objectContaining({ name: 'Ward' }));
  await app.jobs.runPending();
  expect(await find('visitor', ward)).toEqual([]);
  const { rows } =
    await sql`select from post_places where ${ward} = any(area_ids || masked_area_ids)`.execute(app.db);
  expect(rows).toHaveLength(0);
});

test('visitors find a report with a hidden place by the areas of what is shown of it', async () => {
  // The place is rounded to 50.12, 50.12.
  await createSet('Streets', {
    'Of the place': polygon(square(50.1225, 50.1225, 0.001)),
    'Of the shown place': polygon(square(50.1195, 50.1195, 0.001)),
  });
  await report('hidden', hiding, 50.1231, 50.1231);
  const check = async () => {
    expect(await find('visitor', 'Of the place')).toEqual([]);
    expect(await find('visitor', 'Of the shown place')).toEqual(['hidden']);
    expect(await find('reviewer', 'Of the place')).toEqual(['hidden']);
    expect(await find('reviewer', 'Of the shown place')).toEqual([]);
  };
  await check();
  await app.jobs.runPending();
  await check();
});

test('reports are counted by the areas of one set, as the viewer may see their places', async () => {
  await createSet('Blocks', { 'Real block': polygon(square(60.122, 60.122, 0.002)) });
  await createSet('Towns', { 'Big town': polygon(square(60, 60)) }, 9);
  await report('hidden', hiding, 60.1231, 60.1231);
  await report('open', open, 60.5, 60.5);
  const setOf = async (name: string) => (await readAreas()).find((area) => area.name === name)?.set_id;
  const count = async (kind: Actor, area: string) => {
    const query = `group_by=area&group_by_area_set=${await setOf(area)}`;
    const { body } = await app.send<Stats>(kind, 'GET', `/posts/stats?${query}`);
    return body.totals.flatMap(({ values }) => values.map(({ label, total }) => [label, total]));
  };
  expect(await count('visitor', 'Big town')).toEqual([['Big town', 2]]);
  expect(await count('visitor', 'Real block')).toEqual([]);
  expect(await count('reviewer', 'Real block')).toEqual([['Real block', 1]]);
});

test('a report names the areas around its places, around the shown ones only for who gets no others', async () => {
  // The hidden place is rounded to 70.12, 20.12.
  await createSet('Villages', {
    'Real village': polygon(square(20.1225, 70.1225, 0.001)),
    'Shown village': polygon(square(20.1195, 70.1195, 0.001)),
  });
  await createSet('Counties', { County: polygon(square(20, 70)) });
  const id = await report('hidden', hiding, 70.1231, 20.1231);
  const areasOf = async (kind: Actor, query = '?with=areas') =>
    (await app.send<Post>(kind, 'GET', `/posts/${id}${query}`)).body.areas?.map(({ name }) => name);
  expect(await areasOf('visitor')).toEqual(['County', 'Shown village']);
  expect(await areasOf('passer-by')).toEqual(['County', 'Shown village']);
  expect(await areasOf('admin')).toEqual(['County', 'Real village']);
  expect(await areasOf('admin', '')).toBeUndefined();
});

test('the areas of a private place are told to its team only', async () => {
  const survey = await createTestSurvey(app.db, {
    home: { type: 'point', input: 'location', private: true },
  });
  await createSet('Lanes', { 'Home lane': polygon(square(30, 75)) });
  const { body } = await app.send<Post>('reviewer', 'POST', '/posts', {
    form: survey.id,
    title: 'private',
    status: 'published',
    values: { [survey.keyOf('home')]: [{ lat: 75.5, lon: 30.5 }] },
  });
  const areasOf = async (kind: Actor) =>
    (await app.send<Post>(kind, 'GET', `/posts/${body.id}?with=areas`)).body.areas?.map(({ name }) => name);
  expect(await areasOf('visitor')).toEqual([]);
  expect(await areasOf('admin')).toEqual(['Home lane']);
});

test('everybody gets simplified outlines of a set, or of single areas', async () => {
  const circle = Array.from({ length: 5001 }, (_, index): [number, number] => [
    Math.cos((index * Math.PI) / 2500),
    60 + Math.sin((index * Math.PI) / 2500),
  ]);
  const island = square(5, 60, 0.5);
  const set = await createSet('Shapes', {
    Round: {
      type: 'MultiPolygon',
      coordinates: [[circle, square(0, 60, 0.2)], [island], [square(9, 60, 0.001)]],
    },
    Other: polygon(square(70, 0)),
  });
  const read = async (query: string) =>
    (
      await app.send<z.infer<typeof listAreaOutlines.response>>(
        'passer-by',
        'GET',
        `/areas/outlines?${query}`,
      )
    ).body.features;
  const [round, other] = await read(`set=${set}`);
  expect([round?.properties.name, other?.geometry.coordinates]).toEqual(['Round', [[square(70, 0)]]]);
  // The smallest part would not be seen.
  expect(round?.geometry.coordinates.map((rings) => rings.length)).toEqual([2, 1]);
  const points = round?.geometry.coordinates[0]?.[0] ?? [];
  expect(points.length).toBeGreaterThan(30);
  expect(points.length).toBeLessThan(310);
  for (const [lon, lat] of points) expect(Math.hypot(lon, lat - 60)).toBeCloseTo(1, 2);
  expect(await read(`area=${other?.id}`)).toEqual([other]);
  expect(await read('area=999999')).toEqual([]);
});

test('outlines are of a set or of areas; who has them is told so until areas change', async () => {
  const set = await createSet('Kept', { Kept: polygon(square(-30, 0)) });
  const read = (query: string, headers = {}) =>
    app.fastify.inject({ url: `/api/v3/areas/outlines${query}`, headers });
  const everything = await read('');
  expect([everything.statusCode, everything.json().errors[1].source.pointer]).toEqual([422, '/set']);
  const many = await read(`?area=${Array.from({ length: 201 }, (_, index) => index + 1).join(',')}`);
  expect([many.statusCode, many.json().errors[1].source.pointer]).toEqual([422, '/area']);
  const first = await read(`?set=${set}`);
  const etag = String(first.headers.etag);
  expect([first.statusCode, etag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
  const again = await read(`?set=${set}`, { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await read('?set=999999', { 'if-none-match': etag })).statusCode).toBe(200);
  await app.send('settings manager', 'POST', `/area-sets/${set}/areas`, {
    areas: [{ name: 'Further', geometry: polygon(square(-40, 0)) }],
  });
  expect((await read(`?set=${set}`, { 'if-none-match': etag })).statusCode).toBe(200);
});

describe('validation', () => {
  test('names the wrong field', async () => {
    const set = await createSet('Checked', { Valid: polygon(square(0, 60)) });
    const add = async (area: unknown) => {
      const response = await app.send('settings manager', 'POST', `/area-sets/${set}/areas`, {
        areas: [area],
      });
      return [response.status, errorPointers(response)];
    };
    expect(await add({ name: '', geometry: polygon(square(0, 0)) })).toEqual([422, ['/areas']]);
    expect(await add({ name: 'A', geometry: { type: 'Point', coordinates: [1, 1] } })).toEqual([
      422,
      ['/areas'],
    ]);
    expect(
      await add({
        name: 'A',
        geometry: polygon([
          [0, 0],
          [1, 1],
        ]),
      }),
    ).toEqual([422, ['/areas']]);
    expect(await add({ name: 'A', geometry: polygon([...square(0, 0), [181, 0]]) })).toEqual([
      422,
      ['/areas'],
    ]);
    const response = await app.send('settings manager', 'POST', '/area-sets', { name: ' ', level: 12 });
    expect([response.status, errorPointers(response)]).toEqual([422, ['/name', '/level']]);
  });

  test('a set that does not exist is not found', async () => {
    expect((await app.send('settings manager', 'PUT', '/area-sets/999', { name: 'x' })).status).toBe(404);
    expect((await app.send('settings manager', 'POST', '/area-sets/999/areas', {})).status).toBe(404);
  });
});

test('a set can be renamed; members cannot change one', async () => {
  const set = await createSet('Rename me', { Somewhere: polygon(square(0, 70)) });
  const renamed = await app.send<AreaSet>('settings manager', 'PUT', `/area-sets/${set}`, {
    name: 'Renamed',
  });
  expect([renamed.status, renamed.body.name, renamed.body.level]).toEqual([200, 'Renamed', 1]);
  for (const kind of ['passer-by', 'visitor', 'member', 'reviewer'] as const)
    expect([401, 403]).toContain((await app.send(kind, 'DELETE', `/area-sets/${set}`)).status);
});
