import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import { limits } from '@waypost/contract/common/limits';
import { type Token, webClient } from '@waypost/contract/users/oauth';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';
import { hashSecret } from './tokens.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const login = (
  username: string,
  password: string,
  remoteAddress: string,
  more: { device?: string | undefined } = {},
) =>
  app.fastify.inject({
    method: 'POST',
    url: '/oauth/token',
    remoteAddress,
    payload: {
      client_id: webClient.id,
      client_secret: webClient.secret,
      grant_type: 'password',
      scope: '*',
      username,
      password,
      ...more,
    },
  });

/** As if a minute had gone by, or as much as it takes. */
const endThrottles = () => sql`update throttles set expires = now()`.execute(app.db);
const retryAfterOf = (response: LightMyRequestResponse) =>
  response.json<{ retry_after?: number }>().retry_after;

describe('guessing passwords', () => {
  afterEach(() => sql`delete from throttles`.execute(app.db));

  test('after three wrong passwords from one address the right one is rejected, with the time to wait', async () => {
    for (const username of ['member@example.org', 'Member@Example.org ', 'member@example.org']) {
      const wrong = await login(username, 'wrong', '192.0.2.1');
      expect([wrong.statusCode, wrong.json()]).toEqual([
        401,
        { error: 'invalid_credentials', message: 'The user credentials were incorrect.' },
      ]);
    }
    const right = await login('member@example.org', 'correct horse', '192.0.2.1');
    expect([right.statusCode, right.json()]).toEqual([
      401,
      {
        error: 'invalid_credentials',
        message: 'The user credentials were incorrect.',
        retry_after: Number(right.headers['retry-after']),
      },
    ]);
    expect(retryAfterOf(right)).toBeGreaterThan(50);
    expect(retryAfterOf(right)).toBeLessThanOrEqual(60);
    await endThrottles();
    expect((await login('member@example.org', 'correct horse', '192.0.2.1')).statusCode).toBe(200);
  });

  test('attempts from another address do not lock the owner out', async () => {
    for (let attempt = 0; attempt < 6; attempt++) await login('member@example.org', 'wrong', '192.0.2.1');
    expect((await login('member@example.org', 'correct horse', '192.0.2.2')).statusCode).toBe(200);
  });

  test('counts concurrent attempts individually', async () => {
    // All of them wrong: a right one among them would clear the count, and how often others get in is then chance.
    const passwords = ['a', 'b', 'c', 'd', 'e', 'f'];
    const all = await Promise.all(
      passwords.map((word) => login('settings-manager@example.org', word, '192.0.2.5')),
    );
    const { failed_attempts } = await app.db
      .selectFrom('users')
      .select('failed_attempts')
      .where('email', '=', 'settings-manager@example.org')
      .executeTakeFirstOrThrow();
    expect(failed_attempts).toBe(3);
    expect(new Set(all.map((response) => response.statusCode))).toEqual(new Set([401]));
  });

  test('treats unknown accounts like existing ones', async () => {
    const answers: [string, number, number, object, boolean][] = [];
    for (const username of ['reviewer@example.org', 'nobody@example.org'])
      for (let attempt = 0; attempt < 5; attempt++) {
        const response = await login(username, 'wrong', '192.0.2.6');
        const { retry_after, ...answer } = response.json<{ retry_after?: number }>();
        answers.push([username, attempt, response.statusCode, answer, retry_after !== undefined]);
      }
    const [existingAccount, unknownAccount] = ['reviewer@example.org', 'nobody@example.org'].map((name) =>
      answers.filter(([username]) => username === name).map(([, ...answer]) => answer),
    );
    expect(existingAccount).toEqual(unknownAccount);
    expect(existingAccount?.map((answer) => answer.at(-1))).toEqual([false, false, false, true, true]);
  });

  test('the right password resets the counters of account and address', async () => {
    for (let round = 0; round < 12; round++) {
      expect((await login('member@example.org', 'wrong', '192.0.2.7')).statusCode).toBe(401);
      expect((await login('member@example.org', 'correct horse', '192.0.2.7')).statusCode).toBe(200);
    }
  });

  test('attempts from many addresses slow unknown devices to one attempt per quarter of an hour', {
    timeout: scaled(240_000),
  }, async () => {
    const { device } = (
      await login('reviewer@example.org', 'correct horse', '192.0.2.8', { device: '' })
    ).json<Token>();
    await sql`delete from throttles`.execute(app.db);
    const network = (index: number) => `10.${index % 200}.${Math.floor(index / 200)}.9`;
    for (let at = 0; at < attemptLimits.loginFailuresPerAccount.perHour; at += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_none, index) =>
          login('reviewer@example.org', 'wrong', network(at + index)),
        ),
      );
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await login('reviewer@example.org', 'wrong', '198.51.100.1');
      statuses.push((retryAfterOf(response) ?? 0) > 600);
    }
    expect(statuses, 'the second try has to wait').toEqual([false, true, true]);
    expect((await login('reviewer@example.org', 'correct horse', '198.51.100.2')).statusCode).toBe(200);
    const knownDevice = await login('reviewer@example.org', 'correct horse', '198.51.100.1', { device });
    expect(knownDevice.statusCode, 'from a known device, where a stranger waits').toBe(200);
  });

  test('an address with too many attempts gets 429, others do not', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 22; attempt++)
      statuses.push((await login(`guess-${attempt}@example.org`, 'wrong', '2001:db8::1')).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    const neighbour = await login('member@example.org', 'correct horse', '2001:db8::2');
    expect([neighbour.statusCode, neighbour.json()]).toEqual([
      429,
      { errors: [{ status: 429, message: 'Too Many Requests', code: 'request.too-many', params: {} }] },
    ]);
    expect((await login('member@example.org', 'correct horse', '2001:db8:1::1')).statusCode).toBe(200);
  });

  test('does not store who tried', async () => {
    await login('member@example.org', 'wrong', '192.0.2.9');
    const rows = await app.db.selectFrom('throttles').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.key.length === 32)).toBe(true);
  });
});

