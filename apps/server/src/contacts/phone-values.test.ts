/** A phone number is stored in the form that is compared and dialled; anything else is refused (issue 18, point 3). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

type Actor = Parameters<TestApp['send']>[0];
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

const add = (actor: Actor, contact: string) =>
  app.send<Contact>(actor, 'POST', '/contacts', { type: 'phone', contact });
const change = (actor: Actor, id: number, contact: string) =>
  app.send<Contact>(actor, 'PUT', `/contacts/${id}`, { contact });
const sendCode = (actor: Actor, id: number) => app.send(actor, 'POST', `/contacts/${id}/confirmation`);
const enterCode = (actor: Actor, id: number, code: string) =>
  app.send<Contact>(actor, 'PUT', `/contacts/${id}/confirmation`, { code });
const sendReport = (from: string) =>
  app.send<{ contact_id: number }>('admin', 'POST', '/simulated-phones/messages', { from, message: 'Water' });
async function readCode(contactId: number): Promise<string> {
  const { rows } = await sql<{ message: string }>`
    select message from messages where contact_id = ${contactId} and direction = 'outgoing'
    order by id desc limit 1`.execute(app.db);
  return /\d{6}/.exec(rows[0]?.message ?? '')?.[0] ?? '';
}
const skipLimits = () => sql`delete from throttles`.execute(app.db);

const invalidNumbers = [
  '+4930110639,78',
  '+4930777777,0',
  'abc1',
  'abc12345',
  '0',
  '1234',
  '+4930777777;ext=1',
  '+4930777777 x12',
  '+4930777777\n4930888888',
  '+4930777777#1',
  '+4930+777777',
  '+0711000111',
  '0049',
  '49 (0) 171 2345678',
  '½4930777777',
  '+',
];

describe('a phone number', () => {
  test.each(invalidNumbers)('%j is refused at the field', async (contact) => {
    const added = await add('member', contact);
    expect([added.status, errorPointers(added)]).toEqual([422, ['/contact']]);
    const { body } = await add('member', '254711555000');
    const changed = await change('member', body.id, contact);
    expect([changed.status, errorPointers(changed)]).toEqual([422, ['/contact']]);
    expect((await app.send<Contact>('member', 'GET', `/contacts/${body.id}`)).body.contact).toBe(
      '254711555000',
    );
  });

  test.each([
    ['+49 (0)171 2345001', '+491712345001'],
    ['0049 (0) 171/234-50.02', '+491712345002'],
    ['(0711) 000.113', '0711000113'],
    ['00254 711 000 114', '+254711000114'],
    ['+\u0662\u0665\u0664 711\u00a0000\u2011115', '+254711000115'],
    ['254711000116', '254711000116'],
  ])('%j is stored as %j', async (typed, stored) => {
    const added = await add('reviewer', typed);
    expect(added).toMatchObject({ status: 200, body: { contact: stored } });
    const report = await sendReport(stored);
    expect(report.status).toBe(200);
  });

  test('with a type changed to phone is judged as one', async () => {
    const { body } = await app.send<Contact>('member', 'POST', '/contacts', {
      type: 'twitter',
      contact: 'mo12345',
    });
    const changed = await app.send('member', 'PUT', `/contacts/${body.id}`, { type: 'phone' });
    expect([changed.status, errorPointers(changed)]).toEqual([422, ['/contact']]);
  });
});

test('a word that wrote in stays as it is when something else of its contact is changed', async () => {
  const { contact_id } = (await sendReport('CITYHALL')).body;
  const changed = await app.send<Contact>('admin', 'PUT', `/contacts/${contact_id}`, { can_notify: false });
  expect(changed).toMatchObject({ status: 200, body: { contact: 'CITYHALL' } });
  // Given to an account, it would be a number that nobody can be reached by.
  const response = await app.send('admin', 'PUT', `/contacts/${contact_id}`, {
    user: await app.idOf('member'),
  });
  expect([response.status, errorPointers(response)]).toEqual([422, ['/contact']]);
});

test('a code stays right, and a confirmation stays, when only the spelling changes', async () => {
  const { id } = (await add('reviewer', '+4952525252')).body;
  await sendCode('reviewer', id);
  const code = await readCode(id);
  expect((await change('reviewer', id, '+49 (0)52525252')).body.contact).toBe('+4952525252');
  expect(await enterCode('reviewer', id, code)).toMatchObject({ status: 200, body: { confirmed: true } });
  expect((await change('reviewer', id, '0049 5252 5252')).body.confirmed).toBe(true);
  // Without its plus it is another number.
  expect((await change('reviewer', id, '4952525252')).body.confirmed).toBe(false);
});

test('entering a code and changing the contact at once never block each other', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 15; round++) {
    const { id } = (await add('admin', `+2547661${String(round).padStart(5, '0')}`)).body;
    await skipLimits();
    await sendCode('admin', id);
    const code = await readCode(id);
    const requests = [
      () => enterCode('admin', id, code),
      () => change('admin', id, `+2547662${String(round).padStart(5, '0')}`),
      () => enterCode('admin', id, code === '000000' ? '000001' : '000000'),
      () => change('admin', id, `+2547663${String(round).padStart(5, '0')}`),
      () => sendCode('admin', id),
    ];
    const answers = await Promise.all(requests.map((send) => send()));
    statuses.push(...answers.map((it) => it.status));
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
