import { createHash, createHmac } from 'node:crypto';
import type { Message } from '@waypost/contract/messages/messages';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { scaled } from '../../testing/time.ts';

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, {
    headline: { type: 'varchar', input: 'text' },
    sent: { type: 'datetime', input: 'datetime' },
  });
});
afterAll(() => app.close());

const twilio = { from: '+15550000', account_sid: 'AC1', auth_token: 'token', sms_auto_response: 'Thank you' };
const address_secret = 'kX3-9f_longEnoughToStayOut';
const twilioUrl = `/sms/twilio/${address_secret}`;
/** For a relay that, unlike Twilio, does not sign requests. */
const twilioWithoutSignature = { ...twilio, require_signature: 'No', address_secret };
const configured = {
  smssync: { secret: 'phone secret' },
  frontlinesms: { key: 'key', secret: 'front secret' },
  nexmo: { from: '15550000', api_key: 'key', api_secret: 'secret', address_secret },
  twilio: twilioWithoutSignature,
};
const allOn = { smssync: true, frontlinesms: true, nexmo: true, twilio: true };
const configure = async (change: object = {}) => {
  const saved = await app.send('admin', 'PUT', '/config/data-provider', {
    providers: allOn,
    ...configured,
    ...change,
  });
  expect(saved.status).toBe(200);
};
beforeEach(() => configure());

interface Request {
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
}
const sendForm = (
  url: string,
  fields: Record<string, string>,
  { headers = {}, method = 'POST' }: Request = {},
) =>
  app.fastify.inject(
    method === 'GET'
      ? { method, url: `${url}?${new URLSearchParams(fields).toString()}`, headers }
      : {
          method,
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          payload: new URLSearchParams(fields).toString(),
        },
  );
const sendJson = (url: string, payload: object) => app.fastify.inject({ method: 'POST', url, payload });

const findPostsByText = async (text: string) => {
  await app.jobs.runPending();
  const q = encodeURIComponent(text);
  return (await app.send<{ results: Post[] }>('admin', 'GET', `/posts?status=all&q=${q}`)).body.results;
};
const readContactOfPost = async (post: Post | undefined) => {
  const query = `/messages?post=${post?.id}&box=inbox`;
  const [message] = (await app.send<{ results: Message[] }>('admin', 'GET', query)).body.results;
  return message;
};

describe.each([
  {
    name: 'SMSSync',
    text: 'Bridge down at Kisumu market',
    deliver: () =>
      sendForm('/sms/smssync', {
        secret: 'phone secret',
        from: '+254 700-123',
        message: 'Bridge down at Kisumu market',
        sent_timestamp: '1575105300000',
        sent_to: '+254700000',
      }),
    answer: [200, '{"payload":{"success":true,"error":null}}', 'application/json'],
    from: '+254700123',
    id: /./,
  },
  {
    name: 'FrontlineSMS',
    text: 'Well is dry in Nakuru',
    deliver: () =>
      sendJson('/frontlinesms', {
        secret: 'front secret',
        from: '+254 700-124',
        message: 'Well is dry in Nakuru',
      }),
    answer: [200, '{"payload":{"success":true,"error":null}}', 'application/json'],
    from: '+254700124',
    id: null,
  },
  {
    name: 'Nexmo',
    text: 'Clinic closed in Eldoret',
    deliver: () =>
      sendForm(
        `/sms/nexmo/${address_secret}`,
        { msisdn: '254-700125', to: '15550000', text: 'Clinic closed in Eldoret', messageId: 'N1' },
        { method: 'GET' },
      ),
    answer: [200, '{"success":true}', 'application/json'],
    from: '+254700125',
    id: /^N1$/,
  },
  {
    name: 'Twilio',
    text: 'Road washed away at mile 12',
    deliver: () =>
      sendForm(twilioUrl, {
        AccountSid: 'AC1',
        From: '+254 700126',
        To: '+15550000',
        Body: 'Road washed away at mile 12',
        MessageSid: 'SM1',
      }),
    answer: [
      200,
      '<?xml version="1.0" encoding="UTF-8"?><Response><Message>Thank you</Message></Response>',
      'text/xml',
    ],
    from: '+254700126',
    id: /^SM1$/,
  },
])('a text message by $name', ({ name, text, deliver, answer, from, id }) => {
  test('gets the response that the gateway expects, and becomes one post under review however often it is delivered', {
    timeout: scaled(120_000),
  }, async () => {
    const first = await deliver();
    const { statusCode, body, headers } = first;
    expect([statusCode, body, String(headers['content-type']).split(';')[0]]).toEqual(answer);
    expect(await findPostsByText(text)).toHaveLength(1);
    // Six hundred deliveries: many at once, and while the job processes the queue.
    for (let times = 1; times < 600; times += 50) {
      const many = Promise.all(Array.from({ length: Math.min(50, 600 - times) }, deliver));
      if (times % 100 === 1) await app.jobs.runPending();
      expect(new Set((await many).map((response) => response.statusCode))).toEqual(new Set([200]));
    }
    const [post, ...others] = await findPostsByText(text);
    expect(others).toEqual([]);
    expect(post).toMatchObject({ status: 'draft', source: 'sms', content: text, form: null });
    const message = await readContactOfPost(post);
    expect(message).toMatchObject({ contact: from, type: 'sms', data_source: name.toLowerCase() });
    if (id) expect(message?.data_source_message_id).toMatch(id);
    else expect(message?.data_source_message_id).toBeNull();
  });

  test('becomes one post when its first six hundred deliveries arrive at once', {
    timeout: scaled(120_000),
  }, async () => {
    await sql`delete from posts where content = ${text}`.execute(app.db);
    await sql`delete from messages`.execute(app.db);
    await sql`delete from incoming_queue`.execute(app.db);
    const all = await Promise.all(Array.from({ length: 600 }, deliver));
    expect(new Set(all.map((response) => response.statusCode))).toEqual(new Set([200]));
    expect(await findPostsByText(text)).toHaveLength(1);
  });
});

