/** Accounts: registration, profile, contacts, sessions, password reset, terms of service. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { dialogField, logIn, openAccount, pressInDialog } from '../support/log-in.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const login = (page: Page) => page.getByRole('dialog', { name: 'Log in' });
const isTokenValid = async (token: string) =>
  (await callApi(waypost, token, 'GET', '/users/me')).status === 200;

test('a user registers, changes the account, adds a contact, and logs out everywhere', {
  tag: '@core',
}, async ({ open }) => {
  // A wrong current password is refused.
  const page = await open(`${waypost.baseUrl}/login`, {}, { allowClientErrors: true });
  await login(page).getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign up' })).toBeVisible();
  await dialogField(page, 'Email').fill('ines');
  await dialogField(page, 'Password').fill('short');
  await pressInDialog(page, 'Sign up');
  await expect(page.getByText('Email must be an email address')).toBeVisible();
  await expect(page.getByText('Password must have 7 to 72 characters.')).toBeVisible();
  await expect(dialogField(page, 'Email')).toBeFocused();
  await expectAccessible(page, 'registration with errors');
  await dialogField(page, 'Full name').fill('Ines');
  await dialogField(page, 'Email').fill('ines@example.org');
  await dialogField(page, 'Password').fill('long enough');
  await pressInDialog(page, 'Sign up');
  await expect(page.getByText('You can now log in').first()).toBeVisible();
  await expect(page.getByText('This site cannot send email')).toBeVisible();
  await expect(login(page)).toBeVisible();
  await expect(dialogField(page, 'Email')).toHaveValue('ines@example.org');
  await expectAccessible(page, 'the login after a registration');
  await logIn(page, { email: 'ines@example.org', password: 'long enough' });
  await expect(page).toHaveURL(/\/views\/map/);

  await openAccount(page);
  await expect(dialogField(page, 'Email')).toHaveValue('ines@example.org');
  await dialogField(page, 'Full name').fill('');
  await pressInDialog(page, 'Change password');
  await pressInDialog(page, 'Save');
  await expect(page.getByText('Full name is required.')).toBeVisible();
  await dialogField(page, 'Full name').fill('Ines Ortega');
  await dialogField(page, 'New password').fill('even longer');
  await dialogField(page, 'Current password').fill('not mine');
  await expectAccessible(page, 'a new password');
  await pressInDialog(page, 'Save');
  await expect(page.getByText('Current password is missing or wrong.')).toBeVisible();
  await expect(dialogField(page, 'New password')).toHaveValue('even longer');
  await dialogField(page, 'Current password').fill('long enough');
  await pressInDialog(page, 'Save');
  await expect(page.getByText('You were not logged in on any other device.').first()).toBeVisible();

  const ines = { email: 'ines@example.org', password: 'even longer' };
  const elsewhere = await tokenFor(waypost, ines);
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await pressInDialog(page, 'Add a contact');
  await page.getByText('Phone', { exact: true }).click();
  await dialogField(page, 'Phone number').fill('254 x');
  await expect(page.getByText('Phone number contains characters that are not allowed.')).toBeVisible();
  await expectAccessible(page, 'an invalid phone number');
  await dialogField(page, 'Phone number').fill('+254 (700) 123-456');
  await pressInDialog(page, 'Add');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^\+254700123456/ })).toBeVisible();
  await expect(page.getByText('phone numbers cannot be confirmed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await dialogField(page, 'Phone number').fill('+254700123457');
  await page.getByRole('switch', { name: 'Send notifications here' }).uncheck();
  await pressInDialog(page, 'Save');
  await expect(page.getByRole('button', { name: /^\+254700123457.*No notifications/ })).toBeVisible();
  const [contact] = (
    (await (await callApi(waypost, elsewhere, 'GET', '/contacts?user=me')).json()) as {
      results: object[];
    }
  ).results;
  expect(contact).toMatchObject({ type: 'phone', contact: '+254700123457', can_notify: false });
  await expectAccessible(page, 'an open contact');
  await pressInDialog(page, 'Remove');
  await expect(page.getByText('Remove +254700123457?')).toBeVisible();
  await pressInDialog(page, 'Remove');
  await expect(page.getByText('No contacts yet')).toBeVisible();

  const third = await tokenFor(waypost, ines);
  await page.getByRole('tab', { name: 'Logins' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText(/^Chrom\w+ on Linux$/)).toBeVisible();
  await expect(page.getByText('Last active').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).first().click();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  expect(
    (await isTokenValid(elsewhere)) !== (await isTokenValid(third)),
    'one of the two sessions stays valid',
  ).toBe(true);
  await pressInDialog(page, 'Log out everywhere');
  await pressInDialog(page, 'Log out everywhere');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect([await isTokenValid(elsewhere), await isTokenValid(third)]).toEqual([false, false]);
});

test('errors of the server are shown at their fields, and the input is kept', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto(`${waypost.baseUrl}/register`);
  await dialogField(page, 'Email').fill(admin.email);
  await dialogField(page, 'Password').fill('long enough');
  await pressInDialog(page, 'Sign up');
  // The response is the same as for an address without an account. Only its owner is notified, by mail.
  await expect(page.getByText('You can now log in').first()).toBeVisible();
  await expect(login(page)).toBeVisible();
  await page.goto(`${waypost.baseUrl}/register`);
  await dialogField(page, 'Email').fill('somebody@example.org');
  await dialogField(page, 'Password').fill('long enough');
  await page.route('**/api/v3/register', (route) =>
    route.fulfill({ status: 429, json: { errors: [{ status: 429 }] } }),
  );
  await pressInDialog(page, 'Sign up');
  await expect(page.getByText('Too many attempts.')).toBeVisible();
  await page.goto(`${waypost.baseUrl}/login`);
  await logIn(page, { email: admin.email, password: 'mistyped' });
  await expect(page.getByText('Login failed, check your email and password.')).toBeVisible();
});

