/** Texts of people who mean no good, in mails: no header of theirs, no mail to anybody else, nothing but our own HTML. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hostileTexts, lair } from '../../../../e2e/hostile-texts.ts';
import { inTransaction } from '../kernel/db.ts';
import { receiveMessage } from '../messages/messages.public.ts';
import { aSurvey } from '../testing/a-survey.ts';
import { confirmContacts } from '../testing/confirm-contacts.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { type SmtpServer, startSmtpServer } from '../testing/smtp-server.ts';

const spy = 'spy@lair.example.net';
/** Ends of lines as mails know them, and as programs may take them for such. */
const headers = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u000B', '%0d%0a', '=0D=0A'].map(
  (end) => `News${end}Bcc: ${spy}${end}X-Theirs: yes${end}${end}<b>body</b>`,
);
const texts = [...hostileTexts, ...headers];

const root = 'https://report.example.org';
const ourTags =
  /^<(!doctype html|\/?(html|body|p|ul|li|strong|a|br|hr|small))((?: (?:lang|dir|href)="[^"<>]*")*)>$/;

let it: Deployment;
let smtp: SmtpServer;
let survey: number;
beforeAll(async () => {
  smtp = await startSmtpServer();
  it = await startDeployment({
    mail: { smtpUrl: `smtp://127.0.0.1:${smtp.port}`, from: 'Waypost <reports@example.org>' },
  });
  survey = (await aSurvey(it.db, { words: { type: 'varchar' } })).id;
  await it.send('member', 'POST', '/contacts', {
    type: 'email',
    contact: 'mo@example.org',
    can_notify: true,
  });
  await confirmContacts(it.db);
});
afterAll(async () => {
  await it.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.taken.length = 0;
});

function expectOurs(to: string): void {
  for (const taken of smtp.taken) {
    expect(taken.to).toEqual([to]);
    const { mail } = taken;
    expect([mail.from?.address, mail.to?.map(({ address }) => address), mail.cc, mail.bcc]).toEqual([
      'reports@example.org',
      [to],
      undefined,
      undefined,
    ]);
    expect(taken.header('x-theirs')).toBeUndefined();
    // oxlint-disable-next-line no-control-regex
    expect(mail.subject).not.toMatch(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/);
    expect(mail.attachments).toEqual([]);
    for (const [tag] of (mail.html ?? '').matchAll(/<[^>]*>?/g)) {
      expect(tag).toMatch(ourTags);
      const address = /href="([^"]*)"/.exec(tag)?.[1];
      if (address !== undefined) expect(address.startsWith(`${root}/`), address).toBe(true);
    }
  }
}

test('what is told of posts, one by one and many in one mail', async () => {
  for (const name of ['Floods', `<b>${headers[0]}`]) {
    const set = await it.send<{ id: number }>('admin', 'POST', '/savedsearches', { name, filter: {} });
    await it.send('member', 'POST', '/notifications', { set: set.body.id });
  }
  let reported = 0;
  for (const text of texts) {
    const title = Array.from(text).slice(0, 140).join('');
    const body = { form: survey, title, content: text, status: 'published' };
    const made = await it.send('admin', 'POST', '/posts', body);
    if (made.status === 200) reported++;
    // The first ones alone, each in the subject of its own mail; the rest together.
    if (reported <= 3 || text.includes(spy)) await it.jobs.workOff({ later: true });
  }
  await it.jobs.workOff({ later: true });
  expect(reported).toBeGreaterThan(texts.length - 4);
  expect(smtp.taken.length).toBeGreaterThan(3);
  expectOurs('mo@example.org');
  expect(smtp.taken.map(({ mail }) => mail.html).join('')).toContain('&#60;script&#62;');
});

test('an answer of the team, with whatever stands in its title, and a site with a name that is none', async () => {
  await it.send('settings manager', 'PUT', '/config/site', { name: `River\r\nBcc: ${spy}` });
  for (const title of headers) {
    const letter = {
      type: 'email' as const,
      from: 'ines@example.org',
      message: 'The bridge is down.',
      title,
    };
    const { messageId } = await inTransaction(it.db, 'writes', (tx) => receiveMessage(tx, letter));
    await it.send('reviewer', 'POST', '/messages', {
      message: `${lair} ${title}`,
      title,
      parent_id: messageId,
    });
  }
  await it.jobs.workOff({ later: true });
  expect(smtp.taken.length).toBeGreaterThan(3);
  expectOurs('ines@example.org');
  smtp.taken.length = 0;
  await sql`update users set realname = ${headers[0]} where email = 'member@example.org'`.execute(it.db);
  await it.send('passer-by', 'POST', '/passwordreset', { email: 'member@example.org' });
  await expect
    .poll(async () => {
      await it.jobs.workOff({ later: true });
      return smtp.taken.length;
    })
    .toBe(1);
  expectOurs('member@example.org');
});
