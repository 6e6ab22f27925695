/** A single area that is changed by hand: its name, set and outline. */

import type { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import type { AreaDetail } from '@waypost/contract/areas/edit-area';
import type { listAreas } from '@waypost/contract/areas/list-areas';
import type { listAudit } from '@waypost/contract/audit/audit';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createFilledSet, polygon, type Ring, square } from './areas.fixture.ts';

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
});
afterAll(() => app.close());

const createSet = (name: string, areas: Record<string, object>, level?: number) =>
  createFilledSet(app, name, areas, level);
const idOf = async (set: number, name: string) => {
  const { body } = await app.send<z.infer<typeof listAreas.response>>('visitor', 'GET', '/areas');
  return body.results.find((it) => it.set_id === set && it.name === name)?.id ?? 0;
};
const createArea = async (name: string, geometry: object) =>
  idOf(await createSet('Districts', { [name]: geometry }), name);
const read = (id: number) => app.send<AreaDetail>('settings manager', 'GET', `/areas/${id}`);
const change = (id: number, body: object) =>
  app.send<AreaDetail>('settings manager', 'PUT', `/areas/${id}`, body);
const addTo = (set: number, areas: object[]) =>
  app.send('settings manager', 'POST', `/area-sets/${set}/areas`, { areas });
const find = async (area: number) =>
  (await app.send<{ results: Post[] }>('visitor', 'GET', `/posts?area=${area}`)).body.results.map(
    ({ title }) => title,
  );
const report = async (title: string, lat: number, lon: number) =>
  app.send('reviewer', 'POST', '/posts', {
    form: survey.id,
    title,
    status: 'published',
    values: { [survey.keyOf('where')]: [{ lat, lon }] },
  });
const readAudit = async (id: number) =>
  (
    await app.send<z.infer<typeof listAudit.response>>(
      'admin',
      'GET',
      `/audit?subject=areas&subject_id=${id}`,
    )
  ).body.results.map(({ action, subject_name, details }) => [action, subject_name, details['changed']]);
const isJobNeeded = async () =>
  (await app.send<{ progress: unknown }>('visitor', 'GET', '/area-sets')).body.progress !== null;

test('the whole outline is read, with parts, holes and nine decimals', async () => {
  const withDecimals = (lon: number): Ring => [
    [lon, 60.00000001],
    [1, 60],
    [1, 61],
    [lon, 60.00000001],
  ];
  const id = await createArea('Islands', {
    type: 'MultiPolygon',
    coordinates: [[withDecimals(0.1234567890123)], [square(10, 60, 5), square(11, 61, 3)], [square(12, 62)]],
  });
  const { status, body } = await read(id);
  expect([status, body.name, body.version, body.point_count]).toEqual([200, 'Islands', 1, 19]);
  expect(body.geometry).toEqual({
    type: 'MultiPolygon',
    coordinates: [[square(10, 60, 5), square(11, 61, 3)], [square(12, 62)], [withDecimals(0.123456789)]],
  });
});

test('an outline of too many points is not sent; the name can be changed', async () => {
  const circle = Array.from({ length: 5001 }, (_, index): [number, number] => [
    Math.cos((index * Math.PI) / 2500),
    60 + Math.sin((index * Math.PI) / 2500),
  ]);
  const id = await createArea('Round', polygon(circle));
  expect((await read(id)).body).toMatchObject({ point_count: 5001, geometry: null });
  const changed = await change(id, { version: 1, name: 'Rounder' });
  expect([changed.status, changed.body]).toEqual([
    200,
    expect.objectContaining({ name: 'Rounder', version: 2, point_count: 5001, geometry: null }),
  ]);
});