test('after wrong passwords the login shows the waiting time; a device that logged in before can still log in', {
  tag: '@slow',
}, async ({ open }) => {
  const uma = { email: 'uma@example.org', password: 'long enough' };
  await callApi(waypost, await tokenFor(waypost, 'visitor'), 'POST', '/register', {
    ...uma,
    realname: 'Uma',
  });
  const returningPage = await open(`${waypost.baseUrl}/login`, {}, { allowClientErrors: true });
  await logIn(returningPage, uma);
  await expect(returningPage.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await returningPage.getByRole('button', { name: 'Account', exact: true }).click();
  await returningPage.getByRole('menuitem', { name: 'Log out' }).click();

  const page = await open(`${waypost.baseUrl}/login`, {}, { allowClientErrors: true });
  for (let attempt = 0; attempt < 4; attempt++) {
    await logIn(page, { email: uma.email, password: `wrong ${attempt}` });
    await expect(login(page).getByRole('alert')).toBeVisible();
    await expect(login(page).getByRole('button', { name: 'Log in' })).not.toHaveAttribute('data-loading');
  }
  await expect(page.getByText('Too many failed attempts.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/Try again in [01]:\d\d\./);
  await expect(login(page).getByRole('button', { name: 'Log in' })).toBeDisabled();
  await expectAccessible(page, 'the wait after wrong passwords');

  await returningPage.goto(`${waypost.baseUrl}/login`);
  await logIn(returningPage, uma);
  await expect(returningPage.getByRole('link', { name: 'Log in' })).toHaveCount(0);
});

test('a forgotten password is reset by the link in a mail, which works once', { tag: '@slow' }, async ({
  page,
}) => {
  const mo = { email: 'mo@example.org', password: 'will be lost' };
  // Not registered: the tests before have used up the registrations of a minute.
  const account = { ...mo, realname: 'Mo', role: 'user' };
  expect((await callApi(waypost, await tokenFor(waypost, 'admin'), 'POST', '/users', account)).ok).toBe(true);
  const before = await tokenFor(waypost, mo);

  await page.goto(`${waypost.baseUrl}/login`);
  await login(page).getByRole('link', { name: 'Forgot your password?' }).click();
  await expectAccessible(page, 'the request for a link');
  for (const email of ['nobody@example.org', mo.email]) {
    await page.goto(`${waypost.baseUrl}/forgotpassword`);
    await dialogField(page, 'Email').fill(email);
    await pressInDialog(page, 'Send link');
    await expect(page.getByText('If there is an account with that email')).toBeVisible();
  }
  await expectAccessible(page, 'the notice that a link was sent');

  const secret = await readMailedToken(mo.email);
  await page.goto(`${waypost.baseUrl}/forgotpassword/confirm/${encodeURIComponent(secret)}`);
  await expect(page).toHaveURL(`${waypost.baseUrl}/forgotpassword/confirm`);
  await expect(dialogField(page, 'Token')).toHaveCount(0);
  await expectAccessible(page, 'the new password');
  await dialogField(page, 'New password').fill('found again');
  await pressInDialog(page, 'Set password');
  await expect(page.getByText('Your password has been reset.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/views\/map/);
  expect(await isTokenValid(before)).toBe(false);
  expect(await isTokenValid(await tokenFor(waypost, { ...mo, password: 'found again' }))).toBe(true);

  await page.goto(`${waypost.baseUrl}/forgotpassword/confirm`);
  await dialogField(page, 'Token').fill(secret);
  await dialogField(page, 'New password').fill('found again');
  await pressInDialog(page, 'Set password');
  await expect(page.getByText('This token is wrong')).toBeVisible();
  await expect(dialogField(page, 'Token')).toBeFocused();
});

/** Reads the token from the outbox, since the deployment has no mail server. The mail is stored after the response. */
async function readMailedToken(to: string): Promise<string> {
  const reader = await tokenFor(waypost, 'admin');
  let token = '';
  await expect
    .poll(async () => {
      const response = await callApi(waypost, reader, 'GET', '/outbox');
      const { results } = (await response.json()) as { results: { to: string; text: string | null }[] };
      // Other mails to the same address may be there already.
      const text = results.flatMap((mail) => (mail.to === to ? (mail.text ?? '') : [])).join('\n');
      token = /^[\w-]{43}$/m.exec(text)?.[0] ?? /confirm\/(\S+)/.exec(text)?.[1] ?? '';
      return token;
    })
    .not.toBe('');
  return token;
}

test('a user accepts new terms of service, or is logged out', { tag: '@slow' }, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  const terms = { tos_release_date: '2026-05-01', tos_url: 'https://example.org/terms' };
  await callApi(waypost, token, 'PUT', '/config/site', terms);
  const page = await open(`${waypost.baseUrl}/login`);
  const dialog = page.getByRole('dialog', { name: 'Terms of service' });
  await logIn(page, admin);
  await expect(dialog.getByRole('link', { name: /Read the terms/ })).toHaveAttribute('href', terms.tos_url);
  await page.keyboard.press('Escape');
  await pressInDialog(page, 'Continue');
  await expect(page.getByText('Agree to the terms to continue.')).toBeVisible();
  await expectAccessible(page, 'the terms');
  await pressInDialog(page, 'Decline and log out');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, admin);
  await page.getByRole('checkbox', { name: 'I have read the terms' }).check();
  await pressInDialog(page, 'Continue');
  await expect(dialog).toHaveCount(0);
  const agreed = await callApi(waypost, token, 'GET', '/tos');
  expect(await agreed.json()).toMatchObject({ results: [{ tos_version_date: '2026-05-01T00:00:00+00:00' }] });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await callApi(waypost, token, 'PUT', '/config/site', { tos_release_date: '', tos_url: '' });
});

test('a notice does not cover an open dialog, on a desktop, on a phone and right to left', {
  tag: '@slow',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/login`);
  await logIn(page, admin);
  await expect(page).toHaveURL(/\/views\/map/);
  for (const [width, direction] of [
    [1280, 'ltr'],
    [1280, 'rtl'],
    [390, 'ltr'],
    [390, 'rtl'],
  ] as const) {
    await page.setViewportSize({ width, height: 720 });
    await page.reload();
    await openAccount(page);
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    await dialogField(page, 'Full name').fill(`Ada ${width} ${direction}`);
    await pressInDialog(page, 'Save');
    const notice = page.getByText('Profile saved.');
    await expect(notice).toBeVisible();
    const overlap = () =>
      page.evaluate(() => {
        const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [dialog, notice] = [boxOf('.mantine-Modal-content'), boxOf('.mantine-Notification-root')];
        return dialog && notice ? Math.max(0, Math.ceil(dialog.bottom - notice.top)) : null;
      });
    await expect.poll(overlap, `${width} px, ${direction}`).toBe(0);
    // The dialog may be taller than the screen.
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.scrollIntoViewIfNeeded();
    await expect(save).toBeInViewport();
  }
});
