/** Data of a contact: an administrator looks it up, downloads it, and erases it. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

const messageText = 'The well behind the school is dry';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost(undefined, { SIMULATED_PHONES: 'true' });
  const token = await tokenFor(waypost, 'admin');
  const smsMessage = { from: '+254711000111', message: messageText };
  expect((await callApi(waypost, token, 'POST', '/simulated-phones/messages', smsMessage)).status).toBe(200);
});
test.afterAll(() => endWaypost(waypost));

test('the data stored about a number are downloaded, then erased', { tag: '@core' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/general');
  const field = page.getByRole('textbox', { name: 'Number, email address or name' });
  const look = page.getByRole('button', { name: 'Search', exact: true });
  await field.fill('254 711 000 111');
  await look.click();
  await expect(page.getByText('Messages: 1')).toBeVisible();
  await expect(page.getByText('Reports: 1')).toBeVisible();
  await expectAccessible(page, 'the data of a contact');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all data' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('contact-data.json');
  expect(await readFile(await file.path(), 'utf8')).toContain(messageText);

  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase the data about this person?' });
  await expectAccessible(page, 'the confirmation before erasing');
  await dialog.getByRole('checkbox', { name: 'Also delete the reports (1)' }).check();
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Data erased.')).toBeVisible();
  await look.click();
  await expect(page.getByText('No data is stored about this contact.')).toBeVisible();
  await page.goto(`${waypost.baseUrl}/settings/audit`);
  await expect(page.getByText('erased the data about a person')).toBeVisible();
  await expect(page.getByText('254711000111')).toHaveCount(0);
});
