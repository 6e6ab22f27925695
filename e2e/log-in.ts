/** Logging in as people do it. */
import { expect, type Page } from '@playwright/test';
import type { Watched } from './browser.ts';
import { scaled } from './timing.ts';

/** A field of the dialog that is open. */
export const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true });

/** A button of the dialog that is open. */
export const press = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Fills and sends the login dialog, which is open. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await inDialog(page, 'Email').fill(email);
  await inDialog(page, 'Password').fill(password);
  await press(page, 'Log in');
}

/** Opens one's own account from the menu. */
export async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Account settings' })).toBeVisible();
}

/** Opens a screen as somebody, or as a visitor; what the screen asks for and is refused fails no journey. */
export async function openAs(
  who: { email: string; password: string } | null,
  watched: Watched['open'],
  address: string,
  screen: string,
  { gone = false } = {},
): Promise<Page> {
  const page = await watched(address + (who ? '/login' : screen), {}, { refused: true, gone });
  page.setDefaultTimeout(scaled(30_000));
  if (!who) return page;
  await logIn(page, who);
  await page.waitForURL(/views/);
  await page.goto(address + screen);
  return page;
}
