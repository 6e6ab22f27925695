/** Notifications are bounded by account and for the deployment; what is beyond the bound waits, and is said to wait. */
import type { Status } from '@waypost/contract/status';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { aSurvey } from '../testing/a-survey.ts';
import { confirmContacts } from '../testing/confirm-contacts.ts';
import { startDeployment } from '../testing/deployment.ts';
import { nextDay } from './notification-limits.sql.ts';

/** Milliseconds: whole days of notifications, on a machine that has other things to do. */
const patience = 90_000;

type Person = 'member' | 'reviewer';

async function deployment(notificationLimits: { account: number; deployment: number }) {
  const it = await startDeployment({ notificationLimits });
  onTestFinished(() => it.close());
  const survey = await aSurvey(it.db, {});
  const search = { name: 'All', filter: {} };
  const { body: set } = await it.send<{ id: number }>('admin', 'POST', '/savedsearches', search);
  for (const kind of ['member', 'reviewer'] as Person[]) {
    await it.send(kind, 'POST', '/contacts', { type: 'email', contact: `${kind}@elsewhere.example.org` });
    await it.send(kind, 'POST', '/notifications', { set: set.id });
  }
  await confirmContacts(it.db);
  const mailsTo = async (kind: Person) => {
    await it.jobs.workOff();
    // What is due in some minutes is due now; what waits for the next day waits for `passDay`.
    await sql`
      update jobs.job set start_after = now()
      where name = 'tell-subscriber' and state = 'created' and start_after < ${nextDay()}`.execute(it.db);
    await it.jobs.workOff();
    const { rows } = await sql<{ subject: string }>`
      select subject from outbox where recipient = ${`${kind}@elsewhere.example.org`} order by id`.execute(
      it.db,
    );
    return rows.map((row) => row.subject);
  };
  return {
    it,
    publish: (title: string) =>
      it.send('admin', 'POST', '/posts', { form: survey.id, title, values: {}, status: 'published' }),
    mailsTo,
    resumes: async (kind: Person) =>
      (await it.send<{ resumes: string | null }>(kind, 'GET', '/notifications')).body.resumes,
    status: async () => (await it.send<Status>('admin', 'GET', '/status')).body,
    /** As if it were tomorrow. */
    passDay: async () => {
      await sql`update notification_counts set day = day - 1`.execute(it.db);
      await sql`update jobs.job set start_after = now() where name = 'tell-subscriber'`.execute(it.db);
    },
  };
}

test(
  'beyond the limit of an account its notifications wait for the next day, and none is lost',
  async () => {
    const { publish, mailsTo, resumes, status, passDay } = await deployment({ account: 2, deployment: 0 });
    for (const title of ['One', 'Two']) {
      await publish(title);
      expect((await mailsTo('member')).at(-1)).toBe(`Waypost: ${title}`);
    }
    expect(await resumes('member')).toBeNull();
    await publish('Three');
    expect(await mailsTo('member')).toHaveLength(2);
    expect(new Date((await resumes('member')) ?? 0).getTime()).toBeGreaterThan(Date.now());
    const told = await status();
    expect(told.notifications).toMatchObject({ sent: 4, paused: 2, limits: { account: 2, deployment: 0 } });
    expect(told.concerns).toContain('notifications-paused');
    await publish('Four');
    expect(await mailsTo('member')).toHaveLength(2);
    await passDay();
    expect(await mailsTo('member')).toEqual([
      'Waypost: One',
      'Waypost: Two',
      'Waypost: 2 new reports in “All”',
    ]);
    expect(await resumes('member')).toBeNull();
  },
  patience,
);

test(
  'the limit of the deployment holds for all accounts together',
  async () => {
    const { publish, mailsTo, resumes, status } = await deployment({ account: 0, deployment: 1 });
    await publish('One');
    const sent = [...(await mailsTo('member')), ...(await mailsTo('reviewer'))];
    expect(sent).toEqual(['Waypost: One']);
    const waiting = [await resumes('member'), await resumes('reviewer')].filter((it) => it !== null);
    expect(waiting).toHaveLength(1);
    expect((await status()).notifications).toMatchObject({ sent: 1, paused: 1 });
  },
  patience,
);

test(
  'an address that nobody has confirmed gets no notification',
  async () => {
    const { it, publish, mailsTo } = await deployment({ account: 0, deployment: 0 });
    await sql`update contacts set confirmed = null`.execute(it.db);
    await publish('One');
    expect(await mailsTo('member')).toEqual([]);
  },
  patience,
);
