import type { Thread } from '@waypost/contract/messages/messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const receiveText = async (from: string, message: string) =>
  (
    await app.send<{ contact_id: number; post_id: number; message_id: number }>(
      'admin',
      'POST',
      '/simulated-phones/messages',
      { from, message },
    )
  ).body;
const listThreads = async (query: string) =>
  (
    await app.send<{ results: Thread[]; total_count: number }>(
      'reviewer',
      'GET',
      `/messages/threads?${query}`,
    )
  ).body;
const listNumbers = async (query: string) =>
  (await listThreads(query)).results.map((thread) => thread.contact);

test('conversations are listed latest first, and filtered by unread and unanswered', async () => {
  const first = await receiveText('+254700000001', 'The bridge is gone');
  await receiveText('+254700000001', 'Cars wait on both sides');
  await receiveText('+254700000002', 'Water at the school');
  expect((await listThreads('')).results).toMatchObject([
    {
      contact: '+254700000002',
      unread: 1,
      is_waiting: true,
      message: 'Water at the school',
      is_stopped: false,
    },
    { contact: '+254700000001', unread: 2, is_waiting: true, message: 'Cars wait on both sides' },
  ]);
  expect(await listNumbers('q=bridge')).toEqual(['+254700000001']);
  expect(await listNumbers('q=0002')).toEqual(['+254700000002']);
  expect(await listNumbers('q=nothing')).toEqual([]);

  const threadPath = `/messages/threads/${first.contact_id}`;
  const { body } = await app.send<Thread>('reviewer', 'GET', threadPath);
  expect(
    (await app.send<Thread>('reviewer', 'PUT', threadPath, { seen: first.message_id })).body.unread,
  ).toBe(1);
  expect((await app.send<Thread>('reviewer', 'PUT', threadPath, { seen: body.message_id })).body.unread).toBe(
    0,
  );
  expect(
    (await app.send<Thread>('reviewer', 'PUT', threadPath, { seen: first.message_id })).body.unread,
  ).toBe(0);
  expect(await listNumbers('state=unread')).toEqual(['+254700000002']);
  const answer = {
    message: 'A team is on its way',
    contact_id: first.contact_id,
    parent_id: first.message_id,
  };
  expect((await app.send('reviewer', 'POST', '/messages', answer)).status).toBe(200);
  expect(await listNumbers('state=waiting')).toEqual(['+254700000002']);
  expect(await listThreads('limit=1&offset=1')).toMatchObject({
    total_count: 2,
    results: [{ contact: '+254700000002' }],
  });
  expect(await listThreads('offset=9')).toMatchObject({ total_count: 2, results: [] });
  await receiveText('+254700000002', 'STOP');
  expect(await listNumbers('state=waiting')).toEqual([]);
  expect((await app.send('reviewer', 'GET', '/messages/threads/987654')).status).toBe(404);
});

test('a conversation that is done waits for no reply until the person writes again; whoever waits longest comes first', async () => {
  const first = await receiveText('+254710000001', 'Thank you');
  await receiveText('+254710000002', 'Where is the clinic?');
  await receiveText('+254710000001', 'All is well');
  const listWaiting = () => listNumbers('state=waiting&q=25471');
  expect(await listWaiting()).toEqual(['+254710000001', '+254710000002']);
  expect(await listNumbers('q=25471')).toEqual(['+254710000001', '+254710000002']);
  const path = `/messages/threads/${first.contact_id}`;
  const { message_id } = (await app.send<Thread>('reviewer', 'GET', path)).body;
  const done = await app.send<Thread>('reviewer', 'PUT', path, { seen: message_id, done: true });
  expect(done.body).toMatchObject({ is_waiting: false, unread: 0 });
  expect(await listWaiting()).toEqual(['+254710000002']);
  const undone = await app.send<Thread>('reviewer', 'PUT', path, { seen: message_id, done: false });
  expect(undone.body.is_waiting).toBe(true);
  await app.send('reviewer', 'PUT', path, { seen: message_id, done: true });
  await receiveText('+254710000001', 'Another wall fell');
  expect(await listWaiting()).toEqual(['+254710000002', '+254710000001']);
  // Seen again by somebody who does not know the later message.
  await app.send('reviewer', 'PUT', path, { seen: message_id, done: true });
  expect(await listWaiting()).toEqual(['+254710000002', '+254710000001']);
});

test('a message that arrives later is unread and waits, whatever id a conversation was marked up to', async () => {
  const { contact_id } = await receiveText('+254720000001', 'Thank you');
  const path = `/messages/threads/${contact_id}`;
  await app.send('reviewer', 'PUT', path, { seen: Number.MAX_SAFE_INTEGER, done: true });
  await receiveText('+254720000001', 'The road is closed');
  const { body } = await app.send<Thread>('reviewer', 'GET', path);
  expect(body).toMatchObject({ unread: 1, is_waiting: true });
});

test('a thousand conversations are paged without gaps or repeats, latest first', async () => {
  await sql`
    with people as (
      insert into contacts (type, contact) select 'phone', '+2557' || lpad(at::text, 8, '0') from generate_series(1, 1000) as at
      returning id, contact)
    insert into messages (contact_id, message, type, status, direction, datetime)
    select id, 'word ' || times || ' of ' || contact, 'sms', 'received', 'incoming', now()
    from people, generate_series(1, 3) as times order by times, md5(contact)`.execute(app.db);
  const listedThreads: Thread[] = [];
  for (let offset = 0; offset < 1000; offset += 100) {
    const page = await listThreads(`q=2557&limit=100&offset=${offset}`);
    expect(page.total_count).toBe(1000);
    listedThreads.push(...page.results);
  }
  expect(new Set(listedThreads.map((thread) => thread.contact)).size).toBe(1000);
  expect(new Set(listedThreads.map((thread) => thread.unread))).toEqual(new Set([3]));
  const ids = listedThreads.map((thread) => thread.message_id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});
