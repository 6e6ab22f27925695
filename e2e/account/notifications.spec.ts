/**
 * Notifications of a saved search: a visitor reports, the team publishes, the subscriber gets a mail. One link of the mail opens
 * the report, the other one unsubscribes without a login.
 */
import { expect, type Page } from '@playwright/test';
import { type SmtpServer, startSmtpServer } from '../../apps/server/src/testing/servers/smtp-server.ts';
import { expectAccessible, test } from '../support/browser.ts';
import { dialogField, openAccount, openAs, pressInDialog } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

let waypost: Waypost;
let smtp: SmtpServer;
test.beforeAll(async () => {
  smtp = await startSmtpServer();
  waypost = await startWaypost(undefined, {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Waypost <waypost@example.org>',
  });
});
test.afterAll(async () => {
  await endWaypost(waypost);
  await smtp.close();
});

/** Received mails, the latest first. */
const readMails = (): Mail[] =>
  smtp.received
    .map(({ to, mail }) => ({ to: to[0] ?? '', subject: mail.subject ?? '', text: mail.text ?? '' }))
    .reverse();

async function reportAndPublish(token: string, title: string): Promise<number> {
  const visitor = await tokenFor(waypost, 'visitor');
  const report = { title, content: 'Water in the cellar', form: { id: 1 }, values: {} };
  await callApi(waypost, visitor, 'POST', '/posts', report);
  const drafts = await callApi(waypost, token, 'GET', '/posts?status=draft&orderby=id&order=desc&limit=1');
  const [{ id }] = ((await drafts.json()) as { results: [{ id: number }] }).results;
  expect((await callApi(waypost, token, 'PUT', `/posts/${id}`, { status: 'published' })).status).toBe(200);
  return id;
}

const expectNotice = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test('a user subscribes to a saved search, gets a mail, and unsubscribes by its link', {
  tag: '@core',
}, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  const search = { name: 'Floods in town', filter: { q: 'flood' }, view: 'data' };
  const created = await callApi(waypost, token, 'POST', '/savedsearches', search);
  const { id } = (await created.json()) as { id: number };

  const page = await openAs(admin, open, waypost.baseUrl, `/savedsearches/${id}`);
  await page.getByRole('button', { name: 'Get notifications' }).click();
  await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
  await expectAccessible(page, 'a saved search with notifications');

  // Without a contact the user is asked to add one.
  await page.getByRole('button', { name: 'Add an email' }).click();
  const account = page.getByRole('dialog', { name: 'Account settings' });
  await account.getByRole('button', { name: 'Add a contact' }).click();
  await dialogField(page, 'Email').fill('ada@example.org');
  await pressInDialog(page, 'Add');
  // Nothing is sent to a contact until it is confirmed with a code.
  const contact = account.getByRole('button', { name: /^ada@example.org.*Not confirmed.*No notifications/ });
  await expect(contact).toBeVisible();
  const confirmation = account.getByRole('region', { name: 'Confirmation' });
  await confirmation.getByRole('button', { name: 'Send code' }).click();
  await expect(confirmation.getByText(/sent a code to .*ada@example.org/)).toBeVisible();
  await expect(confirmation.getByRole('button', { name: 'Send a new code' })).toBeDisabled();
  await expect(confirmation.getByText(/You can send a new code in 0:\d\d/)).toBeVisible();
  await expect.poll(() => readMails().length, { timeout: scaled(60_000) }).toBe(1);
  const [code = ''] = /^\d{6}$/m.exec(readMails()[0]?.text ?? '') ?? [];
  const field = confirmation.getByRole('textbox', { name: 'Code' });
  await field.fill(code === '000000' ? '000001' : '000000');
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirmation.getByText('This code is wrong. Attempts left: 4.')).toBeVisible();
  await expectAccessible(page, 'a wrong code');
  await field.fill(code);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(account.getByText('Gets notifications')).toBeVisible();
  await expect(account.getByText('Not confirmed')).toHaveCount(0);
  await expect(account.getByRole('link', { name: 'Floods in town' })).toBeVisible();
  await expect(account.getByLabel('How often you get notifications about “Floods in town”')).toHaveValue(
    'at_once',
  );
  await expectAccessible(page, 'the notifications of an account');

  const reported = await reportAndPublish(token, 'Flood at the old school');
  await expect.poll(() => readMails().length, { timeout: scaled(60_000) }).toBe(2);
  const [mail] = readMails() as [Mail];
  expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Waypost: Flood at the old school' });

  // The links work without a login.
  const link = new RegExp(`${waypost.baseUrl}/posts/${reported}`).exec(mail.text)?.[0] ?? '';
  const reader = await open(link);
  await expect(reader.getByRole('heading', { name: 'Flood at the old school' })).toBeVisible();
  const [stop = ''] = /http\S+\/unsubscribe\/\S+/.exec(mail.text) ?? [];
  await reader.goto(stop);
  await expect(reader.getByRole('heading', { name: 'Unsubscribe?' })).toBeVisible();
  await expect(reader.getByText('Waypost notifies you about new reports in “Floods in town”.')).toBeVisible();
  await expectAccessible(reader, 'the unsubscribe page');
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
  await expectAccessible(reader, 'the unsubscribe page after unsubscribing');
  await reader.reload();
  await expect(reader.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Get notifications' })).toBeVisible();
  await openAccount(page);
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(page.getByText('No notifications yet', { exact: true })).toBeVisible();
  const jobs = await callApi(waypost, token, 'GET', '/jobs?group=failed');
  expect(((await jobs.json()) as { total_count: number }).total_count).toBe(0);
});

test('notifications are changed and removed in the account settings', { tag: '@full' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const token = await tokenFor(waypost, 'admin');
  const created = await callApi(waypost, token, 'POST', '/collections', { name: 'River gauges' });
  const { id } = (await created.json()) as { id: number };
  await callApi(waypost, token, 'POST', '/notifications', { set: id });
  const page = await openAs(admin, open, waypost.baseUrl, '/views/data');
  await openAccount(page);
  await page.getByRole('tab', { name: 'Notifications' }).click();
  const digest = page.getByLabel('How often you get notifications about “River gauges”');
  await digest.selectOption('Daily');
  await expect
    .poll(async () => {
      const response = await callApi(waypost, token, 'GET', `/notifications?set=${id}`);
      return ((await response.json()) as { results: { digest: string }[] }).results.map((it) => it.digest);
    })
    .toEqual(['daily']);
  await page.getByRole('button', { name: 'Turn off notifications about “River gauges”' }).click();
  await expect(
    page.getByRole('group', { name: 'Turn off notifications about “River gauges”?' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectNotice(page, 'You no longer get notifications about “River gauges”.');
  await expect(page.getByRole('link', { name: 'River gauges' })).toHaveCount(0);
});
