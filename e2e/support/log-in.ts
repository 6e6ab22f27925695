/** Logging in as people do it. */
import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { BrowserFixtures } from './browser.ts';
import { callApi, tokenFor, type Waypost } from './waypost.ts';

/** A field of the dialog that is open. */
export const dialogField = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true });

/** A button of the dialog that is open. */
export const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Fills and sends the login dialog, which is open. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await dialogField(page, 'Email').fill(email);
  await dialogField(page, 'Password').fill(password);
  await pressInDialog(page, 'Log in');
}

/** Opens one's own account from the menu. */
export async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
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

/** What a browser holds once somebody has logged in, for journeys that are about something else. */
export async function loggedIn(
  waypost: Pick<Waypost, 'baseUrl'>,
  who: { email: string; password: string },
): Promise<BrowserContextOptions> {
  const accessToken = await tokenFor(waypost, who);
  const read = async <T>(url: string) =>
    (await (await callApi(waypost, accessToken, 'GET', url)).json()) as T;
  const { id, realname, email, role, gravatar, language } = await read<Account>('/users/me');
  const roles = await read<{ results: { permissions: string[] }[] }>(`/roles?name=${role}`);
  const permissions = roles.results[0]?.permissions ?? [];
  const kept = {
    'waypost.token': { accessToken, expires: Date.now() + 3_600_000, grant: 'password' },
    'waypost.account': { id, realname, email, role, gravatar, language, permissions },
  };
  const localStorage = Object.entries(kept).map(([name, it]) => ({ name, value: JSON.stringify(it) }));
  return { storageState: { cookies: [], origins: [{ origin: waypost.baseUrl, localStorage }] } };
}

/** Opens a screen as somebody, or as a visitor; what the screen asks for and is refused fails no journey. */
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
  const session = login ? await loggedIn({ baseUrl }, login) : {};
  return open(baseUrl + path, { ...options, ...session }, { allowClientErrors: true, allowConnectionErrors });
}
