/** Overload: accepted requests are answered, the others get 503 with Retry-After. */
import { connect, type Socket } from 'node:net';
import type { Status } from '@waypost/contract/status/status';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exhaustConnections } from '../../testing/app/exhaust-connections.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';
import { defaultLoadSettings } from '../config/load-settings.ts';
import { getConnectionPool } from '../db/database.ts';

let app: TestApp;
afterEach(() => app.close());

const withoutLimits = { ...defaultLoadSettings(), maxDelayMs: 0 };
const waitingCount = () => getConnectionPool(app.db)?.waitingCount ?? 0;

test('rejects reads first, then writes, and answers the requests that waited', async () => {
  app = await startTestApp({ load: { ...withoutLimits, maxWaiting: 2 } });
  const token = await app.tokenOf('admin');
  const headers = { authorization: `Bearer ${token}` };
  const read = () => app.fastify.inject({ url: '/api/v3/posts', headers });
  const report = () =>
    app.fastify.inject({ method: 'POST', url: '/api/v3/posts', headers, payload: { title: 'Seen' } });
  const releaseConnections = await exhaustConnections(app.db);

  const accepted = [read(), read()];
  await expect.poll(waitingCount).toBe(2);
  const shed = await read();
  expect(shed.statusCode).toBe(503);
  expect(shed.json()).toMatchObject({ errors: [{ status: 503, code: 'server.busy' }] });
  expect(Number(shed.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(shed.headers['retry-after'])).toBeLessThan(10);

  const reports = [report(), report()];
  // Both look up their token in one batch, and count as two.
  await expect.poll(waitingCount).toBe(3);
  expect((await report()).statusCode).toBe(503);

  expect((await app.fastify.inject('/health/live')).statusCode).toBe(200);

  await releaseConnections();
  expect((await Promise.all([...accepted, ...reports])).map((response) => response.statusCode)).toEqual([
    200, 200, 200, 200,
  ]);
  expect((await read()).statusCode).toBe(200);
  expect((await app.fastify.inject('/metrics')).body).toContain(
    'waypost_requests_turned_away_total{why="pressure"} 2',
  );
  const status = (await app.send<Status>('admin', 'GET', '/status')).body;
  expect(status.requests).toMatchObject({ failed: 0, refused: 2 });
});

/** What the first page of our client and of existing clients requests (API v3 §7). */
const startPaths = [
  '/config',
  '/config/features',
  '/config/site',
  '/config/map',
  '/config/data-provider',
  '/tags',
  '/forms',
  '/tos/',
  '/users/me',
  '/roles?name=admin',
  '/posts/stats?group_by=form&has_location=all&include_unmapped=true&order=desc&order_unlocked_on_top=true&orderby=created&status%5B%5D=published&status%5B%5D=draft',
];

test('rejects what clients need at their start no earlier than writes', async () => {
  const maxWaiting = 30;
  app = await startTestApp({ load: { ...withoutLimits, maxWaiting } });
  const headers = { authorization: `Bearer ${await app.tokenOf('admin')}` };
  const request = (url: string) => app.fastify.inject({ url: `/api/v3${url}`, headers });
  const report = () => app.fastify.inject({ method: 'POST', url: '/api/v3/posts', headers, payload: {} });
  const releaseConnections = await exhaustConnections(app.db);
  const reads = Array.from({ length: maxWaiting }, () => request('/posts?limit=1'));
  await expect.poll(waitingCount).toBe(maxWaiting);
  for (const path of ['/posts', '/posts/export', '/posts/geojson', '/exports/jobs'])
    expect([path, (await request(path)).statusCode]).toEqual([path, 503]);

  // Answered without the database.
  expect((await request('/verifier/db')).statusCode).toBe(204);
  const atStart = startPaths.map(async (path) => [path, (await request(path)).statusCode]);
  await expect.poll(waitingCount).toBe(maxWaiting + startPaths.length);
  const more = Array.from({ length: maxWaiting - startPaths.length }, () => request('/config'));
  await expect.poll(waitingCount).toBe(2 * maxWaiting);
  expect((await request('/config')).statusCode).toBe(503);
  expect((await app.fastify.inject({ method: 'HEAD', url: '/api/v3/config', headers })).statusCode).toBe(503);
  expect((await report()).statusCode).toBe(503);

  await releaseConnections();
  expect(await Promise.all(atStart)).toEqual(startPaths.map((path) => [path, 200]));
  await Promise.all([...reads, ...more]);
});

test('one address has half of the reads that may wait, and others are answered', async () => {
  app = await startTestApp({ load: { ...withoutLimits, maxWaiting: 10 } });
  const read = async (remoteAddress: string) =>
    (await app.fastify.inject({ url: '/api/v3/posts?limit=1', remoteAddress })).statusCode;
  expect(await read('203.0.113.7')).toBe(200);
  const releaseConnections = await exhaustConnections(app.db);
  const accepted = Array.from({ length: 5 }, () => read('203.0.113.7'));
  await expect.poll(waitingCount).toBe(5);
  expect(await read('203.0.113.7')).toBe(503);
  const others = ['203.0.113.8', '203.0.113.9'].map(read);
  await expect.poll(waitingCount).toBe(7);
  await releaseConnections();
  expect(await Promise.all([...accepted, ...others])).toEqual(Array(7).fill(200));
  expect(await Promise.all(Array.from({ length: 5 }, () => read('203.0.113.7')))).toEqual(Array(5).fill(200));
});

describe('requests that are sent at once over one connection', () => {
  const request = 'GET /api/v3/posts?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n';
  let url: URL;
  let socket: Socket;
  let received: string;
  beforeEach(async () => {
    app = await startTestApp({ load: { ...withoutLimits, maxWaiting: 10 } });
    url = new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' }));
    socket = connect(Number(url.port), '127.0.0.1');
    received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  });
  afterEach(() => socket.destroy());

  test('are answered one after another', async () => {
    const releaseConnections = await exhaustConnections(app.db);
    socket.write(request.repeat(15));
    await expect.poll(waitingCount).toBe(1);
    await releaseConnections();
    await expect.poll(() => received.match(/HTTP\/1\.1 200 /g)?.length).toBe(15);
    // Those that wait when the connection ends are not begun.
    const releaseAgain = await exhaustConnections(app.db);
    socket.write(request.repeat(15));
    await expect.poll(waitingCount).toBe(1);
    socket.destroy();
    await releaseAgain();
    expect((await fetch(new URL('/api/v3/posts?limit=1', url))).status).toBe(200);
  });

  test('are not kept when they are very many', async () => {
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(request.repeat(50_000));
    await closed;
    expect((await fetch(new URL('/api/v3/posts?limit=1', url))).status).toBe(200);
  });
});

test('rejects requests while the event loop is delayed', { timeout: scaled(60_000) }, async () => {
  app = await startTestApp({ load: { ...withoutLimits, maxDelayMs: 150 } });
  const ask = async () => (await app.fastify.inject('/api/v3/posts?limit=1')).statusCode;
  expect(await ask()).toBe(200);
  // Blocks the event loop, as a flood of requests does, for twice as long as the pause between two samples of its delay: whenever a
  // sample is due, it is more than the limit late.
  for (let block = 0; block < 3; block++) {
    const until = performance.now() + 500;
    while (performance.now() < until);
    // A turn of the event loop, in which the late sample is taken. It waits for nothing, so no sample is taken in time.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await ask()).toBe(503);
  await expect.poll(ask, { timeout: scaled(20_000) }).toBe(200);
});
