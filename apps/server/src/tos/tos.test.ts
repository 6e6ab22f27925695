import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('users agree for themselves; the server sets the date, and the latest comes first', async () => {
  const forged = { user: 1, user_id: 1, agreement_date: '2001-01-01' };
  const first = await app.send<{ id: number }>('member', 'POST', '/tos', {
    tos_version_date: '2017-07-17',
    ...forged,
  });
  expect(first.body).toMatchObject({
    user: { id: await app.idOf('member') },
    tos_version_date: '2017-07-17T00:00:00+00:00',
    agreement_date: expect.not.stringContaining('2001'),
    allowed_privileges: ['read', 'create', 'search'],
  });
  const second = await app.send<{ id: number }>('member', 'POST', '/tos', { tos_version_date: '2019-01-01' });
  const list = await app.send<{ results: { id: number }[] }>('member', 'GET', '/tos/');
  expect(list.body).toMatchObject({ count: 1, total_count: 2, order: 'desc', orderby: 'agreement_date' });
  expect(list.body.results[0]?.id).toBe(second.body.id);
  expect((await app.send('member', 'GET', `/tos/${first.body.id}`)).status).toBe(200);
  expect((await app.send('admin', 'GET', `/tos/${first.body.id}`)).status).toBe(403);
  expect((await app.send('reviewer', 'GET', '/tos')).body).toMatchObject({ count: 0, total_count: 0 });
});

test('reports an invalid date, and rejects visitors', async () => {
  for (const body of [{}, { tos_version_date: 'soon' }])
    expect(errorPointers(await app.send('member', 'POST', '/tos', body))).toEqual(['/tos_version_date']);
  expect((await app.send('visitor', 'GET', '/tos')).status).toBe(403);
  expect((await app.send('passer-by', 'POST', '/tos', {})).status).toBe(401);
});

test('date and URL of the terms are in the public site configuration', async () => {
  const terms = { tos_release_date: '2026-05-01', tos_url: 'https://example.org/terms' };
  const save = (body: object) => app.send('admin', 'PUT', '/config/site', body);
  expect((await save(terms)).body).toMatchObject(terms);
  expect((await app.send('passer-by', 'GET', '/config/site')).body).toMatchObject(terms);
  const wrong = await save({ tos_release_date: '31 May', tos_url: 'javascript:alert(1)' });
  expect([wrong.status, errorPointers(wrong)]).toEqual([422, ['/tos_release_date', '/tos_url']]);
  expect((await save({ tos_release_date: '', tos_url: null })).status).toBe(200);
});
