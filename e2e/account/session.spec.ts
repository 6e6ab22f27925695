/** Sessions: expiry, logout, forbidden pages, private deployments, and the return to the page after a login. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { dialogField, logIn } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log in' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function openLoggedIn(page: Page): Promise<void> {
  await page.goto(`${waypost.baseUrl}/login`);
  await logIn(page, admin);
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
}

test('after the server ended a session, the login opens over the form, which keeps its input', {
  tag: '@slow',
}, async ({ page }) => {
  await openLoggedIn(page);
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await field(page, 'Title').fill('Bridge closed');
  await field(page, 'Description').fill('Since dawn.');
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'DELETE', '/users/me/sessions');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog(page).getByText('Your session has expired.')).toBeVisible();
  await expectAccessible(page, 'the login over a form');
  await logIn(page, admin);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/posts\/create\/1$/);
  await expect(field(page, 'Title')).toHaveValue('Bridge closed');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Your report is with the team').first()).toBeVisible();
});

test('a draft cannot be read on the device after the session ended, and is restored after the next login', {
  tag: '@slow',
}, async ({ page }) => {
  test.setTimeout(testLimit(180_000));
  const secret = 'Seen by the ferryman';
  const form = `${waypost.baseUrl}/posts/create/1`;
  await openLoggedIn(page);
  await page.goto(form);
  await field(page, 'Title').fill('Ford');
  await field(page, 'Description').fill(secret);
  await expect(page.getByText('Saved on this device until you log out')).toBeVisible();
  expect(await readBrowserStorage(page), 'encrypted while it is written').not.toContain(secret);
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field(page, 'Description')).toHaveValue(secret);

  // The session ends without a logout, and somebody else uses the device.
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'DELETE', '/users/me/sessions');
  const cancel = dialog(page).getByRole('button', { name: 'Cancel' });
  // The first request that fails opens the dialog.
  await expect(async () => {
    if (!(await cancel.isVisible()))
      await page.getByRole('button', { name: 'Send report' }).click({ timeout: scaled(2000) });
    await expect(cancel).toBeVisible({ timeout: scaled(5000) });
  }).toPass();
  await cancel.click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goto(form);
  await expect(field(page, 'Description')).toHaveValue('');
  await expect.poll(() => readBrowserStorage(page)).not.toContain(secret);

  await openLoggedIn(page);
  await page.goto(form);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field(page, 'Description')).toHaveValue(secret);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => readBrowserStorage(page)).not.toContain(secret);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map((it) => it.name));
  expect(databases.filter((name) => /^waypost-drafts-\d/.test(name ?? ''))).toEqual([]);
});

test('a page can be loaded again while it asks for the login of a session that has ended', {
  tag: '@slow',
}, async ({ page }) => {
  await openLoggedIn(page);
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await field(page, 'Title').fill('Ford');
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'DELETE', '/users/me/sessions');
  await expect(async () => {
    if (!(await dialog(page).isVisible()))
      await page.getByRole('button', { name: 'Send report' }).click({ timeout: scaled(2000) });
    await expect(dialog(page)).toBeVisible({ timeout: scaled(5000) });
  }).toPass();
  await page.reload();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('an expired token is not sent; a user who cancels the login stays on the page as a visitor', {
  tag: '@full',
}, async ({ page }) => {
  await openLoggedIn(page);
  await page.goto(`${waypost.baseUrl}/views/data`);
  await expect(page.getByText(/^\d+ reports?$/)).toBeVisible();
  await page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('waypost.token') ?? '{}') as object;
    const old = JSON.stringify({ ...token, expires: 1 });
    localStorage.setItem('waypost.token', old);
    window.dispatchEvent(new StorageEvent('storage', { key: 'waypost.token', newValue: old }));
  });
  const sentAuthorizations: (string | undefined)[] = [];
  page.on('request', (request) => sentAuthorizations.push(request.headers()['authorization']));
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('water');
  await expect(dialog(page).getByText('Your session has expired.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/views\/data/);
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(sentAuthorizations.filter((it) => it !== undefined)).toEqual([]);
});

test('on a forbidden page a visitor can log in and gets to the page; a user gets an error', {
  tag: '@slow',
}, async ({ page }) => {
  const formsUrl = /\/api\/v3\/forms$/;
  await page.route(formsUrl, (route) => route.fulfill({ status: 403, json: { errors: [{ status: 403 }] } }));
  await page.goto(`${waypost.baseUrl}/views/data?q=water`);
  await expect(dialog(page).getByText('You need an account for this.')).toBeVisible();
  await expect(page).toHaveURL(/\/forbidden/);
  await expectAccessible(page, 'the login over a forbidden page');
  await page.unroute(formsUrl);
  await logIn(page, admin);
  await expect(page).toHaveURL(/\/views\/data\?q=water/);

  await page.route(formsUrl, (route) => route.fulfill({ status: 403, json: { errors: [{ status: 403 }] } }));
  await page.goto(`${waypost.baseUrl}/views/data`);
  await expect(page).toHaveURL(/\/forbidden/);
  await expect(page.getByRole('heading', { name: /not allowed/ })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('logging out releases the lock of a post, and shows what a visitor may see', {
  tag: '@slow',
}, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  const created = await callApi(waypost, token, 'POST', '/posts', {
    form: 1,
    title: 'Bridge',
    content: '.',
    values: {},
  });
  const { id } = (await created.json()) as { id: number };
  const lock = async () => {
    const response = await callApi(waypost, token, 'GET', `/posts/${id}`);
    return ((await response.json()) as { lock: object | null }).lock;
  };
  const page = await open(`${waypost.baseUrl}/login`);
  await logIn(page, admin);
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await page.getByRole('link', { name: 'List' }).click();
  await expect(page.getByRole('link', { name: 'Bridge', exact: true })).toBeVisible();
  // A second tab, which is logged out too.
  const tab = await page.context().newPage();
  await tab.goto(`${waypost.baseUrl}/posts/${id}/edit`);
  await expect.poll(lock).not.toBeNull();
  await field(tab, 'Title').fill('Bridge, seen by the ferryman');
  // A third tab with settings.
  const settingsTab = await page.context().newPage();
  await settingsTab.goto(`${waypost.baseUrl}/settings/general`);
  await expect(field(settingsTab, 'Site name')).toBeVisible();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect.poll(lock).toBeNull();
  await expect(page.getByRole('heading', { name: "You're logged out." })).toBeVisible();
  await expectAccessible(page, 'the screen after a logout');
  await page.getByRole('button', { name: 'Continue without logging in' }).click();
  // Under review: not for visitors.
  await expect(page).toHaveURL(/\/views\/data/);
  await expect(page.getByRole('link', { name: 'Bridge', exact: true })).toHaveCount(0);
  // The other tabs show no data of the user either.
  await expect(field(tab, 'Title')).toHaveCount(0);
  await expect(tab.getByText('ferryman')).toHaveCount(0);
  await expect(tab.getByRole('heading', { name: "You're logged out." })).toBeVisible();
  await expect(tab).not.toHaveURL(/\/posts/);
  await expect(settingsTab).not.toHaveURL(/\/settings/);
});

test('a private deployment shows nothing behind the login, and allows no registration', {
  tag: '@slow',
}, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'PUT', '/config/site', { private: true });
  const page = await open(`${waypost.baseUrl}/register`);
  await expect(page).toHaveURL(/\/login/);
  for (const address of ['/views/map', '/posts/1', '/settings']) {
    await page.goto(waypost.baseUrl + address);
    await expect(page).toHaveURL(/\/login/);
    await expect(dialog(page)).toBeVisible();
  }
  await page.goto(`${waypost.baseUrl}/views/data?q=water`);
  await expect(page).toHaveURL(/\/login/);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /Cancel|Close/ })).toHaveCount(0);
  await expect(dialog(page).getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialogField(page, 'Email')).toBeVisible();
  await logIn(page, admin);
  await expect(page).toHaveURL(/\/views\/data\?q=water/);

  // A user whose role has no permissions gets a message, and access once the role has some.
  await callApi(waypost, token, 'POST', '/roles', { name: 'newcomer', permissions: [] });
  const person = { email: 'newcomer@example.org', password: 'long enough', role: 'newcomer' };
  const created = await callApi(waypost, token, 'POST', '/users', person);
  const { id } = (await created.json()) as { id: number };
  // Such a user may not read roles, not even the own one.
  const newcomer = await open(`${waypost.baseUrl}/views/data`, {}, { allowClientErrors: true });
  await logIn(newcomer, person);
  const noAccessHeading = newcomer.getByRole('heading', {
    name: "Your account doesn't have access to this site yet",
  });
  await expect(noAccessHeading).toBeVisible();
  await expectAccessible(newcomer, 'the page of an account without access');
  await newcomer.reload();
  await expect(noAccessHeading).toBeVisible();
  await callApi(waypost, token, 'PUT', `/users/${id}`, { role: 'user' });
  await newcomer.getByRole('button', { name: 'Try again' }).click();
  await expect(newcomer.getByText(/^\d+ reports?$/)).toBeVisible();
  await callApi(waypost, token, 'PUT', '/config/site', { private: false });
});
