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

test('a server lives, and is ready while its database answers', async () => {
  expect((await get('/health/live')).json()).toEqual({ status: 'ok' });
  expect((await get('/health/ready')).json()).toEqual({ status: 'ok' });
  const lost = await startTestApp();
  onTestFinished(() => lost.close());
  // What is done at the start is done.
  await lost.fastify.ready();
  await dropDatabase(inject('postgres'), new URL(lost.databaseUrl).pathname.slice(1));
  const ready = await lost.fastify.inject({ url: '/health/ready' });
  expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '5']);
  expect((await lost.fastify.inject({ url: '/health/live' })).statusCode).toBe(200);
});

test('a server whose connections are all taken is ready at once', async () => {
  const letGo = await exhaustConnections(app.db);
  const asked = await Promise.all(Array.from({ length: 5 }, () => get('/health/ready')));
  expect(asked.map((response) => response.json())).toEqual(asked.map(() => ({ status: 'ok' })));
  await letGo();
});

test('figures by declared address, without anybody’s words, ids or addresses', async () => {
  await app.send('admin', 'GET', '/posts/987654');
  await app.send('admin', 'GET', '/posts?q=secret-words');
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, laterJob, {}));
  const { body, headers } = await get('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toMatch(
    /waypost_request_seconds_count\{method="GET",route="\/api\/v3\/posts\/:id",status="404"\} 1/,
  );
  expect(body).toMatch(
    /waypost_request_seconds_count\{method="GET",route="\/api\/v3\/posts",status="200"\} 1/,
  );
  expect(body).toMatch(/waypost_jobs\{state="waiting"\} 1/);
  expect(body).toMatch(/waypost_database_connections\{state="open"\} [1-9]/);
  expect(body).toMatch(/process_resident_memory_bytes \d/);
  expect(body).not.toMatch(/987654|secret-words|example\.org/);
});

test('a tile that is asked for twice is found in memory, and the figures say so', async () => {
  const authorization = `Bearer ${await app.tokenOf('visitor')}`;
  const figures = async () => {
    const { body } = await get('/metrics');
    const of = (outcome: string) =>
      Number(
        new RegExp(`^waypost_remembered_answers_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(
          body,
        )?.[1],
      );
    return { found: of('found'), made: of('made') };
  };
  const tile = () => get('/api/v3/posts/tiles/0/0/0.mvt', { authorization });
  await tile();
  const before = await figures();
  expect((await tile()).statusCode).toBe(200);
  expect(await figures()).toEqual({ found: before.found + 1, made: before.made });
});

test('figures are for this machine, or for who knows the token', async () => {
  expect((await get('/metrics', {}, '192.0.2.1')).statusCode).toBe(404);
  // A proxy on this machine, for somebody elsewhere.
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

test('whoever comes while a server ends is told to come back, in the words of every answer', async () => {
  const ending = await startTestApp();
  const heard: unknown[] = [];
  ending.fastify.addHook('preClose', async () => {
    const response = await fetch(`${address}/api/v3/posts`);
    heard.push(response.status, response.headers.get('retry-after'), await response.json());
    heard.push((await fetch(`${address}/health/live`)).status);
  });
  const address = await ending.fastify.listen({ port: 0, host: '127.0.0.1' });
  await ending.close();
  const told = { errors: [expect.objectContaining({ status: 503, code: 'server.busy' })] };
  expect(heard).toEqual([503, '5', told, 200]);
});
