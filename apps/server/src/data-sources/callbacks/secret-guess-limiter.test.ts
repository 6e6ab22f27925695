import { limits } from '@waypost/contract/common/limits';
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
const statusOf = async (...of: Parameters<typeof sendWithSecret>) => (await sendWithSecret(...of)).statusCode;
const { ipAddress: caller, dataSource: source } = limits.wrongSecretsPerMinute;
const guess = (address: string, times: number) =>
  Promise.all(Array.from({ length: times }, (_, at) => statusOf(address, `guess ${at}`)));

test('who guesses is held up, and then not even the right secret tells; others and the next minute are free', async () => {
  const statuses = await guess('192.0.2.1', caller + 5);
  expect(statuses.filter((it) => it === 403)).toHaveLength(caller);
  expect(statuses.filter((it) => it === 429)).toHaveLength(5);
  expect(await statusOf('192.0.2.1', 'right')).toBe(429);
  const told = await sendWithSecret('192.0.2.1', 'right', '/frontlinesms');
  expect([told.statusCode, told.json()]).toMatchObject([429, { errors: [{ code: 'request.too-many' }] }]);
  expect(await statusOf('192.0.2.2', 'right')).toBe(200);
  await sql`update throttles set ends = now()`.execute(app.db);
  expect(await statusOf('192.0.2.1', 'right')).toBe(200);
});

test.each([
  ['Twilio', '/sms/twilio', { AccountSid: 'AC2', From: '1', Body: 'x', MessageSid: '1' }],
  ['receipts of Twilio', '/sms/twilio/status', { AccountSid: 'AC2', MessageSid: '1', MessageStatus: 'sent' }],
  ['Nexmo', '/nexmo', { msisdn: '1', text: 'x', messageId: '1', sig: 'no', timestamp: '0' }],
  ['FrontlineSMS', '/frontlinesms', { secret: 'wrong', from: '1', message: 'x' }],
])('so it is with %s', async (_name, url, payload) => {
  const statuses = [];
  for (let at = 0; at <= caller; at++)
    statuses.push((await app.fastify.inject({ method: 'POST', url, payload })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: caller }, () => 403), 429]);
});

test('a gateway pours out messages by the hundred from its first one on, and none counts', async () => {
  const all = await Promise.all(Array.from({ length: 5 * caller }, () => statusOf('192.0.2.7', 'right')));
  expect(new Set(all)).toEqual(new Set([200]));
  const { rows } = await sql<{ count: number }>`select count from throttles where count > 0`.execute(app.db);
  expect(rows).toEqual([]);
});

test('guesses from everywhere hold up strangers, and never the gateway that is known', async () => {
  expect(await statusOf('192.0.2.9', 'right')).toBe(200);
  for (let at = 0; at < source; at += caller) await guess(`198.51.100.${at}`, caller);
  expect(await statusOf('203.0.113.5', 'right')).toBe(429);
  expect(await statusOf('192.0.2.9', 'right')).toBe(200);
  expect(await statusOf('192.0.2.9', 'wrong')).not.toBe(200);
  expect(await statusOf('192.0.2.9', 'right')).toBe(429);
});
