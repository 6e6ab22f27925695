/**
 * A reporter without an account, on a phone: sees what the public will see, sends, saves the receipt, comes back with it, answers the
 * team, adds a picture, and withdraws. Nothing of it stays on the device.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { openAs } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const title = 'Soldiers took the harvest';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const card = (page: Page) => page.getByRole('region', { name: 'Your receipt code' });

async function sendReport(page: Page): Promise<string[]> {
  await field(page, 'Title').fill(title);
  await field(page, 'Description').fill('Last night, in three villages.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(card(page)).toBeVisible();
  const words = await card(page).getByRole('listitem').allTextContents();
  expect(words).toHaveLength(6);
  return words;
}

async function openReport(page: Page, code: string): Promise<void> {
  await field(page, 'Receipt code').fill(code);
  await page.getByRole('button', { name: 'Open report' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

test('a reporter without an account comes back with a receipt, answers, adds a picture and withdraws', {
  tag: '@slow',
}, async ({ open }) => {
  const reporter = await open(`${waypost.baseUrl}/posts/create/1`, phone);
  const words = await sendReport(reporter);
  await expectAccessible(reporter, 'the receipt of a report');
  await reporter.getByRole('link', { name: 'Back to the map' }).click();
  await expect(reporter.getByRole('dialog', { name: 'Leave without your code?' })).toBeVisible();
  await reporter.getByRole('button', { name: 'Stay here' }).click();
  const saved = reporter.waitForEvent('download');
  await card(reporter).getByRole('button', { name: 'Save picture' }).click();
  expect((await saved).suggestedFilename()).toBe('receipt.png');
  await reporter.getByRole('link', { name: 'Back to the map' }).click();
  await expect(reporter).toHaveURL(/\/views\/map/);

  const team = await openAs(admin, open, waypost.baseUrl, '/views/data');
  await team.getByRole('link', { name: title }).click();
  await field(team, 'Message to the reporter').fill('Which villages?');
  await team.getByRole('button', { name: 'Ask the reporter' }).click();
  await expect(team.getByText('Which villages?').first()).toBeVisible();
  await expectAccessible(team, 'a report whose reporter has a receipt');

  const back = await open(`${waypost.baseUrl}/receipt`, phone, { allowClientErrors: true });
  await expectAccessible(back, 'the form for a receipt code');
  await field(back, 'Receipt code').fill(words.slice(0, 5).join(' '));
  await back.getByRole('button', { name: 'Open report' }).click();
  await expect(back.getByText('Enter all six words of the code.')).toBeVisible();
  await openReport(back, words.join(', ').toUpperCase());
  await expect(back.getByText('Under review')).toBeVisible();
  await expect(back.getByText('Which villages?')).toBeVisible();
  await expectAccessible(back, 'the report of a receipt');
  await field(back, 'Your message').fill('Those along the river.');
  await back.getByRole('button', { name: 'Send message' }).click();
  await expect(back.getByRole('listitem').filter({ hasText: 'Those along the river.' })).toBeVisible();
  await back.getByRole('button', { name: 'Correct report' }).click();
  await field(back, 'Description').fill('Last night, in four villages.');
  const file = { name: 'field.png', mimeType: 'image/png', buffer: generatePhoto() };
  await back.locator('input[type=file]:not([capture])').setInputFiles(file);
  await back.getByRole('button', { name: 'Save changes' }).click();
  await expect(back.getByText('Last night, in four villages.')).toBeVisible();
  const picture = back.getByRole('button', { name: /^Enlarge:/ }).locator('img');
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(100);
  expect(new URL(back.url()).pathname + new URL(back.url()).search).toBe('/receipt');
  const stored = JSON.stringify(await readBrowserStorage(back));
  for (const secret of [title, 'four villages']) expect(stored).not.toContain(secret);
  // Single words stand in other texts, too.
  for (const [index, word] of words.slice(1).entries())
    expect(stored).not.toMatch(new RegExp(String.raw`${words[index]}\W+${word}`));

  await team.reload();
  await expect(team.getByText('Those along the river.')).toBeVisible();
  await back.getByRole('button', { name: 'Withdraw report' }).click();
  await back.getByRole('dialog').getByRole('button', { name: 'Withdraw report' }).click();
  await expect(back.getByRole('heading', { name: 'Report withdrawn' })).toBeVisible();
  const response = await callApi(waypost, await tokenFor(waypost, 'admin'), 'GET', '/posts?status=all');
  expect(((await response.json()) as { total_count: number }).total_count).toBe(0);
  await back.goto(`${waypost.baseUrl}/receipt`);
  await field(back, 'Receipt code').fill(words.join(' '));
  await back.getByRole('button', { name: 'Open report' }).click();
  await expect(back.getByText(/^No report has this code\./)).toBeVisible();
});

test('a report that waits for the network shows its receipt at once, and the receipt works once it is sent', {
  tag: '@slow',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1`, phone, { allowConnectionErrors: true });
  await page.route('**/api/v3/posts', (route) => route.abort('internetdisconnected'));
  const words = await sendReport(page);
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible();
  await page.unroute('**/api/v3/posts');
  await card(page).getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByRole('heading', { name: 'Your report has been sent' })).toBeVisible();
  await page.goto(`${waypost.baseUrl}/receipt`);
  await openReport(page, words.join('\n'));
});

test('a receipt and a form that is being filled in stay when the language is changed to one in the other direction', {
  tag: '@full',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/posts/create/1`);
  const chooseLanguage = async (menu: string | RegExp, more: string, name: string) => {
    await page.getByRole('button', { name: more, exact: true }).click();
    await page.getByRole('menuitem', { name: menu }).click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await field(page, 'Title').fill(title);
  await chooseLanguage(/^Language/, 'More', 'العربية');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(field(page, 'Title')).toHaveValue(title);
  await chooseLanguage(/^اللغة/, 'المزيد', 'English');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  const words = await sendReport(page);
  await chooseLanguage(/^Language/, 'More', 'العربية');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const region = page.getByRole('region').filter({ hasText: words[0] ?? '' });
  expect(await region.getByRole('listitem').allTextContents()).toEqual(words);
});
