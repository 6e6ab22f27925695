/** Invitations to the team: who may create them, what they grant, and when they end. */
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import type { CreatedInvitation, Invitation, OpenInvitation } from '@waypost/contract/users/invitations';
import { webClient } from '@waypost/contract/users/oauth';
import type { Role } from '@waypost/contract/users/roles';
import type { User } from '@waypost/contract/users/users';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

/** A user with the permission Manage Users only. */
const userManager: Actor = 'settings manager';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const roles = await app.send<{ results: Role[] }>('admin', 'GET', '/roles?name=settings-manager');
  await app.send('admin', 'PUT', `/roles/${roles.body.results[0]?.id}`, { permissions: ['Manage Users'] });
  await app.send('admin', 'POST', '/roles', { name: 'helper', permissions: ['Manage Users'] });
});
afterEach(() => sql`delete from throttles`.execute(app.db));
afterAll(() => app.close());

const invite = async (body: object, actor: Actor = 'admin') =>
  app.send<CreatedInvitation>(actor, 'POST', '/invitations', body);
const accept = (token: string, change: object = {}) =>
  app.send<User>('passer-by', 'POST', '/invitations/accept', {
    token,
    realname: 'Ines',
    email: `ines-${crypto.randomUUID()}@example.org`,
    password: 'long enough',
    ...change,
  });
const list = async (actor: Actor = 'admin') =>
  (await app.send<{ results: Invitation[] }>(actor, 'GET', '/invitations')).body.results;
