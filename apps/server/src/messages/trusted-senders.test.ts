import type { Post } from '@waypost/contract/posts/posts';
import type { Sender } from '@waypost/contract/posts/senders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorPointers } from '../testing/app/test-app.ts';
import { startAppWithMail } from './app-with-mail.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithMail>>;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startAppWithMail();
  survey = await createTestSurvey(app.db, { words: { type: 'varchar', required: true } });
});
afterAll(() => app.close());

const receive = (from: string, form: number | null = survey.id) =>
  app.receive({ type: 'sms', from, message: 'Water reached the school', survey: form });
const trust = (postId: number | null, trusted: boolean) =>
  app.send<Sender>('reviewer', 'PUT', `/posts/${postId}/sender`, { trusted });
const statusOf = async (postId: number | null) =>
  (await app.send<Post>('reviewer', 'GET', `/posts/${postId}`)).body.status;

test('messages of a trusted sender are published at once, until the trust is withdrawn', async () => {
  const first = await receive('+15550100');
  expect(await statusOf(first.postId)).toBe('draft');
  const sender = await app.send<Sender>('reviewer', 'GET', `/posts/${first.postId}/sender`);
  expect(sender.body).toMatchObject({ kind: 'contact', trusted: false });
  expect((await trust(first.postId, true)).body).toMatchObject({ trusted: true, total: 1 });
  // Earlier reports stay as they are.
  expect(await statusOf(first.postId)).toBe('draft');
  const second = await receive('+15550100');
  expect(await statusOf(second.postId)).toBe('published');
  expect(await statusOf((await receive('+15550101')).postId)).toBe('draft');
  await trust(second.postId, false);
  expect(await statusOf((await receive('+15550100')).postId)).toBe('draft');
  const audit = await app.send<{ results: { details: object }[] }>(
    'admin',
    'GET',
    `/audit?subject=posts&limit=2`,
  );
  expect(audit.body.results.map(({ details }) => details)).toEqual([
    { changed: ['trusted'], trusted: { from: true, to: false } },
    { changed: ['trusted'], trusted: { from: false, to: true } },
  ]);
});

test('a message that cannot be published as it is stays under review', async () => {
  const careful = await createTestSurvey(
    app.db,
    { words: { type: 'varchar' }, verdict: { type: 'varchar', task: 'check' } },
    { tasks: { check: { required: true } } },
  );
  const { postId } = await receive('+15550110');
  await trust(postId, true);
  expect(await statusOf((await receive('+15550110', null)).postId)).toBe('draft');
  expect(await statusOf((await receive('+15550110', careful.id)).postId)).toBe('draft');
  expect(await statusOf((await receive('+15550110')).postId)).toBe('published');
});

test('only the team trusts senders, and only those of messages', async () => {
  const { postId } = await receive('+15550120');
  for (const [actor, status] of [
    ['passer-by', 401],
    ['visitor', 403],
    ['member', 403],
    ['settings manager', 403],
  ] as const)
    expect((await app.send(actor, 'PUT', `/posts/${postId}/sender`, { trusted: true })).status).toBe(status);
  const own = await app.send<Post>('reviewer', 'POST', '/posts', {
    form: survey.id,
    title: 'From the web',
    values: { [survey.keyOf('words')]: ['x'] },
  });
  const refused = await trust(own.body.id, true);
  expect([refused.status, errorPointers(refused)]).toEqual([422, ['/trusted']]);
  expect((await trust(999_999, true)).status).toBe(404);
});
