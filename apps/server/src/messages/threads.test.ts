import type { Thread } from '@waypost/contract/messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

const say = async (from: string, message: string) =>
  (
    await it.send<{ contact_id: number; post_id: number; message_id: number }>(
      'admin',
      'POST',
      '/simulated-phones/messages',
      { from, message },
    )
  ).body;
const threads = async (query: string) =>
  (await it.send<{ results: Thread[]; total_count: number }>('reviewer', 'GET', `/messages/threads?${query}`))
    .body;
const numbersIn = async (query: string) => (await threads(query)).results.map((thread) => thread.contact);

test('conversations stand with the latest on top; what was not seen and not answered is found', async () => {
  const first = await say('+254700000001', 'The bridge is gone');
  await say('+254700000001', 'Cars wait on both sides');
  await say('+254700000002', 'Water at the school');
  expect((await threads('')).results).toMatchObject([
    {
      contact: '+254700000002',
      unread: 1,
      is_waiting: true,
      message: 'Water at the school',
      is_stopped: false,
    },
    { contact: '+254700000001', unread: 2, is_waiting: true, message: 'Cars wait on both sides' },
  ]);
  expect(await numbersIn('q=bridge')).toEqual(['+254700000001']);
  expect(await numbersIn('q=0002')).toEqual(['+254700000002']);
  expect(await numbersIn('q=nothing')).toEqual([]);

  const one = `/messages/threads/${first.contact_id}`;
  const { body } = await it.send<Thread>('reviewer', 'GET', one);
  expect((await it.send<Thread>('reviewer', 'PUT', one, { seen: first.message_id })).body.unread).toBe(1);
  expect((await it.send<Thread>('reviewer', 'PUT', one, { seen: body.message_id })).body.unread).toBe(0);
  expect((await it.send<Thread>('reviewer', 'PUT', one, { seen: first.message_id })).body.unread).toBe(0);
  expect(await numbersIn('state=unread')).toEqual(['+254700000002']);
  const answer = {
    message: 'A team is on its way',
    contact_id: first.contact_id,
    parent_id: first.message_id,
  };
  expect((await it.send('reviewer', 'POST', '/messages', answer)).status).toBe(200);
  expect(await numbersIn('state=waiting')).toEqual(['+254700000002']);
  expect(await threads('limit=1&offset=1')).toMatchObject({
    total_count: 2,
    results: [{ contact: '+254700000002' }],
  });
  expect(await threads('offset=9')).toMatchObject({ total_count: 2, results: [] });
  await say('+254700000002', 'STOP');
  expect(await numbersIn('state=waiting')).toEqual([]);
  expect((await it.send('reviewer', 'GET', '/messages/threads/987654')).status).toBe(404);
});

test('a thousand conversations are read page by page, each once, the latest first', async () => {
  await sql`
    with people as (
      insert into contacts (type, contact) select 'phone', '+2557' || lpad(at::text, 8, '0') from generate_series(1, 1000) as at
      returning id, contact)
    insert into messages (contact_id, message, type, status, direction, datetime)
    select id, 'word ' || times || ' of ' || contact, 'sms', 'received', 'incoming', now()
    from people, generate_series(1, 3) as times order by times, md5(contact)`.execute(it.db);
  const seen: Thread[] = [];
  for (let offset = 0; offset < 1000; offset += 100) {
    const page = await threads(`q=2557&limit=100&offset=${offset}`);
    expect(page.total_count).toBe(1000);
    seen.push(...page.results);
  }
  expect(new Set(seen.map((one) => one.contact)).size).toBe(1000);
  expect(new Set(seen.map((one) => one.unread))).toEqual(new Set([3]));
  const ids = seen.map((one) => one.message_id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});
