/** Confirmation codes: sending, checking, and limits. */
import { limits } from '@waypost/contract/common/limits';
import type { OutboxMail } from '@waypost/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiReply,
  errorCodes,
  errorPointers,
  startTestApp,
  type TestApp,
} from '../testing/app/test-app.ts';

type Actor = 'member' | 'reviewer' | 'admin' | 'settings manager';
interface Contact {
  id: number;
  contact: string;
  confirmed: boolean;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ simulatedPhones: true });
});
afterAll(() => app.close());

const codeOf = (reply: ApiReply<unknown>) => (reply.body as { errors: { code?: string }[] }).errors[0]?.code;
const addContact = async (kind: Actor, contact: string, type = 'phone') =>
  (await app.send<Contact>(kind, 'POST', '/contacts', { type, contact })).body;
const sendCode = (kind: Actor, id: number) =>
  app.send<{ resend_after: number }>(kind, 'POST', `/contacts/${id}/confirmation`);
const enterCode = (kind: Actor, id: number, code: string) =>
  app.send<Contact>(kind, 'PUT', `/contacts/${id}/confirmation`, { code });
const readContact = async (kind: Actor, id: number) =>
  (await app.send<Contact>(kind, 'GET', `/contacts/${id}`)).body;

/** The code as read on the phone. */
async function readSmsCode(contactId: number): Promise<string> {
  const { rows } = await sql<{ message: string }>`
    select message from messages where contact_id = ${contactId} and direction = 'outgoing'
    order by id desc limit 1`.execute(app.db);
  return /\d{6}/.exec(rows[0]?.message ?? '')?.[0] ?? '';
}
async function readMailCode(address: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from outbox where recipient = ${address} order by id desc limit 1`.execute(app.db);
  return /^\d{6}$/m.exec(rows[0]?.text ?? '')?.[0] ?? '';
}
const findMessages = async (contactId: number) =>
  (
    await sql<{ count: number }>`
      select count(*) from messages where contact_id = ${contactId} and direction = 'incoming'`.execute(
      app.db,
    )
  ).rows[0]?.count;
const anotherCode = (code: string) => (code === '000000' ? '000001' : '000000');
/** So that another code can be sent at once. */
const skipPause = () =>
  sql`delete from throttles where expires < now() + interval '61 seconds'`.execute(app.db);
const sendReport = (from: string, message = 'Water is rising') =>
  app.send<{ contact_id: number }>('admin', 'POST', '/simulated-phones/messages', { from, message });
async function confirm(kind: Actor, id: number): Promise<ApiReply<Contact>> {
  await sendCode(kind, id);
  return enterCode(kind, id, await readSmsCode(id));
}

test('a confirmed number has the messages that were sent from it before', async () => {
  const report = await sendReport('+254711000111');
  const mine = await addContact('member', '+254711000111');
  expect(mine.confirmed).toBe(false);
  const sent = await sendCode('member', mine.id);
  expect(sent).toMatchObject({ status: 200, body: { resend_after: 60, digits: 6, delivery: 'simulated' } });
  const code = await readSmsCode(mine.id);
  const wrong = await enterCode('member', mine.id, anotherCode(code));
  expect([wrong.status, errorPointers(wrong), errorCodes(wrong)]).toEqual([422, ['/code'], ['codeWrong']]);
  const right = await enterCode('member', mine.id, ` ${code.slice(0, 3)} ${code.slice(3)}`);
  expect(right).toMatchObject({ status: 200, body: { id: mine.id, confirmed: true } });
  // Entered again, since the answer was lost.
  expect((await enterCode('member', mine.id, code)).status).toBe(200);
  expect(await findMessages(report.body.contact_id)).toBe(0);
  expect((await sendReport('00254711000111')).body.contact_id).toBe(mine.id);
  const again = await sendCode('member', mine.id);
  expect([again.status, codeOf(again)]).toEqual([422, 'confirmation.not-needed']);
});

test('after five wrong codes, or when it has expired, the right code is rejected', async () => {
  const { id } = await addContact('member', '+254722000222');
  await sendCode('member', id);
  const code = await readSmsCode(id);
  const rules = [];
  for (let tried = 0; tried < limits.confirmationCode.maxAttempts; tried++)
    rules.push(...errorCodes(await enterCode('member', id, anotherCode(code))));
  expect(rules).toEqual(['codeWrong', 'codeWrong', 'codeWrong', 'codeWrong', 'codeTooManyTries']);
  expect(errorCodes(await enterCode('member', id, code))).toEqual(['codeTooManyTries']);
  const response = await sendCode('member', id);
  expect([response.status, codeOf(response)]).toEqual([429, 'confirmation.wait']);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(50);
  await skipPause();
  await sendCode('member', id);
  const second = await readSmsCode(id);
  await sql`update confirmation_codes set expires = now() - interval '1 second'`.execute(app.db);
  expect(errorCodes(await enterCode('member', id, second))).toEqual(['codeExpired']);
  expect(errorCodes(await enterCode('member', id, 'abc'))).toEqual(['codeDigits']);
  expect(await readContact('member', id)).toMatchObject({ confirmed: false });
});

test('a code is invalid for another contact, and after the number is changed', async () => {
  const first = await addContact('reviewer', '+254733000333');
  await sendCode('reviewer', first.id);
  const code = await readSmsCode(first.id);
  await app.send('reviewer', 'PUT', `/contacts/${first.id}`, { contact: '+254733000444' });
  expect(errorCodes(await enterCode('reviewer', first.id, code))).toEqual(['codeExpired']);
  expect((await sendCode('member', first.id)).status).toBe(403);
  expect((await enterCode('member', first.id, code)).status).toBe(403);
  expect((await enterCode('reviewer', 987654, code)).status).toBe(403);
});

test('codes to a number are limited by account, and do not block its owner', async () => {
  const kinds: Actor[] = ['member', 'reviewer', 'settings manager', 'admin'];
  const { perAccountAndTargetPerDay: accountTargetADay, perTargetPerDay: targetADay } =
    limits.confirmationCode;
  let sentCount = 0;
  for (let round = 0; round <= accountTargetADay; round++)
    for (const kind of kinds) {
      const { id } = await addContact(kind, round % 2 === 0 ? '+254744000444' : '00254744000444');
      const reply = await sendCode(kind, id);
      if (reply.status === 200) sentCount++;
      else expect([round, reply.status, codeOf(reply)]).toEqual([5, 429, 'confirmation.too-many']);
      await skipPause();
    }
  expect([sentCount, targetADay]).toEqual([kinds.length * accountTargetADay, 20]);
  const { rows } = await sql<{ id: number }>`
    insert into users (email, realname, role, password_hash) values ('fifth@example.org', 'Fifth', 'user', '')
    returning id`.execute(app.db);
  const fifth = { type: 'phone', contact: '+254744000444', user: rows[0]?.id };
  const { body } = await app.send<Contact>('admin', 'POST', '/contacts', fifth);
  expect(codeOf(await sendCode('admin', body.id))).toBe('confirmation.too-many');
});

test('the delay between codes holds for the number, even if the contact is deleted, recreated or changed', async () => {
  const number = '+254744111222';
  const first = await addContact('reviewer', number);
  expect((await sendCode('reviewer', first.id)).status).toBe(200);
  await app.send('reviewer', 'DELETE', `/contacts/${first.id}`);
  const second = await addContact('reviewer', '00254744111222');
  const tooSoon = await sendCode('reviewer', second.id);
  expect([tooSoon.status, codeOf(tooSoon)]).toEqual([429, 'confirmation.wait']);
  await app.send('reviewer', 'PUT', `/contacts/${second.id}`, { contact: '+254744111333' });
  await app.send('reviewer', 'PUT', `/contacts/${second.id}`, { contact: number });
  expect(codeOf(await sendCode('reviewer', second.id))).toBe('confirmation.wait');
  // No code, so no tries either.
  expect(errorCodes(await enterCode('reviewer', second.id, '000000'))).toEqual(['codeExpired']);
  const other = await addContact('admin', number);
  expect((await sendCode('admin', other.id)).status).toBe(200);
});

test('limits the codes per account and day', async () => {
  let sentCount = 0;
  for (let at = 0; at < limits.confirmationCode.perAccountPerDay + 5; at++) {
    const { id } = await addContact('settings manager', `+2547550005${String(at).padStart(2, '0')}`);
    if ((await sendCode('settings manager', id)).status === 200) sentCount++;
  }
  // The others were sent by the test of one number.
  expect(sentCount).toBe(
    limits.confirmationCode.perAccountPerDay - limits.confirmationCode.perAccountAndTargetPerDay,
  );
});

test('the later confirmation gets the number; earlier messages stay with the former owner, without replies', async () => {
  const number = '+254766000666';
  const first = await addContact('member', number);
  await confirm('member', first.id);
  expect((await sendReport(number, 'from the first')).body.contact_id).toBe(first.id);
  const second = await addContact('admin', number);
  expect((await confirm('admin', second.id)).body.confirmed).toBe(true);
  expect(await readContact('member', first.id)).toMatchObject({ confirmed: false });
  expect((await sendReport(number, 'from the second')).body.contact_id).toBe(second.id);
  const thread = await app.send<{ results: { message: string }[] }>(
    'reviewer',
    'GET',
    `/messages?contact=${second.id}`,
  );
  expect(thread.body.results.map((message) => message.message)).not.toContain('from the first');
  const response = await app.send('reviewer', 'POST', '/messages', {
    contact_id: first.id,
    message: 'Are you safe?',
    type: 'sms',
  });
  expect([response.status, errorCodes(response)]).toEqual([422, ['contactUnconfirmed']]);
});

test('of two accounts that confirm a number at the same time, one gets it', async () => {
  const number = '+254777000777';
  await sendReport(number);
  const [first, second] = [await addContact('member', number), await addContact('admin', number)];
  await sendCode('member', first.id);
  await sendCode('admin', second.id);
  const codes = [await readSmsCode(first.id), await readSmsCode(second.id)];
  const both = await Promise.all([
    enterCode('member', first.id, codes[0] ?? ''),
    enterCode('admin', second.id, codes[1] ?? ''),
  ]);
  expect(both.map((reply) => reply.status)).toEqual([200, 200]);
  const owners = [await readContact('member', first.id), await readContact('admin', second.id)];
  expect(owners.filter((contact) => contact.confirmed)).toHaveLength(1);
});

test('sends no code to opted-out contacts, and does not reveal that', async () => {
  const number = '+254788000888';
  await sendReport(number, 'STOP');
  const { id } = await addContact('reviewer', number);
  const before = await readSmsCode(id);
  expect(await sendCode('reviewer', id)).toMatchObject({ status: 200, body: { resend_after: 60 } });
  expect([before, await readSmsCode(id)]).toEqual(['', '']);
});

test('changing a confirmed number unconfirms the contact, and its thread stays with the old number', async () => {
  const { id } = await addContact('reviewer', '+254799000999');
  await confirm('reviewer', id);
  expect((await sendReport('+254799000999')).body.contact_id).toBe(id);
  // Another way to write it is no change.
  const same = await app.send<Contact>('reviewer', 'PUT', `/contacts/${id}`, { contact: '00254799000999' });
  expect(same.body.confirmed).toBe(true);
  const changed = await app.send<Contact>('reviewer', 'PUT', `/contacts/${id}`, { contact: '+254799111111' });
  expect(changed.body).toMatchObject({ id, confirmed: false });
  const left = (await sendReport('+254799000999')).body.contact_id;
  expect(left).not.toBe(id);
  expect(await findMessages(left)).toBe(2);
});

test('assigning a contact to another user does not move its thread', async () => {
  const report = await sendReport('+254700123000');
  const owner = await app.idOf('member');
  const assigned = await app.send<Contact>('admin', 'PUT', `/contacts/${report.body.contact_id}`, {
    user: owner,
  });
  expect(assigned.body).toMatchObject({ confirmed: false, contact: '+254700123000' });
  const next = (await sendReport('+254700123000')).body.contact_id;
  expect(next).not.toBe(assigned.body.id);
  expect(await findMessages(next)).toBe(2);
});

test('nobody reads a code that waits in the outbox', async () => {
  const address = 'waiting-code@example.org';
  await sendCode('member', (await addContact('member', address, 'email')).id);
  const code = await readMailCode(address);
  expect(code).toMatch(/^\d{6}$/);
  for (const kind of ['admin', 'settings manager'] as const) {
    const { status, body } = await app.send<{ results: OutboxMail[] }>(kind, 'GET', '/outbox');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(code);
    expect(body.results[0]).toMatchObject({
      is_confirmation: true,
      state: 'waiting',
      ...(kind === 'admin' ? { to: address, text: null } : {}),
    });
  }
});

test('an e-mail address is confirmed by mail; one code confirms contact and login address', async () => {
  const address = 'member@example.org';
  const me = (await app.send<{ email_confirmed: boolean }>('member', 'GET', '/users/me')).body;
  expect(me.email_confirmed).toBe(false);
  const sent = await app.send('member', 'POST', '/users/me/confirmation');
  expect(sent).toMatchObject({ status: 200, body: { delivery: 'waiting' } });
  const code = await readMailCode(address);
  const wrong = await app.send('member', 'PUT', '/users/me/confirmation', { code: anotherCode(code) });
  expect(errorCodes(wrong)).toEqual(['codeWrong']);
  const done = await app.send('member', 'PUT', '/users/me/confirmation', { code });
  expect(done).toMatchObject({ status: 200, body: { email_confirmed: true } });
  expect(await addContact('member', address, 'email')).toMatchObject({ confirmed: true });
  const other = await addContact('member', 'Elsewhere@Example.org', 'email');
  expect(other.confirmed).toBe(false);
  await sendCode('member', other.id);
  expect(
    (await enterCode('member', other.id, await readMailCode('elsewhere@example.org'))).body.confirmed,
  ).toBe(true);
  await app.send('member', 'PUT', '/users/me', { email: 'moved@example.org' });
  const moved = await app.send('member', 'GET', '/users/me');
  expect(moved.body).toMatchObject({ email_confirmed: false });
  await app.send('member', 'PUT', '/users/me', { email: address });
});

test('codes are stored as HMACs, and the team cannot read them', async () => {
  await app.send('admin', 'PUT', '/config/data-provider', {
    providers: { smssync: true },
    smssync: { secret: 'of the phone' },
  });
  const { id } = await addContact('reviewer', '+254700555555');
  await sendCode('reviewer', id);
  const code = await readSmsCode(id);
  const { rows } = await sql<{ mac: Buffer }>`
    select mac from confirmation_codes where contact_id = ${id}`.execute(app.db);
  expect(rows[0]?.mac).toHaveLength(32);
  for (const url of [
    `/messages?contact=${id}`,
    '/messages?limit=500',
    `/messages?q=${code}`,
    '/messages/threads',
  ])
    expect(JSON.stringify((await app.send('reviewer', 'GET', url)).body)).not.toContain(code);
  const fetched = await app.send<{ payload: { messages: { message: string }[] } }>(
    'passer-by',
    'GET',
    '//sms/smssync?task=send&secret=of%20the%20phone',
  );
  expect(fetched.body.payload.messages.map((message) => message.message).join()).toContain(code);
  expect((await enterCode('reviewer', id, code)).body.confirmed).toBe(true);
});

test('without a gateway phone numbers cannot be confirmed', async () => {
  const bare = await startTestApp();
  try {
    const created = await bare.send<Contact>('member', 'POST', '/contacts', {
      type: 'phone',
      contact: '+254700000001',
    });
    const reply = await bare.send('member', 'POST', `/contacts/${created.body.id}/confirmation`);
    expect([reply.status, codeOf(reply)]).toEqual([422, 'confirmation.no-gateway']);
    const list = await bare.send('member', 'GET', '/contacts?user=me');
    expect(list.body).toMatchObject({ confirmable: ['email'] });
    const handle = await bare.send<Contact>('member', 'POST', '/contacts', {
      type: 'twitter',
      contact: 'mo',
    });
    const none = await bare.send('member', 'POST', `/contacts/${handle.body.id}/confirmation`);
    expect(codeOf(none)).toBe('confirmation.unsupported');
  } finally {
    await bare.close();
  }
});
