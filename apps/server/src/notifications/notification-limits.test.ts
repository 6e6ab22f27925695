/** Daily limits of notifications by account and deployment: notifications above a limit are delayed, and reported as paused. */
import type { Status } from '@waypost/contract/status/status';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { confirmContacts } from '../testing/app/confirm-contacts.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp } from '../testing/app/test-app.ts';

/** Generous, since each test simulates days of notifications. */
const testTimeoutMs = 90_000;

/** Runs a scenario of one day in UTC, again from its beginning if the day changed in the meantime. */
const withinOneDay = (scenario: () => Promise<void>) => async () => {
  const today = () => new Date().toISOString().slice(0, 10);
  const startDay = today();
  try {
    await scenario();
  } catch (error) {
    if (today() === startDay) throw error;
    await scenario();
  }
};

type Person = 'member' | 'reviewer';

async function startWithLimits(notificationLimits: { account: number; deployment: number }) {
  const app = await startTestApp({ notificationLimits });
  onTestFinished(() => app.close());
  const survey = await createTestSurvey(app.db, {});
  const search = { name: 'All', filter: {} };
  const { body: set } = await app.send<{ id: number }>('admin', 'POST', '/savedsearches', search);
  for (const kind of ['member', 'reviewer'] as Person[]) {
    await app.send(kind, 'POST', '/contacts', { type: 'email', contact: `${kind}@elsewhere.example.org` });
    await app.send(kind, 'POST', '/notifications', { set: set.id });
  }
  await confirmContacts(app.db);
  const mailsTo = async (kind: Person) => {
    await app.jobs.runPending();
    // Makes jobs due that wait for minutes (maybe beyond midnight); those that wait for the next day wait for `passDay`.
    await sql`
      update jobs.job set start_after = now()
      where name = 'deliver-notification' and state = 'created'
        and start_after <> date_trunc('day', start_after, 'UTC')`.execute(app.db);
    await app.jobs.runPending();
    const { rows } = await sql<{ subject: string }>`
      select subject from outbox where recipient = ${`${kind}@elsewhere.example.org`} order by id`.execute(
      app.db,
    );
    return rows.map((row) => row.subject);
  };
  return {
    app,
    publish: (title: string) =>
      app.send('admin', 'POST', '/posts', { form: survey.id, title, values: {}, status: 'published' }),
    mailsTo,
    resumes: async (kind: Person) =>
      (await app.send<{ resumes: string | null }>(kind, 'GET', '/notifications')).body.resumes,
    status: async () => (await app.send<Status>('admin', 'GET', '/status')).body,
    /** Simulates the start of the next day. */
    passDay: async () => {
      await sql`update notification_counts set day = day - 1`.execute(app.db);
      await sql`update jobs.job set start_after = now() where name = 'deliver-notification'`.execute(app.db);
    },
  };
}

test(
  'above the limit of an account its notifications wait for the next day, and none is lost',
  withinOneDay(async () => {
    const { publish, mailsTo, resumes, status, passDay } = await startWithLimits({
      account: 2,
      deployment: 0,
    });
    for (const title of ['One', 'Two']) {
      await publish(title);
      expect((await mailsTo('member')).at(-1)).toBe(`Waypost: ${title}`);
    }
    expect(await resumes('member')).toBeNull();
    await publish('Three');
    expect(await mailsTo('member')).toHaveLength(2);
    expect(new Date((await resumes('member')) ?? 0).getTime()).toBeGreaterThan(Date.now());
    const currentStatus = await status();
    expect(currentStatus.notifications).toMatchObject({
      sent: 4,
      paused: 2,
      limits: { account: 2, deployment: 0 },
    });
    expect(currentStatus.concerns).toContain('notifications-paused');
    await publish('Four');
    expect(await mailsTo('member')).toHaveLength(2);
    await passDay();
    expect(await mailsTo('member')).toEqual([
      'Waypost: One',
      'Waypost: Two',
      'Waypost: 2 new reports in “All”',
    ]);
    expect(await resumes('member')).toBeNull();
  }),
  testTimeoutMs,
);

test(
  'the limit of the deployment applies to all accounts together',
  withinOneDay(async () => {
    const { publish, mailsTo, resumes, status } = await startWithLimits({ account: 0, deployment: 1 });
    await publish('One');
    const sentMails = [...(await mailsTo('member')), ...(await mailsTo('reviewer'))];
    expect(sentMails).toEqual(['Waypost: One']);
    const resumeTimes = [await resumes('member'), await resumes('reviewer')].filter((time) => time !== null);
    expect(resumeTimes).toHaveLength(1);
    expect((await status()).notifications).toMatchObject({ sent: 1, paused: 1 });
  }),
  testTimeoutMs,
);

test(
  'an unconfirmed address gets no notification',
  async () => {
    const { app, publish, mailsTo } = await startWithLimits({ account: 0, deployment: 0 });
    await sql`update contacts set confirmed = null`.execute(app.db);
    await publish('One');
    expect(await mailsTo('member')).toEqual([]);
  },
  testTimeoutMs,
);
