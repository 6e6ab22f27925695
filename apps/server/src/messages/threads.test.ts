import type { Thread } from '@waypost/contract/messages';
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
