import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

interface Log {
  results: {
    user: { id: number } | null;
    action: string;
    subject: string;
    subject_name: string | null;
    subject_exists: boolean;
    details: object;
  }[];
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const latestEntry = async () => {
  const log = await app.send<Log>('admin', 'GET', '/audit?limit=1');
  return log.body.results[0];
};

test('records who changed which permission or setting, by id and without text of people', async () => {
  const [admin, manager] = [await app.idOf('admin'), await app.idOf('settings manager')];
  const by = (id: number) => ({ id, url: `https://report.example.org/api/v3/users/${id}` });
  const person = await app.send<{ id: number }>('admin', 'POST', '/users', {
    email: 'ines@example.org',
    password: 'long enough',
    realname: 'Inés',
  });
  expect(await latestEntry()).toMatchObject({
    user: by(admin),
    action: 'create',
    subject: 'users',
    subject_id: String(person.body.id),
    details: { role: { from: null, to: 'user' } },
  });
  await app.send('admin', 'PUT', `/users/${person.body.id}`, { role: 'reviewer', password: 'another one' });
  expect(await latestEntry()).toMatchObject({
    action: 'update',
    details: { changed: ['role', 'password'], role: { from: 'user', to: 'reviewer' } },
  });
  const role = await app.send<{ id: number }>('admin', 'POST', '/roles', { name: 'helper' });
  await app.send('admin', 'PUT', `/roles/${role.body.id}`, { permissions: ['Manage Posts'] });
  expect(await latestEntry()).toMatchObject({
    subject: 'roles',
    details: { permissions: { from: [], to: ['Manage Posts'] } },
  });
  await app.send('settings manager', 'PUT', '/config/site', { email: 'team@example.org', language: 'en-US' });
  expect(await latestEntry()).toMatchObject({
    user: by(manager),
    subject: 'config',
    subject_id: 'site',
    details: { changed: ['email'] },
  });
  await app.send('admin', 'PUT', '/config/site', { personal_data_reason: true });
  expect(await latestEntry()).toMatchObject({
    user: by(admin),
    details: { changed: ['personal_data_reason'], personal_data_reason: { from: false, to: true } },
  });
  await app.send('admin', 'PUT', '/config/site', { personal_data_reason: false });
  expect((await latestEntry())?.details).toMatchObject({ personal_data_reason: { from: true, to: false } });
  await app.send('admin', 'DELETE', `/users/${person.body.id}`);
  const all = await app.send<Log>('admin', 'GET', `/audit?subject=users&subject_id=${person.body.id}`);
  expect(all.body.results.map((entry) => entry.action)).toEqual(['delete', 'update', 'create']);
  expect(JSON.stringify((await app.send('admin', 'GET', '/audit')).body)).not.toMatch(
    /@example|In\u00e9s|long enough|another one/,
  );
});

test('records registrations and signing out everywhere', async () => {
  const created = await app.send<{ id: number }>('passer-by', 'POST', '/register', {
    email: 'abe@example.org',
    password: 'long enough',
    realname: 'Abe',
  });
  expect(await latestEntry()).toMatchObject({
    user: { id: created.body.id },
    user_name: 'Abe',
    action: 'create',
    subject_name: 'Abe',
    details: { role: { from: null, to: 'user' }, registered: true },
  });
  await app.send('reviewer', 'DELETE', '/users/me/sessions');
  expect(await latestEntry()).toMatchObject({
    user: { id: await app.idOf('reviewer') },
    subject: 'users',
    details: { changed: ['sessions'] },
  });
});

test('records neither failed changes nor saves without a change', async () => {
  const before = await latestEntry();
  await app.send('admin', 'POST', '/users', { email: 'member@example.org', password: 'long enough' });
  await app.send('member', 'PUT', '/users/me', { realname: 'Mo' });
  expect(await latestEntry()).toEqual(before);
});

test('only administrators may read the audit log', async () => {
  const statuses = [];
  for (const kind of ['passer-by', 'visitor', 'member', 'settings manager', 'admin'] as const)
    statuses.push((await app.send(kind, 'GET', '/audit')).status);
  expect(statuses).toEqual([401, 403, 403, 403, 200]);
});

test('names the category that was deleted', async () => {
  const { body } = await app.send<{ id: number }>('admin', 'POST', '/tags', {
    tag: 'Drains',
    type: 'category',
  });
  await app.send('admin', 'DELETE', `/tags/${body.id}`);
  expect(await latestEntry()).toMatchObject({ action: 'delete', subject: 'tags', subject_name: 'Drains' });
});

test('names roles, webhooks and layers that were deleted, but no people', async () => {
  const create = async (path: string, body: object) =>
    (await app.send<{ id: number }>('admin', 'POST', path, body)).body.id;
  const webhook = {
    shared_secret: 'twenty characters at least',
    event_type: 'create',
    entity_type: 'post',
    content: 'public',
  };
  const layer = {
    type: 'geojson',
    data_url: 'https://example.org/a.json',
    active: true,
    visible_by_default: false,
  };
  const created: [string, number][] = [
    ['roles', await create('/roles', { name: 'scout', display_name: 'Scout' })],
    ['webhooks', await create('/webhooks', { name: 'Scout', url: 'https://example.org/', ...webhook })],
    ['layers', await create('/layers', { name: 'Scout', ...layer })],
  ];
  for (const [subject, id] of created) {
    await app.send('admin', 'DELETE', `/${subject}/${id}`);
    const log = await app.send<Log>('admin', 'GET', `/audit?subject=${subject}&subject_id=${id}`);
    const entries = log.body.results.map(({ action, subject_name, subject_exists }) => [
      action,
      subject_name,
      subject_exists,
    ]);
    expect([subject, entries]).toEqual([
      subject,
      [
        ['delete', 'Scout', false],
        ['create', 'Scout', false],
      ],
    ]);
  }
  const person = await create('/users', {
    email: 'eva@example.org',
    password: 'long enough',
    realname: 'Eva',
  });
  await app.send('admin', 'DELETE', `/users/${person}`);
  expect(await latestEntry()).toMatchObject({ subject: 'users', subject_name: null, subject_exists: false });
});
