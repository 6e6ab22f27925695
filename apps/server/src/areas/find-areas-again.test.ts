/** Areas that change while those of stored reports are being found. */
import type { AreaSet, listAreaSets } from '@waypost/contract/areas/areas';
import type { listAreas } from '@waypost/contract/areas/list-areas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { eventually } from '../testing/time.ts';
import { createFilledSet, polygon, square } from './areas.fixture.ts';

/** More than a batch of the job. */
const reports = 130;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
  for (let at = 0; at < reports; at++)
    await app.send('reviewer', 'POST', '/posts', {
      form: survey.id,
      title: `report ${at}`,
      status: 'published',
      values: { [survey.keyOf('where')]: [{ lat: at < reports - 1 ? 0.5 : 0.75, lon: 0.5 }] },
    });
});
afterAll(() => app.close());

const readProgress = async () =>
  (await app.send<z.infer<typeof listAreaSets.response>>('visitor', 'GET', '/area-sets')).body.progress;
const countIn = async (name: string) => {
  const { body } = await app.send<z.infer<typeof listAreas.response>>('visitor', 'GET', '/areas');
  const id = body.results.find((area) => area.name === name)?.id;
  return (await app.send<{ total_count: number }>('visitor', 'GET', `/posts?area=${id}`)).body.total_count;
};

test('after a change, the progress is that of the new areas, and the run for the earlier ones ends', async () => {
  await sql`create function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(1); return new; end'`.execute(app.db);
  await sql`create trigger wait_for_test before update on post_places for each row
    when (new.lat = 0.75) execute function wait_for_test()`.execute(app.db);
  await app.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(1)`.execute(connection);
    const set = await createFilledSet(app, 'Districts', { First: polygon(square(0, 0)) });
    const running = app.jobs.runPending();
    await eventually(async () => expect(await readProgress()).toEqual({ done: 100, total: reports }));
    await app.send<AreaSet>('settings manager', 'POST', `/area-sets/${set}/areas`, {
      areas: [{ name: 'Second', geometry: polygon(square(0, 0)) }],
    });
    expect(await readProgress()).toEqual({ done: 0, total: 0 });
    await sql`select pg_advisory_unlock(1)`.execute(connection);
    await running;
  });
  expect(await readProgress()).toEqual({ done: 0, total: 0 });
  await app.jobs.runPending();
  expect(await readProgress()).toBeNull();
  expect([await countIn('First'), await countIn('Second')]).toEqual([reports, reports]);
});
