import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const providers = { smssync: true, frontlinesms: true, nexmo: true, twilio: true };
  const body = {
    providers,
    smssync: { secret: 'right' },
    frontlinesms: { key: 'key', secret: 'right' },
    nexmo: { from: '1', api_key: 'key', api_secret: 'secret', signature_secret: 'sign' },
    twilio: { from: '1', account_sid: 'AC1', auth_token: 'token', sms_auto_response: 'Thanks' },
  };
  expect((await app.send('admin', 'PUT', '/config/data-provider', body)).status).toBe(200);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttles`.execute(app.db);
});

let messageCount = 0;
const sendWithSecret = (remoteAddress: string, secret: string, url = '/smssync') =>
  app.fastify.inject({
    method: 'POST',
    url,
    remoteAddress,
    payload: { secret, from: '+254700', message: `Word ${messageCount++}` },
  });
const statusOf = async (...args: Parameters<typeof sendWithSecret>) =>
  (await sendWithSecret(...args)).statusCode;
const { ipAddress: maxPerCaller, dataSource: maxPerSource } = attemptLimits.wrongSecretsPerMinute;
const guess = (address: string, times: number) =>
  Promise.all(Array.from({ length: times }, (_, at) => statusOf(address, `guess ${at}`)));

test('guesses are limited, and above the limit the right secret is refused too; other callers and the next minute are not affected', async () => {
  const statuses = await guess('192.0.2.1', maxPerCaller + 5);
  expect(statuses.filter((status) => status === 403)).toHaveLength(maxPerCaller);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect(await statusOf('192.0.2.1', 'right')).toBe(429);
  const response = await sendWithSecret('192.0.2.1', 'right', '/frontlinesms');
  expect([response.statusCode, response.json()]).toMatchObject([
    429,
    { errors: [{ code: 'request.too-many' }] },
  ]);
  expect(await statusOf('192.0.2.2', 'right')).toBe(200);
  await sql`update throttles set expires = now()`.execute(app.db);
  expect(await statusOf('192.0.2.1', 'right')).toBe(200);
});

test.each([
  ['Twilio', '/sms/twilio', { AccountSid: 'AC2', From: '1', Body: 'x', MessageSid: '1' }],
  ['receipts of Twilio', '/sms/twilio/status', { AccountSid: 'AC2', MessageSid: '1', MessageStatus: 'sent' }],
  ['Nexmo', '/nexmo', { msisdn: '1', text: 'x', messageId: '1', sig: 'no', timestamp: '0' }],
  ['FrontlineSMS', '/frontlinesms', { secret: 'wrong', from: '1', message: 'x' }],
])('wrong secrets are limited for %s', async (_name, url, payload) => {
  const statuses = [];
  for (let at = 0; at <= maxPerCaller; at++)
    statuses.push((await app.fastify.inject({ method: 'POST', url, payload })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: maxPerCaller }, () => 403), 429]);
});

test('a burst of messages with the right secret is not counted', async () => {
  const all = await Promise.all(
    Array.from({ length: 5 * maxPerCaller }, () => statusOf('192.0.2.7', 'right')),
  );
  expect(new Set(all)).toEqual(new Set([200]));
  const { rows } = await sql<{ count: number }>`select count from throttles where count > 0`.execute(app.db);
  expect(rows).toEqual([]);
});

test('distributed guesses block unknown callers, but not the trusted gateway', async () => {
  expect(await statusOf('192.0.2.9', 'right')).toBe(200);
  for (let at = 0; at < maxPerSource; at += maxPerCaller) await guess(`198.51.100.${at}`, maxPerCaller);
  expect(await statusOf('203.0.113.5', 'right')).toBe(429);
  expect(await statusOf('192.0.2.9', 'right')).toBe(200);
  expect(await statusOf('192.0.2.9', 'wrong')).not.toBe(200);
  expect(await statusOf('192.0.2.9', 'right')).toBe(429);
});
