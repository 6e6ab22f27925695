import type { Notification } from '@waypost/contract/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, type Kind, pointersOf, startDeployment } from '../testing/deployment.ts';

let it: Deployment;
let open: number;
let hidden: number;
beforeAll(async () => {
  it = await startDeployment();
  const make = async (path: string, body: object) =>
    (await it.send<{ id: number }>('admin', 'POST', path, body)).body.id;
  open = await make('/collections', { name: 'Open to all' });
  hidden = await make('/savedsearches', { name: 'For reviewers', role: ['reviewer'], filter: { q: 'x' } });
});
afterAll(() => it.close());

const listFor = async (kind: Kind, query = '') =>
  (await it.send<{ results: Notification[] }>(kind, 'GET', `/notifications?${query}`)).body.results;

test('who wants to be told says so once, sees their own alone, and can take it back', async () => {
  const { status, body } = await it.send<Notification>('member', 'POST', '/notifications', { set: open });
  const member = await it.idOf('member');
  const address = (path: string) => `https://report.example.org/api/v3/${path}`;
  expect([status, body]).toEqual([
    200,
    {
      id: body.id,
      url: address(`notifications/${body.id}`),
      user: { id: member, url: address(`users/${member}`) },
      set: { id: open, url: address(`sets/${open}`), name: 'Open to all', type: 'collection' },
      digest: 'at_once',
      created: expect.any(String),
      updated: null,
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
    },
  ]);
  const again = await it.send<Notification>('member', 'POST', '/notifications', { set_id: { id: open } });
  expect(again.body).toEqual(body);
  await it.send('reviewer', 'POST', '/notifications', { set: String(hidden) });
  expect(await listFor('member', 'user=me')).toEqual([body]);
  expect(await listFor('member', `set=${open}`)).toEqual([body]);
  expect(await listFor('member', `set=${hidden}`)).toEqual([]);
  expect(await listFor('admin', `user=${member}`)).toEqual([]);
  const path = `/notifications/${body.id}`;
  for (const kind of ['reviewer', 'admin'] as Kind[])
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect((await it.send(kind, method, path, method === 'PUT' ? {} : undefined)).status).toBe(404);
  expect((await it.send('member', 'DELETE', path)).body).toEqual(body);
  expect(await listFor('member')).toEqual([]);
});

test('what one may not see is answered like what is not there', async () => {
  for (const [kind, body] of [
    ['member', { set: hidden }],
    ['member', { set: 999_999 }],
    ['member', {}],
  ] as [Kind, object][]) {
    const answer = await it.send(kind, 'POST', '/notifications', body);
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['/set']]);
  }
  expect((await it.send('visitor', 'POST', '/notifications', { set: open })).status).toBe(403);
  expect((await it.send('visitor', 'GET', '/notifications')).status).toBe(403);
});

test('what is hidden later keeps its name to itself', async () => {
  const [mine] = await listFor('reviewer');
  expect(mine?.set).toMatchObject({ id: hidden, name: 'For reviewers', type: 'savedsearch' });
  await it.send('admin', 'PUT', `/savedsearches/${hidden}`, { role: ['admin'] });
  expect((await listFor('reviewer'))[0]?.set).toEqual({ id: hidden, url: mine?.set.url });
  const moved = await it.send<Notification>('reviewer', 'PUT', `/notifications/${mine?.id}`, { set: open });
  expect(moved.body).toMatchObject({ id: mine?.id, set: { id: open }, updated: expect.any(String) });
  await it.send('admin', 'DELETE', `/collections/${open}`);
  expect(await listFor('reviewer')).toEqual([]);
});
