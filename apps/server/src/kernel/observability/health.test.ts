import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { exhaustConnections } from '../../testing/app/exhaust-connections.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { inTransaction } from '../db/database.ts';
import { defineJob } from '../jobs/job.ts';
import { dropDatabase } from '../postgres/databases.ts';

const laterJob = defineJob({ name: 'later', payload: z.object({}) });

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ prepareJobs: (jobs) => jobs.register(laterJob, () => Promise.resolve()) });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.fastify.inject({ url, headers, remoteAddress });

test('is live, and ready while the database answers', async () => {
  expect((await get('/health/live')).json()).toEqual({ status: 'ok' });
  expect((await get('/health/ready')).json()).toEqual({ status: 'ok' });
  const lost = await startTestApp();
  onTestFinished(() => lost.close());
  await lost.fastify.ready();
  await dropDatabase(inject('postgres'), new URL(lost.databaseUrl).pathname.slice(1));
  const readyResponse = await lost.fastify.inject({ url: '/health/ready' });
  expect([readyResponse.statusCode, readyResponse.headers['retry-after']]).toEqual([503, '5']);
  expect((await lost.fastify.inject({ url: '/health/live' })).statusCode).toBe(200);
});

test('is ready while all connections are in use', async () => {
  const releaseConnections = await exhaustConnections(app.db);
  const responses = await Promise.all(Array.from({ length: 5 }, () => get('/health/ready')));
  expect(responses.map((response) => response.json())).toEqual(responses.map(() => ({ status: 'ok' })));
  await releaseConnections();
});

test('metrics are labelled by route, without search terms, ids or addresses', async () => {
  await app.send('admin', 'GET', '/posts/987654');
  await app.send('admin', 'GET', '/posts?q=secret-words');
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, laterJob, {}));
  const { body, headers } = await get('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('waypost_route_requests_total{method="GET",route="/api/v3/posts/:id"} 1\n');
  expect(body).toContain('waypost_route_requests_total{method="GET",route="/api/v3/posts"} 1\n');
  expect(body).toMatch(/waypost_route_seconds_total\{method="GET",route="\/api\/v3\/posts"\} 0\.\d+/);
  expect(body).toContain('waypost_request_seconds_count{method="GET",status="4xx"} 1\n');
  expect(body).toMatch(/waypost_jobs\{state="waiting"\} 1/);
  expect(body).toMatch(/waypost_database_connections\{state="open"\} [1-9]/);
  expect(body).toMatch(/process_resident_memory_bytes \d/);
  expect(body).not.toMatch(/987654|secret-words|example\.org/);
});

test('metrics stay below 80 kB when every route was requested', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  for (const { method, path } of Object.values(endpointGroups).flat())
    await server.fastify.inject({ method, url: `/api/v3${path.replaceAll(/\{\w+\}/g, '1')}` });
  const { body } = await server.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body.match(/^waypost_route_requests_total/gm)?.length).toBeGreaterThan(150);
  expect(body.length).toBeLessThan(80_000);
});

test('the second request of a tile is a cache hit in the metrics', async () => {
  const authorization = `Bearer ${await app.tokenOf('visitor')}`;
  const readCounters = async () => {
    const { body } = await get('/metrics');
    const valueOf = (outcome: string) =>
      Number(
        new RegExp(`^waypost_remembered_answers_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(
          body,
        )?.[1],
      );
    return { found: valueOf('found'), made: valueOf('made') };
  };
  const tile = () => get('/api/v3/posts/tiles/0/0/0.mvt', { authorization });
  await tile();
  const before = await readCounters();
  expect((await tile()).statusCode).toBe(200);
  expect(await readCounters()).toEqual({ found: before.found + 1, made: before.made });
});

test('metrics are readable from this machine, or with the token', async () => {
  expect((await get('/metrics', {}, '192.0.2.1')).statusCode).toBe(404);
  // A proxy on this machine, for a client elsewhere.
  expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(404);
  const guarded = await startTestApp({ metricsToken: 'a-token-of-the-operator' });
  onTestFinished(() => guarded.close());
  const ask = async (authorization?: string) =>
    (
      await guarded.fastify.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: authorization === undefined ? {} : { authorization },
      })
    ).statusCode;
  expect([await ask(), await ask('Bearer other'), await ask('Bearer a-token-of-the-operator')]).toEqual([
    404, 404, 200,
  ]);
});

test('answers 503 with Retry-After during the shutdown', async () => {
  const server = await startTestApp();
  const heard: unknown[] = [];
  server.fastify.addHook('preClose', async () => {
    const response = await fetch(`${address}/api/v3/posts`);
    heard.push(response.status, response.headers.get('retry-after'), await response.json());
    heard.push((await fetch(`${address}/health/live`)).status);
  });
  const address = await server.fastify.listen({ port: 0, host: '127.0.0.1' });
  await server.close();
  const busy = { errors: [expect.objectContaining({ status: 503, code: 'server.busy' })] };
  expect(heard).toEqual([503, '5', busy, 200]);
});
