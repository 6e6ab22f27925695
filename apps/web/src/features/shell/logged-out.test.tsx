import { screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { releaseLocks } from '@waypost/contract/posts/post-locks';
import { listPosts } from '@waypost/contract/posts/posts';
import { listRoles } from '@waypost/contract/users/roles';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog, type ScreenUser } from '../../testing/screen-user.ts';
import {
  adminAccount,
  createTestCategory,
  createTestPage,
  createTestRole,
} from '../../testing/test-entities.ts';

beforeEach(() => {
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(listCategories, () => createTestPage([createTestCategory()]));
  apiServer.on(listRoles, () => createTestPage([createTestRole()]));
  apiServer.on(releaseLocks, () => ({ count: 0 }));
});

const openForm = async () => {
  const person = await renderScreen('/settings/categories/create', { account: adminAccount });
  await screen.findByRole('textbox', { name: 'Name' });
  return person;
};
const pressLogOut = async (person: ScreenUser) => {
  await person.press('button', 'Account');
  await person.press('menuitem', 'Log out');
};
const isLoggedIn = () => localStorage.getItem('waypost.account') !== null;

test('a logout asks about unsaved changes, and staying keeps them', async () => {
  const person = await openForm();
  await person.fill('Name', 'Seen by the ferryman');
  await pressLogOut(person);
  const question = await findDialog('Leave without saving?');
  await person.click(question.getByRole('button', { name: 'Stay here' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Seen by the ferryman');
  expect(isLoggedIn()).toBe(true);
});

test('leaving without saving logs out', async () => {
  const person = await openForm();
  await person.fill('Name', 'Seen by the ferryman');
  await pressLogOut(person);
  const question = await findDialog('Leave without saving?');
  await person.click(question.getByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByRole('heading', { name: "You're logged out." })).toBeVisible();
  expect(isLoggedIn()).toBe(false);
});

test('after a logout the screen shows only a message and a login link', async () => {
  const person = await openForm();
  await pressLogOut(person);
  await screen.findByRole('heading', { name: "You're logged out." });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByText(/not found/i)).toBeNull();
  await expect.poll(() => person.router.state.location.pathname).not.toContain('settings');
  await person.press('link', 'Log in');
  await findDialog('Log in');
  expect(screen.queryByText('You need an account for this. Log in to continue.')).toBeNull();
});

test('continuing without a login opens the map as a visitor', async () => {
  const person = await openForm();
  await pressLogOut(person);
  await person.press('button', 'Continue without logging in');
  await expect.poll(() => person.router.state.location.pathname).toBe('/views/map');
  expect(screen.queryByRole('heading', { name: "You're logged out." })).toBeNull();
});

test('a logout in another tab shows the same message here', async () => {
  const person = await openForm();
  await person.fill('Name', 'Seen by the ferryman');
  for (const key of ['waypost.token', 'waypost.account']) {
    localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }
  expect(await screen.findByRole('heading', { name: "You're logged out." })).toBeVisible();
  expect(screen.queryByDisplayValue(/ferryman/)).toBeNull();
});
