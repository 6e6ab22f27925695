/** A code that is sent to a number or address shows whose it is: how it is sent, entered, and how often either may be tried. */
import { limits } from '@waypost/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, pointersOf, type Reply, rulesOf, startDeployment } from '../testing/deployment.ts';

type Kind = 'member' | 'reviewer' | 'admin' | 'settings manager';
interface Contact {
  id: number;
  contact: string;
  confirmed: boolean;
}

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment({ simulatedPhones: true });
});
afterAll(() => it.close());

const codeOf = (reply: Reply<unknown>) => (reply.body as { errors: { code?: string }[] }).errors[0]?.code;
const add = async (kind: Kind, contact: string, type = 'phone') =>
  (await it.send<Contact>(kind, 'POST', '/contacts', { type, contact })).body;
const sendCode = (kind: Kind, id: number) =>
  it.send<{ resend_after: number }>(kind, 'POST', `/contacts/${id}/confirmation`);
const enter = (kind: Kind, id: number, code: string) =>
  it.send<Contact>(kind, 'PUT', `/contacts/${id}/confirmation`, { code });
const read = async (kind: Kind, id: number) => (await it.send<Contact>(kind, 'GET', `/contacts/${id}`)).body;

/** As whoever holds the phone reads it. */
async function codeOnPhone(contactId: number): Promise<string> {
  const { rows } = await sql<{ message: string }>`
    select message from messages where contact_id = ${contactId} and direction = 'outgoing'
    order by id desc limit 1`.execute(it.db);
  return /\d{6}/.exec(rows[0]?.message ?? '')?.[0] ?? '';
}
async function codeInMail(address: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from outbox where recipient = ${address} order by id desc limit 1`.execute(it.db);
  return /^\d{6}$/m.exec(rows[0]?.text ?? '')?.[0] ?? '';
}
const messagesOf = async (contactId: number) =>
  (
    await sql<{ count: number }>`
      select count(*) from messages where contact_id = ${contactId} and direction = 'incoming'`.execute(it.db)
  ).rows[0]?.count;
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');
/** So that another code can be sent at once. */
const passPause = () => sql`delete from throttles where ends < now() + interval '61 seconds'`.execute(it.db);
const report = (from: string, message = 'Water is rising') =>
  it.send<{ contact_id: number }>('admin', 'POST', '/simulated-phones/messages', { from, message });
async function confirm(kind: Kind, id: number): Promise<Reply<Contact>> {
  await sendCode(kind, id);
  return enter(kind, id, await codeOnPhone(id));
}

test('a number is its owner’s once the code is entered, with what was sent from it before', async () => {
  const said = await report('+254711000111');
  const mine = await add('member', '254711000111');
  expect(mine.confirmed).toBe(false);
  const sent = await sendCode('member', mine.id);
  expect(sent).toMatchObject({ status: 200, body: { resend_after: 60, digits: 6, delivery: 'simulated' } });
  const code = await codeOnPhone(mine.id);
  const wrong = await enter('member', mine.id, wrongOf(code));
  expect([wrong.status, pointersOf(wrong), rulesOf(wrong)]).toEqual([422, ['/code'], ['codeWrong']]);
  const right = await enter('member', mine.id, ` ${code.slice(0, 3)} ${code.slice(3)}`);
  expect(right).toMatchObject({ status: 200, body: { id: mine.id, confirmed: true } });
  // Entered again, since the answer was lost.
  expect((await enter('member', mine.id, code)).status).toBe(200);
  expect(await messagesOf(said.body.contact_id)).toBe(0);
  expect((await report('00254711000111')).body.contact_id).toBe(mine.id);
  const again = await sendCode('member', mine.id);
  expect([again.status, codeOf(again)]).toEqual([422, 'confirmation.not-needed']);
});

test('five wrong codes are too many; the right one is of no use after that, or when it is too old', async () => {
  const { id } = await add('member', '+254722000222');
  await sendCode('member', id);
  const code = await codeOnPhone(id);
  const rules = [];
  for (let tried = 0; tried < limits.confirmation.attempts; tried++)
    rules.push(...rulesOf(await enter('member', id, wrongOf(code))));
  expect(rules).toEqual(['codeWrong', 'codeWrong', 'codeWrong', 'codeWrong', 'codeTooManyTries']);
  expect(rulesOf(await enter('member', id, code))).toEqual(['codeTooManyTries']);
  const early = await sendCode('member', id);
  expect([early.status, codeOf(early)]).toEqual([429, 'confirmation.wait']);
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);
  await passPause();
  await sendCode('member', id);
  const second = await codeOnPhone(id);
  await sql`update confirmation_codes set expires = now() - interval '1 second'`.execute(it.db);
  expect(rulesOf(await enter('member', id, second))).toEqual(['codeExpired']);
  expect(rulesOf(await enter('member', id, 'abc'))).toEqual(['codeDigits']);
  expect(await read('member', id)).toMatchObject({ confirmed: false });
});

test('a code is no use for another contact, nor once the number is changed', async () => {
  const first = await add('reviewer', '+254733000333');
  await sendCode('reviewer', first.id);
  const code = await codeOnPhone(first.id);
  await it.send('reviewer', 'PUT', `/contacts/${first.id}`, { contact: '+254733000444' });
  expect(rulesOf(await enter('reviewer', first.id, code))).toEqual(['codeExpired']);
  expect((await sendCode('member', first.id)).status).toBe(403);
  expect((await enter('member', first.id, code)).status).toBe(403);
  expect((await enter('reviewer', 987654, code)).status).toBe(403);
});

test('nobody can have a stranger’s phone flooded with codes, nor keep its owner from one', async () => {
  const kinds: Kind[] = ['member', 'reviewer', 'settings manager', 'admin'];
  const { accountTargetADay, targetADay } = limits.confirmation;
  let sent = 0;
  for (let round = 0; round <= accountTargetADay; round++)
    for (const kind of kinds) {
      const { id } = await add(kind, round % 2 === 0 ? '+254744000444' : '00254744000444');
      const reply = await sendCode(kind, id);
      if (reply.status === 200) sent++;
      else expect([round, reply.status, codeOf(reply)]).toEqual([5, 429, 'confirmation.too-many']);
      await passPause();
    }
  expect([sent, targetADay]).toEqual([kinds.length * accountTargetADay, 20]);
  const { rows } = await sql<{ id: number }>`
    insert into users (email, realname, role, password_hash) values ('fifth@example.org', 'Fifth', 'user', '')
    returning id`.execute(it.db);
  const fifth = { type: 'phone', contact: '+254744000444', user: rows[0]?.id };
  const { body } = await it.send<Contact>('admin', 'POST', '/contacts', fifth);
  expect(codeOf(await sendCode('admin', body.id))).toBe('confirmation.too-many');
});

test('the pause holds for the number, however its contact is removed, made again or changed', async () => {
  const number = '+254744111222';
  const first = await add('reviewer', number);
  expect((await sendCode('reviewer', first.id)).status).toBe(200);
  await it.send('reviewer', 'DELETE', `/contacts/${first.id}`);
  const second = await add('reviewer', '00254744111222');
  const early = await sendCode('reviewer', second.id);
  expect([early.status, codeOf(early)]).toEqual([429, 'confirmation.wait']);
  await it.send('reviewer', 'PUT', `/contacts/${second.id}`, { contact: '+254744111333' });
  await it.send('reviewer', 'PUT', `/contacts/${second.id}`, { contact: number });
  expect(codeOf(await sendCode('reviewer', second.id))).toBe('confirmation.wait');
  // No code, so no tries either.
  expect(rulesOf(await enter('reviewer', second.id, '000000'))).toEqual(['codeExpired']);
  const other = await add('admin', number);
  expect((await sendCode('admin', other.id)).status).toBe(200);
});

test('one account sends so many codes in a day, to whomever', async () => {
  let sent = 0;
  for (let at = 0; at < limits.confirmation.accountADay + 5; at++) {
    const { id } = await add('settings manager', `+2547550005${String(at).padStart(2, '0')}`);
    if ((await sendCode('settings manager', id)).status === 200) sent++;
  }
  // The others were sent by the test of one number.
  expect(sent).toBe(limits.confirmation.accountADay - limits.confirmation.accountTargetADay);
});

test('the later confirmation has the number; what was written in the time of the earlier stays with it, unanswerable', async () => {
  const number = '+254766000666';
  const first = await add('member', number);
  await confirm('member', first.id);
  expect((await report(number, 'from the first')).body.contact_id).toBe(first.id);
  const second = await add('admin', number);
  expect((await confirm('admin', second.id)).body.confirmed).toBe(true);
  expect(await read('member', first.id)).toMatchObject({ confirmed: false });
  expect((await report(number, 'from the second')).body.contact_id).toBe(second.id);
  const thread = await it.send<{ results: { message: string }[] }>(
    'reviewer',
    'GET',
    `/messages?contact=${second.id}`,
  );
  expect(thread.body.results.map((one) => one.message)).not.toContain('from the first');
  const answer = await it.send('reviewer', 'POST', '/messages', {
    contact_id: first.id,
    message: 'Are you safe?',
    type: 'sms',
  });
  expect([answer.status, rulesOf(answer)]).toEqual([422, ['contactUnconfirmed']]);
});

test('of two accounts that confirm a number at once one has it', async () => {
  const number = '+254777000777';
  await report(number);
  const [one, two] = [await add('member', number), await add('admin', number)];
  await sendCode('member', one.id);
  await sendCode('admin', two.id);
  const codes = [await codeOnPhone(one.id), await codeOnPhone(two.id)];
  const both = await Promise.all([
    enter('member', one.id, codes[0] ?? ''),
    enter('admin', two.id, codes[1] ?? ''),
  ]);
  expect(both.map((reply) => reply.status)).toEqual([200, 200]);
  const owners = [await read('member', one.id), await read('admin', two.id)];
  expect(owners.filter((contact) => contact.confirmed)).toHaveLength(1);
});

test('who asked for silence is sent no code, and whoever asks for it is told nothing of that', async () => {
  const number = '+254788000888';
  await report(number, 'STOP');
  const { id } = await add('reviewer', number);
  const before = await codeOnPhone(id);
  expect(await sendCode('reviewer', id)).toMatchObject({ status: 200, body: { resend_after: 60 } });
  expect([before, await codeOnPhone(id)]).toEqual(['', '']);
});

test('a confirmed number that is changed to another is unconfirmed, and its thread stays behind', async () => {
  const { id } = await add('reviewer', '+254799000999');
  await confirm('reviewer', id);
  expect((await report('+254799000999')).body.contact_id).toBe(id);
  // Another way to write it is no change.
  const same = await it.send<Contact>('reviewer', 'PUT', `/contacts/${id}`, { contact: '00254799000999' });
  expect(same.body.confirmed).toBe(true);
  const changed = await it.send<Contact>('reviewer', 'PUT', `/contacts/${id}`, { contact: '+254799111111' });
  expect(changed.body).toMatchObject({ id, confirmed: false });
  const left = (await report('+254799000999')).body.contact_id;
  expect(left).not.toBe(id);
  expect(await messagesOf(left)).toBe(2);
});

test('an administrator who gives a contact to somebody gives no thread with it', async () => {
  const said = await report('+254700123000');
  const owner = await it.idOf('member');
  const given = await it.send<Contact>('admin', 'PUT', `/contacts/${said.body.contact_id}`, { user: owner });
  expect(given.body).toMatchObject({ confirmed: false, contact: '+254700123000' });
  const next = (await report('+254700123000')).body.contact_id;
  expect(next).not.toBe(given.body.id);
  expect(await messagesOf(next)).toBe(2);
});

test('an address is confirmed by mail; the account’s own needs one code for both', async () => {
  const address = 'member@example.org';
  const me = (await it.send<{ email_confirmed: boolean }>('member', 'GET', '/users/me')).body;
  expect(me.email_confirmed).toBe(false);
  const sent = await it.send('member', 'POST', '/users/me/confirmation');
  expect(sent).toMatchObject({ status: 200, body: { delivery: 'waiting' } });
  const code = await codeInMail(address);
  const wrong = await it.send('member', 'PUT', '/users/me/confirmation', { code: wrongOf(code) });
  expect(rulesOf(wrong)).toEqual(['codeWrong']);
  const done = await it.send('member', 'PUT', '/users/me/confirmation', { code });
  expect(done).toMatchObject({ status: 200, body: { email_confirmed: true } });
  expect(await add('member', address, 'email')).toMatchObject({ confirmed: true });
  const other = await add('member', 'Elsewhere@Example.org', 'email');
  expect(other.confirmed).toBe(false);
  await sendCode('member', other.id);
  expect((await enter('member', other.id, await codeInMail('elsewhere@example.org'))).body.confirmed).toBe(
    true,
  );
  await it.send('member', 'PUT', '/users/me', { email: 'moved@example.org' });
  const moved = await it.send('member', 'GET', '/users/me');
  expect(moved.body).toMatchObject({ email_confirmed: false });
  await it.send('member', 'PUT', '/users/me', { email: address });
});

test('codes are kept as keyed hashes, and the team reads none', async () => {
  await it.send('admin', 'PUT', '/config/data-provider', {
    providers: { smssync: true },
    smssync: { secret: 'of the phone' },
  });
  const { id } = await add('reviewer', '+254700555555');
  await sendCode('reviewer', id);
  const code = await codeOnPhone(id);
  const { rows } = await sql<{ mac: Buffer }>`
    select mac from confirmation_codes where contact_id = ${id}`.execute(it.db);
  expect(rows[0]?.mac).toHaveLength(32);
  for (const url of [
    `/messages?contact=${id}`,
    '/messages?limit=500',
    `/messages?q=${code}`,
    '/messages/threads',
  ])
    expect(JSON.stringify((await it.send('reviewer', 'GET', url)).body)).not.toContain(code);
  const handed = await it.send<{ payload: { messages: { message: string }[] } }>(
    'passer-by',
    'GET',
    '//sms/smssync?task=send&secret=of%20the%20phone',
  );
  expect(handed.body.payload.messages.map((one) => one.message).join()).toContain(code);
  expect((await enter('reviewer', id, code)).body.confirmed).toBe(true);
});

test('without a gateway numbers cannot be confirmed, and that is said', async () => {
  const bare = await startDeployment();
  try {
    const made = await bare.send<Contact>('member', 'POST', '/contacts', {
      type: 'phone',
      contact: '+254700000001',
    });
    const reply = await bare.send('member', 'POST', `/contacts/${made.body.id}/confirmation`);
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
