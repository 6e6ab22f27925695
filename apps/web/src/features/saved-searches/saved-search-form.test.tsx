import { screen } from '@testing-library/dom';
import { readPostStats } from '@waypost/contract/browse/stats';
import { listCategories } from '@waypost/contract/categories/categories';
import { listNotifications } from '@waypost/contract/notifications/notifications';
import { listPosts } from '@waypost/contract/posts/posts';
import {
  createSavedSearch,
  listSavedSearches,
  readSavedSearch,
  type SavedSearch,
  updateSavedSearch,
} from '@waypost/contract/saved-searches/saved-searches';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { listRoles } from '@waypost/contract/users/roles';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import {
  adminAccount,
  createTestCategory,
  createTestCollection,
  createTestPage,
  createTestPost,
  createTestRole,
  memberAccount,
} from '../../testing/test-entities.ts';

const savedSearch = (it: Partial<SavedSearch> = {}): SavedSearch => ({
  ...createTestCollection({ id: 4, name: 'Roads', allowed_privileges: ['read', 'update', 'delete'] }),
  filter: { tags: [1] },
  ...it,
});

beforeEach(() => {
  apiServer.on(listCategories, () => createTestPage([createTestCategory()]));
  apiServer.on(listTasks, () => createTestPage([]));
  apiServer.on(listNotifications, () => createTestPage([]));
  apiServer.on(listPosts, () => createTestPage([createTestPost()]));
  apiServer.on(readSavedSearch, () => savedSearch());
  apiServer.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
});

async function openNew(as = memberAccount) {
  const person = await renderScreen('/views/data?tags=1', { account: as, width: 390 });
  await person.press('button', /^Sort and filter/);
  await person.press('button', 'Save this search');
  return { person, dialog: await findDialog('Save this search') };
}

test('a new one is for everyone, and keeps the filters and the view that it is made in', async () => {
  apiServer.on(createSavedSearch, () => savedSearch());
  const { person, dialog } = await openNew();
  expect(dialog.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  expect(dialog.getByRole('radio', { name: 'List' })).toBeChecked();
  expect(dialog.getByRole('button', { name: 'Save search' })).toBeDisabled();
  await person.fill('Name', 'Roads');
  await person.click(dialog.getByRole('button', { name: 'Save search' }));
  await expect.poll(() => apiServer.requests(createSavedSearch)).toHaveLength(1);
  expect(apiServer.requests(createSavedSearch)[0]?.body).toMatchObject({
    name: 'Roads',
    view: 'data',
    role: [],
    filter: { tags: ['1'] },
  });
});

test('a name that the server refuses is told at the name, and what was typed stays', async () => {
  apiServer.on(createSavedSearch, () => createValidationResponse({ field: 'name', rule: 'taken' }));
  const { person, dialog } = await openNew();
  await person.fill('Name', 'Roads');
  await person.fill('Description', 'Near the river');
  await person.click(dialog.getByRole('button', { name: 'Save search' }));
  await dialog.findByText(/already in use/);
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/already in use/);
  expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Near the river');
});

test('a save that fails is told in the window, which stays', async () => {
  apiServer.on(createSavedSearch, () => createProblemResponse('server.no-database'));
  const { person, dialog } = await openNew();
  await person.fill('Name', 'Roads');
  await person.click(dialog.getByRole('button', { name: 'Save search' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/cannot reach its database/);
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Roads');
});

test('one for some roles needs a role, also while the names of roles cannot be read', async () => {
  apiServer.on(listRoles, () => createProblemResponse('server.failed'));
  const { person, dialog } = await openNew();
  await person.fill('Name', 'Roads');
  await person.click(dialog.getByRole('radio', { name: 'Specific roles' }));
  expect(dialog.getByRole('button', { name: 'Save search' })).toBeDisabled();
  expect(await dialog.findByText(/could not be|cannot be/)).toBeVisible();
});

test('one that has other filters now shows itself as it is, and keeps the new filters', async () => {
  apiServer.on(listRoles, () => createTestPage([createTestRole({ id: 2 })]));
  let stored = savedSearch({ role: ['reviewer'] });
  apiServer.on(readSavedSearch, () => stored);
  apiServer.on(updateSavedSearch, ({ body }) => {
    stored = { ...stored, filter: body.filter ?? stored.filter };
    return stored;
  });
  const person = await renderScreen('/savedsearches/4', { account: adminAccount, width: 390 });
  await screen.findByRole('link', { name: /Lamp is out/ });
  await person.router.navigate({ to: '.', search: (old) => ({ ...old, q: 'bridge' }) });
  await person.press('button', /^Sort and filter/);
  await person.press('button', 'Update');
  const dialog = await findDialog('Update saved search');
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Roads');
  expect(dialog.getByRole('radio', { name: 'Specific roles' })).toBeChecked();
  expect(await dialog.findByRole('checkbox', { name: 'Reviewer' })).toBeChecked();
  await person.click(dialog.getByRole('button', { name: 'Update' }));
  await expect.poll(() => apiServer.requests(updateSavedSearch)).toHaveLength(1);
  expect(apiServer.requests(updateSavedSearch)[0]?.body).toMatchObject({
    role: ['reviewer'],
    filter: { q: 'bridge' },
  });
  await person.press('button', 'Undo');
  expect(await screen.findByText('Change undone.')).toBeVisible();
  expect(apiServer.requests(updateSavedSearch)[1]?.body).toMatchObject({
    name: 'Roads',
    role: ['reviewer'],
    filter: { tags: [1] },
  });
});

test('one that somebody has restricted since is not set back', async () => {
  let stored = savedSearch();
  apiServer.on(readSavedSearch, () => stored);
  apiServer.on(updateSavedSearch, () => stored);
  const person = await renderScreen('/savedsearches/4', { account: adminAccount, width: 390 });
  await screen.findByRole('link', { name: /Lamp is out/ });
  await person.router.navigate({ to: '.', search: (old) => ({ ...old, q: 'bridge' }) });
  await person.press('button', /^Sort and filter/);
  await person.press('button', 'Update');
  await person.click((await findDialog('Update saved search')).getByRole('button', { name: 'Update' }));
  await screen.findByRole('button', { name: 'Undo' });
  stored = savedSearch({ role: ['admin'] });
  await person.press('button', 'Undo');
  expect(await screen.findByText('Someone changed this since. Nothing was undone.')).toBeVisible();
  expect(apiServer.requests(updateSavedSearch)).toHaveLength(1);
});

test('who may only read it is offered no change', async () => {
  apiServer.on(readSavedSearch, () => savedSearch({ allowed_privileges: ['read'] }));
  await renderScreen('/savedsearches/4', { account: memberAccount });
  expect(await screen.findByRole('heading', { name: 'Roads' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
});

test('without any, the list of saved searches says so', async () => {
  apiServer.on(listSavedSearches, () => createTestPage([]));
  const person = await renderScreen('/views/data', { account: memberAccount, width: 390 });
  await person.press('button', /^Sort and filter/);
  await person.press('button', 'Saved searches');
  expect(await screen.findByText(/No saved searches/)).toBeVisible();
});
