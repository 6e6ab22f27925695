/** The daily summary for administrators. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { sendDailySummary } from './send-daily-summary.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'site@example.org' } });
  const survey = await createTestSurvey(app.db, {}, { hide_author: true });
  const post = await app.send<{ id: number }>('member', 'POST', '/posts', { form: survey.id, title: 'Gone' });
  const views = `/posts/${post.body.id}/personal-data/views`;
  for (const reason of ['Danger', 'Again']) await app.send('reviewer', 'POST', views, { reason });
  await app.send('admin', 'POST', '/roles', { name: 'helper' });
  await sql`update audit_log set created = now() - interval '1 day'`.execute(app.db);
});
afterAll(() => app.close());

const readMails = async () =>
  (
    await sql<{ recipient: string; subject: string; text: string }>`
    select recipient, subject, text from outbox where subject like '%summary%' order by id`.execute(app.db)
  ).rows;
const runJob = async () => {
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, sendDailySummary, {}));
  await app.jobs.runPending();
};

test('tells administrators who looked how often, without personal data, unless they turn it off', async () => {
  await runJob();
  const [mail, ...others] = await readMails();
  expect([mail?.recipient, others]).toEqual(['admin@example.org', []]);
  expect(mail?.text).toContain('- A reviewer: 2\n\nChanges of roles and permissions: 1\n');
  expect(mail?.text).not.toMatch(/Danger|A member|Gone/);
  await app.send('admin', 'PUT', '/config/site', { daily_summary_off: true });
  const notice = (await readMails()).at(-1);
  expect(notice?.text).toMatch(/^\S.* turned off the daily summary of .*Settings, General,/s);
  await sql`delete from outbox`.execute(app.db);
  await runJob();
  expect(await readMails()).toEqual([]);
});