test('a new outline finds other reports once the job has run, and is drawn', async () => {
  const id = await createArea('Camp', polygon(square(20, 20)));
  await report('before', 20.5, 20.5);
  await report('after', 20.5, 22.5);
  await app.jobs.runPending();
  expect(await find(id)).toEqual(['before']);
  const { status, body } = await change(id, { version: 1, geometry: polygon(square(22, 20)) });
  expect([status, body.version, body.geometry?.coordinates]).toEqual([200, 2, [[square(22, 20)]]]);
  expect(await isJobNeeded()).toBe(true);
  await app.jobs.runPending();
  expect(await find(id)).toEqual(['after']);
  const outlines = await app.send<z.infer<typeof listAreaOutlines.response>>(
    'visitor',
    'GET',
    `/areas/outlines?area=${id}`,
  );
  expect(outlines.body.features[0]?.geometry.coordinates).toEqual([[square(22, 20)]]);
  expect(await readAudit(id)).toEqual([['update', 'Camp', ['outline']]]);
});

test('a new name or set needs no job; the audit log says what changed', async () => {
  const wards = await createSet('Wards', { Other: polygon(square(50, 50)) }, 2);
  const id = await createArea('Ward', polygon(square(40, 40)));
  await app.jobs.runPending();
  const { geometry } = (await read(id)).body;
  const { status, body } = await change(id, { version: 1, name: 'Ward 3', set_id: wards, geometry });
  expect([status, body]).toEqual([
    200,
    { id, set_id: wards, name: 'Ward 3', version: 2, point_count: 5, geometry },
  ]);
  expect(await isJobNeeded()).toBe(false);
  expect(await readAudit(id)).toEqual([['update', 'Ward 3', ['name', 'set']]]);
  expect((await change(id, { version: 2, name: 'Ward 3', geometry })).body.version).toBe(2);
  expect(await readAudit(id)).toHaveLength(1);
});

test('parts that are too small to be measured do not prevent later changes', async () => {
  const id = await createArea('Crumbs', polygon(square(60, 0)));
  const crumbs = Array.from({ length: 1000 }, (_, index) => [
    square((index % 10) * 1e-200, index * 1e-200, 1e-200),
  ]);
  const geometry = { type: 'MultiPolygon', coordinates: [...crumbs, [square(60, 0)]] };
  const changed = await change(id, { version: 1, geometry });
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ version: 2 })]);
  expect((await addTo(changed.body.set_id, [{ name: 'More crumbs', geometry }])).status).toBe(200);
  expect((await change(id, { version: 2, geometry: polygon(square(61, 0)) })).status).toBe(200);
});

test('who has not seen the last change cannot overwrite it', async () => {
  const set = await createSet('Districts', { North: polygon(square(0, 0)) });
  const id = await idOf(set, 'North');
  const [first, second] = await Promise.all([
    change(id, { version: 1, name: 'One' }),
    change(id, { version: 1, name: 'Two' }),
  ]);
  expect([first.status, second.status].sort((a, b) => a - b)).toEqual([200, 409]);
  const { name } = (await read(id)).body;
  expect(name).toBe(first.status === 200 ? 'One' : 'Two');
  await app.send('settings manager', 'POST', `/area-sets/${set}/areas`, {
    areas: [{ id, name: 'From a file', geometry: polygon(square(1, 1)) }],
  });
  const late = await change(id, { version: 2, geometry: polygon(square(5, 5)) });
  expect(late.status).toBe(409);
  expect((await read(id)).body).toMatchObject({
    name: 'From a file',
    version: 3,
    geometry: { coordinates: [[square(1, 1)]] },
  });
});

