/** The status page: problems, figures, and an unreachable server. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { scaled } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost(undefined, { BACKUP_AT: '03:30' });
});
test.afterAll(() => endWaypost(waypost));

test('the status shows no problem, then a waiting mail, then an unreachable server', {
  tag: '@core',
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings', { allowConnectionErrors: true });
  await page
    .getByRole('link', { name: /^Status/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible();
  await expect(page.getByText('Everything is working.')).toBeVisible();

  const card = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(card('Database').getByText('External server')).toBeVisible();
  await expect(card('Database').getByText(/^\d+(\.\d+)? MB$/)).toBeVisible();
  await expect(card('Backups').getByText('Never')).toBeVisible();
  await expect(card('Disk').getByRole('progressbar')).toBeVisible();
  await expect(card('Server').getByText(/^Node \d+/)).toBeVisible();
  await expectAccessible(page, 'the status');

  // A password reset cannot be sent, since there is no mail server.
  const resetResponse = await callApi(waypost, await tokenFor(waypost, 'visitor'), 'POST', '/passwordreset', {
    email: admin.email,
  });
  expect(resetResponse.ok).toBe(true);
  const concerns = page.getByRole('region', { name: 'Needs attention' });
  await expect(concerns.getByText('Emails are waiting because outgoing email is not set up.')).toBeVisible({
    timeout: scaled(20_000),
  });
  await expectAccessible(page, 'the status with a problem');
  await concerns.getByRole('link').click();
  await expect(page).toHaveURL(/\/settings\/outbox/);
  await page.goBack();

  await expect(concerns).toBeVisible();
  await waypost.end('SIGTERM');
  await expect(page.getByRole('alert')).toContainText('could not be reached', { timeout: scaled(30_000) });
  await expect(page.getByText('Last update')).toBeVisible();
  await expect(card('Database')).toBeVisible();
});
