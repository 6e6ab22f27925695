/** The set-up assistant: steps are done by the state of the deployment. */
import type { AreaDefaults, Setup } from '@waypost/contract/setup-assistant/setup-assistant';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildExtract } from '../map-archives/extract/osm/extract.fixture.ts';
import { startArchiveApp } from '../map-archives/map-archives.fixture.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import type { Actor, TestApp } from '../testing/app/test-app.ts';
import { findUsualLanguage } from './area-defaults.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
let app: TestApp;
beforeAll(async () => {
  deployment = await startArchiveApp();
  app = deployment.app;
});
afterAll(() => deployment.close());

const readSetup = async (actor: Actor = 'admin') => (await app.send<Setup>(actor, 'GET', '/setup')).body;
const change = (body: object, actor: Actor = 'admin') => app.send<Setup>(actor, 'PUT', '/setup', body);
const stateOf = async (id: string) => (await readSetup()).steps.find((step) => step.id === id)?.state;
const saveConfig = async (group: string, body: object) =>
  expect((await app.send('admin', 'PUT', `/config/${group}`, body)).status).toBe(200);

test('only people who manage settings see and change the set-up', async () => {
  for (const actor of ['passer-by', 'visitor', 'member', 'reviewer'] as const)
    for (const reply of [await app.send(actor, 'GET', '/setup'), await change({ dismissed: true }, actor)])
      expect([401, 403]).toContain(reply.status);
  const { steps } = await readSetup('settings manager');
  const mayUpdate = steps.filter((step) => step.allowed_privileges.includes('update')).map(({ id }) => id);
  expect(mayUpdate).toEqual(['name', 'area', 'survey', 'map', 'privacy', 'share']);
});

test('each step is done by what is set, and open again when that is undone', async () => {
  expect(await stateOf('name')).toBe('open');
  await saveConfig('site', { name: 'Flood Watch', description: '' });
  expect(await stateOf('name')).toBe('done');
  await saveConfig('site', { name: 'Waypost', description: 'High water.' });
  expect(await stateOf('name')).toBe('open');

  const view = { lat: -0.1, lon: 34.75, zoom: 9 };
  await saveConfig('map', { default_view: view });
  expect([await stateOf('area'), await stateOf('map')]).toEqual(['done', 'open']);
  await saveConfig('map', { default_view: { ...view, basemap: 'streets' } });
  expect(await stateOf('map')).toBe('done');
  for (const basemap of ['embedded', 'detailed']) {
    await saveConfig('map', { default_view: { ...view, basemap } });
    expect(await stateOf('map')).toBe('open');
  }

  expect(await stateOf('mail')).toBe('open');
  await saveConfig('data-provider', {
    providers: { outgoingemail: true, smssync: true },
    outgoingemail: { outgoing_type: 'SMTP', outgoing_server: 'mail.example.org' },
    smssync: { secret: 'phone secret' },
  });
  expect([await stateOf('mail'), await stateOf('phone')]).toEqual(['done', 'done']);
  await sql`insert into channel_health (channel, failing_since, last_failure, error_code)
    values ('outgoingemail', now(), now(), 'login')`.execute(app.db);
  expect(await stateOf('mail')).toBe('open');

  await saveConfig('site', { private: true });
  expect(await stateOf('privacy')).toBe('done');
  await saveConfig('site', { private: false });
  expect(await stateOf('privacy')).toBe('open');

  expect(await stateOf('share')).toBe('open');
  const survey = await createTestSurvey(app.db, {});
  await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Bridge under water' });
  expect(await stateOf('share')).toBe('done');
});

test('a street map makes the step done once it is ready, while it is turned on', async () => {
  const extract = buildExtract({
    nodes: [
      { id: 1, at: [34.75, -0.1] },
      { id: 2, at: [34.76, -0.11] },
    ],
    ways: [{ id: 1, nodes: [1, 2], tags: { highway: 'primary', name: 'Oginga Odinga Street' } }],
  });
  const { id } = (await deployment.begin(extract.length, { file_name: 'kisumu.osm.pbf' })).body;
  expect(await stateOf('map')).toBe('open');
  await deployment.sendChunk(id, 0, extract);
  for (const state of ['building', 'importing'] as const) {
    await app.db.updateTable('map_archives').set({ state }).where('id', '=', id).execute();
    expect(await stateOf('map')).toBe('open');
  }
  await app.jobs.runPending();
  expect([(await deployment.read(id)).state, await stateOf('map')]).toEqual(['ready', 'done']);
  await app.send('admin', 'PUT', `/map-archives/${id}`, { active: false });
  expect(await stateOf('map')).toBe('open');
  await app.send('settings manager', 'PUT', `/map-archives/${id}`, { active: true });
  expect(await stateOf('map')).toBe('done');
  await app.send('admin', 'DELETE', `/map-archives/${id}`);
  expect(await stateOf('map')).toBe('open');
});

test('a survey of their own makes the step done', async () => {
  await app.db.updateTable('surveys').set({ updated: null, name: 'Report' }).execute();
  expect(await stateOf('survey')).toBe('open');
  const { body } = await app.send<{ id: number }>('admin', 'POST', '/forms', { name: 'Water levels' });
  expect(await stateOf('survey')).toBe('done');
  await app.send('admin', 'DELETE', `/forms/${body.id}`);
  expect(await stateOf('survey')).toBe('open');
});

test('steps can be skipped, confirmed and put away, and all of it is undone', async () => {
  await change({ skipped: ['privacy', 'survey'] });
  expect([await stateOf('privacy'), await stateOf('share')]).toEqual(['skipped', 'done']);
  await change({ confirmed: ['privacy'] });
  expect((await readSetup()).steps.find(({ id }) => id === 'privacy')).toMatchObject({
    state: 'done',
    confirmed: true,
  });
  expect((await change({ skipped: [], confirmed: [], dismissed: true })).body.dismissed).toBe(true);
  expect([await stateOf('privacy'), (await change({ dismissed: false })).body.dismissed]).toEqual([
    'open',
    false,
  ]);
  expect((await change({ skipped: ['nothing'] })).status).toBe(422);
  expect((await change({ confirmed: ['team'] })).status).toBe(422);
});

test('an area has its country, time zone and language', async () => {
  await sql`insert into places (id, name, folded, country, lat, lon, population)
    values (1, 'Kisumu', 'kisumu', 'KE', -0.1, 34.75, 400000)`.execute(app.db);
  const near = async (point: string) =>
    (await app.send<AreaDefaults>('settings manager', 'GET', `/setup/area?near=${point}`)).body;
  expect(await near('-0.1,34.75')).toEqual({
    country: 'KE',
    timezone: 'Africa/Nairobi',
    language: 'sw',
    place: 'Kisumu',
  });
  expect(await near('47.37,8.54')).toMatchObject({ timezone: 'Europe/Zurich' });
  expect(await near('0,-160.5')).toMatchObject({ country: null, place: null, language: null });
  expect((await app.send('admin', 'GET', '/setup/area')).status).toBe(422);
  expect(['KE', 'BR', 'NP', 'EG'].map(findUsualLanguage)).toEqual(['sw', 'pt', 'ne', 'ar']);
});
