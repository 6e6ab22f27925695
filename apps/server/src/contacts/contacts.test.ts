import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

interface Contact {
  id: number;
  contact: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ simulatedPhones: true });
});
afterAll(() => app.close());

const addContact = (kind: Parameters<TestApp['send']>[0], body: object) =>
  app.send<Contact>(kind, 'POST', '/contacts', body);
const phone = { type: 'phone', contact: '+15550123' };

describe('contacts', () => {
  test('owners add, list, update and delete them', async () => {
    const me = await app.idOf('member');
    const created = await addContact('member', { ...phone, can_notify: '0' });
    expect(created.body).toEqual({
      id: expect.any(Number),
      url: `https://report.example.org/api/v3/contacts/${created.body.id}`,
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
    const row = { id: String(created.body.id), user_id: String(me), can_notify: '0', updated: null };
    expect((await app.send('member', 'GET', '/users/me')).body).toMatchObject({ contacts: [row] });
    const list = await app.send<{ results: object[] }>('admin', 'GET', '/users?role=user');
    expect(list.body.results).toEqual([
      expect.objectContaining({ contacts: [expect.objectContaining(row)] }),
    ]);
    const changed = await app.send('member', 'PUT', `/contacts/${created.body.id}`, { can_notify: true });
    expect(changed.body).toMatchObject({ can_notify: true, contact: '+15550123' });
    expect((await app.send('member', 'DELETE', `/contacts/${created.body.id}`)).status).toBe(200);
    expect((await app.send('member', 'GET', '/users/me')).body).toMatchObject({ contacts: [] });
  });

  test('adding a contact twice returns the first one, unchanged', async () => {
    const first = await addContact('member', { type: 'email', contact: 'Me@Example.org' });
    const second = await addContact('member', {
      type: 'email',
      contact: 'me@example.org',
      can_notify: false,
    });
    expect(second.body).toEqual(first.body);
    const other = await addContact('member', phone);
    const clash = await app.send('member', 'PUT', `/contacts/${other.body.id}`, {
      type: 'email',
      contact: 'me@example.org',
    });
    expect([clash.status, errorPointers(clash)]).toEqual([422, ['/contact']]);
  });

  test.each([
    [{}, ['/contact', '/type']],
    [{ type: 'fax', contact: '1' }, ['/type']],
    [{ type: 'email', contact: 'nope' }, ['/contact']],
    [{ type: 'phone', contact: 'call me' }, ['/contact']],
    [{ type: 'phone', contact: '1'.repeat(26) }, ['/contact']],
    [{ ...phone, data_source: 'twilio' }, ['/data_source']],
  ])('rejects %o with the invalid field', async (body, pointers) => {
    const response = await addContact('member', body);
    expect([response.status, errorPointers(response).sort()]).toEqual([422, pointers]);
  });

  test('accepts a data source that is switched on', async () => {
    await app.send('admin', 'PUT', '/config/data-provider', {
      providers: { twilio: true },
      twilio: { from: '+15550000', account_sid: 'AC1', auth_token: 'token', sms_auto_response: 'Thanks' },
    });
    const created = await addContact('reviewer', { ...phone, data_source: 'twilio' });
    expect(created.body).toMatchObject({ data_source: 'twilio' });
  });

  test('users cannot add, change, read or find contacts of other users', async () => {
    const theirs = await addContact('admin', phone);
    const mine = await addContact('member', { type: 'twitter', contact: 'mo' });
    const [admin, member] = [await app.idOf('admin'), await app.idOf('member')];
    const contactPath = `/contacts/${theirs.body.id}`;
    for (const owner of [{ user: admin }, { user: { id: admin } }, { user_id: admin }]) {
      expect((await addContact('member', { ...phone, ...owner })).status).toBe(403);
      expect((await app.send('member', 'PUT', `/contacts/${mine.body.id}`, owner)).status).toBe(403);
    }
    expect((await app.send('member', 'GET', contactPath)).status).toBe(403);
    expect((await app.send('member', 'GET', '/contacts/987654')).status).toBe(403);
    expect((await app.send('member', 'PUT', contactPath, { contact: '1' })).status).toBe(403);
    expect((await app.send('member', 'DELETE', contactPath)).status).toBe(403);
    const matches = await app.send<{ results: Contact[] }>('member', 'GET', `/contacts?user=${admin}`);
    expect(matches.body.results.map((contact) => contact.id)).not.toContain(theirs.body.id);
    const all = await app.send<{ results: Contact[] }>(
      'admin',
      'GET',
      `/contacts?user=${member}&type=twitter`,
    );
    expect(all.body.results.map((contact) => contact.contact)).toEqual(['mo']);
    const own = await app.send<{ results: Contact[] }>('admin', 'GET', '/contacts?user=me');
    expect(own.body.results.map((contact) => contact.id)).toEqual([theirs.body.id]);
    expect((await app.send('admin', 'GET', '/contacts/987654')).status).toBe(404);
    expect((await app.send('visitor', 'GET', '/contacts')).status).toBe(403);
  });

  test('a number is one contact in any notation; the team keeps its thread when it is deleted', async () => {
    const phoned = { from: '00254 711 000 111', message: 'Water is rising' };
    const mine = await addContact('member', { type: 'phone', contact: '+254711000111' });
    const again = await addContact('member', { type: 'phone', contact: '00254 711 000 111' });
    expect(again.body).toEqual(mine.body);
    const clash = await addContact('member', { type: 'phone', contact: '254711000222' });
    const changed = await app.send('member', 'PUT', `/contacts/${clash.body.id}`, {
      contact: '+254 711 000 111',
    });
    expect([changed.status, errorPointers(changed)]).toEqual([422, ['/contact']]);
    await sql`update contacts set confirmed = now() where id = ${mine.body.id}`.execute(app.db);
    for (const from of [phoned.from, '+254711000111']) {
      const heard = await app.send<{ contact_id: number }>('admin', 'POST', '/simulated-phones/messages', {
        ...phoned,
        from,
      });
      expect(heard.body.contact_id).toBe(mine.body.id);
    }
    // Who deletes their contact takes the number from their account, not the thread from the team.
    expect((await app.send('member', 'DELETE', `/contacts/${mine.body.id}`)).status).toBe(200);
    const thread = await app.send<{ total_count: number }>(
      'reviewer',
      'GET',
      `/messages?contact=${mine.body.id}`,
    );
    expect(thread.body.total_count).toBe(2);
    const own = await app.send<{ results: Contact[] }>('member', 'GET', '/contacts?type=phone');
    expect(own.body.results.map((contact) => contact.id)).not.toContain(mine.body.id);
  });
});
