import type { Message } from '@waypost/contract/messages/messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmContacts } from '../../testing/app/confirm-contacts.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { type GatewayServer, startGatewayServer } from '../../testing/servers/gateway-server.ts';
import { maintainMessages } from './send-messages.ts';

let app: TestApp;
let gateway: GatewayServer;
beforeAll(async () => {
  gateway = await startGatewayServer();
  app = await startTestApp({ allowedNetworks: ['127.0.0.1'] });
});
afterAll(async () => {
  await app.close();
  await gateway.close();
});
beforeEach(() => {
  gateway.requests.length = 0;
  gateway.respondWith(200, {});
});

const secret = 'phone secret';
const address_secret = 'kX3-9f_longEnoughToStayOut';
const configure = async (id: string, own: object) => {
  const body = { providers: { [id]: true }, [id]: own };
  expect((await app.send('admin', 'PUT', '/config/data-provider', body)).status).toBe(200);
};
const smssync = () => configure('smssync', { secret });
const twilio = (change: object = {}) =>
  configure('twilio', {
    from: '+15550000',
    account_sid: 'AC1',
    auth_token: 'token',
    sms_auto_response: 'Thanks',
    // Incoming messages are not tested here.
    require_signature: 'No',
    address_secret,
    url: gateway.url,
    ...change,
  });
const postJson = (url: string, payload: object) => app.fastify.inject({ method: 'POST', url, payload });

let nextNumber = 700;
/** Receives a text message by a source. @returns the message and the sender's number */
async function receiveMessageBy(source: string): Promise<{ message: Message; number: string }> {
  const number = `+254700${nextNumber++}`;
  const deliveries: Record<string, () => Promise<unknown>> = {
    twilio: () =>
      postJson(`/sms/twilio/${address_secret}`, {
        AccountSid: 'AC1',
        From: number,
        Body: 'Help',
        MessageSid: `SM${number}`,
      }),
    nexmo: () =>
      postJson(`/nexmo/${address_secret}`, { msisdn: number, text: 'Help', messageId: `N${number}` }),
    frontlinesms: () => postJson('/frontlinesms', { secret, from: number, message: 'Help' }),
    smssync: () => postJson('/smssync', { secret, from: number, message: 'Help' }),
  };
  await deliveries[source]?.();
  await app.jobs.runPending();
  const searchPath = `/messages?box=inbox&q=${encodeURIComponent(number)}`;
  const [message] = (await app.send<{ results: Message[] }>('admin', 'GET', searchPath)).body.results;
  if (!message) throw new Error('nothing came in');
  return { message, number };
}

const sendReply = async (to: Message, message = 'Which bank?') =>
  (await app.send<Message>('reviewer', 'POST', '/messages', { message, parent_id: to.id })).body.id;
const readMessage = async (id: number) =>
  (await app.send<Message>('reviewer', 'GET', `/messages/${id}`)).body;

