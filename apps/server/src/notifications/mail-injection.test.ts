/** Hostile texts in mails must not inject headers, recipients or HTML. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attackerUrl, hostileTexts } from '../../../../e2e/support/hostile-texts.ts';
import { inTransaction } from '../kernel/db/database.ts';
import { receiveMessage } from '../messages/messages.public.ts';
import { confirmContacts } from '../testing/app/confirm-contacts.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { type SmtpServer, startSmtpServer } from '../testing/servers/smtp-server.ts';

const attackerAddress = 'spy@lair.example.net';
/** Line breaks, and sequences that mail programs may take for line breaks. */
const headerInjections = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u000B', '%0d%0a', '=0D=0A'].map(
  (end) => `News${end}Bcc: ${attackerAddress}${end}X-Theirs: yes${end}${end}<b>body</b>`,
);
const texts = [...hostileTexts, ...headerInjections];

const root = 'https://report.example.org';
const allowedTags =
  /^<(!doctype html|\/?(html|body|p|ul|li|strong|a|br|hr|small))((?: (?:lang|dir|href)="[^"<>]*")*)>$/;

let app: TestApp;
let smtp: SmtpServer;
let survey: number;
beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startTestApp({
    mail: { smtpUrl: `smtp://127.0.0.1:${smtp.port}`, from: 'Waypost <reports@example.org>' },
  });
  survey = (await createTestSurvey(app.db, { words: { type: 'varchar' } })).id;
  await app.send('member', 'POST', '/contacts', {
    type: 'email',
    contact: 'mo@example.org',
    can_notify: true,
  });
  await confirmContacts(app.db);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.received.length = 0;
});

function expectOnlyOwnMarkup(to: string): void {
  for (const receivedMail of smtp.received) {
    expect(receivedMail.to).toEqual([to]);
    const { mail } = receivedMail;
    expect([mail.from?.address, mail.to?.map(({ address }) => address), mail.cc, mail.bcc]).toEqual([
      'reports@example.org',
      [to],
      undefined,
      undefined,
    ]);
    expect(receivedMail.header('x-theirs')).toBeUndefined();
    // oxlint-disable-next-line no-control-regex
    expect(mail.subject).not.toMatch(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/);
    expect(mail.attachments).toEqual([]);
    for (const [tag] of (mail.html ?? '').matchAll(/<[^>]*>?/g)) {
      expect(tag).toMatch(allowedTags);
      const url = /href="([^"]*)"/.exec(tag)?.[1];
      if (url !== undefined) expect(url.startsWith(`${root}/`), url).toBe(true);
    }
  }
}

test('notifications of posts, one by one and many in one mail', async () => {
  for (const name of ['Floods', `<b>${headerInjections[0]}`]) {
    const set = await app.send<{ id: number }>('admin', 'POST', '/savedsearches', { name, filter: {} });
    await app.send('member', 'POST', '/notifications', { set: set.body.id });
  }
  let createdCount = 0;
  for (const text of texts) {
    const title = Array.from(text).slice(0, 140).join('');
    const body = { form: survey, title, content: text, status: 'published' };
    const response = await app.send('admin', 'POST', '/posts', body);
    if (response.status === 200) createdCount++;
    // The first posts and those with injections are sent one by one, the rest together.
    if (createdCount <= 3 || text.includes(attackerAddress))
      await app.jobs.runPending({ includeScheduled: true });
  }
  await app.jobs.runPending({ includeScheduled: true });
  expect(createdCount).toBeGreaterThan(texts.length - 4);
  expect(smtp.received.length).toBeGreaterThan(3);
  expectOnlyOwnMarkup('mo@example.org');
  expect(smtp.received.map(({ mail }) => mail.html).join('')).toContain('&#60;script&#62;');
});

test('a reply with a hostile title, and a site with a hostile name', async () => {
  await app.send('settings manager', 'PUT', '/config/site', { name: `River\r\nBcc: ${attackerAddress}` });
  for (const title of headerInjections) {
    const incomingMail = {
      type: 'email' as const,
      from: 'ines@example.org',
      message: 'The bridge is down.',
      title,
    };
    const { messageId } = await inTransaction(app.db, 'writes', (tx) => receiveMessage(tx, incomingMail));
    await app.send('reviewer', 'POST', '/messages', {
      message: `${attackerUrl} ${title}`,
      title,
      parent_id: messageId,
    });
  }
  await app.jobs.runPending({ includeScheduled: true });
  expect(smtp.received.length).toBeGreaterThan(3);
  expectOnlyOwnMarkup('ines@example.org');
  smtp.received.length = 0;
  await sql`update users set realname = ${headerInjections[0]} where email = 'member@example.org'`.execute(
    app.db,
  );
  await app.send('passer-by', 'POST', '/passwordreset', { email: 'member@example.org' });
  await expect
    .poll(async () => {
      await app.jobs.runPending({ includeScheduled: true });
      return smtp.received.length;
    })
    .toBe(1);
  expectOnlyOwnMarkup('member@example.org');
});
