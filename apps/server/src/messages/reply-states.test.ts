/** The list of the messages of one contact says whether a reply can be sent. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { startAppWithMail } from './app-with-mail.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const readReply = async (contactId: number, of: TestApp = app) =>
  (await of.send<{ reply?: string }>('reviewer', 'GET', `/messages?contact=${contactId}`)).body.reply;

async function addContact(
  type: 'phone' | 'email' | 'twitter',
  contact: string,
  data_source: string | null,
  of: TestApp = app,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into contacts (type, contact, data_source) values (${type}, ${contact}, ${data_source}) returning id`.execute(
    of.db,
  );
  const id = rows[0]?.id ?? 0;
  const messageType = type === 'phone' ? 'sms' : type;
  await sql`
    insert into messages (contact_id, message, type, status, direction, data_source)
    values (${id}, 'Help', ${messageType}, 'received', 'incoming', ${data_source})`.execute(of.db);
  return id;
}

test('a simulated phone can be answered, and a list of all messages says nothing', async () => {
  const { body } = await app.send<{ contact_id: number }>('admin', 'POST', '/simulated-phones/messages', {
    from: '+254700000031',
    message: 'Help',
  });
  expect(await readReply(body.contact_id)).toBe('possible');
  expect((await app.send<object>('reviewer', 'GET', '/messages')).body).not.toHaveProperty('reply');
});

test('a text can be answered while the gateway that it came from is switched on and can dial the number', async () => {
  const international = await addContact('phone', '+254700000011', 'twilio');
  const local = await addContact('phone', '0700000012', 'twilio');
  expect(await readReply(international)).toBe('no-source');
  const providers = { twilio: true, smssync: false };
  const twilio = { from: '+15550000', account_sid: 'AC1', auth_token: 'token', sms_auto_response: 'Thanks' };
  expect((await app.send('admin', 'PUT', '/config/data-provider', { providers, twilio })).status).toBe(200);
  expect([await readReply(international), await readReply(local)]).toEqual(['possible', 'no-source']);
});

test('nobody who opted out, whose sender is a name, or whose number is unconfirmed can be answered', async () => {
  const stopped = await addContact('phone', '+254700000021', 'twilio');
  await sql`update contacts set opted_out = now() where id = ${stopped}`.execute(app.db);
  const named = await addContact('phone', 'CITYHALL', 'twilio');
  const claimed = await addContact('phone', '+254700000022', 'twilio');
  await sql`update contacts set user_id = (select min(id) from users) where id = ${claimed}`.execute(app.db);
  expect([await readReply(stopped), await readReply(named), await readReply(claimed)]).toEqual([
    'stopped',
    'name',
    'unconfirmed',
  ]);
});

test('a mail can be answered if mail leaves the server', async () => {
  expect(await readReply(await addContact('email', 'ines@example.org', 'email'))).toBe('no-source');
  const withMail = await startAppWithMail();
  onTestFinished(withMail.close);
  expect(await readReply(await addContact('email', 'ines@example.org', 'email', withMail), withMail)).toBe(
    'possible',
  );
});

test.each([
  ['phone', '+254700000041', 'twilio'],
  ['email', 'declined@example.org', 'email'],
] as const)('nobody who declined contact can be answered by %s', async (type, contact, source) => {
  const of = await startAppWithMail();
  onTestFinished(of.close);
  const providers = { twilio: true };
  const twilio = { from: '+15550000', account_sid: 'AC1', auth_token: 'token', sms_auto_response: 'Thanks' };
  await of.send('admin', 'PUT', '/config/data-provider', { providers, twilio });
  const survey = await createTestSurvey(of.db, { words: { type: 'varchar' } });
  await of.send('admin', 'PUT', `/forms/${survey.id}`, {
    consent: { text: 'Read this', uses: ['publish', 'contact'] },
  });
  const id = await addContact(type, contact, source, of);
  const { rows } = await sql<{ id: number }>`
    insert into posts (survey_id, title, contact_id) values (${survey.id}, 'Seen', ${id}) returning id`.execute(
    of.db,
  );
  const decide = (agreed: string[]) =>
    of.send('reviewer', 'PUT', `/posts/${rows[0]?.id}/consent`, {
      version: 1,
      agreed,
      note: 'Asked by phone',
    });
  expect((await decide(['publish', 'contact'])).status).toBe(200);
  expect(await readReply(id, of)).toBe('possible');
  expect((await decide(['publish'])).status).toBe(200);
  expect(await readReply(id, of)).toBe('declined');
  const reply = await of.send('reviewer', 'POST', '/messages', {
    contact_id: id,
    message: 'Where was it?',
    type: type === 'phone' ? 'sms' : type,
    direction: 'outgoing',
  });
  expect([reply.status, errorPointers(reply)]).toEqual([422, ['/contact_id']]);
});
