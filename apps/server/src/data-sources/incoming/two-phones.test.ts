/** Phones number their messages by themselves: two of them may use the same id, and each message is taken once (docs/decisions/0013). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const saved = await app.send('admin', 'PUT', '/config/data-provider', {
    providers: { smssync: true },
    smssync: { secret: 'phone secret' },
  });
  expect(saved.status).toBe(200);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from posts; delete from messages; delete from contacts; delete from incoming_queue`.execute(
    app.db,
  );
});

async function deliver(from: string, message: string, message_id = '17'): Promise<void> {
  const { statusCode } = await app.fastify.inject({
    method: 'POST',
    url: '/sms/smssync',
    payload: { secret: 'phone secret', from, message, message_id },
  });
  expect(statusCode).toBe(200);
  await app.jobs.runPending();
}
const readTexts = async () =>
  (
    await sql<{ message: string; id: string }>`
      select message, data_source_message_id as id from messages order by id`.execute(app.db)
  ).rows.map(({ message, id }) => [message, id]);
const readPosts = async () =>
  (await sql<{ content: string }>`select content from posts order by id`.execute(app.db)).rows.map(
    ({ content }) => content,
  );

test('messages of two senders with the same id are both taken, each once', async () => {
  await deliver('+254700100001', 'Bridge down');
  await deliver('+254700100002', 'Road blocked');
  await deliver('+254 700 100 001', 'Bridge down');
  await deliver('+254700100002', 'Road blocked');
  expect(await readTexts()).toEqual([
    ['Bridge down', '17'],
    ['Road blocked', '17'],
  ]);
  expect(await readPosts()).toEqual(['Bridge down', 'Road blocked']);
});

test('a message of an erased sender does not come back, and that of another one is not lost', async () => {
  await deliver('+254700100001', 'Bridge down');
  const erased = await app.send('admin', 'POST', '/contact-data/erase', {
    contact: '+254700100001',
    posts: true,
  });
  expect(erased.status).toBe(200);
  const before = await readTexts();
  expect(JSON.stringify(before)).not.toContain('Bridge');
  await deliver('+254700100001', 'Bridge down');
  expect([await readTexts(), await readPosts()]).toEqual([before, []]);
  // Also after the queue has forgotten it.
  await sql`delete from incoming_queue`.execute(app.db);
  await deliver('+254700100001', 'Bridge down');
  expect([await readTexts(), await readPosts()]).toEqual([before, []]);
  await deliver('+254700100002', 'Road blocked');
  expect(await readPosts()).toEqual(['Road blocked']);
});

test('nothing that is kept of an erased sender says whose the number was', async () => {
  await deliver('+254700100001', 'Bridge down');
  await app.send('admin', 'POST', '/contact-data/erase', { contact: '+254700100001' });
  const { rows } = await sql<{ kept: string }>`
    select row_to_json(messages)::text as kept from messages
    union all select row_to_json(incoming_queue)::text from incoming_queue
    union all select row_to_json(contacts)::text from contacts`.execute(app.db);
  expect(rows.map(({ kept }) => kept).join('\n')).not.toMatch(/700100001/);
});

test('a message that was stored before senders were part of the key is not taken again', async () => {
  await deliver('+254700100001', 'Bridge down');
  await sql`update messages set received_key = data_source_message_id`.execute(app.db);
  await sql`delete from incoming_queue`.execute(app.db);
  await deliver('+254700100001', 'Bridge down');
  expect(await readPosts()).toEqual(['Bridge down']);
  // Nor one that was accepted before.
  await sql`delete from messages; insert into incoming_queue (data_source, dedup_key) values ('smssync', '18')`.execute(
    app.db,
  );
  await deliver('+254700100001', 'Bridge down', '18');
  expect(await readTexts()).toEqual([]);
});
