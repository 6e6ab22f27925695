import { limits } from '@waypost/contract/common/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { mergeStoredGroup } from './settings.sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a group of settings is limited in size, since every visitor loads it', async () => {
  const save = (body: object) => app.send('settings manager', 'PUT', '/config/site', body);
  const half = 'x'.repeat(limits.settingsGroup / 2);
  expect((await save({ first: half })).status).toBe(200);
  const refused = await save({ name: 'Flood desk', second: half });
  expect([refused.status, errorPointers(refused)]).toEqual([422, ['/second']]);
  const { body } = await app.send<{ name: string }>('visitor', 'GET', '/config/site');
  expect(body).not.toMatchObject({ name: 'Flood desk' });
  expect((await save({ first: '', second: half })).status).toBe(200);
});

test('the size of a group is counted in bytes', async () => {
  const euros = '€'.repeat(limits.settingsGroup / 3 + 1);
  const refused = await app.send('settings manager', 'PUT', '/config/map', { euros });
  expect([refused.status, errorPointers(refused)]).toEqual([422, ['/euros']]);
});

test('a group that is larger than the limit already may change, but not grow', async () => {
  const large = 'x'.repeat(limits.settingsGroup);
  const stored = { imported: large, name: 'Long name of the desk' };
  await inTransaction(app.db, 'writes', (tx) => mergeStoredGroup(tx, 'site', stored));
  const save = (body: object) => app.send('settings manager', 'PUT', '/config/site', body);
  expect(errorPointers(await save({ name: 'An even longer name of the desk' }))).toEqual(['/name']);
  expect((await save({ name: 'Desk' })).status).toBe(200);
  expect((await save({ imported: large.slice(1) })).status).toBe(200);
});
