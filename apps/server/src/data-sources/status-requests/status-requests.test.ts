/** Text messages that ask how far a report is. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const providers = { providers: { smssync: true }, smssync: { secret: 'phone secret' } };
  expect((await app.send('admin', 'PUT', '/config/data-provider', providers)).status).toBe(200);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from posts; delete from messages; delete from contacts; delete from incoming_queue; delete from throttles`.execute(
    app.db,
  );
});

let nextId = 1;
async function deliver(message: string, from = '+254700100001', id = String(nextId++)): Promise<void> {
  const payload = { secret: 'phone secret', from, message, message_id: id };
  expect((await app.fastify.inject({ method: 'POST', url: '/sms/smssync', payload })).statusCode).toBe(200);
  await app.jobs.runPending();
}
const readAnswers = async () =>
  (
    await sql<{ message: string; post_id: number | null }>`
      select message, post_id from messages where direction = 'outgoing' order by id`.execute(app.db)
  ).rows;
const readPostIds = async () =>
  (await sql<{ id: number }>`select id from posts order by id`.execute(app.db)).rows.map(({ id }) => id);

test('the sender of a report asks how far it is, in any language, and no report is made of it', async () => {
  await deliver('The bridge is down');
  const [id = 0] = await readPostIds();
  await deliver(' Status? ');
  await app.send('admin', 'PUT', `/posts/${id}`, { status: 'archived' });
  await deliver('statut');
  await deliver('СТАТУС');
  const answers = await readAnswers();
  expect(answers.map((it) => it.post_id)).toEqual([id, id, id]);
  expect(answers.map((it) => it.message)).toEqual([
    'Your last report arrived and is under review. Only the team can see it.',
    'L’équipe a archivé votre dernier signalement. Les visiteurs ne le voient pas.',
    'Команда отправила ваше последнее сообщение в архив. Посетители его не видят.',
  ]);
  expect(await readPostIds()).toEqual([id]);
});

test('a number learns nothing about the reports of others', async () => {
  await deliver('The bridge is down');
  await deliver('status', '+254700100002');
  expect(await readAnswers()).toMatchObject([
    { message: 'No report from this number was found.', post_id: null },
  ]);
});

test('a report that contains the word is a report', async () => {
  await deliver('Status of the bridge: it is down');
  expect(await readAnswers()).toEqual([]);
  expect(await readPostIds()).toHaveLength(1);
});

test('a message that is delivered twice is answered once, and a number at most five times an hour', async () => {
  await deliver('status', '+254700100001', 'same');
  await sql`delete from incoming_queue`.execute(app.db);
  await deliver('status', '+254700100001', 'same');
  expect(await readAnswers()).toHaveLength(1);
  for (let count = 0; count < 6; count++) await deliver('status');
  expect(await readAnswers()).toHaveLength(5);
});

test('the answer is not a request, and a number that opted out is not answered', async () => {
  await deliver('status');
  const [answer] = await readAnswers();
  await deliver(answer?.message ?? '');
  expect(await readAnswers()).toHaveLength(1);
  await deliver('STOP');
  await deliver('status');
  expect(await readAnswers()).toHaveLength(1);
});
