/** Navigation, help, notices of plans and trials, and unknown addresses. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

const dayMs = 86_400_000;
const dateInDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const features = { limits: { posts: 1 }, views: { plan: true, activity: false } };

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost(undefined, {
    TIER: 'demo_1',
    TIER_EXPIRES: dateInDays(2.5),
    FEATURES: JSON.stringify(features),
    SUPPORT_BUGS_URL: 'https://bugs.example.org/',
    SUPPORT_MESSAGING_URL: 'https://chat.example.org/',
  });
});
test.afterAll(() => endWaypost(waypost));

const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const fitsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

async function logIn(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email);
  await page.locator('input[type=password]').fill(admin.password);
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Log in' })).toHaveCount(0);
}

async function openHelp(page: Page) {
  await more(page).click();
  await item(page, 'Help').click();
  return page.getByRole('dialog', { name: 'Help' });
}

test('a visitor navigates on a phone', { tag: '@core' }, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/`, phone);
  await expect(page).toHaveURL(/\/views\/map$/);
  const strip = page.getByRole('region', { name: 'Trial' });
  await expect(strip).toContainText('This is a demo site.');
  await expect(strip).toContainText('This is a trial. Only the first 25 reports are shown.');
  await expect(strip.getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
  expect(await fitsWidth(page)).toBe(true);

  await more(page).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Log in',
    'Sign up',
    'Open report with receipt',
    'Collections',
    'Help',
    'On this device',
    /^Appearance/,
    /^Language/,
  ]);
  await expectAccessible(page, 'the menu of a visitor');
  await page.keyboard.press('Escape');
  await expect(more(page)).toBeFocused();
  const help = await openHelp(page);
  await expect(help.getByRole('link')).toHaveText([/Documentation/, /Report a bug/]);
  await expect(help.getByRole('link', { name: 'Report a bug' })).toHaveAttribute(
    'href',
    'https://bugs.example.org/',
  );
  await expectAccessible(page, 'the help window');
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toBeHidden();
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await expect(strip).toContainText('This is a trial.');
  await expect(strip).not.toContainText('demonstration');
});

test('addresses: trailing slash, unknown, forbidden', { tag: '@full' }, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/data/`);
  await expect(page.getByText('0 reports')).toBeVisible();
  for (const unknownPath of ['/no/such/place', '/posts/abc', '/settings/none/']) {
    await page.goto(waypost.baseUrl + unknownPath);
    await expect(page.getByRole('heading', { name: "That URL doesn't exist" })).toBeVisible();
    await expect(page).toHaveURL(/\/404$/);
  }
  await expectAccessible(page, 'the page for unknown addresses');
  await page.goto(`${waypost.baseUrl}/forbidden/`);
  await expect(page.getByRole('heading', { name: "Sorry, you're not allowed to do that." })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the map' }).click();
  await expect(page).toHaveURL(/\/views\/map$/);
});

test('an administrator sees the rest of the trial and the limits of the plan', {
  tag: '@slow',
}, async ({ page }) => {
  const token = await tokenFor(waypost, 'admin');
  for (const title of ['First of the plan', 'Beyond the plan'])
    await callApi(waypost, token, 'POST', '/posts', {
      form: 1,
      title,
      content: '.',
      status: 'draft',
      values: {},
    });
  await page.goto(waypost.baseUrl);
  await logIn(page);
  const strip = page.getByRole('region', { name: 'Trial' });
  await expect(strip).toContainText('3 days left in your trial. Only the first 25 reports are shown.');
  await expect(strip.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/settings/plan');

  const help = await openHelp(page);
  await expect(help.getByRole('link')).toHaveText([/Documentation/, /Report a bug/, /Message the team/]);
  await page.keyboard.press('Escape');
  await more(page).click();
  await expect(item(page, 'Settings')).toBeVisible();
  await expect(item(page, 'Sign up')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(item(page, 'Log out')).toBeVisible();
  await page.keyboard.press('Escape');

  for (const id of [1, 2]) {
    await page.goto(`${waypost.baseUrl}/posts/${id}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    if (id === 1) await expect(page.getByText('“First of the plan” is published.')).toBeVisible();
  }
  const full = page.getByRole('dialog', { name: 'Published posts limit reached' });
  await expect(full).toBeVisible();
  await expectAccessible(page, 'the limit of the plan');
  await full.getByRole('button', { name: 'Dismiss' }).click();
  await expect(full).toBeHidden();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await full.getByRole('link', { name: 'Upgrade' }).click();
  await expect(page).toHaveURL(/\/settings\/plan$/);
  await expect(full).toBeHidden();

  // Users who manage settings get a link to the plans.
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(
    page.getByRole('heading', { name: "Activity view isn't available on your current plan" }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings/plan');
  await expectAccessible(page, 'a view that the plan does not have');
});

test('the configuration is requested again only after it expired', { tag: '@full' }, async ({ page }) => {
  let configRequests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v3/config')) configRequests += 1;
  });
  await page.clock.install();
  await page.goto(waypost.baseUrl);
  await expect(page.getByRole('link', { name: 'List' })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'List' }).click();
  await expect(page).toHaveURL(/\/views\/data/);
  expect(configRequests).toBe(1);
  await page.clock.fastForward(900_000);
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect.poll(() => configRequests).toBe(2);
  // Without any action it is refreshed once an hour.
  await page.clock.fastForward(3_600_000);
  await expect.poll(() => configRequests).toBe(3);
});

test('after the end of a trial, and for views that are not in the plan, everybody gets a notice', {
  tag: '@slow',
}, async ({ open }) => {
  // The plan allows one post: this one, unless an earlier journey has published one.
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'POST', '/posts', {
    form: 1,
    title: 'One of the plan',
    content: '.',
    status: 'published',
    values: {},
  });
  await waypost.end('SIGTERM');
  waypost = await startWaypost(waypost.dataDir, {
    TIER: 'demo_1',
    TIER_EXPIRES: dateInDays(-1),
    FEATURES: JSON.stringify({ views: { map: false } }),
  });
  const page = await open(waypost.baseUrl);
  await expect(page.getByRole('region', { name: 'Trial' })).toContainText(
    'The trial of this site has ended.',
  );
  await expect(
    page.getByRole('heading', { name: "Map view isn't available on your current plan" }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Map', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible();
  await page.getByRole('link', { name: 'List' }).click();
  await expect(page.getByText('1 report', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the list of a trial that is over');
});
