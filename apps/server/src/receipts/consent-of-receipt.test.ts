/** What a reporter without an account agreed to, seen and changed with the receipt. */
import type { ReceiptReport } from '@waypost/contract/receipts/receipts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCodes, startAppWithReceipts } from './receipts.fixture.ts';

let fixture: Awaited<ReturnType<typeof startAppWithReceipts>>;
beforeAll(async () => {
  fixture = await startAppWithReceipts();
  await fixture.app.send('admin', 'PUT', `/forms/${fixture.survey.id}`, {
    consent: { text: 'What happens to your report', uses: ['publish', 'contact'] },
  });
});
afterAll(() => fixture.app.close());
beforeEach(async () => {
  await sql`delete from throttles`.execute(fixture.app.db);
});

const report = async (...agreed: string[]) => {
  const receipt = await fixture.report({ consent: { version: 1, language: 'en', agreed } });
  return { ...receipt, token: await fixture.openToken(receipt) };
};
const change = (token: string, agreed: string[]) =>
  fixture.send<ReceiptReport>('PUT', '/receipts/consent', { token, body: { agreed } });
const isPublic = async (id: number) =>
  (await fixture.app.send('passer-by', 'GET', `/posts/${id}`)).status === 200;
const askReporter = (id: number) =>
  fixture.app.send('reviewer', 'POST', `/posts/${id}/reporter-messages`, { message: 'Where was it?' });

test('the reporter sees what they agreed to, as it was worded then', async () => {
  const { token } = await report('publish');
  expect((await fixture.read(token)).body.consent).toMatchObject({
    current: {
      text: 'What happens to your report',
      agreed: ['publish'],
      declined: ['contact'],
      source: 'report',
    },
    choices: ['publish', 'contact'],
    can_change: 'author',
  });
});

test('taking publishing back unpublishes the report at once, and the team sees who did it', async () => {
  const { token, postId } = await report('publish');
  await fixture.publish(postId);
  expect(await isPublic(postId)).toBe(true);
  const changed = await change(token, []);
  expect(changed.body).toMatchObject({
    state: 'under-review',
    is_public: false,
    consent: { current: { source: 'receipt', declined: ['publish', 'contact'], user: null, note: null } },
  });
  expect(await isPublic(postId)).toBe(false);
  const { body } = await fixture.app.send<{ results: object[] }>(
    'reviewer',
    'GET',
    `/posts/${postId}/revisions`,
  );
  expect(body.results[0]).toMatchObject({
    user_id: null,
    changes: [{ field: 'status' }, { field: 'consent' }],
  });
  expect((await fixture.publish(postId)).status).toBe(422);
});

test('a report that is merged into another one is not published when it is split', async () => {
  const first = await report('publish');
  const second = await report('publish');
  for (const { postId } of [first, second]) await fixture.publish(postId);
  await fixture.app.send('reviewer', 'POST', `/posts/${first.postId}/merged`, { post_ids: [second.postId] });
  expect((await change(second.token, [])).status).toBe(200);
  await fixture.app.send('reviewer', 'POST', `/posts/${first.postId}/split`, { post_ids: [second.postId] });
  expect([await isPublic(first.postId), await isPublic(second.postId)]).toEqual([true, false]);
});

test('the team cannot write to a reporter who does not want it, who can still write', async () => {
  const { token, postId } = await report('publish');
  const refused = await askReporter(postId);
  expect([refused.status, errorCodes(refused).at(-1)]).toEqual([422, 'contactNeedsConsent']);
  const replyState = async () =>
    (await fixture.app.send<{ reply: string }>('reviewer', 'GET', `/posts/${postId}/reporter-messages`)).body
      .reply;
  expect(await replyState()).toBe('declined');
  const own = await fixture.send('POST', '/receipts/messages', {
    token,
    body: { message: 'One more thing' },
  });
  expect(own.status).toBe(200);
  await change(token, ['contact']);
  expect(await replyState()).toBe('possible');
  expect((await askReporter(postId)).status).toBe(200);
});

test('a token is needed, and nothing is taken that was not asked', async () => {
  const { token } = await report('publish');
  expect((await change('1.2.x', [])).status).toBe(401);
  expect(errorCodes(await change(token, ['share']))).toContain('consentNotAsked');
});
