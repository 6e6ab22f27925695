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

test('the button with the avatar opens the account settings and “Log out”, and nothing else', async () => {
  const person = await renderScreen('/collections', { account: memberAccount, width: 390 });
  const button = await screen.findByRole('button', { name: 'Account' });
  expect(button.querySelector('svg > rect')).not.toBeNull();
  await person.click(button);
  await screen.findByRole('menu');
  expect(menuNames()).toEqual(['Account settings', 'Log out']);
});

test('“Report” is in the middle of the bar, for visitors and for accounts', async () => {
  const namesInBar = () =>
    within(screen.getByRole('navigation', { name: 'Main' }))
      .getAllByText(/./, { selector: 'span' })
      .map((label) => label.textContent)
      .filter((label) => ['Map', 'List', 'Report', 'Account', 'Log in', 'More'].includes(label ?? ''));
  await renderScreen('/collections', { account: memberAccount, width: 390 });
  await screen.findByRole('button', { name: 'Account' });
  expect(namesInBar()).toEqual(['Map', 'List', 'Report', 'Account', 'More']);
  await renderScreen('/collections', { width: 390 });
  await screen.findByRole('link', { name: 'Log in' });
  expect(namesInBar()).toEqual(['Map', 'List', 'Report', 'Log in', 'More']);
});

test('languages are shown when asked for', async () => {
  apiServer.on(updateMe, () => createTestUser());
  const person = await renderScreen('/collections', { account: memberAccount, width: 390 });
  await person.press('button', 'More');
  await screen.findByRole('menu');
  expect(screen.queryAllByRole('menuitemradio', { hidden: true })).toEqual([]);
  const language = screen.getByRole('menuitem', { name: 'Language English' });
  expect(language).toHaveAttribute('aria-expanded', 'false');
  await person.click(language);
  expect(language).toHaveAttribute('aria-expanded', 'true');
  await person.click(await findChoice('français'));
  await expect.poll(() => document.documentElement.lang).toBe('fr');
});

test('the appearance is chosen below its item', async () => {
  const person = await renderScreen('/collections');
  await person.press('button', 'More');
  await person.press('menuitem', 'Appearance Same as device');
  await person.click(await findChoice('Dark'));
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('dark');
});

test('the closed notice about the default account stays away until the next login, and the menu still leads to its dialog', async () => {
  const account = createTestAccount({ email: 'admin@waypost.local' });
  const person = await renderScreen('/collections', { account });
  await findDialog('Set your own email and password');
  await person.press('button', 'Cancel');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const notice = screen.getByText(/default email of every new site/).closest('output');
  await person.click(within(notice!).getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByText(/default email of every new site/)).toBeNull();
  expect(localStorage.getItem('waypost.admin-setup-dismissed')).toBe(String(account.id));
  await person.press('button', 'Account');
  await person.press('menuitem', 'Set your own email and password');
  expect(await findDialog('Set your own email and password')).toBeDefined();
});
