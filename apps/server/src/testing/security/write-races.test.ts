/**
 * A change is judged by what is stored when it is written: two requests at once never reach what neither may do, and neither
 * writes back what the other replaced.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, startTestApp, type TestApp } from '../app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ simulatedPhones: true });
});
afterAll(() => app.close());

const rounds = 12;
/** Sends the same request over and over until `work` is done, in two loops at once. @returns the statuses of its answers */
async function whileRepeating(
  [actor, method, url, body]: [Actor, 'PUT' | 'DELETE', string, object],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const stop = new AbortController();
  const statuses: number[] = [];
  const repeat = async () => {
    while (!stop.signal.aborted) statuses.push((await app.send(actor, method, url, body)).status);
  };
  const loops = [repeat(), repeat()];
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  try {
    await work();
    // Requests that were judged before are still written.
    await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    stop.abort();
    await Promise.all(loops);
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  return statuses;
}
async function create(actor: Actor, url: string, body: object): Promise<number> {
  const created = await app.send<{ id: number }>(actor, 'POST', url, body);
  expect(created.status).toBe(200);
  return created.body.id;
}

test('a webhook never sends everything to an address that its editor may not choose', async () => {
  const good = 'https://good.example.org/';
  for (let round = 0; round < rounds; round++) {
    const hook = {
      name: `Desk ${round}`,
      url: good,
      shared_secret: 'a secret of more than twenty',
      event_type: 'create',
      only_shared: true,
      form_id: null,
      source_field_key: null,
      destination_field_key: null,
    };
    const id = await create('admin', '/webhooks', { ...hook, entity_type: 'post' });
    const evil = { url: 'https://evil.example.net/' };
    await whileRepeating(['settings manager', 'PUT', `/webhooks/${id}`, evil], async () => {
      const changed = await app.send('admin', 'PUT', `/webhooks/${id}`, { ...hook, content: 'everything' });
      expect(changed.status).toBe(200);
    });
    const { body } = await app.send<{ content: string; url: string }>('admin', 'GET', `/webhooks/${id}`);
    expect([body.content, body.url]).toEqual(['everything', good]);
  }
});

describe('what an administrator changes is not written back by who may not change it', () => {
  const mail = (server: string) => ({
    outgoingemail: {
      outgoing_type: 'SMTP',
      outgoing_server: server,
      outgoing_port: '465',
      outgoing_security: 'SSL',
      from: 'reports@example.org',
    },
  });
  test.each([
    [
      'account mail',
      'data-provider',
      (round: number) => mail(`mail${round}.example.org`),
      (group: Record<string, Record<string, unknown>>) => group['outgoingemail']?.['outgoing_server'],
      (round: number) => `mail${round}.example.org`,
    ],
    [
      'the address of links',
      'site',
      (round: number) => ({ client_url: `https://map${round}.example.org` }),
      (group: Record<string, unknown>) => group['client_url'],
      (round: number) => `https://map${round}.example.org`,
    ],
  ] as const)('%s', async (_name, group, changeOf, read, expected) => {
    await app.send('admin', 'PUT', `/config/${group}`, changeOf(0));
    for (let round = 1; round <= rounds; round++) {
      const statuses = await whileRepeating(
        ['settings manager', 'PUT', `/config/${group}`, changeOf(round - 1)],
        async () =>
          expect((await app.send('admin', 'PUT', `/config/${group}`, changeOf(round))).status).toBe(200),
      );
      const stored = await app.send<never>('admin', 'GET', `/config/${group}`);
      expect([round, read(stored.body)]).toEqual([round, expected(round)]);
      expect(statuses.every((status) => status === 200 || status === 403)).toBe(true);
    }
  });

  test('a role that was taken away', async () => {
    const id = await app.idOf('reviewer');
    const { role } = (await app.send<{ role: string }>('admin', 'GET', `/users/${id}`)).body;
    for (let round = 0; round < rounds; round++) {
      await app.send('admin', 'PUT', `/users/${id}`, { role });
      await whileRepeating(['reviewer', 'PUT', '/users/me', { realname: `Rita ${round}` }], () =>
        app.send('admin', 'PUT', `/users/${id}`, { role: 'user' }),
      );
      const after = await app.send<{ role: string }>('admin', 'GET', `/users/${id}`);
      expect([round, after.body.role]).toEqual([round, 'user']);
    }
    await app.send('admin', 'PUT', `/users/${id}`, { role });
  });

  test('a collection that is featured no longer', async () => {
    const id = await create('member', '/collections', { name: 'River gauges' });
    for (let round = 0; round < rounds; round++) {
      await app.send('admin', 'PUT', `/collections/${id}`, { name: 'River gauges', featured: true });
      await whileRepeating(['member', 'PUT', `/collections/${id}`, { name: `Gauges ${round}` }], () =>
        app.send('admin', 'PUT', `/collections/${id}`, { featured: false }),
      );
      const after = await app.send<{ featured: boolean }>('admin', 'GET', `/collections/${id}`);
      expect([round, after.body.featured]).toEqual([round, false]);
    }
  });
});

test('a contact changed twice at once keeps its messages with the number they came from', async () => {
  for (let round = 0; round < rounds; round++) {
    const number = (part: number) => `+25471${part}${String(round).padStart(6, '0')}`;
    const id = await create('member', '/contacts', { type: 'phone', contact: number(1) });
    await sql`update contacts set confirmed = now() where id = ${id}`.execute(app.db);
    const report = await app.send<{ contact_id: number }>('admin', 'POST', '/simulated-phones/messages', {
      from: number(1),
      message: 'Water',
    });
    expect(report.body.contact_id).toBe(id);
    const answers = await Promise.all(
      [2, 3, 2, 1].map((part) => app.send('member', 'PUT', `/contacts/${id}`, { contact: number(part) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = await sql<{ contact: string; user_id: number | null }>`
      select contacts.contact, contacts.user_id from messages join contacts on contacts.id = contact_id
      where contacts.normalized_contact = ${number(1)} or contacts.id = ${id}`.execute(app.db);
    expect(rows).toEqual([{ contact: number(1), user_id: null }]);
  }
});