describe('a reply', () => {
  test('is sent by Twilio, and its receipt is recorded', async () => {
    await twilio();
    const { message, number } = await receiveMessageBy('twilio');
    gateway.respondWith(201, { sid: 'SMout' });
    const id = await sendReply(message);
    expect((await readMessage(id)).status).toBe('pending');
    await app.jobs.runPending();
    const [request, ...otherRequests] = gateway.requests;
    expect(otherRequests).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', path: '/2010-04-01/Accounts/AC1/Messages.json' });
    expect(request?.headers['authorization']).toBe(`Basic ${btoa('AC1:token')}`);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      To: number,
      From: '+15550000',
      Body: 'Which bank?',
      StatusCallback: `https://report.example.org/sms/twilio/status/${address_secret}`,
    });
    expect(await readMessage(id)).toMatchObject({ status: 'sent', data_source_message_id: 'SMout' });
    const receipt = { AccountSid: 'AC1', MessageSid: 'SMout', MessageStatus: 'undelivered' };
    expect(
      (await postJson(`/sms/twilio/status/${address_secret}`, { ...receipt, AccountSid: 'AC2' })).statusCode,
    ).toBe(403);
    expect((await readMessage(id)).status).toBe('sent');
    expect((await postJson(`/sms/twilio/status/${address_secret}`, receipt)).statusCode).toBe(200);
    expect((await readMessage(id)).status).toBe('failed');
  });

  test('is sent by Nexmo', async () => {
    const own = { from: '15550000', api_key: 'key', api_secret: 'secret', url: gateway.url };
    await configure('nexmo', { ...own, address_secret });
    const { message, number } = await receiveMessageBy('nexmo');
    gateway.respondWith(200, { messages: [{ status: '0', 'message-id': 'Nout' }] });
    const id = await sendReply(message, 'Où êtes-vous ?');
    await app.jobs.runPending();
    expect(gateway.requests[0]?.path).toBe('/sms/json');
    expect(Object.fromEntries(new URLSearchParams(gateway.requests[0]?.body))).toMatchObject({
      api_key: 'key',
      api_secret: 'secret',
      from: '15550000',
      to: number.slice(1),
      text: 'Où êtes-vous ?',
      type: 'unicode',
    });
    expect(await readMessage(id)).toMatchObject({ status: 'sent', data_source_message_id: 'Nout' });
    await app.fastify.inject({ url: `/sms/nexmo/status/${address_secret}?messageId=Nout&status=failed` });
    expect((await readMessage(id)).status).toBe('failed');
  });

  test('is sent by FrontlineSMS', async () => {
    await configure('frontlinesms', { key: 'front key', secret, url: `${gateway.url}/api/1/webhook` });
    const { message, number } = await receiveMessageBy('frontlinesms');
    const id = await sendReply(message);
    await app.jobs.runPending();
    expect(gateway.requests[0]?.path).toBe('/api/1/webhook');
    expect(JSON.parse(gateway.requests[0]?.body ?? '')).toEqual({
      apiKey: 'front key',
      payload: { message: 'Which bank?', recipients: [{ type: 'mobile', value: number }] },
    });
    expect((await readMessage(id)).status).toBe('sent');
  });

  test('is fetched by SMSSync, twenty at a time, and its result is recorded', async () => {
    await smssync();
    const { message, number } = await receiveMessageBy('smssync');
    const ids: number[] = [];
    for (let at = 0; at < 21; at++) ids.push(await sendReply(message, `Answer ${at}`));
    const fetch = async (task: string, key = secret) =>
      app.fastify.inject({ url: `/sms/smssync?task=${task}&secret=${encodeURIComponent(key)}` });
    expect((await fetch('send', 'wrong')).statusCode).toBe(403);
    const { payload } = (await fetch('send')).json<{
      payload: { messages: { to: string; message: string; uuid: string }[] };
    }>();
    expect(payload).toMatchObject({ task: 'send', success: true, secret });
    expect(payload.messages).toHaveLength(20);
    expect(payload.messages[0]).toEqual({
      to: number,
      message: 'Answer 0',
      message_id: String(ids[0]),
      uuid: String(ids[0]),
    });
    expect((await readMessage(ids[0] ?? 0)).status).toBe('unknown');
    expect((await readMessage(ids[20] ?? 0)).status).toBe('pending');
    expect((await fetch('send')).json()).toMatchObject({ payload: { messages: [{ message: 'Answer 20' }] } });
    const queued = { queued_messages: ids.map(String) };
    const confirmed = await postJson(`/sms/smssync?task=sent&secret=${encodeURIComponent(secret)}`, queued);
    expect(confirmed.json()).toEqual({ message_uuids: ids.map(String) });
    expect((await fetch('result')).json<{ message_uuids: string[] }>().message_uuids).toEqual(
      ids.map(String),
    );
    await postJson(`/sms/smssync?task=result&secret=${encodeURIComponent(secret)}`, {
      message_result: [
        { uuid: String(ids[0]), sent_result_code: 0, delivered_result_code: -1 },
        { uuid: String(ids[1]), sent_result_code: 1 },
        { uuid: 'none of ours', sent_result_code: 0 },
        { uuid: String(ids[2]), sent_result_code: -1, sent_result_message: 'SMSSync Message Sent' },
      ],
    });
    expect((await readMessage(ids[2] ?? 0)).status).toBe('sent');
    expect((await fetch('result')).json<{ message_uuids: string[] }>().message_uuids).toEqual(
      ids.slice(3).map(String),
    );
    expect((await readMessage(ids[0] ?? 0)).status).toBe('sent');
    expect((await readMessage(ids[1] ?? 0)).status).toBe('failed');
  });
});

