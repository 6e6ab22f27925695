import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { aSurvey } from '../testing/a-survey.ts';
import { confirmContacts } from '../testing/confirm-contacts.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

test('what comes in while somebody is being told is told them the next time', async () => {
  const survey = await aSurvey(it.db, {});
  const publish = (title: string) =>
    it.send('reviewer', 'POST', '/posts', { form: survey.id, title, values: {}, status: 'published' });
  const contact = { type: 'email', contact: 'mo@example.org', can_notify: true };
  await it.send('member', 'POST', '/contacts', contact);
  await confirmContacts(it.db);
  const wanted = { name: 'All', filter: {} };
  const { body: set } = await it.send<{ id: number }>('admin', 'POST', '/savedsearches', wanted);
  await it.send('member', 'POST', '/notifications', { set: set.id });
  await publish('First');
  await it.jobs.workOff();
  let letGo = (): void => undefined;
  const isFree = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = inTransaction(it.db, 'writes', async (tx) => {
    await sql`select from told_posts for update`.execute(tx);
    await isFree;
  });
  const telling = it.jobs.workOff({ later: true });
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(it.db)).rows.length).toBe(1);
  await publish('Second');
  await it.jobs.workOff();
  letGo();
  await Promise.all([held, telling]);
  await it.jobs.workOff({ later: true });
  const mails = await it.db.selectFrom('outbox').select('subject').orderBy('subject').execute();
  expect(mails.map((mail) => mail.subject)).toEqual(['Waypost: First', 'Waypost: Second']);
});