describe('a device that has logged in before', () => {
  const who = 'settings-manager@example.org';
  const from = '203.0.113.1';
  const proofOf = async (username = who) =>
    (await login(username, 'correct horse', from, { device: '' })).json<Token>().device ?? '';
  beforeEach(() => sql`delete from throttles`.execute(app.db));
  const lockOut = async () => {
    for (let attempt = 0; attempt < 4; attempt++) await login(who, 'wrong', from);
    expect((await login(who, 'correct horse', from)).statusCode).toBe(401);
  };

  test('lets its owner in whatever others try from the same network', async () => {
    const [proof, other] = [await proofOf(), await proofOf('reviewer@example.org')];
    await lockOut();
    const knownDevice = await login(who, 'correct horse', from, { device: proof });
    expect([knownDevice.statusCode, knownDevice.json<Token>().device]).toEqual([200, undefined]);
    await lockOut();
    for (const device of [other, 'made up', ''])
      expect((await login(who, 'correct horse', from, { device })).statusCode).toBe(401);
  });

  test('has its own limit of ten wrong passwords a minute', async () => {
    const device = await proofOf();
    const waits = [];
    for (let attempt = 0; attempt < 12; attempt++)
      waits.push(retryAfterOf(await login(who, 'wrong', from, { device })) !== undefined);
    expect(waits).toEqual([...Array.from({ length: 10 }, () => false), true, true]);
  });

  test('gets a proof only on request, which is stored as a hash', async () => {
    expect((await login(who, 'correct horse', from)).json<Token>().device).toBeUndefined();
    const proof = await proofOf();
    const rows = await app.db.selectFrom('login_devices').select('hash').execute();
    expect(rows.every(({ hash }) => hash.length === 32 && !hash.includes(proof))).toBe(true);
  });

  test('is unknown again after logging out everywhere, a new password, or the remote end of its session', async () => {
    const login2 = async (device: string) => {
      await lockOut();
      const { statusCode } = await login(who, 'correct horse', from, { device });
      await sql`delete from throttles`.execute(app.db);
      return statusCode;
    };
    const asOwner = async (method: 'DELETE' | 'PUT', url: string, payload?: object) => {
      const token = (await login(who, 'correct horse', '203.0.113.2')).json<Token>().access_token;
      const headers = { authorization: `Bearer ${token}` };
      return app.fastify.inject({ method, url: `/api/v3${url}`, headers, ...(payload ? { payload } : {}) });
    };
    const first = await proofOf();
    await asOwner('DELETE', '/users/me/sessions');
    expect(await login2(first)).toBe(401);
    const second = await proofOf();
    await asOwner('PUT', '/users/me', { password: 'correct horse' });
    expect(await login2(second)).toBe(401);
    const third = await proofOf();
    const { id } = await app.db
      .selectFrom('sessions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await asOwner('DELETE', `/users/me/sessions/${id}`);
    expect(await login2(third)).toBe(401);
    const fourth = await proofOf();
    expect(await login2(fourth), 'nothing happened to this one').toBe(200);
  });

  test('at most twenty devices per account are known', { timeout: scaled(120_000) }, async () => {
    for (let count = 0; count < limits.knownDevices.maxPerAccount + 3; count++) await proofOf();
    const of = sql`(select id from users where email = ${who})`;
    const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from login_devices where user_id = ${of}`.execute(app.db);
    expect(rows[0]?.many).toBe(limits.knownDevices.maxPerAccount);
  });
});

test('deletes expired rows at the next start', async () => {
  const token = await app.tokenOf('visitor');
  await sql`update tokens set expires = now() - interval '1 second'`.execute(app.db);
  expect(
    (await app.fastify.inject({ url: '/api/v3/config', headers: { authorization: `Bearer ${token}` } }))
      .statusCode,
  ).toBe(401);
  const { db, storageDir, databaseUrl: connectionString } = app;
  const jobs = new JobQueue({ db, connectionString, isWorker: false });
  const again = await buildApp({ db, jobs, webDist: storageDir, storageDir });
  await again.ready();
  await again.close();
  await jobs.close();
  for (const table of ['tokens', 'sessions'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('a token has each scope once, and a long list of them is refused', async () => {
  const request = (scope: string) =>
    app.fastify.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: {
        client_id: webClient.id,
        client_secret: webClient.secret,
        grant_type: 'client_credentials',
        scope,
      },
    });
  const issued = await request(` posts forms\tposts ${'posts '.repeat(100)}`);
  expect(issued.statusCode).toBe(200);
  const hash = hashSecret(issued.json<Token>().access_token);
  const { scopes } = await app.db
    .selectFrom('tokens')
    .select('scopes')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  expect(scopes).toEqual(['posts', 'forms']);
  const refused = await request('posts '.repeat(50_000));
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { error: 'invalid_scope', message: 'The requested scope is invalid, unknown, or malformed.' },
  ]);
});
