import { limits } from '@waypost/contract/limits';
import { type Token, webClient } from '@waypost/contract/oauth';
import type { Session } from '@waypost/contract/sessions';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

interface Sessions {
  count: number;
  results: { id: number; current: boolean }[];
}

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

const client = { client_id: webClient.id, client_secret: webClient.secret };
const ask = (body: object) =>
  it.send<Token>('passer-by', 'POST', '//oauth/token', { ...client, scope: '*', ...body });
const signIn = async (username = 'member@example.org', password = 'correct horse') =>
  (await ask({ grant_type: 'password', username, password })).body;
const renew = (token: Token) =>
  ask({ grant_type: 'refresh_token', refresh_token: token.refresh_token }).then((answer) => answer.status);
const call = async (token: Token, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  it.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token.access_token}` },
    ...(payload ? { payload } : {}),
  });
const status = async (token: Token) => (await call(token, 'GET', '/api/v3/users/me')).statusCode;

describe('signing out', () => {
  test('here ends this session, its refresh token too, and no other', async () => {
    const [here, there] = [await signIn(), await signIn()];
    expect((await call(here, 'DELETE', '/oauth/token')).statusCode).toBe(204);
    expect([await status(here), await renew(here)]).toEqual([401, 401]);
    expect([await status(there), await renew(there)]).toEqual([200, 200]);
    expect((await call(here, 'DELETE', '/oauth/token')).statusCode).toBe(204);
    expect((await it.send('passer-by', 'DELETE', '//oauth/token')).status).toBe(401);
  });

  test('everywhere ends all of one’s own and nobody else’s', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const list = (await call(here, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    expect(list.results.filter((session) => session.current)).toHaveLength(1);
    const ended = (await call(here, 'DELETE', '/api/v3/users/me/sessions')).json<Sessions>();
    expect(ended.count).toBe(list.count);
    expect([await status(here), await status(there), await renew(there)]).toEqual([401, 401, 401]);
    expect((await it.send('admin', 'GET', '/users/me')).status).toBe(200);
    expect((await it.send('visitor', 'GET', '/users/me/sessions')).status).toBe(404);
  });

  test('in one place ends that session and no other, and only one’s own', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const list = (await call(here, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    const one = `/users/me/sessions/${list.results[0]?.id}`;
    expect((await it.send('admin', 'DELETE', one)).status).toBe(404);
    expect(await status(there)).toBe(200);
    const ended = await call(here, 'DELETE', `/api/v3${one}`);
    expect([ended.statusCode, ended.json()]).toEqual([200, list.results[0]]);
    expect([await status(here), await status(there), await renew(there)]).toEqual([200, 401, 401]);
    expect((await call(here, 'DELETE', `/api/v3${one}`)).statusCode).toBe(404);
    await call(here, 'DELETE', '/oauth/token');
  });

  test('a renewed session stays one session', async () => {
    const first = await signIn();
    await renew(first);
    const list = (await call(first, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    expect(list.count).toBe(1);
  });
});

describe('the list of logins', () => {
  const seenBy = (headers: Record<string, string>, more: object) =>
    it.app.inject({
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

  test('names browser, system and time zone, and when it was last used, to the hour', async () => {
    const token = (await seenBy({ 'user-agent': firefox }, { time_zone: 'Africa/Nairobi' })).json<Token>();
    const list = (await call(token, 'GET', '/api/v3/users/me/sessions')).json<{ results: Session[] }>();
    const [session] = list.results;
    expect(session).toMatchObject({ browser: 'Firefox', system: 'Android', time_zone: 'Africa/Nairobi' });
    expect(session?.seen).toMatch(/:00:00\+00:00$/);
    expect(JSON.stringify(list)).not.toMatch(/140|Mobile|127\.0\.0\.1/);
    await sql`update sessions set seen = '2020-01-01'`.execute(it.db);
    const other = (await seenBy({ 'user-agent': 'curl/8.1' }, { time_zone: 'Nowhere/At all' })).json<Token>();
    expect((await status(other)) === 200).toBe(true);
    const later = (await call(other, 'GET', '/api/v3/users/me/sessions')).json<{ results: Session[] }>();
    expect(later.results.find(({ current }) => current)).toMatchObject({ time_zone: null });
  });

  test('knows when a login is used again', async () => {
    const token = (await seenBy({}, {})).json<Token>();
    const { id } = await it.db
      .selectFrom('sessions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await sql`update sessions set seen = '2020-01-01' where id = ${id}`.execute(it.db);
    await status(token);
    const seen = async () => {
      const row = await it.db
        .selectFrom('sessions')
        .select('seen')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.seen.getTime() > Date.now() - 3_600_000;
    };
    await expect.poll(seen).toBe(true);
  });
});

describe('a password of one’s own', () => {
  const who = 'settings-manager@example.org';
  const older = (token: Token) =>
    sql`update sessions set created = now() - interval '11 minutes'
      where id = (select session_id from tokens where hash = sha256(${token.access_token}::bytea))`.execute(
      it.db,
    );
  const change = (token: Token, body: object) => call(token, 'PUT', '/api/v3/users/me', body);
  const pointers = (answer: Awaited<ReturnType<typeof change>>) =>
    answer
      .json<{ errors: { source?: { pointer: string } }[] }>()
      .errors.flatMap((it) => it.source?.pointer ?? []);
  afterEach(() => sql`delete from throttles`.execute(it.db));

  test('asks for the old one, unless the login is fresh', async () => {
    const token = await signIn(who);
    expect((await change(token, { password: 'correct horse' })).statusCode).toBe(200);
    await older(token);
    for (const current_password of [undefined, '', 'wrong']) {
      const refused = await change(token, { password: 'stolen it', current_password });
      expect([refused.statusCode, pointers(refused)]).toEqual([422, ['/current_password']]);
    }
    const own = `/api/v3/users/${await it.idOf('settings manager')}`;
    expect((await call(token, 'PUT', own, { password: 'stolen phone' })).statusCode).toBe(422);
    expect((await change(token, { realname: 'Sam' })).statusCode, 'a name is nobody’s key').toBe(200);
    expect(
      (await change(token, { password: 'correct horse', current_password: 'correct horse' })).statusCode,
    ).toBe(200);
  });

  test('so does an address, which is as good a key', async () => {
    const token = await signIn(who);
    await older(token);
    const stolen = await change(token, { email: 'thief@example.org' });
    expect([stolen.statusCode, pointers(stolen)]).toEqual([422, ['/current_password']]);
    expect((await change(token, { email: who.toUpperCase() })).statusCode, 'sent back unchanged').toBe(200);
  });

  test('cannot be guessed by whoever finds the device open', async () => {
    const token = await signIn(who);
    await older(token);
    const statuses = [];
    for (let attempt = 0; attempt < limits.ownAccountFaultsAnHour + 2; attempt++)
      statuses.push(
        (await change(token, { password: 'stolen it', current_password: `guess ${attempt}` })).statusCode,
      );
    expect(statuses).toEqual([...Array.from({ length: limits.ownAccountFaultsAnHour }, () => 422), 429, 429]);
    const right = await change(token, { password: 'stolen it', current_password: 'correct horse' });
    expect([right.statusCode, Number(right.headers['retry-after']) > 3000]).toEqual([429, true]);
    const owner = await signIn(who);
    expect((await change(owner, { password: 'correct horse' })).statusCode, 'the owner logs in anew').toBe(
      200,
    );
  });

  test('nobody finds out by it which addresses have an account, but slowly', async () => {
    const token = await signIn(who);
    const statuses = [];
    for (let attempt = 0; attempt < limits.ownAccountFaultsAnHour + 1; attempt++)
      statuses.push((await change(token, { email: 'member@example.org' })).statusCode);
    expect(statuses.at(0)).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  });

  test('once changed, says which logins it ended', async () => {
    await sql`delete from sessions where user_id = ${await it.idOf('settings manager')}`.execute(it.db);
    const [here, there] = [await signIn(who), await signIn(who)];
    const list = (await call(there, 'GET', '/api/v3/users/me/sessions')).json<Sessions>();
    const gone = list.results.filter(({ current }) => current).map(({ id }) => id);
    const answer = await change(here, { password: 'correct horse' });
    expect(answer.json<{ ended_sessions: Session[] }>().ended_sessions.map(({ id }) => id)).toEqual(gone);
    expect((await change(here, { realname: 'S' })).json()).not.toHaveProperty('ended_sessions');
    const other = await it.send('admin', 'PUT', `/users/${await it.idOf('reviewer')}`, {
      password: 'correct horse',
    });
    expect([other.status, 'ended_sessions' in other.body]).toEqual([200, false]);
  });
});

describe('what takes effect at once', () => {
  test('a new role, for tokens issued before', async () => {
    const token = await signIn();
    const person = `/users/${await it.idOf('member')}`;
    const roles = async () => (await call(token, 'GET', '/api/v3/permissions')).statusCode;
    expect(await roles()).toBe(403);
    await it.send('admin', 'PUT', person, { role: 'settings-manager' });
    expect(await roles()).toBe(200);
    await it.send('admin', 'PUT', person, { role: 'user' });
    expect(await roles()).toBe(403);
  });

  test('a new password: other sessions end, the one it was set from goes on', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const changed = await call(here, 'PUT', '/api/v3/users/me', { password: 'another secret' });
    expect(changed.statusCode).toBe(200);
    expect([await status(here), await status(there), await renew(there)]).toEqual([200, 401, 401]);
    await it.send('admin', 'PUT', `/users/${await it.idOf('member')}`, { password: 'correct horse' });
    expect([await status(here), await renew(here)]).toEqual([401, 401]);
  });

  test('deletion', async () => {
    const person = { email: 'gone@example.org', password: 'long enough' };
    const { body } = await it.send<{ id: number }>('admin', 'POST', '/users', person);
    const token = await signIn(person.email, person.password);
    await it.send('admin', 'DELETE', `/users/${body.id}`);
    expect([await status(token), await renew(token)]).toEqual([401, 401]);
  });
});
