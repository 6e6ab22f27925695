import { screen, within } from '@testing-library/dom';
import { listCollections } from '@waypost/contract/collections/collections';
import { updateMe } from '@waypost/contract/users/users';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import {
  createTestAccount,
  createTestPage,
  createTestUser,
  memberAccount,
} from '../../../testing/test-entities.ts';

beforeEach(() => apiServer.on(listCollections, () => createTestPage([])));

/** A choice in the open menu, which jsdom takes for hidden once it has moved: it computes no layout. */
const findChoice = (name: string) => screen.findByRole('menuitemradio', { name, hidden: true });
const menuNames = () =>
  within(screen.getByRole('menu'))
    .getAllByRole('menuitem')
    .map((item) => item.textContent);

test('on a phone the account and “Log out” come first, and languages are shown when asked for', async () => {
  apiServer.on(updateMe, () => createTestUser());
  const person = await renderScreen('/collections', { account: memberAccount, width: 390 });
  await person.press('button', 'More');
  await screen.findByRole('menu');
  expect(menuNames().slice(0, 2)).toEqual(['Account settings', 'Log out']);
  expect(screen.queryAllByRole('menuitemradio', { hidden: true })).toEqual([]);
  const language = screen.getByRole('menuitem', { name: 'Language English' });
  expect(language).toHaveAttribute('aria-expanded', 'false');
  await person.click(language);
  expect(language).toHaveAttribute('aria-expanded', 'true');
  await person.click(await findChoice('français'));
  await expect.poll(() => document.documentElement.lang).toBe('fr');
});

test('the button of the menu shows the avatar of the account, and the dots to visitors', async () => {
  await renderScreen('/collections', { account: memberAccount });
  expect((await screen.findByRole('button', { name: 'More' })).querySelector('svg > rect')).not.toBeNull();
  await renderScreen('/collections');
  expect((await screen.findByRole('button', { name: 'More' })).querySelector('svg > rect')).toBeNull();
});

test('the appearance is chosen below its item', async () => {
  const person = await renderScreen('/collections');
  await person.press('button', 'More');
  await person.press('menuitem', 'Appearance Same as device');
  await person.click(await findChoice('Dark'));
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('dark');
});

test('“Not now” lasts until the next login, and the menu opens the dialog again', async () => {
  const account = createTestAccount({ email: 'admin@waypost.local' });
  const person = await renderScreen('/collections', { account });
  const dialog = await findDialog('Set your own email and password');
  await person.click(dialog.getByRole('button', { name: 'Not now' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('waypost.admin-setup-postponed')).toBe(String(account.id));
  await person.press('button', 'More');
  await person.press('menuitem', 'Set your own email and password');
  expect(await findDialog('Set your own email and password')).toBeDefined();
});