describe('a reply that the gateway does not accept', () => {
  test('is retried if it cannot have been sent', async () => {
    await twilio();
    const { message } = await receiveMessageBy('twilio');
    gateway.respondWith(503, {});
    const id = await sendReply(message);
    await app.jobs.runPending();
    expect(gateway.requests).toHaveLength(1);
    expect((await readMessage(id)).status).toBe('pending');
    await app.jobs.runPending();
    expect(gateway.requests).toHaveLength(1);
    gateway.respondWith(201, { sid: 'SMlater' });
    await sql`update messages set next_attempt = now() where id = ${id}`.execute(app.db);
    await runMaintenance();
    expect((await readMessage(id)).status).toBe('sent');
    expect(gateway.requests).toHaveLength(2);
  });

  test('fails if it is refused, and can be retried manually', async () => {
    const { message } = await receiveMessageBy('twilio');
    gateway.respondWith(400, { code: 21211, message: 'Invalid number +254700' });
    const id = await sendReply(message);
    await app.jobs.runPending();
    expect((await readMessage(id)).status).toBe('failed');
    gateway.respondWith(201, { sid: 'SMagain' });
    await app.send('reviewer', 'PUT', `/messages/${id}`, { status: 'pending' });
    await app.jobs.runPending();
    expect((await readMessage(id)).status).toBe('sent');
  });

  test('whose sending was interrupted is not sent again', async () => {
    const { message } = await receiveMessageBy('twilio');
    gateway.respondWith(503, {});
    const id = await sendReply(message);
    await sql`update messages set send_started = now() - interval '10 minutes' where id = ${id}`.execute(
      app.db,
    );
    await app.jobs.runPending();
    await runMaintenance();
    expect(gateway.requests).toEqual([]);
    expect((await readMessage(id)).status).toBe('unknown');
  });

  test('waits while its source is off, is sent when it is on again, and expires after three days', async () => {
    const { message } = await receiveMessageBy('twilio');
    await app.send('admin', 'PUT', '/config/data-provider', { providers: { twilio: false } });
    const [id, old] = [await sendReply(message), await sendReply(message)];
    await sql`update messages set created = now() - interval '4 days' where id = ${old}`.execute(app.db);
    await runMaintenance();
    expect([(await readMessage(id)).status, (await readMessage(old)).status]).toEqual(['pending', 'expired']);
    gateway.respondWith(201, { sid: 'SMon' });
    await twilio();
    await runMaintenance();
    expect([(await readMessage(id)).status, (await readMessage(old)).status]).toEqual(['sent', 'expired']);
  });
});

test('messages are sent at the rate of their source', async () => {
  await twilio();
  const { message } = await receiveMessageBy('twilio');
  gateway.respondWith(201, { sid: 'SMmany' });
  for (let at = 0; at < 15; at++) await sendReply(message, `Answer ${at}`);
  const startedAt = Date.now();
  await app.jobs.runPending();
  expect(gateway.requests).toHaveLength(15);
  // Ten a second.
  expect(Date.now() - startedAt).toBeGreaterThan(1300);
});

test('a subscriber with a phone number is notified by text message', async () => {
  await twilio();
  const create = async (url: string, body: object) =>
    (await app.send<{ id: number }>('member', 'POST', url, body)).body.id;
  await create('/contacts', { type: 'phone', contact: '+254711222333', can_notify: true });
  await confirmContacts(app.db);
  const set = await create('/collections', { name: 'River gauges' });
  await create('/notifications', { set });
  const { id } = (
    await app.send<{ id: number }>('reviewer', 'POST', '/posts', { title: 'Gauge two is red', content: '.' })
  ).body;
  await app.send('reviewer', 'PUT', `/posts/${id}`, { status: 'published' });
  gateway.respondWith(201, { sid: 'SMtold' });
  await app.send('member', 'POST', `/collections/${set}/posts`, { id });
  await app.jobs.runPending({ includeScheduled: true });
  const bodies = gateway.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(bodies).toMatchObject([{ To: '+254711222333', Body: expect.stringContaining('Gauge two is red') }]);
});

/** Runs the maintenance job, which is scheduled every minute. */
async function runMaintenance(): Promise<void> {
  await app.db.transaction().execute((tx) => app.jobs.add(tx, maintainMessages, {}));
  await app.jobs.runPending();
}

test('a confirmation code waits until SMSSync fetches it, and is sent by a gateway that is called', async () => {
  const switchOff = async (providers: object) =>
    expect((await app.send('admin', 'PUT', '/config/data-provider', { providers })).status).toBe(200);
  await switchOff({ twilio: false, nexmo: false, frontlinesms: false });
  await smssync();
  const requestCode = async (contact: string) => {
    const { body } = await app.send<{ id: number }>('member', 'POST', '/contacts', {
      type: 'phone',
      contact,
    });
    return (await app.send<{ delivery: string }>('member', 'POST', `/contacts/${body.id}/confirmation`)).body;
  };
  expect((await requestCode('+254700990001')).delivery).toBe('waiting');
  const fetched = await app.fastify.inject({
    url: `/smssync?task=send&secret=${encodeURIComponent(secret)}`,
  });
  expect(fetched.json()).toMatchObject({
    payload: { messages: [{ to: '+254700990001', message: expect.stringMatching(/\d{6}/) }] },
  });
  await switchOff({ smssync: false });
  await twilio();
  expect((await requestCode('+254700990002')).delivery).toBe('sent');
});
