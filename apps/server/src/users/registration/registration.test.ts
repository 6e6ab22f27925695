import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import { webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { compareCpuTime, scaled } from '../../testing/time.ts';

let app: TestApp;
let queries: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ onQuery: (text) => queries.push(text) });
});
afterEach(() => sql`delete from throttles`.execute(app.db));
afterAll(() => app.close());

const registrationInput = (name: string) => ({
  email: `${name}@example.org`,
  password: 'long enough',
  realname: `A ${name}`,
});

describe('registration', () => {
  test('creates an ordinary member and answers with the name only', async () => {
    const created = await app.send<{ id: number }>(
      'passer-by',
      'POST',
      '/register',
      registrationInput('ines'),
    );
    expect(created).toMatchObject({ status: 200 });
    expect(created.body).toEqual({
      id: expect.any(Number),
      url: `https://report.example.org/api/v3/users/${created.body.id}`,
      realname: 'A ines',
      contacts: [],
      allowed_privileges: ['register'],
      owner_notice: 'waiting',
    });
    const readUser = await app.send('admin', 'GET', `/users/${created.body.id}`);
    expect(readUser.body).toMatchObject({ role: 'user', email: 'ines@example.org', language: null });
  });

  test('ignores all other fields', async () => {
    const mine = await app.idOf('admin');
    const created = await app.send<{ id: number }>('visitor', 'POST', '/register', {
      ...registrationInput('mallory'),
      id: mine,
      role: 'admin',
      user_id: mine,
      permissions: ['Manage Users'],
      logins: 7,
    });
    expect(created.body.id).not.toBe(mine);
    const readUser = await app.send('admin', 'GET', `/users/${created.body.id}`);
    expect(readUser.body).toMatchObject({ role: 'user', logins: 0 });
  });

  test('reports every invalid field, like the creation of accounts', async () => {
    const wrong = await app.send('passer-by', 'POST', '/register', {
      email: 'no',
      password: 'short',
      realname: 'x'.repeat(151),
    });
    expect([wrong.status, errorPointers(wrong).sort()]).toEqual([422, ['/email', '/password', '/realname']]);
  });

  test('does not reveal whether the address has an account, by its answer or ids', {
    timeout: scaled(120_000),
  }, async () => {
    const timeRegistration = async (name: string, kind: Actor = 'passer-by') => {
      await sql`delete from throttles`.execute(app.db);
      const reply = await app.send<{ id: number }>(kind, 'POST', '/register', {
        ...registrationInput(name),
        realname: 'Mo',
      });
      return { ...reply, body: { ...reply.body, url: reply.body.id } };
    };
    for (const kind of ['passer-by', 'visitor', 'member', 'admin'] as const) {
      const answers = [];
      for (const name of [`new-${kind.length}-a`, 'member', 'member', `new-${kind.length}-b`, 'Member'])
        answers.push(await timeRegistration(name, kind));
      const [first] = answers;
      for (const [at, { status, body }] of answers.entries()) {
        expect(status).toBe(200);
        expect(Object.keys(body)).toEqual(Object.keys(first?.body ?? {}));
        expect(body.id, 'one number for each').toBe((first?.body.id ?? 0) + at);
      }
    }
    // The account is what it was.
    const old = { grant_type: 'password', username: 'member@example.org', scope: '*' };
    const client = { client_id: webClient.id, client_secret: webClient.secret };
    const login = (password: string) =>
      app.send('passer-by', 'POST', '//oauth/token', { ...client, ...old, password });
    expect((await login('long enough')).status).toBe(401);
    expect((await login('correct horse')).status).toBe(200);
  });

  test('a form that is sent with mistakes does not use up the attempts of a minute', async () => {
    await sql`delete from throttles`.execute(app.db);
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await app.send('passer-by', 'POST', '/register', {})).status).toBe(422);
    expect((await app.send('passer-by', 'POST', '/register', registrationInput('corrected'))).status).toBe(
      200,
    );
  });

  test('takes as long for an address that has an account already', { timeout: scaled(120_000) }, async () => {
    const registerAs = async (name: string) => {
      await sql`delete from throttles`.execute(app.db);
      await app.send('passer-by', 'POST', '/register', registrationInput(name));
    };
    const ratio = await compareCpuTime(
      () => registerAs('member'),
      (round) => registerAs(`timed-${round}`),
    );
    // Hashing the password is nearly all of it, and is done in both.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('runs as many statements for a taken address as for a new one, and writes in both', async () => {
    const versionOf = async (email: string) =>
      (await sql<{ xmin: string }>`select xmin from users where email = ${email}`.execute(app.db)).rows[0]
        ?.xmin;
    const countStatements = async (name: string) => {
      queries = [];
      await app.send('passer-by', 'POST', '/register', registrationInput(name));
      // The mail to the owner is written beside.
      return queries.filter((text) => /nextval|insert into users|update users|audit_log/.test(text)).length;
    };
    const version = await versionOf('member@example.org');
    expect([await countStatements('member'), await countStatements('counted')]).toEqual([3, 3]);
    expect(await versionOf('member@example.org')).not.toBe(version);
  });

  test('notifies only the owner of the address, by mail', async () => {
    await app.send('passer-by', 'POST', '/register', registrationInput('nobody-yet'));
    await app.send('passer-by', 'POST', '/register', registrationInput('reviewer'));
    // Of the tests before, some may still be on their way to somebody else.
    const mails = async () =>
      (await app.db.selectFrom('outbox').select(['recipient', 'text']).execute()).filter(
        ({ recipient }) => recipient !== 'member@example.org',
      );
    await expect.poll(mails).toHaveLength(1);
    const [mail] = await mails();
    expect(mail?.recipient).toBe('reviewer@example.org');
    expect(mail?.text).toContain('https://report.example.org/forgotpassword');
    expect(mail?.text).not.toContain('long enough');
  });

  test('limits mails to the owner of an address', async () => {
    for (let count = 0; count < 6; count++) {
      await app.fastify.inject({
        method: 'POST',
        url: '/api/v3/register',
        remoteAddress: `203.0.113.${count}`,
        payload: registrationInput('settings-manager'),
      });
    }
    const mails = async () =>
      (
        await app.db
          .selectFrom('outbox')
          .select('id')
          .where('recipient', '=', 'settings-manager@example.org')
          .execute()
      ).length;
    await expect.poll(mails).toBe(attemptLimits.passwordResets.perAccountPerHour);
  });

  test('is forbidden on a private deployment, also for signed-in users', async () => {
    await app.send('admin', 'PUT', '/config/site', { private: true });
    const statuses = [];
    for (const kind of ['passer-by', 'visitor', 'member'] as const)
      statuses.push((await app.send(kind, 'POST', '/register', registrationInput('late'))).status);
    expect(statuses).toEqual([401, 403, 403]);
    await app.send('admin', 'PUT', '/config/site', { private: false });
  });

  test('is rate-limited by network address', async () => {
    const from = (remoteAddress: string, name: string) =>
      app.fastify
        .inject({ method: 'POST', url: '/api/v3/register', remoteAddress, payload: registrationInput(name) })
        .then((answer) => answer.statusCode);
    const statuses = [];
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
      statuses.push(await from(address, `limited-${statuses.length}`));
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
  });
});

