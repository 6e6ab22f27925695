/** Areas that are replaced or deleted while fields and saved searches refer to them. */
import type { AreaReferences, AreaSet } from '@waypost/contract/areas/areas';
import type { listAreas } from '@waypost/contract/areas/list-areas';
import type { listAudit } from '@waypost/contract/audit/audit';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { polygon, square } from './areas.fixture.ts';

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
});
afterAll(() => app.close());

const save = (set: number, areas: object[]) =>
  app.send<AreaSet>('settings manager', 'POST', `/area-sets/${set}/areas`, { areas });
const createSet = async (areas: object[]) => {
  const input = { name: 'Districts', level: 1 };
  const set = (await app.send<AreaSet>('settings manager', 'POST', '/area-sets', input)).body.id;
  expect((await save(set, areas)).status).toBe(200);
  return set;
};
const idsOf = async (set: number) => {
  const { body } = await app.send<z.infer<typeof listAreas.response>>('visitor', 'GET', '/areas');
  return new Map(body.results.filter((it) => it.set_id === set).map(({ id, name }) => [name, id]));
};
const find = async (area: number) =>
  (await app.send<{ results: Post[] }>('visitor', 'GET', `/posts?area=${area}`)).body.results.map(
    ({ title }) => title,
  );

test('a replaced area keeps its id, and finds the reports in its new outline once the job has run', async () => {
  const set = await createSet([
    { name: 'North', geometry: polygon(square(0, 10)) },
    { name: 'South', geometry: polygon(square(0, 0)) },
  ]);
  const north = (await idsOf(set)).get('North') ?? 0;
  for (const lat of [10.5, 20.5])
    await app.send('reviewer', 'POST', '/posts', {
      form: survey.id,
      title: `at ${lat}`,
      status: 'published',
      values: { [survey.keyOf('where')]: [{ lat, lon: 0.5 }] },
    });
  expect(await find(north)).toEqual(['at 10.5']);
  const replaced = await save(set, [
    { id: north, name: 'Far North', geometry: polygon(square(0, 20)) },
    { name: 'East', geometry: polygon(square(30, 0)) },
  ]);
  expect([replaced.status, replaced.body.area_count]).toEqual([200, 3]);
  const ids = await idsOf(set);
  expect([...ids.keys()]).toEqual(['East', 'Far North', 'South']);
  expect(ids.get('Far North')).toBe(north);
  await app.jobs.runPending();
  expect(await find(north)).toEqual(['at 20.5']);
});

test('an area of another set cannot be replaced or deleted', async () => {
  const [set, other] = [
    await createSet([{ name: 'Own', geometry: polygon(square(0, 0)) }]),
    await createSet([{ name: 'Other', geometry: polygon(square(0, 0)) }]),
  ];
  const otherId = (await idsOf(other)).get('Other') ?? 0;
  const ownId = (await idsOf(set)).get('Own') ?? 0;
  for (const ids of [[otherId], [999_999], [ownId, ownId]]) {
    const refused = await save(
      set,
      ids.map((id) => ({ id, name: 'Taken', geometry: polygon(square(1, 1)) })),
    );
    expect([refused.status, errorPointers(refused)]).toEqual([422, ['/areas']]);
  }
  const deleted = await app.send<AreaSet>(
    'settings manager',
    'DELETE',
    `/area-sets/${set}/areas?area=${ownId},${otherId}`,
  );
  expect([deleted.status, deleted.body.area_count]).toEqual([200, 0]);
  expect([...(await idsOf(other)).keys()]).toEqual(['Other']);
  const empty = await app.send('settings manager', 'DELETE', `/area-sets/${set}/areas`);
  expect([empty.status, errorPointers(empty)]).toEqual([422, ['/area']]);
});

test('what refers to areas is named: fields of surveys, and how many saved searches', async () => {
  const set = await createSet([
    { name: 'North', geometry: polygon(square(0, 10)) },
    { name: 'South', geometry: polygon(square(0, 0)) },
  ]);
  const north = (await idsOf(set)).get('North') ?? 0;
  for (const inside of [{ area: north }, { set }])
    await createTestSurvey(app.db, { home: { type: 'point', input: 'location', config: { inside } } });
  for (const area of [String(north), [String(north)], [north, 999]])
    expect(
      (await app.send('member', 'POST', '/savedsearches', { name: 'Mine', view: 'list', filter: { area } }))
        .status,
    ).toBe(200);
  const { body } = await app.send<AreaReferences>('settings manager', 'GET', `/area-sets/${set}/references`);
  expect(body.fields.map(({ label, area_id }) => [label, area_id])).toEqual([
    ['home', north],
    ['home', null],
  ]);
  expect(body.saved_searches).toEqual([{ area_id: north, total: 3 }]);
  expect((await app.send('member', 'GET', `/area-sets/${set}/references`)).status).toBe(403);
  expect((await app.send('settings manager', 'GET', '/area-sets/999/references')).status).toBe(404);
});

test('the audit log names areas that are deleted', async () => {
  const set = await createSet([
    { name: 'North', geometry: polygon(square(0, 10)) },
    { name: 'South', geometry: polygon(square(0, 0)) },
  ]);
  const south = (await idsOf(set)).get('South') ?? 0;
  for (let attempt = 0; attempt < 2; attempt++)
    await app.send('settings manager', 'DELETE', `/area-sets/${set}/areas?area=${south}`);
  const { body } = await app.send<z.infer<typeof listAudit.response>>('admin', 'GET', '/audit?limit=2');
  expect(body.results.map(({ action, subject, subject_name }) => [action, subject, subject_name])).toEqual([
    ['delete', 'areas', 'South'],
    ['update', 'area-sets', 'Districts'],
  ]);
});
