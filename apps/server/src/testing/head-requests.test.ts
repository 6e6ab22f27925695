/** HEAD answers wherever GET does, with the same status and without the effects of the GET. The routes are read from the app. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressSecret, startAppWithSmsGateways } from '../data-sources/incoming/sms-gateways.fixture.ts';
import { listRoutes } from './app/list-routes.ts';
import type { TestApp } from './app/test-app.ts';
import { scaled } from './time.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startAppWithSmsGateways();
});
afterAll(() => app.close());

const resetThrottles = async () => void (await app.db.deleteFrom('throttles').execute());
const request = async (method: 'GET' | 'HEAD', url: string, headers = {}) =>
  app.fastify.inject({ method, url, headers });

/** Callbacks that change something, or answer 400, if nothing is sent. */
const furtherUrls = [
  '/sms/smssync?secret=s',
  '/smssync?secret=s&task=send',
  '/sms/smssync?secret=s&task=result',
  `/nexmo/${addressSecret}?msisdn=254700000001&text=Seen&messageId=1`,
  '/views/map',
  '/posts/1',
  '/nothing.js',
  '/api/v3/nothing',
];

test('every route with GET answers HEAD with the same status and no body', {
  timeout: scaled(60_000),
}, async () => {
  const authorization = `Bearer ${await app.tokenOf('admin')}`;
  const urls = listRoutes(app.fastify)
    .filter(({ methods }) => methods.includes('GET'))
    .map(({ url }) => url);
  expect(urls.length).toBeGreaterThan(100);
  expect(urls).toContain('/sms/smssync');
  const differences: unknown[] = [];
  for (const url of [...urls, ...furtherUrls])
    for (const headers of [{}, { authorization }]) {
      // Gateways are called without their secrets, which are limited.
      await resetThrottles();
      const get = await request('GET', url, headers);
      const head = await request('HEAD', url, headers);
      if (head.statusCode !== get.statusCode || head.body !== '')
        differences.push([url, get.statusCode, head.statusCode, head.body]);
    }
  expect(differences).toEqual([]);
});

describe('HEAD of a callback', () => {
  beforeAll(resetThrottles);
  const countStored = async () => {
    await app.jobs.runPending();
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from messages)::int + (select count(*) from incoming_queue)::int as count`.execute(
      app.db,
    );
    return rows[0]?.count;
  };

  test('hands out no messages of SMSSync', async () => {
    const received = { secret: 's', from: '+254700000009', message: 'Water', message_id: 'h1' };
    await app.fastify.inject({ method: 'POST', url: '/smssync', payload: received });
    await app.jobs.runPending();
    const inbox = await app.send<{ results: { id: number }[] }>(
      'admin',
      'GET',
      '/messages?box=inbox&q=Water',
    );
    const reply = await app.send<{ id: number }>('reviewer', 'POST', '/messages', {
      message: 'Which bank?',
      parent_id: inbox.body.results[0]?.id,
    });
    const readStatus = async () =>
      (await app.send<{ status: string }>('admin', 'GET', `/messages/${reply.body.id}`)).body.status;
    for (const path of ['/smssync', '/sms/smssync']) {
      const head = await request('HEAD', `${path}?secret=s&task=send`);
      expect([path, head.statusCode, await readStatus()]).toEqual([path, 200, 'pending']);
    }
    const { payload } = (await request('GET', '/smssync?secret=s&task=send')).json<{
      payload: { messages: { message: string }[] };
    }>();
    expect([payload.messages.map((sent) => sent.message), await readStatus()]).toEqual([
      ['Which bank?'],
      'unknown',
    ]);
  });

  test.each(['/nexmo', '/sms/nexmo', '/sms/nexmo/reply'])('stores no message of %s', async (path) => {
    const before = await countStored();
    const url = `${path}/${addressSecret}?msisdn=254700000002&text=Water&messageId=${path.length}`;
    expect([(await request('HEAD', url)).statusCode, await countStored()]).toEqual([200, before]);
    expect((await request('GET', url)).statusCode).toBe(200);
    expect(await countStored()).not.toBe(before);
  });

  test('records no receipt of Nexmo', async () => {
    await sql`
      insert into messages (message, type, data_source, data_source_message_id, status, direction)
      values ('Thanks', 'sms', 'nexmo', 'N77', 'unknown', 'outgoing')`.execute(app.db);
    const readStatus = async () => {
      const { rows } = await sql<{ status: string }>`
        select status from messages where data_source_message_id = 'N77'`.execute(app.db);
      return rows[0]?.status;
    };
    const url = `/sms/nexmo/status/${addressSecret}?messageId=N77&status=delivered`;
    expect([(await request('HEAD', url)).statusCode, await readStatus()]).toEqual([200, 'unknown']);
    expect([(await request('GET', url)).statusCode, await readStatus()]).toEqual([200, 'sent']);
  });

  test('with a wrong secret is refused and counts as a guess', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 80; at++) {
      const head = await app.fastify.inject({
        method: 'HEAD',
        url: `/sms/smssync?secret=guess${at}`,
        remoteAddress: '192.0.2.7',
      });
      statuses.push(head.statusCode);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
  });
});
