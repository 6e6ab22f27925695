import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import { type Token, webClient } from '@waypost/contract/users/oauth';
import type { Session } from '@waypost/contract/users/sessions';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

interface Sessions {
  count: number;
  results: { id: number; current: boolean }[];
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const client = { client_id: webClient.id, client_secret: webClient.secret };
const requestToken = (body: object) =>
  app.send<Token>('passer-by', 'POST', '//oauth/token', { ...client, scope: '*', ...body });
const signIn = async (username = 'member@example.org', password = 'correct horse') =>
  (await requestToken({ grant_type: 'password', username, password })).body;
const refreshTokens = (token: Token) =>
  requestToken({ grant_type: 'refresh_token', refresh_token: token.refresh_token }).then(
    (response) => response.status,
  );
const requestWithToken = async (
  token: Token,
  method: 'GET' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) =>
  app.fastify.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token.access_token}` },
    ...(payload ? { payload } : {}),
  });
const readMeStatus = async (token: Token) =>
  (await requestWithToken(token, 'GET', '/api/v3/users/me')).statusCode;

describe('signing out', () => {
  test('logging out ends this session with its refresh token, and no other', async () => {
    const [firstTokens, secondTokens] = [await signIn(), await signIn()];
    expect((await requestWithToken(firstTokens, 'DELETE', '/oauth/token')).statusCode).toBe(204);
    expect([await readMeStatus(firstTokens), await refreshTokens(firstTokens)]).toEqual([401, 401]);
    expect([await readMeStatus(secondTokens), await refreshTokens(secondTokens)]).toEqual([200, 200]);
    expect((await requestWithToken(firstTokens, 'DELETE', '/oauth/token')).statusCode).toBe(204);
    expect((await app.send('passer-by', 'DELETE', '//oauth/token')).status).toBe(401);
  });

  test('logging out everywhere ends all sessions of the user and no others', async () => {
    const [firstTokens, secondTokens] = [await signIn(), await signIn()];
    const list = (await requestWithToken(firstTokens, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    expect(list.results.filter((session) => session.current)).toHaveLength(1);
    const ended = (
      await requestWithToken(firstTokens, 'DELETE', '/api/v3/users/me/sessions')
    ).json<Sessions>();
    expect(ended.count).toBe(list.count);
    expect([
      await readMeStatus(firstTokens),
      await readMeStatus(secondTokens),
      await refreshTokens(secondTokens),
    ]).toEqual([401, 401, 401]);
    expect((await app.send('admin', 'GET', '/users/me')).status).toBe(200);
    expect((await app.send('visitor', 'GET', '/users/me/sessions')).status).toBe(404);
  });

  test('ending one session ends only that one, and only one of the user', async () => {
    const [firstTokens, secondTokens] = [await signIn(), await signIn()];
    const list = (await requestWithToken(firstTokens, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    const sessionPath = `/users/me/sessions/${list.results[0]?.id}`;
    expect((await app.send('admin', 'DELETE', sessionPath)).status).toBe(404);
    expect(await readMeStatus(secondTokens)).toBe(200);
    const ended = await requestWithToken(firstTokens, 'DELETE', `/api/v3${sessionPath}`);
    expect([ended.statusCode, ended.json()]).toEqual([200, list.results[0]]);
    expect([
      await readMeStatus(firstTokens),
      await readMeStatus(secondTokens),
      await refreshTokens(secondTokens),
    ]).toEqual([200, 401, 401]);
    expect((await requestWithToken(firstTokens, 'DELETE', `/api/v3${sessionPath}`)).statusCode).toBe(404);
    await requestWithToken(firstTokens, 'DELETE', '/oauth/token');
  });

  test('a refreshed session stays one session', async () => {
    const first = await signIn();
    await refreshTokens(first);
    const list = (await requestWithToken(first, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    expect(list.count).toBe(1);
  });
});

describe('the list of logins', () => {
  const seenBy = (headers: Record<string, string>, more: object) =>
    app.fastify.inject({
      method: 'POST',
      url: '/oauth/token',
      headers,
      payload: {
        ...client,
        scope: '*',
        grant_type: 'password',
        username: 'reviewer@example.org',
        password: 'correct horse',
        ...more,
      },
    });
  const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';

  test('shows browser, system, time zone and the hour of the last use', async () => {
    const token = (await seenBy({ 'user-agent': firefox }, { time_zone: 'Africa/Nairobi' })).json<Token>();
    const list = (await requestWithToken(token, 'GET', '/api/v3/users/me/sessions')).json<{
      results: Session[];
    }>();
    const [session] = list.results;
    expect(session).toMatchObject({ browser: 'Firefox', system: 'Android', time_zone: 'Africa/Nairobi' });
    expect(session?.seen).toMatch(/:00:00\+00:00$/);
    expect(JSON.stringify(list)).not.toMatch(/140|Mobile|127\.0\.0\.1/);
    await sql`update sessions set seen = '2020-01-01'`.execute(app.db);
    const other = (await seenBy({ 'user-agent': 'curl/8.1' }, { time_zone: 'Nowhere/At all' })).json<Token>();
    expect((await readMeStatus(other)) === 200).toBe(true);
    const later = (await requestWithToken(other, 'GET', '/api/v3/users/me/sessions')).json<{
      results: Session[];
    }>();
    expect(later.results.find(({ current }) => current)).toMatchObject({ time_zone: null });
  });

  test('records when a session is used again', async () => {
    const token = (await seenBy({}, {})).json<Token>();
    const { id } = await app.db
      .selectFrom('sessions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await sql`update sessions set seen = '2020-01-01' where id = ${id}`.execute(app.db);
    await readMeStatus(token);
    const isSeenRecently = async () => {
      const row = await app.db
        .selectFrom('sessions')
        .select('seen')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.seen.getTime() > Date.now() - 3_600_000;
    };
    await expect.poll(isSeenRecently).toBe(true);
  });
});

describe('changing the own password', () => {
  const who = 'settings-manager@example.org';
  const older = (token: Token) =>
    sql`update sessions set created = now() - interval '11 minutes'
      where id = (select session_id from tokens where hash = sha256(${token.access_token}::bytea))`.execute(
      app.db,
    );
  const change = (token: Token, body: object) => requestWithToken(token, 'PUT', '/api/v3/users/me', body);
  const pointers = (response: Awaited<ReturnType<typeof change>>) =>
    response
      .json<{ errors: { source?: { pointer: string } }[] }>()
      .errors.flatMap((error) => error.source?.pointer ?? []);
  afterEach(() => sql`delete from throttles`.execute(app.db));

  test('requires the current password, unless the login is recent', async () => {
    const token = await signIn(who);
    expect((await change(token, { password: 'correct horse' })).statusCode).toBe(200);
    await older(token);
    for (const current_password of [undefined, '', 'wrong']) {
      const refused = await change(token, { password: 'stolen it', current_password });
      expect([refused.statusCode, pointers(refused)]).toEqual([422, ['/current_password']]);
    }
    const own = `/api/v3/users/${await app.idOf('settings manager')}`;
    expect((await requestWithToken(token, 'PUT', own, { password: 'stolen phone' })).statusCode).toBe(422);
    expect((await change(token, { realname: 'Sam' })).statusCode, 'a name is nobody’s key').toBe(200);
    expect(
      (await change(token, { password: 'correct horse', current_password: 'correct horse' })).statusCode,
    ).toBe(200);
  });

  test('changing the own e-mail address requires it too', async () => {
    const token = await signIn(who);
    await older(token);
    const stolen = await change(token, { email: 'thief@example.org' });
    expect([stolen.statusCode, pointers(stolen)]).toEqual([422, ['/current_password']]);
    expect((await change(token, { email: who.toUpperCase() })).statusCode, 'sent back unchanged').toBe(200);
  });

  test('attempts are limited on an unattended device', async () => {
    const token = await signIn(who);
    await older(token);
    const statuses = [];
    for (let attempt = 0; attempt < attemptLimits.ownAccountFailuresPerHour + 2; attempt++)
      statuses.push(
        (await change(token, { password: 'stolen it', current_password: `guess ${attempt}` })).statusCode,
      );
    expect(statuses).toEqual([
      ...Array.from({ length: attemptLimits.ownAccountFailuresPerHour }, () => 422),
      429,
      429,
    ]);
    const right = await change(token, { password: 'stolen it', current_password: 'correct horse' });
    expect([right.statusCode, Number(right.headers['retry-after']) > 3000]).toEqual([429, true]);
    const owner = await signIn(who);
    expect((await change(owner, { password: 'correct horse' })).statusCode, 'the owner logs in anew').toBe(
      200,
    );
  });

  test('limits testing which addresses have an account', async () => {
    const token = await signIn(who);
    const statuses = [];
    for (let attempt = 0; attempt < attemptLimits.ownAccountFailuresPerHour + 1; attempt++)
      statuses.push((await change(token, { email: 'member@example.org' })).statusCode);
    expect(statuses.at(0)).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  });

  test('returns the sessions that it ended', async () => {
    await sql`delete from sessions where user_id = ${await app.idOf('settings manager')}`.execute(app.db);
    const [firstTokens, secondTokens] = [await signIn(who), await signIn(who)];
    const list = (await requestWithToken(secondTokens, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    const endedIds = list.results.filter(({ current }) => current).map(({ id }) => id);
    const response = await change(firstTokens, { password: 'correct horse' });
    expect(response.json<{ ended_sessions: Session[] }>().ended_sessions.map(({ id }) => id)).toEqual(
      endedIds,
    );
    expect((await change(firstTokens, { realname: 'S' })).json()).not.toHaveProperty('ended_sessions');
    const other = await app.send('admin', 'PUT', `/users/${await app.idOf('reviewer')}`, {
      password: 'correct horse',
    });
    expect([other.status, 'ended_sessions' in other.body]).toEqual([200, false]);
  });
});

describe('immediate effect', () => {
  test('a new role applies to tokens issued before', async () => {
    const token = await signIn();
    const person = `/users/${await app.idOf('member')}`;
    const roles = async () => (await requestWithToken(token, 'GET', '/api/v3/permissions')).statusCode;
    expect(await roles()).toBe(403);
    await app.send('admin', 'PUT', person, { role: 'settings-manager' });
    expect(await roles()).toBe(200);
    await app.send('admin', 'PUT', person, { role: 'user' });
    expect(await roles()).toBe(403);
  });

  test('a new password ends all other sessions', async () => {
    const [firstTokens, secondTokens] = [await signIn(), await signIn()];
    const changed = await requestWithToken(firstTokens, 'PUT', '/api/v3/users/me', {
      password: 'another secret',
    });
    expect(changed.statusCode).toBe(200);
    expect([
      await readMeStatus(firstTokens),
      await readMeStatus(secondTokens),
      await refreshTokens(secondTokens),
    ]).toEqual([200, 401, 401]);
    await app.send('admin', 'PUT', `/users/${await app.idOf('member')}`, { password: 'correct horse' });
    expect([await readMeStatus(firstTokens), await refreshTokens(firstTokens)]).toEqual([401, 401]);
  });

  test('deletion ends the sessions', async () => {
    const person = { email: 'gone@example.org', password: 'long enough' };
    const { body } = await app.send<{ id: number }>('admin', 'POST', '/users', person);
    const token = await signIn(person.email, person.password);
    await app.send('admin', 'DELETE', `/users/${body.id}`);
    expect([await readMeStatus(token), await refreshTokens(token)]).toEqual([401, 401]);
  });
});
