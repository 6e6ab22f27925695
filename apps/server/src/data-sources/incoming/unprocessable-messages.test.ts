/** Whatever a gateway sends is stored, refused or dropped: nothing is accepted and retried for ever. */
import type { Status } from '@waypost/contract/status/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';
import { addressSecret, deliverBy, smsGatewayIds, startAppWithSmsGateways } from './sms-gateways.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startAppWithSmsGateways();
});
afterAll(() => app.close());

/** Does not compress, so that an index sees its full size. */
const randomText = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
const oddTexts = ['\0', ' \0 ', '\ud83d', '\u200b', '\u0085', 'x'.repeat(300), randomText(9000)];

test.each(smsGatewayIds)(
  '%s: an odd sender, text or id is stored or refused',
  {
    timeout: scaled(60_000),
  },
  async (gateway) => {
    let count = 0;
    for (const odd of oddTexts)
      for (const fields of [{ from: odd }, { message: odd }, { id: odd }, { from: odd, message: 'STOP' }]) {
        const message = { from: '+12025550139', message: 'Water', id: `${gateway} ${++count}`, ...fields };
        const status = await deliverBy(app, gateway, message);
        expect([JSON.stringify(fields).slice(0, 40), [200, 400, 422].includes(status), status]).toEqual([
          JSON.stringify(fields).slice(0, 40),
          true,
          status,
        ]);
      }
    await app.jobs.runPending();
    const { rows } = await sql`select payload, fault from incoming_queue where payload is not null`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
  },
);

test('a message with a long id is stored once', async () => {
  const id = randomText(9000);
  for (const _ of [1, 2])
    expect(await deliverBy(app, 'nexmo', { from: '12025550139', message: 'Long', id })).toBe(200);
  await app.jobs.runPending();
  for (const _ of [1, 2])
    expect(await deliverBy(app, 'nexmo', { from: '12025550139', message: 'Long', id })).toBe(200);
  await app.jobs.runPending();
  const { rows } = await sql`select id from messages where message = 'Long'`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test('a receipt with an odd id is no server error', async () => {
  for (const messageId of oddTexts) {
    const payload = { messageId, status: 'delivered' };
    const url = `/sms/nexmo/status/${addressSecret}`;
    expect((await app.fastify.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
  }
});

test('messages that an earlier version queued are dropped when they are empty, and the status names those that fail', async () => {
  const enqueue = (key: string, payload: object) =>
    sql`
    insert into incoming_queue (data_source, dedup_key, payload, attempts)
    values ('nexmo', ${key}, ${JSON.stringify({ type: 'sms', id: null, title: null, ...payload })}::jsonb, 9)`.execute(
      app.db,
    );
  await enqueue('no sender', { from: '', message: 'Water' });
  await enqueue('no text', { from: '+12025550139', message: ' ' });
  await enqueue('long sender', { from: randomText(9000), message: 'STOP' });
  await enqueue('broken', { type: 'fax', from: '+12025550139', message: 'Water' });
  await app.jobs.runPending();
  const { rows } = await sql<{ dedup_key: string }>`
    select dedup_key from incoming_queue where payload is not null`.execute(app.db);
  expect(rows).toEqual([{ dedup_key: 'broken' }]);
  const { body } = await app.send<Status>('admin', 'GET', '/status');
  expect([body.texting.unprocessed, body.concerns.includes('messages-unprocessed')]).toEqual([1, true]);
});
