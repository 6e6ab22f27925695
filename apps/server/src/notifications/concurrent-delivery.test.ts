import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { confirmContacts } from '../testing/app/confirm-contacts.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('posts that are published during a delivery are delivered next time', async () => {
  const survey = await createTestSurvey(app.db, {});
  const publish = (title: string) =>
    app.send('reviewer', 'POST', '/posts', { form: survey.id, title, values: {}, status: 'published' });
  const contact = { type: 'email', contact: 'mo@example.org', can_notify: true };
  await app.send('member', 'POST', '/contacts', contact);
  await confirmContacts(app.db);
  const search = { name: 'All', filter: {} };
  const { body: set } = await app.send<{ id: number }>('admin', 'POST', '/savedsearches', search);
  await app.send('member', 'POST', '/notifications', { set: set.id });
  await publish('First');
  await app.jobs.runPending();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const lockHolder = inTransaction(app.db, 'writes', async (tx) => {
    await sql`select from notification_deliveries for update`.execute(tx);
    await released;
  });
  const delivery = app.jobs.runPending({ includeScheduled: true });
  const waitingQueries = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waitingQueries.execute(app.db)).rows.length).toBe(1);
  await publish('Second');
  await app.jobs.runPending();
  release();
  await Promise.all([lockHolder, delivery]);
  await app.jobs.runPending({ includeScheduled: true });
  const mails = await app.db.selectFrom('outbox').select('subject').orderBy('subject').execute();
  expect(mails.map((mail) => mail.subject)).toEqual(['Waypost: First', 'Waypost: Second']);
});
