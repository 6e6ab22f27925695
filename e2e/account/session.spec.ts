/** Logins that end, and doors that are closed: the way back to where somebody was. */
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

test('a login that the server has ended is asked for again over the form, which keeps what was typed', {
  tag: '@core',
}, async ({ page }) => {
  await openLoggedIn(page);
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await field(page, 'Title').fill('Bridge closed');
  await field(page, 'Description').fill('Since dawn.');
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'DELETE', '/users/me/sessions');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog(page).getByText('Your login has ended.')).toBeVisible();
  await expectAccessible(page, 'the login over a form');
  await logIn(page, admin);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/posts\/create\/1$/);
  await expect(field(page, 'Title')).toHaveValue('Bridge closed');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Your report is with the team').first()).toBeVisible();
});

test('what somebody began to write cannot be read on the device once their login is over, and is theirs again after the next', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(testLimit(180_000));
  const secret = 'Seen by the ferryman';
  const form = `${waypost.baseUrl}/posts/create/1`;
  await openLoggedIn(page);
  await page.goto(form);
  await field(page, 'Title').fill('Ford');
  await field(page, 'Description').fill(secret);
  await expect(page.getByText('Saved on this device until you log out')).toBeVisible();
  expect(await readBrowserStorage(page), 'locked while it is written').not.toContain(secret);
  await page.reload();
  await page.getByRole('button', { name: 'Continue it' }).click();
  await expect(field(page, 'Description')).toHaveValue(secret);

  // The login ends without anybody having chosen it, and somebody else goes on.
  await callApi(waypost, await tokenFor(waypost, 'admin'), 'DELETE', '/users/me/sessions');
  const cancel = dialog(page).getByRole('button', { name: 'Cancel' });
  // Whatever asks the server first finds out.
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
  await page.getByRole('button', { name: 'Continue it' }).click();
  await expect(field(page, 'Description')).toHaveValue(secret);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => readBrowserStorage(page)).not.toContain(secret);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map((it) => it.name));
  expect(databases.filter((name) => /^waypost-drafts-\d/.test(name ?? ''))).toEqual([]);
});

test('a token that ran out is not sent; who gives up goes on as a visitor, where they were', {
  tag: '@full',
}, async ({ page }) => {
  await openLoggedIn(page);
  await page.getByRole('link', { name: 'List' }).click();
  await expect(page.getByText(/^\d+ reports?$/)).toBeVisible();
  await page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('waypost.token') ?? '{}') as object;
    const old = JSON.stringify({ ...token, expires: 1 });
    localStorage.setItem('waypost.token', old);
    window.dispatchEvent(new StorageEvent('storage', { key: 'waypost.token', newValue: old }));
  });
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => sent.push(request.headers()['authorization']));
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('water');
  await expect(dialog(page).getByText('Your login has ended.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/views\/data/);
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(sent.filter((it) => it !== undefined)).toEqual([]);
});

test('a closed door: a visitor may log in over it and goes where they wanted, an account is told', {
  tag: '@full',
}, async ({ page }) => {
  const isClosed = /\/api\/v3\/forms$/;
  await page.route(isClosed, (route) => route.fulfill({ status: 403, json: { errors: [{ status: 403 }] } }));
  await page.goto(`${waypost.baseUrl}/views/data?q=water`);
  await expect(dialog(page).getByText('This needs an account.')).toBeVisible();
  await expect(page).toHaveURL(/\/forbidden/);
  await expectAccessible(page, 'the login over a closed door');
  await page.unroute(isClosed);
  await logIn(page, admin);
  await expect(page).toHaveURL(/\/views\/data\?q=water/);

  await page.route(isClosed, (route) => route.fulfill({ status: 403, json: { errors: [{ status: 403 }] } }));
  await page.goto(`${waypost.baseUrl}/views/data`);
  await expect(page).toHaveURL(/\/forbidden/);
  await expect(page.getByRole('heading', { name: /not allowed/ })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('logging out frees the post that somebody works on, and shows what a visitor may see', {
  tag: '@full',
}, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  const made = await callApi(waypost, token, 'POST', '/posts', {
    form: 1,
    title: 'Bridge',
    content: '.',
    values: {},
  });
  const { id } = (await made.json()) as { id: number };
  const lock = async () => {
    const response = await callApi(waypost, token, 'GET', `/posts/${id}`);
    return ((await response.json()) as { lock: object | null }).lock;
  };
  const page = await open(`${waypost.baseUrl}/login`);
  await logIn(page, admin);
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await page.getByRole('link', { name: 'List' }).click();
  await expect(page.getByRole('link', { name: 'Bridge', exact: true })).toBeVisible();
  // In another tab, which the first one logs out too.
  const tab = await page.context().newPage();
  await tab.goto(`${waypost.baseUrl}/posts/${id}/edit`);
  await expect.poll(lock).not.toBeNull();
  await field(tab, 'Title').fill('Bridge, seen by the ferryman');
  // And in a third one the settings of the account are open.
  const own = await page.context().newPage();
  await own.goto(`${waypost.baseUrl}/settings/general`);
  await expect(field(own, 'Site name')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect.poll(lock).toBeNull();
  await expect(page.getByRole('heading', { name: 'You are logged out.' })).toBeVisible();
  await expectAccessible(page, 'the screen after a logout');
  await page.getByRole('button', { name: 'Go on without logging in' }).click();
  // Under review: not for visitors.
  await expect(page).toHaveURL(/\/views\/data/);
  await expect(page.getByRole('link', { name: 'Bridge', exact: true })).toHaveCount(0);
  // Nothing of the person who left is left on the other tabs.
  await expect(field(tab, 'Title')).toHaveCount(0);
  await expect(tab.getByText('ferryman')).toHaveCount(0);
  await expect(tab.getByRole('heading', { name: 'You are logged out.' })).toBeVisible();
  await expect(tab).not.toHaveURL(/\/posts/);
  await expect(own).not.toHaveURL(/\/settings/);
});

test('on a private site nothing is behind the login, and nobody registers', { tag: '@full' }, async ({
  open,
}) => {
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
  await expect(dialog(page).getByRole('link', { name: 'Register' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialogField(page, 'Email')).toBeVisible();
  await logIn(page, admin);
  await expect(page).toHaveURL(/\/views\/data\?q=water/);

  // Somebody whose role opens nothing is told so, and let in once it does.
  await callApi(waypost, token, 'POST', '/roles', { name: 'newcomer', permissions: [] });
  const person = { email: 'newcomer@example.org', password: 'long enough', role: 'newcomer' };
  const made = await callApi(waypost, token, 'POST', '/users', person);
  const { id } = (await made.json()) as { id: number };
  // Their own role is one of the things that they may not read yet.
  const newcomer = await open(`${waypost.baseUrl}/views/data`, {}, { allowClientErrors: true });
  await logIn(newcomer, person);
  const told = newcomer.getByRole('heading', { name: 'Your account has no access to this deployment yet' });
  await expect(told).toBeVisible();
  await expectAccessible(newcomer, 'the page of who is not let in yet');
  await newcomer.reload();
  await expect(told).toBeVisible();
  await callApi(waypost, token, 'PUT', `/users/${id}`, { role: 'user' });
  await newcomer.getByRole('button', { name: 'Look again' }).click();
  await expect(newcomer.getByText(/^\d+ reports?$/)).toBeVisible();
  await callApi(waypost, token, 'PUT', '/config/site', { private: false });
});
