/**
 * Outages of the database: lost sessions, restarts, a full disk, no free connection. Every request is carried out or refused with
 * 503, no acknowledged write is lost, and the server recovers by itself.
 */

import { problems } from '@waypost/contract/common/problems';
import { webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { exhaustConnections } from '../../testing/app/exhaust-connections.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';
import { defaultLoadSettings } from '../config/load-settings.ts';
import { defineJob } from '../jobs/job.ts';
import { inTransaction } from './database.ts';

const done: number[] = [];
const count = defineJob({ name: 'count', payload: z.object({ number: z.number() }) });

let app: TestApp;
let survey: number;
/** Connected to another database of the server. */
let operator: Client;
beforeAll(async () => {
  app = await startTestApp({
    // Long enough to open a connection on a busy machine.
    connectionTimeoutMs: scaled(1500),
    load: { ...defaultLoadSettings(), maxDelayMs: 0, maxWaiting: 0 },
    prepareJobs: (jobs) => jobs.register(count, async ({ number }) => void done.push(number)),
  });
  survey = (await createTestSurvey(app.db, { words: { type: 'varchar' } })).id;
  operator = new Client({ ...inject('postgres'), database: 'postgres' });
  await operator.connect();
  await app.tokenOf('admin');
});
afterAll(async () => {
  await allowConnections(true);
  await operator.end();
  await app.close();
});

const name = () => new URL(app.databaseUrl).pathname.slice(1);
/** @returns process ids of the sessions that were told to end; some of them may still run */
async function terminateSessions(): Promise<number[]> {
  const { rows } = await operator.query<{ pid: number }>(
    'select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name()],
  );
  return rows.map(({ pid }) => pid);
}
/** Waits until the sessions have ended and the pool has removed their connections: until then a request may get one of them. */
async function waitForEndedSessions(pids: number[]): Promise<void> {
  const running = async () =>
    (await operator.query('select from pg_stat_activity where pid = any($1)', [pids])).rowCount;
  await expect.poll(running, { timeout: scaled(10_000) }).toBe(0);
  // The event loop first reads from the closed connections, whose end came before the answer above.
  await new Promise((resolve) => setImmediate(resolve));
}
/** Waits until the application has a transaction open, however slow the machine is. */
async function waitForTransaction(): Promise<void> {
  const deadline = Date.now() + scaled(10_000);
  for (;;) {
    const { rows } = await operator.query<{ open: number }>(
      'select count(*)::int as open from pg_stat_activity where datname = $1 and xact_start is not null',
      [name()],
    );
    if (rows[0]?.open || Date.now() > deadline) return;
  }
}
const allowConnections = (isAllowed: boolean) =>
  operator.query(`alter database ${escapeIdentifier(name())} allow_connections ${isAllowed}`);

async function report(title: string) {
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/posts',
    headers: {
      authorization: `Bearer ${await app.tokenOf('admin')}`,
      'idempotency-key': `key-of-${title.replaceAll(' ', '-')}`,
    },
    payload: { form: survey, title },
  });
  return { status: response.statusCode, body: response.json<object>(), headers: response.headers };
}
const read = () => app.send('admin', 'GET', '/posts?limit=5');