describe('a link', () => {
  test('creates accounts with its role, as often as it says, and only then', async () => {
    const { body } = await invite({ role: 'reviewer', max_uses: 2, expires_in_days: 1 });
    expect(body).toMatchObject({
      role: 'reviewer',
      email: null,
      state: 'open',
      uses: 0,
      max_uses: 2,
      delivery: null,
    });
    const offered = await app.send<OpenInvitation>('passer-by', 'POST', '/invitations/check', {
      token: body.token,
    });
    expect(offered.body).toMatchObject({ role: 'reviewer', email: null });
    const created = await accept(body.token, { email: 'first@example.org' });
    expect(created.status).toBe(200);
    const user = await app.send<User>('admin', 'GET', `/users/${created.body.id}`);
    expect(user.body).toMatchObject({ role: 'reviewer', realname: 'Ines', email_confirmed: false });
    const login = await app.send('passer-by', 'POST', '//oauth/token', {
      grant_type: 'password',
      client_id: webClient.id,
      client_secret: webClient.secret,
      scope: '*',
      username: 'first@example.org',
      password: 'long enough',
    });
    expect(login.status).toBe(200);
    expect((await accept(body.token)).status).toBe(200);
    expect(errorPointers(await accept(body.token))).toEqual(['/token']);
    expect((await list())[0]).toMatchObject({ id: body.id, state: 'used', uses: 2 });
  });

  test('is used once by people who use it at the same time', async () => {
    const { body } = await invite({ role: 'user' });
    const replies = await Promise.all(Array.from({ length: 4 }, () => accept(body.token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is not counted when the account is refused, and keeps what is wrong at its field', async () => {
    const { body } = await invite({ role: 'user' });
    expect(errorPointers(await accept(body.token, { email: 'member@example.org' }))).toEqual(['/email']);
    expect(errorPointers(await accept(body.token, { realname: '', password: 'short' })).sort()).toEqual([
      '/password',
      '/realname',
    ]);
    expect((await accept(body.token)).status).toBe(200);
  });

  test('stops working when it expires and when it is revoked', async () => {
    const expired = (await invite({ role: 'user' })).body;
    await app.db
      .updateTable('invitations')
      .set({ expires: new Date(Date.now() - 1000) })
      .where('id', '=', expired.id)
      .execute();
    const revoked = (await invite({ role: 'user' })).body;
    const reply = await app.send<Invitation>('admin', 'DELETE', `/invitations/${revoked.id}`);
    expect(reply.body).toMatchObject({ state: 'revoked', allowed_privileges: ['read', 'search'] });
    for (const { token } of [expired, revoked]) {
      expect(errorPointers(await accept(token))).toEqual(['/token']);
      const check = await app.send('passer-by', 'POST', '/invitations/check', { token });
      expect(errorPointers(check)).toEqual(['/token']);
    }
  });

  test('that is used up cannot be revoked, since its account stays', async () => {
    const { body } = await invite({ role: 'user' });
    expect((await accept(body.token)).status).toBe(200);
    const reply = await app.send('admin', 'DELETE', `/invitations/${body.id}`);
    expect(reply.status).toBe(409);
    expect(JSON.stringify(reply.body)).toContain('invitation.used');
    expect((await list()).find(({ id }) => id === body.id)?.state).toBe('used');
  });

  test('is open in a private deployment, where nobody can register', async () => {
    const { body } = await invite({ role: 'user' });
    await app.send('admin', 'PUT', '/config/site', { private: true });
    try {
      expect((await accept(body.token)).status).toBe(200);
    } finally {
      await app.send('admin', 'PUT', '/config/site', { private: false });
    }
  });

  test('is stored as a hash, and is in no other response and not in the audit log', async () => {
    const { body } = await invite({ role: 'user' });
    const stored = await sql<{
      row: string;
    }>`select row_to_json(invitations)::text as row from invitations`.execute(app.db);
    const log = await app.send<{ results: object[] }>(
      'admin',
      'GET',
      `/audit?subject=invitations&subject_id=${body.id}`,
    );
    expect(log.body.results).toMatchObject([
      { action: 'create', details: { role: { from: null, to: 'user' }, by_mail: false } },
    ]);
    for (const text of [JSON.stringify(stored.rows), JSON.stringify(await list()), JSON.stringify(log.body)])
      expect(text).not.toContain(body.token);
  });
});

describe('the limit by network address', () => {
  const check = (token: string) => app.send('passer-by', 'POST', '/invitations/check', { token });

  test('lets a hall full of people use one link, and counts void tokens only', async () => {
    const { body } = await invite({ role: 'user', max_uses: 500 });
    for (let person = 0; person < 30; person += 1) {
      expect((await check(body.token)).status).toBe(200);
      if (person % 10 === 0) expect((await accept(body.token)).status).toBe(200);
    }
    const max = attemptLimits.invitationTriesPerTenMinutes.voidTokens;
    const statuses: number[] = [];
    for (let guess = 0; guess < max + 2; guess += 1)
      statuses.push((await (guess % 2 ? check('guess') : accept('guess'))).status);
    expect(statuses).toEqual([...Array.from({ length: max }, () => 422), 429, 429]);
    expect((await check('guess')).headers['retry-after']).toEqual(expect.stringMatching(/^\d+$/));
    // The guesses of one person do not stop the others.
    expect((await accept(body.token)).status).toBe(200);
  });

  test('counts addresses that have an account', async () => {
    const { body } = await invite({ role: 'user', max_uses: 500 });
    const statuses = new Map<number, number>();
    for (let guess = 0; guess < attemptLimits.invitationTriesPerTenMinutes.takenAddresses + 1; guess += 1) {
      const { status } = await accept(body.token, { email: 'member@example.org' });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [422, attemptLimits.invitationTriesPerTenMinutes.takenAddresses],
      [429, 1],
    ]);
  });
});

describe('an invitation by mail', () => {
  test('is offered first only where mail leaves', async () => {
    const { body } = await app.send<{ mail_ready: boolean }>('admin', 'GET', '/invitations');
    expect(body.mail_ready).toBe(false);
  });

  test('says at once that the mail waits, and is for its address alone', async () => {
    const { body } = await invite({ role: 'reviewer', email: 'Nadia@Example.org' });
    expect(body).toMatchObject({ email: 'nadia@example.org', max_uses: 1, delivery: 'waiting' });
    const outbox = await app.send<{ results: { to: string; text: string }[] }>('admin', 'GET', '/outbox');
    expect(outbox.body.results[0]).toMatchObject({
      to: 'nadia@example.org',
      text: expect.stringContaining(`https://report.example.org/invitation/${body.token}`) as string,
    });
    expect(errorPointers(await accept(body.token))).toEqual(['/email']);
    expect((await accept(body.token, { email: 'nadia@example.org' })).status).toBe(200);
  });

  test('can be used once: another number of uses is refused at its field', async () => {
    const refused = await invite({ role: 'user', email: 'often@example.org', max_uses: 5 });
    expect([refused.status, errorPointers(refused)]).toEqual([422, ['/max_uses']]);
    const { status, body } = await invite({ role: 'user', email: 'often@example.org', max_uses: 1 });
    expect([status, body.max_uses]).toEqual([200, 1]);
  });

  test('is not sent to an address that has an account, and its mail is cancelled with it', async () => {
    expect(errorPointers(await invite({ role: 'user', email: 'member@example.org' }))).toEqual(['/email']);
    expect(errorPointers(await invite({ role: 'user', email: 'nobody' }))).toEqual(['/email']);
    const { body } = await invite({ role: 'user', email: 'late@example.org' });
    await app.send('admin', 'DELETE', `/invitations/${body.id}`);
    const outbox = await app.send<{ results: { state: string; text: string | null }[] }>(
      'admin',
      'GET',
      '/outbox',
    );
    expect(outbox.body.results[0]).toMatchObject({ state: 'failed', text: null });
  });
});

describe('nobody grants more than they hold', () => {
  test.each([
    ['admin', 403],
    ['reviewer', 403],
    ['helper', 200],
    ['user', 200],
  ])('with Manage Users, an invitation as %s is answered %i', async (role, status) => {
    expect((await invite({ role }, userManager)).status).toBe(status);
  });

  test('an unknown role and numbers beyond the limits are refused at their fields', async () => {
    expect(errorPointers(await invite({ role: 'nobody-made-it' }))).toEqual(['/role']);
    expect(errorPointers(await invite({ role: 'user', max_uses: 501, expires_in_days: 0 })).sort()).toEqual([
      '/expires_in_days',
      '/max_uses',
    ]);
  });

  test('only people who manage users see, create and revoke invitations', async () => {
    const { id } = (await invite({ role: 'user' })).body;
    for (const actor of ['passer-by', 'visitor', 'member', 'reviewer'] as const)
      for (const reply of [
        await app.send(actor, 'GET', '/invitations'),
        await invite({ role: 'user' }, actor),
        await app.send(actor, 'DELETE', `/invitations/${id}`),
      ])
        expect([401, 403]).toContain(reply.status);
    expect((await app.send('admin', 'DELETE', '/invitations/999999')).status).toBe(404);
  });

  test('a stronger role is not theirs to revoke', async () => {
    const { id } = (await invite({ role: 'admin' })).body;
    expect((await app.send(userManager, 'DELETE', `/invitations/${id}`)).status).toBe(403);
    const seen = (await list(userManager)).find((invitation) => invitation.id === id);
    expect(seen?.allowed_privileges).not.toContain('delete');
    expect((await app.send('admin', 'DELETE', `/invitations/${id}`)).status).toBe(200);
  });

  test('a role that has got more permissions since then is not granted', async () => {
    const { token } = (await invite({ role: 'helper' }, userManager)).body;
    const helper = (await app.send<{ results: Role[] }>('admin', 'GET', '/roles?name=helper')).body
      .results[0];
    const grant = (permissions: string[]) =>
      app.send('admin', 'PUT', `/roles/${helper?.id}`, { permissions });
    await grant(['Manage Users', 'Manage Posts']);
    expect(errorPointers(await accept(token))).toEqual(['/token']);
    await grant(['Manage Users']);
    expect((await accept(token)).status).toBe(200);
  });

  test('an invitation ends with the account of its creator', async () => {
    const creator = await app.send<User>('admin', 'POST', '/users', {
      email: 'creator@example.org',
      password: 'long enough',
      role: 'helper',
    });
    const { id, token } = (await invite({ role: 'user' })).body;
    await app.db.updateTable('invitations').set({ user_id: creator.body.id }).where('id', '=', id).execute();
    await app.send('admin', 'PUT', `/users/${creator.body.id}`, { role: 'user' });
    expect(errorPointers(await accept(token))).toEqual(['/token']);
    await app.send('admin', 'DELETE', `/users/${creator.body.id}`);
    expect((await list()).map((invitation) => invitation.id)).not.toContain(id);
  });
});
