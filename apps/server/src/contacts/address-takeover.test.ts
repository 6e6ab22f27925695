/** Adding a number or address of another person to one's contacts neither takes it over nor reveals anything about it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireOutgoing } from '../data-sources/outgoing/outgoing-messages.sql.ts';
import { inTransaction } from '../kernel/db/database.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

interface Contact {
  id: number;
  contact: string;
  created: string;
  updated: string | null;
  confirmed?: boolean;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ simulatedPhones: true });
});
afterAll(() => app.close());

const number = '+254711000111';
const sendReport = (from = number, message = 'Water is rising') =>
  app.send<{ contact_id: number; post_id: number }>('admin', 'POST', '/simulated-phones/messages', {
    from,
    message,
  });
const addContact = (kind: 'member' | 'reviewer' | 'admin', body: object) =>
  app.send<Contact>(kind, 'POST', '/contacts', body);

test('adding a number with messages reveals nothing and takes nothing from the team', async () => {
  const report = await sendReport();
  await sql`update contacts set created = '2020-01-01', data_source = 'twilio'`.execute(app.db);
  const existing = await addContact('member', { type: 'phone', contact: number });
  const unknown = await addContact('member', { type: 'phone', contact: '+254711999999' });
  expect(existing.body.id).not.toBe(report.body.contact_id);
  const different = { id: 0, url: '', contact: '', created: '' };
  expect({ ...existing.body, ...different }).toEqual({ ...unknown.body, ...different });
  expect(Date.now() - new Date(existing.body.created).getTime()).toBeLessThan(60_000);
  // Changing what one has added changes nothing of the reporter's.
  await app.send('member', 'PUT', `/contacts/${existing.body.id}`, { contact: '+254700666666' });
  const response = await app.send<{ contact_id: number }>('reviewer', 'POST', '/messages', {
    contact_id: report.body.contact_id,
    message: 'Are you safe?',
    type: 'sms',
  });
  expect(response.body.contact_id).toBe(report.body.contact_id);
  const thread = await app.send<{ contact: string }>(
    'reviewer',
    'GET',
    `/messages/threads/${report.body.contact_id}`,
  );
  expect(thread.body.contact).toBe(number);
  const again = await sendReport();
  expect(again.body.contact_id).toBe(report.body.contact_id);
});

test('changing a contact to a number with messages takes nothing either', async () => {
  const report = await sendReport('+254722000222');
  const mine = await addContact('member', { type: 'phone', contact: '+254700123123' });
  const changed = await app.send<Contact>('member', 'PUT', `/contacts/${mine.body.id}`, {
    contact: '+254722000222',
  });
  expect(changed.body).toMatchObject({ id: mine.body.id, confirmed: false });
  expect((await sendReport('+254722000222')).body.contact_id).toBe(report.body.contact_id);
});

test('messages of a number are not joined to an unconfirmed contact', async () => {
  const claim = await addContact('member', { type: 'phone', contact: '+254733000333' });
  const report = await sendReport('+254733000333');
  expect(report.body.contact_id).not.toBe(claim.body.id);
});

/** Texts of codes that are kept for a contact, with what became of the messages. */
const findCodeTexts = async (contactId: number) =>
  (
    await sql<{ id: number; message: string; status: string; is_confirmation: boolean }>`
      select id, message, status, is_confirmation from messages
      where contact_id = ${contactId} and direction = 'outgoing' order by id`.execute(app.db)
  ).rows;
const sendCode = (kind: 'member' | 'reviewer' | 'admin', id: number) =>
  app.send(kind, 'POST', `/contacts/${id}/confirmation`);
const runCleanup = () => inTransaction(app.db, 'writes', expireOutgoing);

test('administrators read a code to a simulated phone only on that phone', async () => {
  for (const owner of ['member', 'reviewer'] as const) {
    const phone = owner === 'member' ? '+254744000441' : '+254744000442';
    const { id } = (await addContact(owner, { type: 'phone', contact: phone })).body;
    await sendCode(owner, id);
    const [codeMessage] = await findCodeTexts(id);
    const code = /\d{6}/.exec(codeMessage?.message ?? '')?.[0] ?? 'none';
    expect(codeMessage).toMatchObject({ is_confirmation: true, message: expect.stringMatching(/\d{6}/) });
    for (const kind of ['reviewer', 'admin'] as const) {
      for (const url of [
        `/messages?contact=${id}&status=all`,
        '/messages?limit=500&status=all&data_source=simulated',
        '/messages?limit=500&box=outbox',
        `/messages?q=${code}`,
        '/messages/threads',
        `/messages/threads?q=${code}`,
      ]) {
        const { status, body } = await app.send<{ results: { contact_id: number }[] }>(kind, 'GET', url);
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toContain(code);
        expect(body.results.map((entry) => entry.contact_id)).not.toContain(id);
      }
      expect((await app.send(kind, 'GET', `/messages/threads/${id}`)).status).toBe(404);
      expect((await app.send(kind, 'GET', `/messages/${codeMessage?.id}`)).status).toBe(404);
      expect(
        (await app.send(kind, 'PUT', `/messages/${codeMessage?.id}`, { status: 'pending' })).status,
      ).toBe(404);
    }
    expect((await app.send('reviewer', 'GET', '/simulated-phones')).status).toBe(403);
    const phones = await app.send<{ results: { contact: string; code?: string }[] }>(
      'admin',
      'GET',
      '/simulated-phones',
    );
    expect(phones.body.results.find((entry) => entry.contact === phone)?.code).toContain(code);
    // Once it is used, nobody needs it.
    await app.send(owner, 'PUT', `/contacts/${id}/confirmation`, { code });
    expect((await findCodeTexts(id)).map((entry) => entry.message)).toEqual(['']);
    expect(JSON.stringify((await app.send('admin', 'GET', '/simulated-phones')).body)).not.toContain(code);
  }
});

test('the text of a code is deleted when the code expires', async () => {
  const expired = (await addContact('member', { type: 'phone', contact: '+254744000451' })).body.id;
  await sendCode('member', expired);
  await runCleanup();
  expect((await findCodeTexts(expired))[0]?.message).not.toBe('');
  await sql`update messages set created = now() - interval '16 minutes' where contact_id = ${expired}`.execute(
    app.db,
  );
  await runCleanup();
  expect((await findCodeTexts(expired))[0]?.message).toBe('');
  // By a gateway: it waits until it is fetched.
  await app.send('admin', 'PUT', '/config/data-provider', {
    providers: { smssync: true },
    smssync: { secret: 'of the phone' },
  });
  const changed = (await addContact('member', { type: 'phone', contact: '+254744000452' })).body.id;
  await sendCode('member', changed);
  expect(await findCodeTexts(changed)).toMatchObject([
    { status: 'pending', message: expect.stringMatching(/\d/) },
  ]);
  await app.send('member', 'PUT', `/contacts/${changed}`, { contact: '+254744000453' });
  expect(await findCodeTexts(changed)).toMatchObject([{ status: 'cancelled', message: '' }]);
  await sendCode('member', changed);
  await sql`delete from throttles where expires < now() + interval '61 seconds'`.execute(app.db);
  await sendCode('member', changed);
  expect((await findCodeTexts(changed)).map((entry) => entry.message === '')).toEqual([true, true, false]);
  const fetched = await app.send('passer-by', 'GET', '//sms/smssync?task=send&secret=of%20the%20phone');
  expect(JSON.stringify(fetched.body)).toMatch(/\d{6}/);
  expect((await findCodeTexts(changed)).map((entry) => entry.message)).toEqual(['', '', '']);
});
