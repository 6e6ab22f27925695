/** Logging in: through the login dialog, or with a stored token. */
import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { BrowserFixtures } from './browser.ts';
import type { createActionCounter } from './count-actions.ts';
import { admin, callApi, tokenFor, type Waypost } from './waypost.ts';

/** A text field of the open dialog. */
export const dialogField = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true });

/** Presses a button of the open dialog. */
export const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Fills in and submits the open login dialog. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await dialogField(page, 'Email').fill(email);
  await dialogField(page, 'Password').fill(password);
  await pressInDialog(page, 'Log in');
}

/** Opens the account settings from the menu. */
export async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Account settings' })).toBeVisible();
}

interface Account {
  id: number;
  realname: string | null;
  email: string | null;
  role: string;
  gravatar: string | null;
  language: string | null;
}

/** Browser context options with a stored login, for journeys that do not test the login itself. */
export async function loggedInContext(
  waypost: Pick<Waypost, 'baseUrl'>,
  who: { email: string; password: string },
): Promise<BrowserContextOptions> {
  const accessToken = await tokenFor(waypost, who);
  const read = async <T>(url: string) =>
    (await (await callApi(waypost, accessToken, 'GET', url)).json()) as T;
  const { id, realname, email, role, gravatar, language } = await read<Account>('/users/me');
  const roles = await read<{ results: { permissions: string[] }[] }>(`/roles?name=${role}`);
  const permissions = roles.results[0]?.permissions ?? [];
  const storedItems = {
    'waypost.token': { accessToken, expires: Date.now() + 3_600_000, grant: 'password' },
    'waypost.account': { id, realname, email, role, gravatar, language, permissions },
  };
  const localStorage = Object.entries(storedItems).map(([name, it]) => ({ name, value: JSON.stringify(it) }));
  return { storageState: { cookies: [], origins: [{ origin: waypost.baseUrl, localStorage }] } };
}

/** Opens a screen as a user, or as a visitor if `login` is null. Responses with status 4xx do not fail the journey. */
export async function openAs(
  login: { email: string; password: string } | null,
  open: BrowserFixtures['open'],
  baseUrl: string,
  path: string,
  {
    allowConnectionErrors = false,
    ...options
  }: BrowserContextOptions & { allowConnectionErrors?: boolean } = {},
): Promise<Page> {
  const session = login ? await loggedInContext({ baseUrl }, login) : {};
  return open(baseUrl + path, { ...options, ...session }, { allowClientErrors: true, allowConnectionErrors });
}

/** Logs in to a new deployment, and replaces the email and password that it began with. Counts each action. */
export async function logInFirst(page: Page, count: ReturnType<typeof createActionCounter>): Promise<void> {
  await count.do(dialogField(page, 'Email').fill('admin@waypost.local'));
  await count.do(dialogField(page, 'Password').fill(admin.password));
  await count.do(pressInDialog(page, 'Log in'));
  await count.do(dialogField(page, 'Your email').fill('ines@example.org'));
  await count.do(dialogField(page, 'New password').fill('another secret'));
  await count.do(pressInDialog(page, 'Save'));
}