test('six hundred messages that arrive at once become six hundred posts in order', {
  timeout: scaled(120_000),
}, async () => {
  const fields = (at: number) => ({ secret: 'phone secret', from: `+2547${at % 7}`, message: `flood ${at}` });
  const ask = (at: number) => sendForm('/smssync', { ...fields(at), message_id: `at once ${at}` });
  const all = await Promise.all(Array.from({ length: 600 }, (_, at) => ask(at)));
  expect(new Set(all.map((response) => response.statusCode))).toEqual(new Set([200]));
  await app.jobs.runPending();
  const { rows } = await sql<{ content: string; message_id: number; post_id: number; id: number }>`
    select posts.content, posts.message_id, messages.post_id, posts.id
    from posts join messages on messages.id = posts.message_id
    where posts.content like 'flood %' order by posts.id`.execute(app.db);
  expect(rows.map((row) => row.content)).toEqual(Array.from({ length: 600 }, (_, at) => `flood ${at}`));
  expect(rows.every((row) => row.post_id === row.id)).toBe(true);
});

test('a message that cannot be processed does not block the others, and is retried', async () => {
  const send = (message: string, more: Record<string, string> = {}) =>
    sendForm('/smssync', { secret: 'phone secret', from: '+2547001', message, ...more });
  await send('before the bad one');
  await send('the bad one');
  await send('after the bad one');
  const bad = sql`payload->>'message' = 'the bad one'`;
  await sql`update incoming_queue set payload = payload || '{"type": "fax"}' where ${bad}`.execute(app.db);
  await app.jobs.runPending();
  expect(await findPostsByText('before the bad one')).toHaveLength(1);
  expect(await findPostsByText('after the bad one')).toHaveLength(1);
  expect(await findPostsByText('the bad one')).toHaveLength(2);
  await sql`update incoming_queue set payload = payload || '{"type": "sms"}', next_attempt = now() where ${bad}`.execute(
    app.db,
  );
  expect(await findPostsByText('the bad one')).toHaveLength(3);
});

test('lone surrogates are replaced and NUL bytes removed', async () => {
  const smsResponse = await sendJson('/frontlinesms', {
    secret: 'front secret',
    from: '1',
    message: 'broken \ud83d off \0 here',
  });
  expect(smsResponse.statusCode).toBe(200);
  expect(await findPostsByText('broken')).toMatchObject([{ content: 'broken \ufffd off  here' }]);
});