function expectUnavailable(
  { status, body, headers }: Awaited<ReturnType<typeof report>>,
  code: keyof typeof problems,
): void {
  expect([status, body]).toEqual([
    503,
    { errors: [{ status: 503, message: problems[code].text, code, params: {} }] },
  ]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

test('terminating all sessions under load loses no acknowledged write', {
  timeout: scaled(120_000),
}, async () => {
  const rejected: string[] = [];
  const acknowledged: string[] = [];
  // A second try of this test has titles and idempotency keys of its own.
  const prefix = `Seen ${Date.now()}`;
  // On a fast machine the first rounds may all end before the sessions do.
  for (let round = 0; round < 20 || (rejected.length === 0 && round < 200); round++) {
    const pendingReports = Array.from({ length: 8 }, async (_, at) => {
      const title = `${prefix} ${round}-${at}`;
      const response = await report(title);
      expect([200, 503], JSON.stringify(response.body)).toContain(response.status);
      (response.status === 200 ? acknowledged : rejected).push(title);
    });
    const reads = Array.from({ length: 4 }, async () => {
      const response = await read();
      expect([200, 503], JSON.stringify(response.body)).toContain(response.status);
    });
    const allResponses = Promise.all([...pendingReports, ...reads]);
    await waitForTransaction();
    // At different points of their transactions.
    await new Promise((resolve) => setTimeout(resolve, round % 10));
    const terminated = await terminateSessions();
    await allResponses;
    await waitForEndedSessions(terminated);
    const afterwards = await read();
    expect(afterwards.status, JSON.stringify(afterwards.body)).toBe(200);
  }
  // Whether a commit was reached is unknown; the idempotency key makes sure that each runs once.
  for (const title of rejected) expect((await report(title)).status).toBe(200);
  const posts = await app.db
    .selectFrom('posts')
    .select('title')
    .where('title', 'like', `${prefix} %`)
    .execute();
  expect(posts).toHaveLength(acknowledged.length + rejected.length);
  expect(new Set(posts.map((post) => post.title))).toEqual(new Set([...acknowledged, ...rejected]));
  expect(rejected.length).toBeGreaterThan(0);
  expect(acknowledged.length).toBeGreaterThan(0);
});

test('answers 503 when sessions are terminated in the middle of their transactions', async () => {
  const blocker = new Client({ connectionString: app.databaseUrl, application_name: 'blocker' });
  blocker.on('error', () => undefined);
  await blocker.connect();
  await blocker.query('begin; lock table posts in access exclusive mode');
  const pendingReports = [report('One'), report('Two'), report('Three')];
  const waiting = async () =>
    Number(
      (
        await operator.query<{ count: string }>(
          `select count(*) from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
          [name()],
        )
      ).rows[0]?.count,
    );
  await expect.poll(waiting).toBe(3);
  await terminateSessions();
  for (const response of await Promise.all(pendingReports)) expectUnavailable(response, 'server.no-database');
  await blocker.end().catch(() => undefined);
  expect((await report('One')).status).toBe(200);
  const posts = app.db.selectFrom('posts').select('title').where('title', 'in', ['One', 'Two', 'Three']);
  expect((await posts.execute()).length).toBe(1);
});

test('answers 503 while the database is unreachable, and requests and jobs continue afterwards', async () => {
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, count, { number: 7 }));
  await allowConnections(false);
  await terminateSessions();
  for (let times = 0; times < 2; times++)
    expectUnavailable(await report('While it is gone'), 'server.no-database');
  const readyResponse = await app.fastify.inject('/health/ready');
  expect([readyResponse.statusCode, readyResponse.json()]).toEqual([503, { status: 'no database' }]);
  expect((await app.fastify.inject('/health/live')).statusCode).toBe(200);
  const token = await app.fastify.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: {
      client_id: webClient.id,
      client_secret: webClient.secret,
      grant_type: 'password',
      username: 'admin@example.org',
      password: 'correct horse',
    },
  });
  expect([token.statusCode, token.headers['retry-after']]).toEqual([503, '5']);
  // The web client is served all the same, with the status that says so to programs.
  const page = await app.fastify.inject('/views/map');
  expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    503,
    '5',
    'text/html; charset=utf-8',
  ]);

  await allowConnections(true);
  expect((await report('While it is gone')).status).toBe(200);
  expect((await app.fastify.inject('/health/ready')).statusCode).toBe(200);
  expect((await app.fastify.inject('/views/map')).statusCode).toBe(200);
  await app.jobs.runPending();
  expect(done).toEqual([7]);
});

test('answers 503 with Retry-After when no connection is free within the timeout', async () => {
  const releaseConnections = await exhaustConnections(app.db);
  expectUnavailable(await report('Waits'), 'server.busy');
  await releaseConnections();
  expect((await report('Waits')).status).toBe(200);
});

test.each([
  ['08006', 'server.no-database'],
  ['57P01', 'server.no-database'],
  ['57P02', 'server.no-database'],
  ['57P03', 'server.no-database'],
  ['53100', 'server.full'],
  ['53200', 'server.busy'],
  ['53300', 'server.busy'],
  ['57014', 'server.busy'],
  ['40P01', 'server.busy'],
] as const)('the PostgreSQL error %s is reported as %s', async (condition, code) => {
  await sql`
    create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception 'out of order' using errcode = ${sql.lit(condition)}; end $$`.execute(app.db);
  await sql`create trigger refuses before insert on posts execute function refuse()`.execute(app.db);
  const title = `Kept by nobody at ${condition}`;
  expectUnavailable(await report(title), code);
  await sql`drop trigger refuses on posts`.execute(app.db);
  expect((await report(title)).status).toBe(200);
});
