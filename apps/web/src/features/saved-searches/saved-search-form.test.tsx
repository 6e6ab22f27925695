import { screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories';
import { listNotifications } from '@waypost/contract/notifications';
import { listPosts } from '@waypost/contract/posts';
import { listRoles } from '@waypost/contract/roles';
import {
  createSavedSearch,
  listSavedSearches,
  readSavedSearch,
  type SavedSearch,
  updateSavedSearch,
} from '@waypost/contract/saved-searches';
import { readPostStats } from '@waypost/contract/stats';
import { listTasks } from '@waypost/contract/tasks';
import { beforeEach, expect, test } from 'vitest';
import { invalid, problem } from '../../testing/api-server.ts';
import { findDialog } from '../../testing/person.ts';
import { admin, category, collection, member, page, post, role } from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

const savedSearch = (it: Partial<SavedSearch> = {}): SavedSearch => ({
  ...collection({ id: 4, name: 'Roads', allowed_privileges: ['read', 'update', 'delete'] }),
  filter: { tags: [1] },
  ...it,
});

beforeEach(() => {
  server.on(listCategories, () => page([category()]));
  server.on(listTasks, () => page([]));
  server.on(listNotifications, () => page([]));
  server.on(listPosts, () => page([post()]));
  server.on(readSavedSearch, () => savedSearch());
  server.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
});

async function openNew(as = member) {
  const person = await renderScreen('/views/data?tags=1', { as, width: 390 });
  await person.press('button', /^Sort and filter/);
  await person.press('button', 'Save this search');
  return { person, dialog: await findDialog('Save this search') };
}

test('a new one is for everyone, and keeps the filters and the view that it is made in', async () => {
  server.on(createSavedSearch, () => savedSearch());
  const { person, dialog } = await openNew();
  expect(dialog.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  expect(dialog.getByRole('radio', { name: 'List' })).toBeChecked();
  expect(dialog.getByRole('button', { name: 'Save search' })).toBeDisabled();
  await person.fill('Name', 'Roads');
  await person.click(dialog.getByRole('button', { name: 'Save search' }));
  await expect.poll(() => server.requests(createSavedSearch)).toHaveLength(1);
  expect(server.requests(createSavedSearch)[0]?.body).toMatchObject({
    name: 'Roads',
    view: 'data',
    role: [],
    filter: { tags: ['1'] },
  });
});

test('a name that the server refuses is told at the name, and what was typed stays', async () => {
  server.on(createSavedSearch, () => invalid({ field: 'name', rule: 'taken' }));
  const { person, dialog } = await openNew();
  await person.fill('Name', 'Roads');
  await person.fill('Description', 'Near the river');
  await person.click(dialog.getByRole('button', { name: 'Save search' }));
  await dialog.findByText(/already in use/);
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/already in use/);
  expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Near the river');
});

test('a save that fails is told in the window, which stays', async () => {
  server.on(createSavedSearch, () => problem('server.no-database'));
  const { person, dialog } = await openNew();
  await person.fill('Name', 'Roads');
  await person.click(dialog.getByRole('button', { name: 'Save search' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/cannot reach its database/);
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Roads');
});

test('one for some roles needs a role, also while the names of roles cannot be read', async () => {
  server.on(listRoles, () => problem('server.failed'));
  const { person, dialog } = await openNew();
  await person.fill('Name', 'Roads');
  await person.click(dialog.getByRole('radio', { name: 'Specific roles' }));
  expect(dialog.getByRole('button', { name: 'Save search' })).toBeDisabled();
  expect(await dialog.findByText(/could not be|cannot be/)).toBeVisible();
});

test('one that has other filters now shows itself as it is, and keeps the new filters', async () => {
  server.on(listRoles, () => page([role({ id: 2 })]));
  server.on(readSavedSearch, () => savedSearch({ role: ['reviewer'] }));
  server.on(updateSavedSearch, () => savedSearch());
  const person = await renderScreen('/savedsearches/4', { as: admin, width: 390 });
  await screen.findByRole('link', { name: /Lamp is out/ });
  await person.router.navigate({ to: '.', search: (old) => ({ ...old, q: 'bridge' }) });
  await person.press('button', /^Sort and filter/);
  await person.press('button', 'Update');
  const dialog = await findDialog('Update saved search');
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Roads');
  expect(dialog.getByRole('radio', { name: 'Specific roles' })).toBeChecked();
  expect(await dialog.findByRole('checkbox', { name: 'Reviewer' })).toBeChecked();
  await person.click(dialog.getByRole('button', { name: 'Update' }));
  await expect.poll(() => server.requests(updateSavedSearch)).toHaveLength(1);
  expect(server.requests(updateSavedSearch)[0]?.body).toMatchObject({
    role: ['reviewer'],
    filter: { q: 'bridge' },
  });
});

test('who may only read it is offered no change', async () => {
  server.on(readSavedSearch, () => savedSearch({ allowed_privileges: ['read'] }));
  await renderScreen('/savedsearches/4', { as: member });
  expect(await screen.findByRole('heading', { name: 'Roads' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
});

test('without any, the list of saved searches says so', async () => {
  server.on(listSavedSearches, () => page([]));
  const person = await renderScreen('/views/data', { as: member, width: 390 });
  await person.press('button', /^Sort and filter/);
  await person.press('button', 'Saved searches');
  expect(await screen.findByText(/No saved searches/)).toBeVisible();
});
