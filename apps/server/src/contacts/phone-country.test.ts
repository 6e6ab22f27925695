/** Where the country is known, a number with and without its country code is one number (docs/decisions/0041). */
import type { Contact } from '@waypost/contract/contacts/contacts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { completePhoneNumbers } from './complete-phone-numbers.ts';
import { toInternationalNumber } from './phone-country.rules.ts';
import { hasNumbersToComplete } from './phone-country.sql.ts';

test.each([
  ['4915777123456', 'DE', '+4915777123456'],
  ['015777123456', 'DE', '+4915777123456'],
  ['15777123456', 'DE', '15777123456'],
  ['2025550123', 'US', '+12025550123'],
  ['12025550123', 'US', '+12025550123'],
  ['0711000222', 'KE', '+254711000222'],
  ['254711000222', 'KE', '+254711000222'],
  ['+33612345678', 'DE', '+33612345678'],
  ['33612345678', 'KE', '33612345678'],
  ['33612345678', 'DE', '33612345678'],
  ['22555', 'KE', '22555'],
  ['Bank24x7', 'DE', 'Bank24x7'],
  ['4915777123456', undefined, '4915777123456'],
  ['4915777123456', 'XX', '4915777123456'],
])('%s in %s is %s', (number, country, expected) => {
  expect(toInternationalNumber(number, country)).toBe(expected);
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const providers = { smssync: true };
  await app.send('admin', 'PUT', '/config/data-provider', { providers, smssync: { secret: 'of the phone' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from posts; delete from messages; delete from contacts; delete from incoming_queue`.execute(
    app.db,
  );
  await setCountry('');
});

async function setCountry(country: string): Promise<void> {
  await sql`
    insert into settings (name, value) values ('site', jsonb_build_object('country', ${country}::text))
    on conflict (name) do update set value = settings.value || excluded.value`.execute(app.db);
  // The queue adds the job in the minute in which it is needed.
  const isNeeded = await inTransaction(app.db, 'reads', hasNumbersToComplete);
  if (isNeeded) await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, completePhoneNumbers, {}));
  await app.jobs.runPending();
  expect(await inTransaction(app.db, 'reads', hasNumbersToComplete)).toBe(false);
}
let textCount = 0;
async function receiveText(from: string): Promise<number> {
  const message = `Water ${textCount++}`;
  const payload = { secret: 'of the phone', from, message };
  expect((await app.fastify.inject({ method: 'POST', url: '/sms/smssync', payload })).statusCode).toBe(200);
  await app.jobs.runPending();
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from messages where message = ${message}`.execute(app.db);
  return rows[0]?.contact_id ?? 0;
}
const readContacts = async () =>
  (
    await sql<{ contact: string; texts: number; confirmed: boolean }>`
      select contact, confirmed is not null as confirmed,
        (select count(*)::int from messages where contact_id = contacts.id) as texts
      from contacts where type = 'phone' order by contact, confirmed`.execute(app.db)
  ).rows.map(({ contact, texts, confirmed }) => [contact, texts, confirmed]);

test('texts of a number in all its forms are one conversation', async () => {
  await setCountry('DE');
  for (const from of ['4915777123456', '+4915777123456', '015777123456', '0049 15777 123456'])
    await receiveText(from);
  expect(await readContacts()).toEqual([['+4915777123456', 4, false]]);
});

test('a number that somebody adds to the account gets the country code', async () => {
  await setCountry('DE');
  const { body } = await app.send<Contact>('member', 'POST', '/contacts', {
    type: 'phone',
    contact: '015777 123456',
  });
  expect(body.contact).toBe('+4915777123456');
});

describe('once the country is set', () => {
  test('stored numbers become one, with their messages and without losing a STOP', async () => {
    await receiveText('4915777123456');
    await receiveText('+4915777123456');
    await receiveText('015777123456');
    await receiveText('33612345678');
    await sql`update contacts set opted_out = now() where contact = '4915777123456'`.execute(app.db);
    await setCountry('DE');
    expect(await readContacts()).toEqual([
      ['+4915777123456', 3, false],
      ['33612345678', 1, false],
    ]);
    const { rows } =
      await sql`select from contacts where opted_out is not null and contact like '+49%'`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  test('a confirmed number stays confirmed, unless another account has confirmed it with the country code', async () => {
    const add = (contact: string, email: string) =>
      sql`
        insert into contacts (type, contact, user_id, confirmed)
        select 'phone', ${contact}, id, now() from users where role = ${email}`.execute(app.db);
    await add('015777123456', 'admin');
    await receiveText('+4915777123456');
    await add('015777999999', 'admin');
    await add('+4915777999999', 'user');
    await setCountry('DE');
    expect(await readContacts()).toEqual([
      ['+4915777123456', 1, true],
      ['+4915777999999', 0, false],
      ['+4915777999999', 0, true],
    ]);
  });
});
