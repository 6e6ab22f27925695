import type { Notification } from '@waypost/contract/notifications/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
let visibleSetId: number;
let hiddenSetId: number;
beforeAll(async () => {
  app = await startTestApp();
  const create = async (path: string, body: object) =>
    (await app.send<{ id: number }>('admin', 'POST', path, body)).body.id;
  visibleSetId = await create('/collections', { name: 'Open to all' });
  hiddenSetId = await create('/savedsearches', {
    name: 'For reviewers',
    role: ['reviewer'],
    filter: { q: 'x' },
  });
});
afterAll(() => app.close());

const listNotifications = async (kind: Actor, query = '') =>
  (await app.send<{ results: Notification[] }>(kind, 'GET', `/notifications?${query}`)).body.results;

test('a user creates a notification once, sees only their own, and can delete it', async () => {
  const { status, body } = await app.send<Notification>('member', 'POST', '/notifications', {
    set: visibleSetId,
  });
  const member = await app.idOf('member');
  const apiUrl = (path: string) => `https://report.example.org/api/v3/${path}`;
  expect([status, body]).toEqual([
    200,
    {
      id: body.id,
      url: apiUrl(`notifications/${body.id}`),
      user: { id: member, url: apiUrl(`users/${member}`) },
      set: {
        id: visibleSetId,
        url: apiUrl(`sets/${visibleSetId}`),
        name: 'Open to all',
        type: 'collection',
      },
      digest: 'at_once',
      created: expect.any(String),
      updated: null,
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
    },
  ]);
  const again = await app.send<Notification>('member', 'POST', '/notifications', {
    set_id: { id: visibleSetId },
  });
  expect(again.body).toEqual(body);
  await app.send('reviewer', 'POST', '/notifications', { set: String(hiddenSetId) });
  expect(await listNotifications('member', 'user=me')).toEqual([body]);
  expect(await listNotifications('member', `set=${visibleSetId}`)).toEqual([body]);
  expect(await listNotifications('member', `set=${hiddenSetId}`)).toEqual([]);
  expect(await listNotifications('admin', `user=${member}`)).toEqual([]);
  const path = `/notifications/${body.id}`;
  for (const kind of ['reviewer', 'admin'] as Actor[])
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect((await app.send(kind, method, path, method === 'PUT' ? {} : undefined)).status).toBe(404);
  expect((await app.send('member', 'DELETE', path)).body).toEqual(body);
  expect(await listNotifications('member')).toEqual([]);
});

test('a hidden set is refused like one that does not exist', async () => {
  for (const [kind, body] of [
    ['member', { set: hiddenSetId }],
    ['member', { set: 999_999 }],
    ['member', {}],
  ] as [Actor, object][]) {
    const response = await app.send(kind, 'POST', '/notifications', body);
    expect([response.status, errorPointers(response)]).toEqual([422, ['/set']]);
  }
  expect((await app.send('visitor', 'POST', '/notifications', { set: visibleSetId })).status).toBe(403);
  expect((await app.send('visitor', 'GET', '/notifications')).status).toBe(403);
});

test('the name of a set that was hidden later is not shown', async () => {
  const [mine] = await listNotifications('reviewer');
  expect(mine?.set).toMatchObject({ id: hiddenSetId, name: 'For reviewers', type: 'savedsearch' });
  await app.send('admin', 'PUT', `/savedsearches/${hiddenSetId}`, { role: ['admin'] });
  expect((await listNotifications('reviewer'))[0]?.set).toEqual({ id: hiddenSetId, url: mine?.set.url });
  const moved = await app.send<Notification>('reviewer', 'PUT', `/notifications/${mine?.id}`, {
    set: visibleSetId,
  });
  expect(moved.body).toMatchObject({ id: mine?.id, set: { id: visibleSetId }, updated: expect.any(String) });
  await app.send('admin', 'DELETE', `/collections/${visibleSetId}`);
  expect(await listNotifications('reviewer')).toEqual([]);
});
