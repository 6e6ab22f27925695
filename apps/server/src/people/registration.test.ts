import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, pointersOf, startDeployment } from '../testing/deployment.ts';

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterEach(() => sql`delete from throttles`.execute(it.db));
afterAll(() => it.close());

const person = (name: string) => ({
  email: `${name}@example.org`,
  password: 'long enough',
  realname: `A ${name}`,
});

describe('registration', () => {
  test('makes an ordinary member, and says no more than a name', async () => {
    const made = await it.send<{ id: number }>('passer-by', 'POST', '/register', person('ines'));
    expect(made).toMatchObject({ status: 200 });
    expect(made.body).toEqual({
      id: expect.any(Number),
      url: `https://report.example.org/api/v3/users/${made.body.id}`,
      realname: 'A ines',
      contacts: [],
      allowed_privileges: ['register'],
    });
    const seen = await it.send('admin', 'GET', `/users/${made.body.id}`);
    expect(seen.body).toMatchObject({ role: 'user', email: 'ines@example.org', language: null });
  });

  test('nothing else that is sent counts', async () => {
    const mine = await it.idOf('admin');
    const made = await it.send<{ id: number }>('visitor', 'POST', '/register', {
      ...person('mallory'),
      id: mine,
      role: 'admin',
      user_id: mine,
      permissions: ['Manage Users'],
      logins: 7,
    });
    expect(made.body.id).not.toBe(mine);
    const seen = await it.send('admin', 'GET', `/users/${made.body.id}`);
    expect(seen.body).toMatchObject({ role: 'user', logins: 0 });
  });

  test('names every wrong field, as making an account does', async () => {
    const wrong = await it.send('passer-by', 'POST', '/register', {
      email: 'no',
      password: 'short',
      realname: 'x'.repeat(151),
    });
    expect([wrong.status, pointersOf(wrong).sort()]).toEqual([422, ['/email', '/password', '/realname']]);
    const taken = await it.send('passer-by', 'POST', '/register', {
      ...person('member'),
      password: 'another',
    });
    expect([taken.status, pointersOf(taken)]).toEqual([422, ['/email']]);
  });

  test('is refused on a closed deployment, to those who have signed in too', async () => {
    await it.send('admin', 'PUT', '/config/site', { private: true });
    const statuses = [];
    for (const kind of ['passer-by', 'visitor', 'member'] as const)
      statuses.push((await it.send(kind, 'POST', '/register', person('late'))).status);
    expect(statuses).toEqual([401, 403, 403]);
    await it.send('admin', 'PUT', '/config/site', { private: false });
  });

  test('is slowed by address, not for everybody', async () => {
    const from = (remoteAddress: string) =>
      it.app
        .inject({ method: 'POST', url: '/api/v3/register', remoteAddress, payload: { email: 'no' } })
        .then((answer) => answer.statusCode);
    const statuses = [];
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
      statuses.push(await from(address));
    expect(statuses).toEqual([422, 422, 422, 429, 422]);
  });
});

describe('limits of the operator', () => {
  const setFeatures = (value: object) =>
    it.db
      .insertInto('settings')
      .values({ name: 'features', value: JSON.stringify(value) })
      .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();
  afterEach(() => setFeatures({}));

  test('no more administrators than agreed: made, promoted, or both at once', async () => {
    await setFeatures({ limits: { admin_users: 2 } });
    const both = await Promise.all(
      ['uma', 'vera'].map((name) => it.send('admin', 'POST', '/users', { ...person(name), role: 'admin' })),
    );
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const promoted = await it.send<{ errors: { title?: string; source?: object }[] }>(
      'admin',
      'PUT',
      `/users/${await it.idOf('member')}`,
      { role: 'admin' },
    );
    expect(promoted.body.errors[1]).toMatchObject({ title: 'limit::admin', source: { pointer: '/role' } });
  });

  test('with custom roles switched off, roles stay as they are and hold nothing', async () => {
    expect((await it.send('settings manager', 'GET', '/permissions')).status).toBe(200);
    await setFeatures({ roles: { enabled: false } });
    const made = await it.send('admin', 'POST', '/roles', { name: 'helper' });
    expect([made.status, pointersOf(made)]).toEqual([422, ['/name']]);
    expect((await it.send('settings manager', 'GET', '/permissions')).status).toBe(403);
    expect((await it.send('admin', 'GET', '/permissions')).status).toBe(200);
  });
});
