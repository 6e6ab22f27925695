/**
 * Users and roles: a role with one permission, an invitation by mail, the access that the permission gives, bulk actions, and
 * editing by keyboard.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let token: string;
test.beforeAll(async () => {
  waypost = await startWaypost();
  token = await tokenFor(waypost, 'admin');
  // Links in mails lead to this server.
  const site = { client_url: waypost.baseUrl, first_login: false };
  await callApi(waypost, token, 'PUT', '/config/site', site);
});
test.afterAll(() => endWaypost(waypost));

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const settings = (page: Page) => page.getByRole('navigation', { name: 'Settings' });

async function logIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await field(page, 'Email').fill(who.email);
  await page.locator('input[type=password]').fill(who.password);
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toHaveCount(0, { timeout: scaled(30_000) });
}

const createUsers = (...names: string[]) =>
  Promise.all(
    names.map((name) =>
      callApi(waypost, token, 'POST', '/users', {
        realname: name,
        email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
        password: 'long enough',
      }),
    ),
  );

test('an invited user with a role of one permission sees what it allows', { tag: '@core' }, async ({
  open,
}) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/roles/create');
  await expect(page.getByRole('heading', { name: 'Add a role', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Add a role/);
  const add = page.getByRole('button', { name: 'Add role' });
  await field(page, 'Description').fill('Looks after people');
  await field(page, 'Name').fill('Greeter');
  await page.getByRole('checkbox', { name: 'Manage users' }).check();
  await add.click();
  await expect(page.getByRole('link', { name: 'Greeter' })).toBeVisible();
  await page.getByRole('link', { name: /^Admin/ }).click();
  const checkboxes = page.getByRole('checkbox');
  await expect(checkboxes.first()).toBeVisible();
  for (const box of await checkboxes.all()) {
    await expect(box).toBeChecked();
    await expect(box).toBeDisabled();
  }
  await expect(page.getByRole('button', { name: 'Delete role' })).toHaveCount(0);

  await settings(page).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('link', { name: 'Add a user' }).click();
  await field(page, 'Full name').fill('Inés Ortega');
  await field(page, 'Email').fill('ines@example.org');
  await page.getByRole('checkbox', { name: 'Send an invitation by email' }).check();
  await page.getByRole('radio', { name: 'Greeter' }).check();
  await page.getByRole('button', { name: 'Invite user' }).click();
  // No mail server is set up, so the link is also shown here.
  await expect(page.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(/\/forgotpassword\//);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'Inés Ortega' })).toBeVisible();

  await settings(page).getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('button', { name: /your new account/ }).click();
  const mail = page.getByText('log in with ines@example.org');
  await expect(mail).toBeVisible();
  await expect(page.getByRole('link', { name: /forgotpassword/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show links' }).click();
  const link = await page.getByRole('link', { name: /forgotpassword/ }).getAttribute('href');

  const greeter = await open(link ?? '');
  // The token must not stay visible in the address bar or the history.
  await expect(greeter).toHaveURL(/\/forgotpassword\/confirm$/);
  await greeter.locator('input[type=password]').fill('my own secret');
  await greeter.getByRole('button', { name: 'Set password' }).click();
  await expect(greeter.getByText('Your password has been reset.').first()).toBeVisible();
  await greeter.goBack();
  await expect(greeter).not.toHaveURL(/confirm\//);
  await greeter.goto(`${waypost.baseUrl}/login`);
  await logIn(greeter, { email: 'ines@example.org', password: 'my own secret' });
  await greeter.goto(`${waypost.baseUrl}/settings`);
  const settingsLinks = settings(greeter).getByRole('link');
  await expect(settingsLinks).toHaveText(['Settings', 'Users', 'User settings', 'API']);
  await expectAccessible(greeter, 'the index of settings');
  for (const address of ['roles', 'general']) {
    await greeter.goto(`${waypost.baseUrl}/settings/${address}`);
    await expect(greeter, address).toHaveURL(/\/views\/map/);
  }
  await greeter.goto(`${waypost.baseUrl}/settings/users`);
  await expect(greeter.getByRole('link', { name: 'Inés Ortega' })).toBeVisible();

  // Nobody can grant permissions that they lack, or change an account with more permissions.
  await greeter.getByRole('link', { name: 'Administrator' }).click();
  await expect(greeter.getByText("This account has permissions that you don't have.")).toBeVisible();
  await expect(field(greeter, 'Email')).toBeDisabled();
  await expect(greeter.getByRole('button', { name: /Save|Delete|Update password/ })).toHaveCount(0);
  await expectAccessible(greeter, 'an account with more rights');
  await greeter.goto(`${waypost.baseUrl}/settings/users/create`);
  await expect(greeter.getByRole('radio', { name: 'Admin' })).toBeDisabled();
  await expect(greeter.getByRole('radio', { name: 'Greeter' })).toBeEnabled();
  await expect(greeter.getByRole('radio', { name: 'Member' })).toBeChecked();

  await settings(page).getByRole('link', { name: 'Audit log' }).click();
  await expect(
    // The last one: the entries of a day are a list in an item of the list of days.
    page.getByRole('listitem').filter({ hasText: 'created the account of Inés Ortega' }).last(),
  ).toContainText('By invitation');
});

test('settings pages without permission redirect to the map', {
  tag: '@full',
}, async ({ open }) => {
  const kim = { email: 'kim@example.org', password: 'long enough', realname: 'Kim', role: 'greeters' };
  const role = { name: 'greeters', display_name: 'Greeters', permissions: ['Manage Users'] };
  expect((await callApi(waypost, token, 'POST', '/roles', role)).status).toBe(200);
  expect((await callApi(waypost, token, 'POST', '/users', kim)).status).toBe(200);
  const page = await openAs(kim, open, waypost.baseUrl, '/settings/users');
  await expect(page.getByRole('link', { name: 'Administrator' })).toBeVisible();
  for (const address of [
    'roles',
    'general',
    'surveys',
    'categories',
    'webhooks',
    'data-export',
    'outbox',
    'audit',
  ]) {
    await page.goto(`${waypost.baseUrl}/settings/${address}`);
    await expect(page, address).toHaveURL(/\/views\/map/);
  }
});

// Uses `page`, since the expected 403 is a console error.
test('bulk actions change and delete users, and report failures', { tag: '@slow' }, async ({ page }) => {
  test.setTimeout(testLimit(180_000));
  await callApi(waypost, token, 'POST', '/roles', { display_name: 'Helper' });
  await createUsers(...Array.from({ length: 12 }, (_, at) => `Volunteer ${String(at + 10)}`));
  await page.goto(`${waypost.baseUrl}/settings/users`);
  await logIn(page, admin);
  await expect(page.getByRole('link', { name: 'Page 2' })).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('link', { name: 'Volunteer 21' })).toBeVisible();
  await page.goBack();
  await expectAccessible(page, 'the list of users');
  await page.getByRole('searchbox', { name: 'Search by name, email or contact' }).fill('volunteer 1');
  await expect(page).toHaveURL(/q=volunteer/);
  await expect(page.getByRole('link', { name: 'Administrator' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Helper');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByText('Role of 10 people changed.').first()).toBeVisible();

  await page.goto(`${waypost.baseUrl}/settings/users`);
  await page.getByRole('checkbox', { name: 'Select Administrator' }).check();
  await page.getByRole('checkbox', { name: 'Select Volunteer 10' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('1 failed:')).toBeVisible();
  await expect(dialog.getByText('You cannot delete your own account.')).toBeVisible();
  await expectAccessible(page, 'the report of failed deletions');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('link', { name: 'Volunteer 10' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Administrator' })).toBeVisible();
});

test('an account is edited by keyboard alone, and leaving asks for confirmation', {
  tag: '@slow',
}, async ({ open }) => {
  await createUsers('Keyed Kim');
  const page = await open(`${waypost.baseUrl}/settings/users?q=keyed`);
  await logIn(page, admin);
  await page.getByRole('link', { name: 'Keyed Kim' }).focus();
  await page.keyboard.press('Enter');
  const tabTo = async (target: ReturnType<Page['getByRole']>) => {
    for (let step = 0; step < 40; step++) {
      if (await target.evaluate((it) => it === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await expect(field(page, 'Full name')).toHaveValue('Keyed Kim');
  await tabTo(field(page, 'Full name'));
  await page.keyboard.press('End');
  await page.keyboard.type(' Otieno');
  await tabTo(page.getByRole('button', { name: 'Update password' }));
  await page.keyboard.press('Enter');
  const password = page.locator('input[type=password]');
  await expect(password).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await password.focus();
  await page.keyboard.type('short');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Password must have 7 to 72 characters.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await password.focus();
  await page.keyboard.type(' and longer');
  await expectAccessible(page, 'a user');

  await page.getByRole('link', { name: 'List' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stay here' })).toBeFocused();
  await page.keyboard.press('Enter');
  const save = page.getByRole('button', { name: 'Save' });
  await field(page, 'Full name').focus();
  await tabTo(save);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Keyed Kim Otieno' })).toBeVisible();
  await expect(page).toHaveURL(/q=keyed/);
});