describe('limits of the operator', () => {
  const setFeatures = (value: object) =>
    app.db
      .insertInto('settings')
      .values({ name: 'features', value: JSON.stringify(value) })
      .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();
  afterEach(() => setFeatures({}));

  test('the limit of administrators holds for new, promoted and concurrent ones', async () => {
    await setFeatures({ limits: { admin_users: 2 } });
    const both = await Promise.all(
      ['uma', 'vera'].map((name) =>
        app.send('admin', 'POST', '/users', { ...registrationInput(name), role: 'admin' }),
      ),
    );
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const promoted = await app.send<{ errors: { title?: string; source?: object }[] }>(
      'admin',
      'PUT',
      `/users/${await app.idOf('member')}`,
      { role: 'admin' },
    );
    expect(promoted.body.errors[1]).toMatchObject({ title: 'limit::admin', source: { pointer: '/role' } });
  });

  test('with custom roles switched off, roles cannot be changed and grant nothing', async () => {
    expect((await app.send('settings manager', 'GET', '/permissions')).status).toBe(200);
    await setFeatures({ roles: { enabled: false } });
    const created = await app.send('admin', 'POST', '/roles', { name: 'helper' });
    expect([created.status, errorPointers(created)]).toEqual([422, ['/name']]);
    expect((await app.send('settings manager', 'GET', '/permissions')).status).toBe(403);
    expect((await app.send('admin', 'GET', '/permissions')).status).toBe(200);
  });
});
