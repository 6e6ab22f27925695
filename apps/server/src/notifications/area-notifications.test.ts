/** Notifications about reports in an area: a saved search by area tells who covers it. */
import type { AreaSet } from '@waypost/contract/areas/areas';
import type { listAreas } from '@waypost/contract/areas/list-areas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { confirmContacts } from '../testing/app/confirm-contacts.ts';
import { createSurveysWithPlaces, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
let open: TestSurvey;
let hiding: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  ({ open, hiding } = await createSurveysWithPlaces(app.db));
  const contact = { type: 'email', contact: 'mo@example.org', can_notify: true };
  await app.send('member', 'POST', '/contacts', contact);
  await confirmContacts(app.db);
});
afterAll(() => app.close());

const report = (survey: TestSurvey, title: string, lat: number, lon: number) =>
  app.send('reviewer', 'POST', '/posts', {
    form: survey.id,
    title,
    status: 'published',
    values: { [survey.keyOf('where')]: [{ lat, lon }] },
  });

test('who subscribes to an area hears of reports in it, as they may see their places', async () => {
  const set = await app.send<AreaSet>('admin', 'POST', '/area-sets', { name: 'Wards', level: 1 });
  // Hidden places are rounded to 50.12, 10.12, which is outside.
  const [west, south, size] = [10.1225, 50.1225, 0.001];
  const ring = [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
  ];
  await app.send('admin', 'POST', `/area-sets/${set.body.id}/areas`, {
    areas: [{ name: 'Ward 3', geometry: { type: 'Polygon', coordinates: [ring] } }],
  });
  const { body: areas } = await app.send<z.infer<typeof listAreas.response>>('visitor', 'GET', '/areas');
  const search = await app.send<{ id: number }>('member', 'POST', '/savedsearches', {
    name: 'My ward',
    filter: { area: [String(areas.results[0]?.id)] },
  });
  expect(search.status).toBe(200);
  expect((await app.send('member', 'POST', '/notifications', { set: search.body.id })).status).toBe(200);
  await report(open, 'Inside', 50.1231, 10.1231);
  await report(open, 'Outside', 51, 10);
  await report(hiding, 'Inside with a hidden place', 50.1231, 10.1231);
  await app.jobs.runPending({ includeScheduled: true });
  const mails = await app.db.selectFrom('outbox').select(['recipient', 'subject', 'text']).execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ recipient: 'mo@example.org', subject: 'Waypost: Inside' });
  expect(mails[0]?.text).not.toMatch(/Outside|hidden/);
});
