/**
 * What is compared is what is dialled: `+2025550123` and `2025550123` are two numbers wherever numbers are stored, compared or
 * dialled, and a sender with letters is none (docs/decisions/0041).
 */
import { PhoneNumber } from '@waypost/contract/contacts/contacts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../kernel/db/migrate.ts';
import { schema } from '../migrations/schema.ts';
import { errorCodes, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createTestDatabase } from '../testing/schema/create-test-database.ts';
import { loadSchema0070, runMigrationsBefore } from '../testing/schema/earlier-schemas.ts';
import { type GatewayServer, startGatewayServer } from '../testing/servers/gateway-server.ts';

type Actor = Parameters<TestApp['send']>[0];
interface Contact {
  id: number;
  contact: string;
  confirmed: boolean;
}

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

const address_secret = 'kX3-9f_longEnoughToStayOut';
const settings = {
  smssync: { secret: 'of the phone' },
  nexmo: { from: '15550000', api_key: 'k', api_secret: 's', address_secret },
  twilio: {
    from: '+15550000',
    account_sid: 'AC1',
    auth_token: 'token',
    sms_auto_response: 'Thanks',
    require_signature: 'No',
    address_secret,
  },
};
async function useGateway(id: keyof typeof settings): Promise<void> {
  const providers = { smssync: false, nexmo: false, twilio: false, [id]: true };
  const own = id === 'smssync' ? settings[id] : { ...settings[id], url: gateway.url };
  const saved = await app.send('admin', 'PUT', '/config/data-provider', { providers, [id]: own });
  expect(saved.status).toBe(200);
}
/** Delivers a text message as SMSSync does. @returns the contact that it belongs to */
async function receiveText(from: string, message = `Water ${Math.random()}`): Promise<number> {
  const { statusCode } = await app.fastify.inject({
    method: 'POST',
    url: '/sms/smssync',
    payload: { secret: 'of the phone', from, message },
  });
  expect(statusCode).toBe(200);
  return findSender(message);
}
async function findSender(message: string): Promise<number> {
  await app.jobs.runPending();
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from messages where message = ${message}`.execute(app.db);
  return rows[0]?.contact_id ?? 0;
}
const add = async (actor: Actor, contact: string) =>
  (await app.send<Contact>(actor, 'POST', '/contacts', { type: 'phone', contact })).body;
const change = (actor: Actor, id: number, contact: string) =>
  app.send<Contact>(actor, 'PUT', `/contacts/${id}`, { contact });
async function sendCode(actor: Actor, id: number) {
  await sql`delete from throttles`.execute(app.db);
  return app.send(actor, 'POST', `/contacts/${id}/confirmation`);
}
async function confirm(actor: Actor, id: number): Promise<Contact> {
  expect((await sendCode(actor, id)).status).toBe(200);
  const { rows } = await sql<{ message: string }>`
    select message from messages where contact_id = ${id} and is_confirmation and message <> ''`.execute(
    app.db,
  );
  const code = /\d{6}/.exec(rows[0]?.message ?? '')?.[0];
  return (await app.send<Contact>(actor, 'PUT', `/contacts/${id}/confirmation`, { code })).body;
}
/** What SMSSync is given to send. */
const fetchOutgoing = async () =>
  (await app.fastify.inject({ url: '/sms/smssync?task=send&secret=of%20the%20phone' })).json<{
    payload: { messages: { to: string; message: string }[] };
  }>().payload.messages;
const reply = (contactId: number, message: string) =>
  app.send<{ id: number }>('reviewer', 'POST', '/messages', {
    contact_id: contactId,
    message,
    type: 'sms',
    data_source: 'smssync',
  });

describe('two forms that gateways dial differently are two numbers', () => {
  test.each([
    ['2025550123', '+2025550123'],
    ['+6592345678', '6592345678'],
    ['009198123456', '9198123456'],
    ['0711000222', '+711000222'],
  ])('who texts from %j keeps the messages when another confirms %j', async (texting, typed) => {
    await useGateway('smssync');
    const reporter = await receiveText(texting);
    const mine = await add('member', typed);
    expect(await confirm('member', mine.id)).toMatchObject({ confirmed: true });
    expect(await receiveText(texting)).toBe(reporter);
    await fetchOutgoing();
    expect((await reply(reporter, 'Are you safe?')).status).toBe(200);
    const [message, ...others] = await fetchOutgoing();
    expect([message?.to, others]).toEqual([PhoneNumber.parse(texting), []]);
  });

  test('a change from one to the other needs a new code, and its answers stay behind', async () => {
    await useGateway('smssync');
    const { id } = await add('member', '+13800138000');
    await confirm('member', id);
    const before = await receiveText('+13800138000');
    expect(before).toBe(id);
    expect((await change('member', id, '13800138000')).body).toMatchObject({ confirmed: false });
    expect(await receiveText('+13800138000')).not.toBe(id);
    expect(errorCodes(await reply(id, 'Are you safe?'))).toEqual(['contactUnconfirmed']);
  });

  test('STOP of one does not silence the other, also after the contact was erased', async () => {
    await useGateway('smssync');
    const national = await receiveText('8044550011');
    const international = await receiveText('+8044550011');
    await sql`update contacts set opted_out = now() where id = ${national}`.execute(app.db);
    const readStopped = async (id: number) =>
      (
        await sql<{
          stopped: boolean;
        }>`select opted_out is not null as stopped from contacts where id = ${id}`.execute(app.db)
      ).rows[0]?.stopped;
    expect(await readStopped(international)).toBe(false);
    await app.send('admin', 'POST', '/contact-data/erase', { contact: '8044550011' });
    expect(await readStopped(international)).toBe(false);
    await app.send('admin', 'POST', '/contact-data/erase', { contact: '+8044550011' });
    expect(await readStopped(await receiveText('+8044550011'))).toBe(false);
    expect(await readStopped(await receiveText('8044550011'))).toBe(true);
  });
});

/** Spellings, and the one form of each. `null`: a name, which equals no number and is not dialled. */
const forms: [string, string | null][] = [
  ['+49 171 2345678', '+491712345678'],
  ['0049 171 2345678', '+491712345678'],
  ['+49-171/2345678', '+491712345678'],
  ['491712345678', '491712345678'],
  ['0171 2345678', '01712345678'],
  ['(0171) 2345.678', '01712345678'],
  ['1712345678', '1712345678'],
  ['+1712345678', '+1712345678'],
  ['22555', '22555'],
  ['Bank24x7001234', null],
  ['tel491712345678', null],
  ['+49 171 2345678ext3', null],
  ['+49171234,5678', null],
  ['491712345678;ext=1', null],
  ['CITYHALL', null],
];

test('every place that compares numbers tells the same forms apart', async () => {
  const compared = async (a: string, b: string) =>
    (
      await sql<Record<string, boolean>>`
        select normalize_contact('phone', ${a}) = normalize_contact('phone', ${b}) as reach,
          opt_out_hash('phone', ${a}) = opt_out_hash('phone', ${b}) as silence`.execute(app.db)
    ).rows[0];
  for (const [a, formA] of forms) {
    const { rows } = await sql<{ reach: string; again: string }>`
      select normalize_contact('phone', ${a}) as reach, normalize_contact('phone', normalize_contact('phone', ${a})) as again`.execute(
      app.db,
    );
    expect(rows[0]).toEqual({ reach: formA ?? a.toLowerCase(), again: rows[0]?.reach });
    // What an account may add is stored in that form, or refused.
    const { data } = PhoneNumber.safeParse(a);
    expect([a, data]).toEqual([a, formA ?? undefined]);
    for (const [b, formB] of forms) {
      const isSame = a === b || (formA !== null && formA === formB);
      expect([a, b, await compared(a, b)]).toEqual([a, b, { reach: isSame, silence: isSame }]);
    }
  }
});

test.each(forms)('a text from %j is answered at %j', async (from, form) => {
  await useGateway('smssync');
  await fetchOutgoing();
  const sender = await receiveText(from);
  const sent = await reply(sender, 'Thank you');
  if (form !== null) {
    expect(sent.status).toBe(200);
    expect((await fetchOutgoing()).map(({ to }) => to)).toEqual([form]);
    return;
  }
  expect([sent.status, errorCodes(sent)]).toEqual([422, ['senderName']]);
  // Nor is one that was stored before.
  await sql`
    insert into messages (contact_id, message, type, status, direction, data_source)
    values (${sender}, 'From before', 'sms', 'pending', 'outgoing', 'smssync')`.execute(app.db);
  expect(await fetchOutgoing()).toEqual([]);
  const { rows } = await sql<{
    fault: string;
  }>`select fault from messages where contact_id = ${sender} and direction = 'outgoing'`.execute(app.db);
  expect(rows).toEqual([{ fault: 'no-number' }]);
});

describe('a gateway that knows international numbers only', () => {
  const deliver = {
    nexmo: (from: string, message: string) => ({
      url: `/sms/nexmo/${address_secret}`,
      payload: { msisdn: from, text: message, messageId: message },
    }),
    twilio: (from: string, message: string) => ({
      url: `/sms/twilio/${address_secret}`,
      payload: { AccountSid: 'AC1', From: from, Body: message, MessageSid: message },
    }),
  };
  test.each([
    ['nexmo', '447700900001', '+447700900001'],
    ['nexmo', '+447700900002', '+447700900002'],
    ['nexmo', '22555', '22555'],
    ['nexmo', 'Bank24x7', 'Bank24x7'],
    ['nexmo', '+44770090000#4', '+44770090000#4'],
    ['nexmo', '44770090000,5', '44770090000,5'],
    ['nexmo', '44770090000*6', '44770090000*6'],
    ['nexmo', '+44 7700 900007', '+447700900007'],
    ['nexmo', '4477009০০০০8', '4477009০০০০8'],
    ['nexmo', '+', '+'],
    ['twilio', '+447700900003', '+447700900003'],
    ['twilio', 'Bank24x7', 'Bank24x7'],
    ['twilio', '+44770090000#9', '+44770090000#9'],
    ['twilio', '+44770090001*0', '+44770090001*0'],
    ['twilio', '+44770090001,1', '+44770090001,1'],
  ] as const)('%s: the sender %j is %j', async (id, from, stored) => {
    await useGateway(id);
    const message = `Text ${Math.random()}`;
    await app.fastify.inject({ method: 'POST', ...deliver[id](from, message) });
    const sender = await findSender(message);
    expect((await app.send<Contact>('admin', 'GET', `/contacts/${sender}`)).body.contact).toBe(stored);
  });

  test.each(['nexmo', 'twilio'] as const)('%s is given no national number', async (id) => {
    await useGateway(id);
    const mine = await add('reviewer', id === 'nexmo' ? '7700900111' : '7700900112');
    const refused = await sendCode('reviewer', mine.id);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: [{ code: 'confirmation.needs-country-code' }] },
    ]);
    // A notification to one that a local gateway confirmed.
    await sql`update contacts set confirmed = now() where id = ${mine.id}`.execute(app.db);
    gateway.requests.length = 0;
    const sent = await app.send<{ id: number }>('reviewer', 'POST', '/messages', {
      contact_id: mine.id,
      message: 'Gauge two is red',
      type: 'sms',
      data_source: id,
    });
    await sql`update messages set data_source = ${id} where id = ${sent.body.id}`.execute(app.db);
    await app.jobs.runPending({ includeScheduled: true });
    expect(gateway.requests).toEqual([]);
  });
});

test('contacts from before keep their confirmation only if the number was not changed since', async () => {
  const db = await createTestDatabase();
  await loadSchema0070(db);
  await runMigrationsBefore(db, '0075-phone-number-forms');
  await sql`insert into users (email, password_hash) values ('mina@example.org', 'none')`.execute(db);
  const insert = async (contact: string, { isChanged = false } = {}) => {
    const { rows } = await sql<{ id: number }>`
      insert into contacts (type, contact, user_id, confirmed, updated)
      select 'phone', ${contact}, id, now(), now() + make_interval(secs => ${isChanged ? 60 : 0}) from users
      returning id`.execute(db);
    return rows[0]?.id ?? 0;
  };
  const ids = [
    await insert('+34611000001'),
    await insert('34611000002'),
    await insert('34611000003', { isChanged: true }),
    await insert('+34 611 000 004'),
  ];
  await sql`
    insert into messages (contact_id, message, type, status, direction)
    values (${ids[2]}, 'From whom?', 'sms', 'received', 'incoming')`.execute(db);
  await migrate(db, schema);
  const { rows: after } = await sql<{ confirmed: boolean }>`
    select confirmed is not null as confirmed from contacts where id = any(${ids}::bigint[]) order by id`.execute(
    db,
  );
  expect(after.map(({ confirmed }) => confirmed)).toEqual([true, true, false, false]);
  const { rows } = await sql<{ user_id: number | null }>`
    select user_id from contacts where id = (select contact_id from messages where message = 'From whom?')`.execute(
    db,
  );
  expect(rows).toEqual([{ user_id: null }]);
});
