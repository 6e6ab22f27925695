import { limits } from '@waypost/contract/common/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

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
