/** Nobody gets hold of a number or an address that is not theirs, or learns of it, by adding it to their contacts. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

interface Contact {
  id: number;
  contact: string;
  created: string;
  updated: string | null;
  confirmed?: boolean;
}

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment({ simulatedPhones: true });
});
afterAll(() => it.close());

const number = '+254711000111';
const report = (from = number, message = 'Water is rising') =>
  it.send<{ contact_id: number; post_id: number }>('admin', 'POST', '/simulated-phones/messages', {
    from,
    message,
  });
const add = (kind: 'member' | 'reviewer' | 'admin', body: object) =>
  it.send<Contact>(kind, 'POST', '/contacts', body);

test('adding a number that has texted tells nothing of it and takes nothing from the team', async () => {
  const said = await report();
  await sql`update contacts set created = '2020-01-01', data_source = 'twilio'`.execute(it.db);
  const known = await add('member', { type: 'phone', contact: number });
  const unknown = await add('member', { type: 'phone', contact: '+254711999999' });
  expect(known.body.id).not.toBe(said.body.contact_id);
  const different = { id: 0, url: '', contact: '', created: '' };
  expect({ ...known.body, ...different }).toEqual({ ...unknown.body, ...different });
  expect(Date.now() - new Date(known.body.created).getTime()).toBeLessThan(60_000);
  // Changing what one has added changes nothing of the reporter's.
  await it.send('member', 'PUT', `/contacts/${known.body.id}`, { contact: '+254700666666' });
  const answer = await it.send<{ contact_id: number }>('reviewer', 'POST', '/messages', {
    contact_id: said.body.contact_id,
    message: 'Are you safe?',
    type: 'sms',
  });
  expect(answer.body.contact_id).toBe(said.body.contact_id);
  const thread = await it.send<{ contact: string }>(
    'reviewer',
    'GET',
    `/messages/threads/${said.body.contact_id}`,
  );
  expect(thread.body.contact).toBe(number);
  const again = await report();
  expect(again.body.contact_id).toBe(said.body.contact_id);
});

test('changing a contact to a number that has texted takes nothing, either', async () => {
  const said = await report('+254722000222');
  const mine = await add('member', { type: 'phone', contact: '+254700123123' });
  const changed = await it.send<Contact>('member', 'PUT', `/contacts/${mine.body.id}`, {
    contact: '+254722000222',
  });
  expect(changed.body).toMatchObject({ id: mine.body.id, confirmed: false });
  expect((await report('+254722000222')).body.contact_id).toBe(said.body.contact_id);
});

test('what is sent by a number that somebody merely claims stays apart from the claim', async () => {
  const claim = await add('member', { type: 'phone', contact: '+254733000333' });
  const said = await report('+254733000333');
  expect(said.body.contact_id).not.toBe(claim.body.id);
});
