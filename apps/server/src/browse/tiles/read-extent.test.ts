import type { PostExtent } from '@waypost/contract/browse/map';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { gridLevels } from './map-grid.rules.ts';
import { enclosingExtent } from './read-extent.ts';

let app: TestApp;
let survey: TestSurvey;
let masked: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
  masked = await createTestSurvey(
    app.db,
    { where: { type: 'point', input: 'location' } },
    { hide_location: true },
  );
});
afterAll(() => app.close());

const report = (of: TestSurvey, lat: number, lon: number, more: object = {}) =>
  app.send('reviewer', 'POST', '/posts', {
    form: of.id,
    title: 'Somewhere',
    status: 'published',
    values: { [of.keyOf('where')]: [{ lat, lon }] },
    ...more,
  });
const extent = async (kind: Actor, query = '') =>
  (await app.send<z.output<typeof PostExtent>>(kind, 'GET', `/posts/extent${query}`)).body.bbox;

test('the extent is the box around the places of the posts that the caller sees, also across the antimeridian', async () => {
  expect(await extent('passer-by')).toBeNull();
  await report(survey, 10, 20);
  await report(survey, -5.25, 30.25);
  const box = (await extent('passer-by')) ?? [];
  for (const [index, degrees] of [20, -5.25, 30.25, 10].entries()) expect(box[index]).toBeCloseTo(degrees, 3);

  // A draft is not seen by visitors; a filter leaves the others out.
  await report(survey, 60, -100, { status: 'draft', title: 'Draft' });
  expect((await extent('passer-by'))?.[0]).toBeCloseTo(20, 3);
  expect((await extent('reviewer', '?status=draft'))?.map(Math.round)).toEqual([-100, 60, -100, 60]);

  await report(survey, 0, 179);
  await report(survey, 0, -179);
  const pacific = (await extent('passer-by', '?q=Somewhere')) ?? [];
  expect(pacific.map(Math.round)).toEqual([20, -5, -179, 10]);
});

test('the extent of a hidden place is that of its rounded location', async () => {
  await report(masked, 48.123456, -30.654321, { title: 'Hidden' });
  const [west = 0, south = 0] = (await extent('passer-by', `?form=${masked.id}`)) ?? [];
  expect([Math.round(west * 1000) / 1000, Math.round(south * 1000) / 1000]).toEqual([-30.65, 48.12]);
});

test('of several boxes the widest gap is left out', () => {
  const world = 2 ** gridLevels;
  const at = (west: number, east: number) => ({
    west: west * world,
    east: east * world - 1,
    north: 0,
    south: 1,
  });
  const columns = (...boxes: ReturnType<typeof at>[]) => {
    const [west, , east] = enclosingExtent(boxes) ?? [];
    return [west, east];
  };
  expect(columns(at(0.25, 0.5))).toEqual([-90, 0]);
  expect(columns(at(0.75, 0.875), at(0.25, 0.5))).toEqual([-90, 135]);
  expect(columns(at(0, 0.125), at(0.875, 1))).toEqual([135, -135]);
});
