import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('stores settings, masks API keys, and keeps them when the mask is sent back', async () => {
  const at = `/users/${await app.idOf('member')}/settings`;
  const key = { config_key: 'hdx_api_key', config_value: 'abcdefgh1234' };
  const created = await app.send<{ id: number }>('member', 'POST', at, key);
  expect(created.body).toMatchObject({
    config_value: '********1234',
    user: { id: await app.idOf('member') },
  });
  await app.send('member', 'PUT', `${at}/${created.body.id}`, { ...key, config_value: '********1234' });
  const rows = await app.db.selectFrom('user_settings').select('config_value').execute();
  expect(rows).toEqual([{ config_value: expect.stringMatching(/^sealed:/) }]);
  // The mask is no value, and the key does not come out under another name.
  const renamed = { config_key: 'note', config_value: '********1234' };
  expect(errorPointers(await app.send('member', 'PUT', `${at}/${created.body.id}`, renamed))).toEqual([
    '/config_value',
  ]);
  expect((await app.send('member', 'GET', `${at}/${created.body.id}`)).body).toMatchObject({
    config_value: '********1234',
  });
  const twice = await app.send('member', 'POST', at, key);
  expect([twice.status, errorPointers(twice)]).toEqual([422, ['/config_key']]);
  const short = await app.send('member', 'POST', at, { config_key: 'ab', config_value: '' });
  expect(errorPointers(short).sort()).toEqual(['/config_key', '/config_value']);
  for (const [kind, status] of [
    ['passer-by', 401],
    ['visitor', 403],
    ['reviewer', 403],
    ['admin', 403],
  ] as const)
    for (const [method, url, body] of [
      ['GET', at],
      ['POST', at, { ...key, config_key: 'other' }],
      ['GET', `${at}/${created.body.id}`],
      ['PUT', `${at}/${created.body.id}`, key],
      ['DELETE', `${at}/${created.body.id}`],
    ] as const)
      expect([kind, method, (await app.send(kind, method, url, body)).status]).toEqual([
        kind,
        method,
        status,
      ]);
  const admins = `/users/${await app.idOf('admin')}/settings`;
  expect((await app.send('admin', 'GET', `${admins}/${created.body.id}`)).status).toBe(404);
  const foreign = { ...key, config_key: 'mine', user_id: await app.idOf('admin') };
  expect((await app.send('member', 'POST', at, foreign)).status).toBe(403);
  expect((await app.send('member', 'DELETE', `${at}/${created.body.id}`)).status).toBe(200);
  const value = JSON.stringify({ 'user-settings': { enabled: false } });
  await app.db.insertInto('settings').values({ name: 'features', value }).execute();
  expect((await app.send('member', 'GET', at)).status).toBe(404);
});