describe('refused', () => {
  test('changes that are not valid name their field', async () => {
    const id = await createArea('Checked', polygon(square(0, 30)));
    const pointersOf = async (body: object) => {
      const response = await change(id, body);
      return [response.status, errorPointers(response)];
    };
    expect(await pointersOf({ name: 'x' })).toEqual([422, ['/version']]);
    expect(await pointersOf({ version: 1, name: ' ' })).toEqual([422, ['/name']]);
    expect(await pointersOf({ version: 1, set_id: 999_999 })).toEqual([422, ['/set_id']]);
    for (const geometry of [
      { type: 'Point', coordinates: [1, 1] },
      polygon([
        [0, 0],
        [1, 1],
      ]),
      polygon([...square(0, 0), [181, 0]]),
      polygon([...square(0, 0), [0, -91]]),
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 'NaN'],
            [1, 1],
          ],
        ],
      },
      { type: 'MultiPolygon', coordinates: [] },
    ])
      expect(await pointersOf({ version: 1, geometry })).toEqual([422, ['/geometry']]);
    expect((await read(id)).body).toMatchObject({ name: 'Checked', version: 1 });
  });

  test('an outline without an inside, which would refuse every report', async () => {
    const id = await createArea('With inside', polygon(square(30, 0)));
    const ring = (...points: Ring) => polygon(points);
    const flat = [
      ring([30, 0], [31, 0], [32, 0], [30, 0]),
      ring([30, 0], [30.1, 0.3], [30.3, 0.9]),
      ring([30, 0], [30, 0], [30, 0], [30, 0]),
      ring([30, 0], [31, 1], [30, 0]),
      ring([30, 0], [31, 0], [31, 1], [31, 0]),
      polygon(square(30, 0, 1e-10)),
      polygon(square(30, 0, 0), square(30, 0)),
      { type: 'MultiPolygon', coordinates: [[square(30, 0, 0)], [square(31, 0, 0)]] },
    ];
    for (const geometry of flat) {
      const changed = await change(id, { version: 1, geometry });
      expect([changed.status, errorPointers(changed)]).toEqual([422, ['/geometry']]);
      const { set_id: set } = (await read(id)).body;
      const added = await addTo(set, [{ name: 'Flat', geometry }]);
      expect([added.status, errorPointers(added)]).toEqual([422, ['/areas']]);
    }
    const oneLarge = { type: 'MultiPolygon', coordinates: [[square(30, 0, 0)], [square(31, 0)]] };
    expect((await change(id, { version: 1, geometry: oneLarge })).status).toBe(200);
  });

  test('a line over the 180th meridian that goes the other way; the edges of the world are none', async () => {
    const id = await createArea('Islands', polygon(square(170, -10)));
    const across: Ring = [
      [170, -10],
      [-170, -10],
      [-170, 10],
      [170, 10],
      [170, -10],
    ];
    const refused = [
      polygon(across),
      polygon(across.slice(1, -1)),
      { type: 'MultiPolygon', coordinates: [[square(0, 0)], [across]] },
    ];
    for (const geometry of refused) {
      const changed = await change(id, { version: 1, geometry });
      expect([changed.status, errorPointers(changed)]).toEqual([422, ['/geometry']]);
      const { set_id: set } = (await read(id)).body;
      const added = await addTo(set, [{ name: 'Across', geometry }]);
      expect([added.status, errorPointers(added)]).toEqual([422, ['/areas']]);
    }
    const inTwoParts = { type: 'MultiPolygon', coordinates: [[square(175, -10, 5)], [square(-180, -10, 5)]] };
    expect((await change(id, { version: 1, geometry: inTwoParts })).status).toBe(200);
    const pole: Ring = [
      [-180, -90],
      [-180, -70],
      [0, -60],
      [179.9999999999, -70],
      [180, -90],
    ];
    expect((await change(id, { version: 2, geometry: polygon(pole) })).status).toBe(200);
  });

  test('areas that do not exist are not found, and members cannot change any', async () => {
    expect((await read(999_999)).status).toBe(404);
    expect((await change(999_999, { version: 1 })).status).toBe(404);
    const set = await createSet('Gone', { Gone: polygon(square(0, 0)) });
    const id = await idOf(set, 'Gone');
    for (const kind of ['passer-by', 'visitor', 'member', 'reviewer'] as const)
      for (const method of ['GET', 'PUT'] as const)
        expect([401, 403]).toContain(
          (await app.send(kind, method, `/areas/${id}`, method === 'PUT' ? { version: 1 } : undefined))
            .status,
        );
    await app.send('settings manager', 'DELETE', `/area-sets/${set}`);
    expect((await change(id, { version: 1, name: 'Back' })).status).toBe(404);
  });
});
