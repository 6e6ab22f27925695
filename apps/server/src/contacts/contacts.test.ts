import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, pointersOf, startDeployment } from '../testing/deployment.ts';

interface Contact {
  id: number;
  contact: string;
}

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment({ simulatedPhones: true });
});
afterAll(() => it.close());

const add = (kind: Parameters<Deployment['send']>[0], body: object) =>
  it.send<Contact>(kind, 'POST', '/contacts', body);
const phone = { type: 'phone', contact: '+15550123' };

describe('contacts', () => {
  test('are added, found in the account, changed and deleted by their owner', async () => {
    const me = await it.idOf('member');
    const made = await add('member', { ...phone, can_notify: '0' });
    expect(made.body).toEqual({
      id: expect.any(Number),
      url: `https://report.example.org/api/v3/contacts/${made.body.id}`,
      user: { id: me, url: `https://report.example.org/api/v3/users/${me}` },
      data_source: null,
      type: 'phone',
      contact: '+15550123',
      created: expect.any(String),
      updated: null,
      can_notify: false,
      country_code: null,
      confirmed: false,
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
    });
    const row = { id: String(made.body.id), user_id: String(me), can_notify: '0', updated: null };
    expect((await it.send('member', 'GET', '/users/me')).body).toMatchObject({ contacts: [row] });
    const list = await it.send<{ results: object[] }>('admin', 'GET', '/users?role=user');
    expect(list.body.results).toEqual([
      expect.objectContaining({ contacts: [expect.objectContaining(row)] }),
    ]);
    const changed = await it.send('member', 'PUT', `/contacts/${made.body.id}`, { can_notify: true });
    expect(changed.body).toMatchObject({ can_notify: true, contact: '+15550123' });
    expect((await it.send('member', 'DELETE', `/contacts/${made.body.id}`)).status).toBe(200);
    expect((await it.send('member', 'GET', '/users/me')).body).toMatchObject({ contacts: [] });
  });

  test('the same contact twice is the first one, unchanged', async () => {
    const first = await add('member', { type: 'email', contact: 'Me@Example.org' });
    const second = await add('member', { type: 'email', contact: 'me@example.org', can_notify: false });
    expect(second.body).toEqual(first.body);
    const other = await add('member', phone);
    const clash = await it.send('member', 'PUT', `/contacts/${other.body.id}`, {
      type: 'email',
      contact: 'me@example.org',
    });
    expect([clash.status, pointersOf(clash)]).toEqual([422, ['/contact']]);
  });

  test.each([
    [{}, ['/contact', '/type']],
    [{ type: 'fax', contact: '1' }, ['/type']],
    [{ type: 'email', contact: 'nope' }, ['/contact']],
    [{ type: 'phone', contact: 'call me' }, ['/contact']],
    [{ type: 'phone', contact: '1'.repeat(26) }, ['/contact']],
    [{ ...phone, data_source: 'twilio' }, ['/data_source']],
  ])('%o is refused by field', async (body, pointers) => {
    const answer = await add('member', body);
    expect([answer.status, pointersOf(answer).sort()]).toEqual([422, pointers]);
  });

  test('a data source that is switched on is taken', async () => {
    await it.send('admin', 'PUT', '/config/data-provider', {
      providers: { twilio: true },
      twilio: { from: '+15550000', account_sid: 'AC1', auth_token: 'token', sms_auto_response: 'Thanks' },
    });
    const made = await add('reviewer', { ...phone, data_source: 'twilio' });
    expect(made.body).toMatchObject({ data_source: 'twilio' });
  });

  test('nobody adds, takes, reads or finds a contact of somebody else', async () => {
    const theirs = await add('admin', phone);
    const mine = await add('member', { type: 'twitter', contact: 'mo' });
    const [admin, member] = [await it.idOf('admin'), await it.idOf('member')];
    const one = `/contacts/${theirs.body.id}`;
    for (const owner of [{ user: admin }, { user: { id: admin } }, { user_id: admin }]) {
      expect((await add('member', { ...phone, ...owner })).status).toBe(403);
      expect((await it.send('member', 'PUT', `/contacts/${mine.body.id}`, owner)).status).toBe(403);
    }
    expect((await it.send('member', 'GET', one)).status).toBe(403);
    expect((await it.send('member', 'GET', '/contacts/987654')).status).toBe(403);
    expect((await it.send('member', 'PUT', one, { contact: '1' })).status).toBe(403);
    expect((await it.send('member', 'DELETE', one)).status).toBe(403);
    const found = await it.send<{ results: Contact[] }>('member', 'GET', `/contacts?user=${admin}`);
    expect(found.body.results.map((contact) => contact.id)).not.toContain(theirs.body.id);
    const all = await it.send<{ results: Contact[] }>(
      'admin',
      'GET',
      `/contacts?user=${member}&type=twitter`,
    );
    expect(all.body.results.map((contact) => contact.contact)).toEqual(['mo']);
    const own = await it.send<{ results: Contact[] }>('admin', 'GET', '/contacts?user=me');
    expect(own.body.results.map((contact) => contact.id)).toEqual([theirs.body.id]);
    expect((await it.send('admin', 'GET', '/contacts/987654')).status).toBe(404);
    expect((await it.send('visitor', 'GET', '/contacts')).status).toBe(403);
  });

  test('one number is one contact however it is written; its thread stays with the team when it is deleted', async () => {
    const phoned = { from: '00254 711 000 111', message: 'Water is rising' };
    const mine = await add('member', { type: 'phone', contact: '+254711000111' });
    const again = await add('member', { type: 'phone', contact: '254711000111' });
    expect(again.body).toEqual(mine.body);
    const clash = await add('member', { type: 'phone', contact: '254711000222' });
    const changed = await it.send('member', 'PUT', `/contacts/${clash.body.id}`, {
      contact: '+254 711 000 111',
    });
    expect([changed.status, pointersOf(changed)]).toEqual([422, ['/contact']]);
    await sql`update contacts set confirmed = now() where id = ${mine.body.id}`.execute(it.db);
    for (const from of [phoned.from, '+254711000111']) {
      const heard = await it.send<{ contact_id: number }>('admin', 'POST', '/simulated-phones/messages', {
        ...phoned,
        from,
      });
      expect(heard.body.contact_id).toBe(mine.body.id);
    }
    // Who deletes their contact takes the number from their account, not the thread from the team.
    expect((await it.send('member', 'DELETE', `/contacts/${mine.body.id}`)).status).toBe(200);
    const kept = await it.send<{ total_count: number }>(
      'reviewer',
      'GET',
      `/messages?contact=${mine.body.id}`,
    );
    expect(kept.body.total_count).toBe(2);
    const own = await it.send<{ results: Contact[] }>('member', 'GET', '/contacts?type=phone');
    expect(own.body.results.map((contact) => contact.id)).not.toContain(mine.body.id);
  });
});
