/** A database that stopped answering, without closing its connections. */

import { createConnection, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { sql } from 'kysely';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { eventually, scaled } from '../../testing/time.ts';
import type { PostgresConnection } from '../postgres/connection.ts';
import { getConnectionPool, inTransaction } from './database.ts';

/** Passes connections on to a database server, until it is frozen: then it accepts them, and nothing passes. */
class FreezableProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isFrozen = false;
  /** Connections that were ever made. */
  connectionCount = 0;

  constructor({ host, port }: PostgresConnection) {
    const target = host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port };
    this.#server = createServer((socket) => {
      this.connectionCount++;
      const upstream = createConnection(target);
      for (const [from, to] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.pipe(to);
        if (this.#isFrozen) from.pause();
      }
    });
  }

  /** @returns the port */
  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  setFrozen(isFrozen: boolean): void {
    this.#isFrozen = isFrozen;
    for (const socket of this.#sockets)
      if (isFrozen) socket.pause();
      else socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let app: TestApp;
let proxy: FreezableProxy;
beforeAll(async () => {
  app = await startTestApp({
    async connectThrough(server) {
      proxy = new FreezableProxy(server);
      return { ...server, host: '127.0.0.1', port: await proxy.start() };
    },
  });
  for (const actor of ['admin', 'visitor'] as const) await app.tokenOf(actor);
});
afterAll(async () => {
  proxy.setFrozen(false);
  await app.close();
  await proxy.close();
});

/** Every address that reads from the database, with an example of what is in its path. */
const addresses = [
  ...Object.values(endpointGroups)
    .flat()
    .filter(({ method }) => method === 'GET')
    .map(({ path: pattern }) => `/api/v3${pattern.replaceAll(/\{\w+\}/g, '1')}`),
  '/',
  '/views/map',
  '/posts/1',
  '/robots.txt',
  '/metrics',
  '/.well-known/security.txt',
  '/sms/smssync?from=254711000001&message=flood&secret=x',
  '/storage/0/0/unknown.png',
];

test('while the database is frozen every address answers within five seconds, and goes on afterwards', {
  timeout: scaled(60_000),
}, async () => {
  const headers = { authorization: `Bearer ${await app.tokenOf('admin')}` };
  const ask = async (url: string) => {
    const start = performance.now();
    const response = await app.fastify.inject({ url, headers });
    return { url, status: response.statusCode, seconds: (performance.now() - start) / 1000, response };
  };
  expect((await ask('/api/v3/posts')).status).toBe(200);
  // A transaction that is open when the database freezes.
  const interrupted = inTransaction(app.db, 'writes', async (tx) => {
    await tx.insertInto('categories').values({ tag: 'Frozen', slug: 'frozen', type: 'category' }).execute();
    proxy.setFrozen(true);
    return tx.selectFrom('categories').selectAll().execute();
  });
  await expect(interrupted).rejects.toThrow();
  const answers = await Promise.all(addresses.map(ask));
  const slow = answers.filter(({ seconds }) => seconds > scaled(5));
  expect(slow.map(({ url, seconds }) => [url, seconds])).toEqual([]);
  const statuses = new Map(answers.map(({ url, status }) => [url, status]));
  expect([...new Set(statuses.values())].filter((status) => status >= 500)).toEqual([503]);
  expect([statuses.get('/api/v3/posts'), statuses.get('/metrics')]).toEqual([503, 200]);
  // Pages, too: their body is the web client, which says it and shows what is stored on the device.
  for (const page of ['/', '/views/map', '/posts/1']) expect([page, statuses.get(page)]).toEqual([page, 503]);
  for (const { response } of answers.filter(({ status }) => status === 503))
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);

  proxy.setFrozen(false);
  await expect.poll(async () => (await ask('/api/v3/posts')).status, { timeout: scaled(10_000) }).toBe(200);
  const rows = await app.db.selectFrom('categories').select('id').where('slug', '=', 'frozen').execute();
  expect(rows).toEqual([]);
  await expect.poll(() => getConnectionPool(app.db)?.waitingCount).toBe(0);
});

test('a slow query is not interrupted, also while the database refuses further connections', {
  timeout: scaled(30_000),
}, async () => {
  const operator = new Client({ ...inject('postgres'), database: 'postgres' });
  await operator.connect();
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const allowConnections = (isAllowed: boolean) =>
    operator.query(`alter database ${escapeIdentifier(name)} allow_connections ${isAllowed}`);
  // Slow until this connection ends.
  const blocker = new Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('select pg_advisory_lock(1)');
  let slowPid = 0;
  const slowQuery = inTransaction(app.db, 'reads', async (tx) => {
    slowPid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0;
    return sql<{ locked: boolean }>`select pg_advisory_xact_lock(1) is not null as locked`.execute(tx);
  });
  await eventually(async () => {
    const { rows } = await operator.query('select wait_event from pg_stat_activity where pid = $1', [
      slowPid,
    ]);
    expect(rows).toEqual([{ wait_event: 'advisory' }]);
  });
  await allowConnections(false);
  const { rows: blockers } = await blocker.query('select pg_backend_pid() as pid');
  const others = 'from pg_stat_activity where datname = $1 and pid <> all($2)';
  await operator.query(`select pg_terminate_backend(pid) ${others}`, [name, [slowPid, blockers[0].pid]]);
  // The watch asks twice whether the database answers, and is refused: it does not interrupt what it would have interrupted.
  const connections = proxy.connectionCount;
  await eventually(() => expect(proxy.connectionCount).toBeGreaterThan(connections + 1), 10_000);
  await blocker.end();
  const { rows } = await slowQuery;
  await allowConnections(true);
  await operator.end();
  expect(rows).toEqual([{ locked: true }]);
});