describe('a caller that is not the gateway', () => {
  test.each([
    ['SMSSync', () => sendForm('/smssync', { from: '1', message: 'x' }), 403],
    ['SMSSync', () => sendForm('/smssync', { secret: 'wrong', from: '1', message: 'x' }), 403],
    ['FrontlineSMS', () => sendForm('/sms/frontlinesms', { secret: 'wrong', from: '1', message: 'x' }), 403],
    [
      'Twilio',
      () =>
        sendForm(`/sms/twilio/reply/${address_secret}`, {
          AccountSid: 'AC2',
          From: '1',
          Body: 'x',
          MessageSid: '1',
        }),
      403,
    ],
  ])('is refused by %s', async (_name, deliver, status) => {
    const refused = await deliver();
    expect(refused.statusCode).toBe(status);
    expect(refused.json<object>()).toMatchObject(
      _name === 'SMSSync' ? { payload: { success: false } } : { errors: [{ status }] },
    );
  });

  test('cannot forge the signature of Twilio, nor omit it unless that is allowed', async () => {
    await configure({ twilio });
    const fields = { AccountSid: 'AC1', From: '+1', Body: 'Signed & sealed', MessageSid: 'SM7' };
    const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
    const signed = `https://report.example.org/sms/twilio${sorted.flat().join('')}`;
    const sign = (key: string) => createHmac('sha1', key).update(signed).digest('base64');
    const send = (headers: Record<string, string>) => sendForm('/sms/twilio', fields, { headers });
    expect((await send({ 'x-twilio-signature': sign('other') })).statusCode).toBe(403);
    expect((await send({ 'x-twilio-signature': sign('token') })).statusCode).toBe(200);
    expect((await send({})).statusCode).toBe(403);
    await configure({ twilio: { ...twilio, require_signature: 'Yes' } });
    expect((await send({})).statusCode).toBe(403);
    expect((await send({ 'x-twilio-signature': sign('token') })).statusCode).toBe(200);
    await configure({ twilio: twilioWithoutSignature });
    const sendWithSecret = (headers: Record<string, string>) => sendForm(twilioUrl, fields, { headers });
    expect((await send({})).statusCode).toBe(403);
    expect((await sendWithSecret({})).statusCode).toBe(200);
    expect((await sendWithSecret({ 'x-twilio-signature': sign('other') })).statusCode).toBe(403);
  });

  test('needs the secret in the URL once one is set; before, URLs with a secret do not exist', async () => {
    const requests = {
      smssync: ['/sms/smssync', { secret: 'phone secret', from: '1', message: 'In the address' }],
      frontlinesms: ['/sms/frontlinesms', { secret: 'front secret', from: '1', message: 'In the address' }],
    } as const;
    for (const [id, [path, fields]] of Object.entries(requests)) {
      const statusAt = async (url: string) => (await sendForm(url, fields)).statusCode;
      expect([id, await statusAt(path), await statusAt(`${path}/${address_secret}`)]).toEqual([id, 200, 404]);
      const own = configured[id as keyof typeof requests];
      await configure({ [id]: { ...own, address_secret } });
      expect([
        id,
        await statusAt(path),
        await statusAt(`${path}/another-secret-of-that-length`),
        await statusAt(`${path}/${address_secret}`),
      ]).toEqual([id, 403, 403, 200]);
      await configure();
    }
    const short = await app.send('admin', 'PUT', '/config/data-provider', {
      providers: allOn,
      ...configured,
      nexmo: { ...configured.nexmo, address_secret: 'short' },
    });
    expect(short.status).toBe(422);
  });

  test('cannot forge the signature of Nexmo, nor replay a request later', async () => {
    await configure({ nexmo: { ...configured.nexmo, address_secret: '', signature_secret: 'sign' } });
    const send = (age: number, secret: string) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - age);
      const fields = { messageId: 'N9', msisdn: '1', text: 'a & b = c', timestamp };
      const text = `&messageId=N9&msisdn=1&text=a _ b _ c&timestamp=${timestamp}${secret}`;
      return sendForm('/nexmo', { ...fields, sig: createHash('md5').update(text).digest('hex') });
    };
    expect((await send(0, 'other')).statusCode).toBe(403);
    expect((await send(3600, 'sign')).statusCode).toBe(403);
    expect((await send(0, 'sign')).json()).toEqual({ success: true });
  });

  test('gets 404 while the source is switched off', async () => {
    await configure({ providers: { ...allOn, twilio: false } });
    const refusedResponse = await sendForm('/sms/twilio', {
      AccountSid: 'AC1',
      From: '1',
      Body: 'x',
      MessageSid: '1',
    });
    expect([refusedResponse.statusCode, refusedResponse.json()]).toMatchObject([
      404,
      { errors: [{ status: 404 }] },
    ]);
  });
});

