import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

interface Log {
  results: { user: { id: number } | null; action: string; subject: string; details: object }[];
}

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

const latest = async () => {
  const log = await it.send<Log>('admin', 'GET', '/audit?limit=1');
  return log.body.results[0];
};

test('who changed which right or setting is kept, by id and without what they wrote', async () => {
  const [admin, manager] = [await it.idOf('admin'), await it.idOf('settings manager')];
  const by = (id: number) => ({ id, url: `https://report.example.org/api/v3/users/${id}` });
  const person = await it.send<{ id: number }>('admin', 'POST', '/users', {
    email: 'ines@example.org',
    password: 'long enough',
    realname: 'Inés',
  });
  expect(await latest()).toMatchObject({
    user: by(admin),
    action: 'create',
    subject: 'users',
    subject_id: String(person.body.id),
    details: { role: { from: null, to: 'user' } },
  });
  await it.send('admin', 'PUT', `/users/${person.body.id}`, { role: 'reviewer', password: 'another one' });
  expect(await latest()).toMatchObject({
    action: 'update',
    details: { changed: ['role', 'password'], role: { from: 'user', to: 'reviewer' } },
  });
  const role = await it.send<{ id: number }>('admin', 'POST', '/roles', { name: 'helper' });
  await it.send('admin', 'PUT', `/roles/${role.body.id}`, { permissions: ['Manage Posts'] });
  expect(await latest()).toMatchObject({
    subject: 'roles',
    details: { permissions: { from: [], to: ['Manage Posts'] } },
  });
  await it.send('settings manager', 'PUT', '/config/site', { email: 'team@example.org', language: 'en-US' });
  expect(await latest()).toMatchObject({
    user: by(manager),
    subject: 'config',
    subject_id: 'site',
    details: { changed: ['email'] },
  });
  await it.send('admin', 'DELETE', `/users/${person.body.id}`);
  const all = await it.send<Log>('admin', 'GET', `/audit?subject=users&subject_id=${person.body.id}`);
  expect(all.body.results.map((entry) => entry.action)).toEqual(['delete', 'update', 'create']);
  expect(JSON.stringify((await it.send('admin', 'GET', '/audit')).body)).not.toMatch(
    /@example|In\u00e9s|long enough|another one/,
  );
});

test('an account that somebody made for themselves, and signing out everywhere, are told too', async () => {
  const made = await it.send<{ id: number }>('passer-by', 'POST', '/register', {
    email: 'abe@example.org',
    password: 'long enough',
    realname: 'Abe',
  });
  expect(await latest()).toMatchObject({
    user: { id: made.body.id },
    user_name: 'Abe',
    action: 'create',
    subject_name: 'Abe',
    details: { role: { from: null, to: 'user' }, registered: true },
  });
  await it.send('reviewer', 'DELETE', '/users/me/sessions');
  expect(await latest()).toMatchObject({
    user: { id: await it.idOf('reviewer') },
    subject: 'users',
    details: { changed: ['sessions'] },
  });
});

test('a change that failed leaves no trace, and neither does one that changes nothing', async () => {
  const before = await latest();
  await it.send('admin', 'POST', '/users', { email: 'member@example.org', password: 'long enough' });
  await it.send('member', 'PUT', '/users/me', { realname: 'Mo' });
  expect(await latest()).toEqual(before);
});

test('administrators read it, nobody else', async () => {
  const statuses = [];
  for (const kind of ['passer-by', 'visitor', 'member', 'settings manager', 'admin'] as const)
    statuses.push((await it.send(kind, 'GET', '/audit')).status);
  expect(statuses).toEqual([401, 403, 403, 403, 200]);
});
