import { PassThrough } from 'node:stream';
import { type Token, webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { compareCpuTime, eventually } from '../../testing/time.ts';

const log = new PassThrough();
log.resume();
let queries: string[] = [];
let app: TestApp;
afterEach(() => sql`delete from throttles`.execute(app.db));
afterAll(() => app.close());
beforeAll(async () => {
  app = await startTestApp({ logDestination: log, logLevel: 'trace', onQuery: (text) => queries.push(text) });
});

const client = { client_id: webClient.id, client_secret: webClient.secret, scope: '*' };
const login = (username: string, password: string, headers = {}) =>
  app.fastify.inject({
    method: 'POST',
    url: '/oauth/token',
    headers,
    payload: { ...client, grant_type: 'password', username, password },
  });
const issueTokensFor = async (kind: string) =>
  (await login(`${kind}@example.org`, 'correct horse')).json<Token & { refresh_token: string }>();
const requestWithToken = async (token: string, url = '/users/me', method: 'GET' | 'PUT' = 'GET') =>
  (await app.fastify.inject({ method, url: `/api/v3${url}`, headers: { authorization: `Bearer ${token}` } }))
    .statusCode;
const refreshTokens = (refresh_token: string) =>
  app.send<Token>('passer-by', 'POST', '//oauth/token', {
    ...client,
    grant_type: 'refresh_token',
    refresh_token,
  });

describe('the existence of accounts is not revealed', () => {
  test('by the duration for a wrong password: an unknown address also costs one hash', async () => {
    const email = 'timed@example.org';
    // The hashes of the test users are cheaper than those that the app makes.
    await app.send('passer-by', 'POST', '/register', {
      email,
      realname: 'A person',
      password: 'long enough',
    });
    const failLogin = async (username: string) => {
      await sql`delete from throttles`.execute(app.db);
      expect((await login(username, 'wrong')).statusCode).toBe(401);
    };
    const ratio = await compareCpuTime(
      (round) => failLogin(`nobody-${round}@example.org`),
      () => failLogin(email),
    );
    // Without the hash it would be a tenth.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test.each([undefined, 'proof of another device'])(
    'by the work in the database for a wrong password, with the device %s',
    async (device) => {
      await sql`create table if not exists updates (name text)`.execute(app.db);
      await sql`
        create or replace function count_update() returns trigger language plpgsql as $$
          begin insert into updates values (tg_table_name); return null; end $$`.execute(app.db);
      for (const table of ['users', 'throttles'])
        await sql`
          create or replace trigger count_updates after update on ${sql.table(table)}
          for each row execute function count_update()`.execute(app.db);
      // Reads the key of the day.
      await login('member@example.org', 'wrong');
      const workOf = async (username: string) => {
        await sql`delete from throttles`.execute(app.db);
        await sql`delete from updates`.execute(app.db);
        queries = [];
        const payload = { ...client, grant_type: 'password', username, password: 'wrong', device };
        const { statusCode } = await app.fastify.inject({ method: 'POST', url: '/oauth/token', payload });
        expect(statusCode).toBe(401);
        const verbs = queries.map((text) => text.trim().split(' ')[0]);
        const { rows } = await sql`select * from updates`.execute(app.db);
        return { verbs, updatedRows: rows.length };
      };
      const work = await workOf('member@example.org');
      expect(work.updatedRows).toBe(1);
      expect(await workOf('nobody@example.org')).toEqual(work);
    },
  );

  test('by the answer to a wrong password, its headers included', async () => {
    const answers = [];
    for (const email of ['member@example.org', 'nobody@example.org']) {
      const { statusCode, body, headers } = await login(email, 'wrong');
      const comparedHeaders = Object.entries(headers).filter(
        ([name]) => !/^(date|content-security|x-ratelimit)/.test(name),
      );
      answers.push([statusCode, body, comparedHeaders]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('by reading accounts: existing and unknown ids are rejected alike', async () => {
    for (const kind of ['passer-by', 'visitor', 'member'] as Actor[]) {
      const responses = await Promise.all(
        [await app.idOf('admin'), 999_999].map(async (id) => {
          const { status, body } = await app.send(kind, 'GET', `/users/${id}`);
          return [
            status,
            JSON.stringify(body).replace(`users ${id}`, 'users ID').replace(`"id":${id}`, '"id":ID'),
          ];
        }),
      );
      expect(responses[0]).toEqual(responses[1]);
    }
  });
});

describe('passwords', () => {
  test('are stored as argon2id with at least 19 MiB and individual salts', async () => {
    const person = { password: 'the same words', realname: 'A twin' };
    for (const name of ['castor', 'pollux'])
      await app.send('passer-by', 'POST', '/register', { ...person, email: `${name}@example.org` });
    const rows = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('realname', '=', 'A twin')
      .execute();
    const hashes = rows.map((row) => row.password_hash);
    expect(hashes).toHaveLength(2);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=(19456|[2-9]\d{4}),t=[2-9],p=1\$/);
    expect(new Set(hashes).size).toBe(2);
  });

  test('and their hashes are in no answer', async () => {
    for (const url of ['/users', '/users/me', `/users/${await app.idOf('member')}`, '/audit'])
      expect(JSON.stringify((await app.send('admin', 'GET', url)).body)).not.toMatch(/argon2|password_hash/);
  });

  test('failed attempts are counted until one succeeds', async () => {
    const counters = () =>
      app.db
        .selectFrom('users')
        .select(['logins', 'failed_attempts', 'last_login', 'last_attempt'])
        .where('email', '=', 'reviewer@example.org')
        .executeTakeFirstOrThrow();
    const before = await counters();
    await login('reviewer@example.org', 'wrong');
    await login('reviewer@example.org', 'wrong');
    const failed = await counters();
    expect(failed).toMatchObject({ logins: before.logins, failed_attempts: before.failed_attempts + 2 });
    expect(failed.last_attempt).toBeInstanceOf(Date);
    expect(failed.last_login).toEqual(before.last_login);
    await login('reviewer@example.org', 'correct horse');
    expect(await counters()).toMatchObject({
      logins: before.logins + 1,
      failed_attempts: 0,
      last_login: expect.any(Date),
    });
  });
});

describe('tokens', () => {
  test('are accepted in the header only, not in a URL, cookie or form', async () => {
    const token = await app.tokenOf('member');
    for (const name of ['access_token', 'token', 'bearer', 'authorization'])
      expect([
        name,
        (await app.fastify.inject({ url: `/api/v3/users/me?${name}=${token}` })).statusCode,
      ]).toEqual([name, 401]);
    const cookies = { access_token: token, token };
    expect((await app.fastify.inject({ url: '/api/v3/users/me', cookies })).statusCode).toBe(401);
    const payload = { access_token: token, realname: 'Changed' };
    expect((await app.fastify.inject({ method: 'PUT', url: '/api/v3/users/me', payload })).statusCode).toBe(
      401,
    );
  });

  test('are stored as hashes', async () => {
    const tokens = await issueTokensFor('member');
    const rows = await app.db.selectFrom('tokens').select('hash').execute();
    const stored = rows.flatMap(({ hash }) => [
      hash.toString(),
      hash.toString('base64url'),
      hash.toString('hex'),
    ]);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  test('of one kind cannot be used as the other', async () => {
    const tokens = await issueTokensFor('member');
    expect(await requestWithToken(tokens.refresh_token)).toBe(401);
    expect((await refreshTokens(tokens.access_token)).status).toBe(401);
    const visitor = await app.tokenOf('visitor');
    expect((await refreshTokens(visitor)).status).toBe(401);
  });

  test('sent along with a login stay unchanged', async () => {
    const visitor = await app.tokenOf('visitor');
    const { access_token } = (
      await login('member@example.org', 'correct horse', { authorization: `Bearer ${visitor}` })
    ).json<Token>();
    expect(access_token).not.toBe(visitor);
    expect([await requestWithToken(visitor), await requestWithToken(access_token)]).toEqual([404, 200]);
  });

  test('a used refresh token stays valid until its session ends', async () => {
    const tokens = await issueTokensFor('member');
    const renewed = await refreshTokens(tokens.refresh_token);
    expect(renewed.status).toBe(200);
    expect((await refreshTokens(tokens.refresh_token)).status).toBe(200);
    await app.fastify.inject({
      method: 'DELETE',
      url: '/oauth/token',
      headers: { authorization: `Bearer ${renewed.body.access_token}` },
    });
    for (const token of [tokens.refresh_token, renewed.body.refresh_token ?? ''])
      expect((await refreshTokens(token)).status).toBe(401);
    expect([
      await requestWithToken(tokens.access_token),
      await requestWithToken(renewed.body.access_token),
    ]).toEqual([401, 401]);
  });
});

test('logs contain no secrets and no addresses of users', async () => {
  const lines: string[] = [];
  log.on('data', (line) => lines.push(String(line)));
  const tokens = await issueTokensFor('member');
  await login('member@example.org', 'a wrong secret');
  await app.send('passer-by', 'POST', '/passwordreset', { email: 'member@example.org' });
  await eventually(async () =>
    expect(await app.db.selectFrom('outbox').selectAll().execute()).not.toHaveLength(0),
  );
  const { text } = await app.db.selectFrom('outbox').select('text').executeTakeFirstOrThrow();
  const link = /confirm\/(\S+)/.exec(text ?? '')?.[1] ?? 'no link';
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  // Where the mail leads, as a browser asks for it, and what a client may do wrong.
  for (const url of [
    `/forgotpassword/confirm/${link}`,
    `/api/v3/users/me?access_token=${tokens.access_token}`,
    `/api/v3/users?q=member@example.org`,
    `/api/v3/nothing/${tokens.refresh_token}`,
  ])
    await app.fastify.inject({ url, headers });
  await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/posts',
    headers,
    payload: '{"author_email":"whistle@example.org"',
  });
  await app.send('admin', 'POST', '/posts', {
    form: 1,
    author_email: 'whistle@example.org',
    title: 'a\u0000b',
  });
  await app.send('admin', 'PUT', '/users/me', { password: 'short' });
  await app.send('passer-by', 'POST', '/passwordreset/confirm', { token: link, password: 'my new secret' });
  await app.fastify.inject({ method: 'DELETE', url: '/oauth/token', headers });
  const written = lines.join('');
  expect(written).toContain('request completed');
  for (const secret of [
    tokens.access_token,
    tokens.refresh_token,
    link,
    'correct horse',
    'a wrong secret',
    'my new secret',
    'member@example.org',
    'whistle@example.org',
    '127.0.0.1',
  ])
    expect([secret, written.includes(secret)]).toEqual([secret, false]);
});

describe('administrators', () => {
  const anAdmin = async (name: string) => {
    const person = { email: `${name}@example.org`, password: 'correct horse', role: 'admin' };
    const { body } = await app.send<{ id: number }>('admin', 'POST', '/users', person);
    const { access_token } = await issueTokensFor(name);
    return { id: body.id, token: access_token };
  };
  const admins = async () =>
    (await app.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).map(
      (row) => row.id,
    );
  const sendAs = (token: string, method: 'PUT' | 'DELETE', id: number) =>
    app.fastify.inject({
      method,
      url: `/api/v3/users/${id}`,
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'PUT' ? { payload: { role: 'user' } } : {}),
    });
  const onlyThese = (ids: readonly number[]) =>
    app.db
      .updateTable('users')
      .set({ role: 'user' })
      .where('role', '=', 'admin')
      .where('id', 'not in', ids)
      .execute();
  afterEach(async () => {
    await app.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('email', '=', 'admin@example.org')
      .execute();
  });

  test.each(['PUT', 'DELETE'] as const)(
    'of two that %s each other at the same time, one remains',
    async (method) => {
      for (let round = 0; round < 3; round++) {
        const [ann, ben] = [await anAdmin(`ann${method}${round}`), await anAdmin(`ben${method}${round}`)];
        await onlyThese([ann.id, ben.id]);
        const both = await Promise.all([
          sendAs(ann.token, method, ben.id),
          sendAs(ben.token, method, ann.id),
        ]);
        expect(both.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
        expect(await admins()).toHaveLength(1);
        await app.db
          .updateTable('users')
          .set({ role: 'admin' })
          .where('email', '=', 'admin@example.org')
          .execute();
      }
    },
  );

  test('the last one cannot be removed', async () => {
    const admin = await app.idOf('admin');
    await onlyThese([admin]);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await sendAs(await app.tokenOf('admin'), method, admin)).statusCode).toBe(403);
    expect(await admins()).toEqual([admin]);
  });
});
