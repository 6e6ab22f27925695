/**
 * Reports by mail: a mailbox is configured, a mail with a picture becomes a report, the team replies, and the sender's answer
 * joins the thread.
 */
import { expect } from '@playwright/test';
import { type ImapServer, startImapServer } from '../../apps/server/src/testing/servers/imap-server.ts';
import { type SmtpServer, startSmtpServer } from '../../apps/server/src/testing/servers/smtp-server.ts';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

const username = 'reports@example.org';
let waypost: Waypost;
let imap: ImapServer;
let smtp: SmtpServer;
test.beforeAll(async () => {
  imap = await startImapServer({ username, idle: true });
  smtp = await startSmtpServer();
  waypost = await startWaypost(undefined, {
    OUTGOING_ALLOW: '127.0.0.0/8',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Waypost <waypost@example.org>',
  });
});
test.afterAll(async () => {
  await endWaypost(waypost);
  await imap.close();
  await smtp.close();
});

const reportMail = [
  'From: Ines Ortega <ines@example.org>',
  `To: ${username}`,
  'Subject: The bridge at Kisumu is down',
  'Message-ID: <first@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Nobody can cross since noon.',
  '',
  '-- ',
  'Ines Ortega, director',
  '--x',
  'Content-Type: image/png; name="bridge.png"',
  'Content-Disposition: attachment; filename="bridge.png"',
  'Content-Transfer-Encoding: base64',
  '',
  generatePhoto().toString('base64').replace(/.{76}/g, '$&\r\n'),
  '--x--',
].join('\r\n');

const replyMail = (id: string) =>
  [
    'From: Ines Ortega <ines@example.org>',
    'Subject: Re: The bridge at Kisumu is down',
    'Message-ID: <second@example.org>',
    `In-Reply-To: ${id}`,
    '',
    'The left one.',
    '',
    'On Tue, 3 Dec 2019 at 11:00, Waypost <waypost@example.org> wrote:',
    '> Which bank?',
  ].join('\r\n');

test('a mailbox is configured, its mail becomes a report, and replies go back and forth', {
  tag: '@core',
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/datasources');
  await page.getByRole('button', { name: /^Email/ }).click();
  const source = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Email/ }) });
  await source.getByRole('radio', { name: 'IMAP' }).check();
  await source.getByRole('textbox', { name: 'Server' }).fill('localhost');
  await source.getByRole('textbox', { name: 'Port' }).fill(String(imap.port));
  await source.getByRole('radio', { name: 'None' }).check();
  await source.getByRole('textbox', { name: 'Username' }).fill(username);
  await source.getByLabel('Password').first().fill('secret');
  await source.getByRole('switch', { name: /^On\b/ }).click();
  await expectAccessible(page, 'a mailbox');
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Email saved.')).toBeVisible();

  // The mailbox is polled when it is saved, and reports new mail from then on. If that poll is faster than the mail, the next one is
  // up to a minute later.
  test.slow();
  imap.deliver(reportMail);
  const token = await tokenFor(waypost, 'admin');
  const count = async (url: string) =>
    ((await (await callApi(waypost, token, 'GET', url)).json()) as { results: object[] }).results.length;
  await expect.poll(() => count('/posts?status=all&source=email'), { timeout: scaled(75_000) }).toBe(1);
  await page.goto(`${waypost.baseUrl}/views/data`);
  const listed = page.getByRole('link', { name: /The bridge at Kisumu is down/ });
  await expect(listed).toHaveCount(1);
  await listed.click();
  const thread = page.getByRole('region', { name: /Messages with Reporter/ });
  await expect(thread.getByText('Nobody can cross since noon.')).toBeVisible();
  await expect(page.getByText('director')).toHaveCount(0);
  await expect(thread.getByRole('button', { name: 'Enlarge: Picture: Received' })).toBeVisible();
  await expectAccessible(page, 'a report by mail with a picture');

  await thread.getByRole('textbox', { name: 'Reply' }).fill('Thank you. Which bank?');
  await thread.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText(/Your reply to Reporter [0-9a-f]{6} is being sent\./)).toBeVisible();
  await expect(() => expect(smtp.received).toHaveLength(1)).toPass({ timeout: scaled(60_000) });
  expect(smtp.received[0]?.mail).toMatchObject({
    subject: 'Re: The bridge at Kisumu is down',
    inReplyTo: '<first@example.org>',
    replyTo: [{ address: username }],
  });

  imap.deliver(replyMail(smtp.received[0]?.mail.messageId ?? ''));
  // The report, the answer and the reply to it.
  await expect.poll(() => count('/messages'), { timeout: scaled(75_000) }).toBe(3);
  await page.reload();
  await expect(thread.getByText('The left one.', { exact: true })).toBeVisible();
  await page.goto(`${waypost.baseUrl}/views/data`);
  await expect(listed).toHaveCount(1);
});