test('whoever sends STOP gets no automatic reply', async () => {
  await configure({ twilio: twilioWithoutSignature });
  const answerTo = async (Body: string) =>
    (await sendForm(twilioUrl, { AccountSid: 'AC1', From: '+254700128', Body, MessageSid: Body })).body;
  for (const text of ['STOP', ' Arrêt! ', 'STOP 12345678']) expect(await answerTo(text)).toBe('');
});

test('a message that a relay of Twilio repeats within a minute without a MessageSid is taken once', async () => {
  await configure({ twilio: twilioWithoutSignature });
  const deliver = (Body: string) => sendForm(twilioUrl, { AccountSid: 'AC1', From: '+254700127', Body });
  // The second delivery arrives in the next minute of the clock.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T10:00:59Z') });
  onTestFinished(() => void vi.useRealTimers());
  for (const body of ['Without an id', 'Without an id', 'Another one']) {
    expect((await deliver(body)).statusCode, body).toBe(200);
    vi.setSystemTime(new Date('2026-05-01T10:01:01Z'));
  }
  vi.useRealTimers();
  expect(await findPostsByText('Without an id')).toHaveLength(1);
  expect(await findPostsByText('Another one')).toHaveLength(1);
  const passMinute = () =>
    sql`update incoming_queue set received = received - interval '61 seconds'`.execute(app.db);
  await passMinute();
  await deliver('Without an id');
  expect(await findPostsByText('Without an id')).toHaveLength(2);
});

describe('an incomplete message', () => {
  test.each([
    ['SMSSync', () => sendForm('/smssync', { secret: 'phone secret', from: '1' }), 400],
    ['FrontlineSMS', () => sendForm('/frontlinesms', { secret: 'front secret', message: 'x' }), 400],
    ['Nexmo', () => sendForm(`/nexmo/${address_secret}`, { msisdn: '1', messageId: '5' }), 400],
    [
      'Twilio',
      () =>
        sendForm(twilioUrl, {
          AccountSid: 'AC1',
          From: '1',
          Body: ' ',
          MessageSid: '1',
        }),
      422,
    ],
  ])('is refused by %s', async (_name, deliver, status) => {
    expect((await deliver()).statusCode).toBe(status);
  });

  test('is accepted from SMSSync as a connection test', async () => {
    const knock = await sendForm('/smssync', { secret: 'phone secret' }, { method: 'GET' });
    expect([knock.statusCode, knock.json()]).toEqual([200, { payload: { success: true, error: null } }]);
  });
});

describe('the field mapping', () => {
  const send = async (fields: Record<string, string>, change: object) => {
    await configure({ smssync: { ...configured.smssync, ...change } });
    await sendForm('/smssync', { secret: 'phone secret', from: '+1', ...fields });
    const [post] = await findPostsByText(fields['message'] ?? '');
    return post;
  };

  test('fills the mapped fields, truncated to their length', async () => {
    const message = `Flooded ${'since yesterday '.repeat(40)}`.trim();
    const inbound_fields = { Message: 'values.headline', Date: survey.keyOf('sent') };
    const post = await send(
      { message, sent_timestamp: '1575105300000' },
      {
        form_id: survey.id,
        inbound_fields: { ...inbound_fields, Message: `values.${survey.keyOf('headline')}` },
      },
    );
    expect(post).toMatchObject({ form: { id: survey.id }, content: message });
    expect(post?.values).toMatchObject({
      [survey.keyOf('headline')]: [`${message.slice(0, 251)} […]`],
      [survey.keyOf('sent')]: ['2019-11-30 09:15:00'],
    });
  });

  test('can set the title; the content stays', async () => {
    const post = await send(
      { message: 'Fire at the depot', sent_timestamp: '1575105300001' },
      { form_id: survey.id, inbound_fields: { Message: 'title' } },
    );
    expect(post).toMatchObject({ title: 'Fire at the depot', content: 'Fire at the depot' });
  });
});
