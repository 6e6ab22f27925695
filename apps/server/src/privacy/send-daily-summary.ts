/** Daily job that tells administrators by mail what the team did the day before (docs/decisions/0073). */
import { type Translator, translatorFor } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { toPlainName } from '../kernel/plain-name.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { findAdministrators } from '../users/users.public.ts';
import { countEventsOfDay, type DayNumbers, type LooksOfPerson, readLooks } from './daily-summary.sql.ts';

/** The job. A schedule runs once for all processes. */
export const sendDailySummary = defineJob({ name: 'send-daily-summary', payload: EmptyPayload });

const expiresInSeconds = 86_400;

interface Summary {
  looks: readonly LooksOfPerson[];
  numbers: DayNumbers;
}

/** Lines of numbers that are not 0: a block for each list of people, then the others. */
function composeLines({ t }: Translator, { looks, numbers }: Summary): string[] {
  const listPeople = (title: string, count: (it: LooksOfPerson) => number) => {
    const people = looks.filter((it) => count(it) > 0);
    return people.length === 0 ? [] : [title, ...people.map((it) => `- ${it.name ?? '–'}: ${count(it)}`)];
  };
  const lines: [number, string][] = [
    [numbers.exports, t('mail.oversight.exports', { count: numbers.exports })],
    [numbers.roles, t('mail.oversight.roles', { count: numbers.roles })],
    [numbers.deletions, t('mail.oversight.deletions', { count: numbers.deletions })],
    [numbers.emergency, t('mail.oversight.emergency', { count: numbers.emergency })],
    [numbers.failedLogins, t('mail.oversight.failedLogins', { count: numbers.failedLogins })],
    [numbers.retention, t('mail.oversight.retention', { count: numbers.retention })],
    [numbers.settings, t('mail.oversight.settings', { count: numbers.settings })],
  ];
  const blocks = [
    listPeople(t('mail.oversight.looks'), ({ looks }) => looks),
    listPeople(t('mail.oversight.reads'), ({ reads }) => reads),
    lines.filter(([count]) => count > 0).map(([, line]) => line),
  ].filter((block) => block.length > 0);
  if (blocks.length === 0) return [t('mail.oversight.none')];
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

/**
 * Sends the summary of a day to all administrators, each in their language. Nothing is sent while no mail can leave, or when
 * administrators have turned it off.
 * @param day `2026-11-25`
 */
export async function sendSummaryOf(
  tx: Tx,
  outbox: Outbox,
  publicUrl: string | undefined,
  day: string,
): Promise<void> {
  const site = await readSite(tx);
  if (site['daily_summary_off'] === true || (await outbox.delivery(tx)) !== 'sent') return;
  const summary = { looks: await readLooks(tx, day), numbers: await countEventsOfDay(tx, day) };
  const baseUrl = site.client_url || publicUrl;
  for (const { email, language } of await findAdministrators(tx)) {
    const translator = translatorFor(language, site.language);
    const { t } = translator;
    const date = new Date(`${day}T00:00:00Z`).toLocaleDateString(translator.language, {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    const name = { site: toPlainName(site.name), date };
    const text = [
      t('mail.oversight.intro', name),
      '',
      ...composeLines(translator, summary),
      ...(baseUrl === undefined ? [] : ['', t('mail.oversight.more'), `${baseUrl}/settings/audit`]),
      '',
    ].join('\n');
    await outbox.enqueue(
      tx,
      { to: email, subject: t('mail.oversight.subject', name), text },
      expiresInSeconds,
    );
  }
}

/** Creates the handler of `sendDailySummary`. */
export const createSummarySender =
  (outbox: Outbox, publicUrl: string | undefined): JobHandler<typeof sendDailySummary> =>
  (_payload, run) => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    // The mails and the end of the job in one transaction: a repeated job sends nothing twice.
    return run.complete((tx) => sendSummaryOf(tx, outbox, publicUrl, yesterday));
  };
