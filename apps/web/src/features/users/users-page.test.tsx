import { screen, within } from '@testing-library/dom';
import { deleteUser, listUsers, updateUser } from '@waypost/contract/users/users';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage, createTestUser } from '../../testing/test-entities.ts';

const people = [
  createTestUser(),
  createTestUser({ id: 2, realname: 'Bo', email: 'bo@example.org', role: 'reviewer' }),
  createTestUser({ id: 3, realname: null, email: 'cy@example.org' }),
];
const open = (address = '/settings/users') => renderScreen(address, { account: adminAccount });

test('one’s own row is marked, and who has no name is called by their address', async () => {
  apiServer.on(listUsers, () => createTestPage(people));
  await open();
  const rows = within(await screen.findByRole('list', { name: 'Users' }));
  expect(rows.getByText('You')).toBeVisible();
  expect(rows.getByRole('link', { name: 'cy@example.org' })).toBeVisible();
});

test('the way back from a list leads to the settings, not to the list itself', async () => {
  apiServer.on(listUsers, () => createTestPage(people));
  await open();
  await screen.findByRole('list', { name: 'Users' });
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getAllByRole('link').map((link) => link.textContent)).toEqual(['Settings']);
});

test('what is typed into the search is asked of the server from the first page on', async () => {
  apiServer.on(listUsers, () => createTestPage(people, 60));
  const person = await open('/settings/users?page=3');
  await screen.findByRole('list', { name: 'Users' });
  await person.fill('Search by name, email or contact', 'bo', 'searchbox');
  await expect.poll(() => apiServer.requests(listUsers).at(-1)?.query).toMatchObject({ q: 'bo', offset: 0 });
});

test('no match says so and offers everybody again', async () => {
  apiServer.on(listUsers, ({ query }) => (query.q ? createTestPage([]) : createTestPage(people)));
  const person = await open('/settings/users?q=zzz');
  await screen.findByText('No users found');
  await person.press('button', 'Clear search and filters');
  expect(await screen.findByRole('link', { name: 'Bo' })).toBeVisible();
});

test('a list that cannot be read is asked for again by “Try again”', async () => {
  let isDown = true;
  apiServer.on(listUsers, () =>
    isDown ? createProblemResponse('request.too-many') : createTestPage(people),
  );
  const person = await open();
  await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.press('button', 'Try again');
  expect(await screen.findByRole('link', { name: 'Bo' })).toBeVisible();
});

test('a page that the address names and that is not there becomes the last one', async () => {
  apiServer.on(listUsers, ({ query }) => createTestPage(Number(query.offset) < 11 ? people : [], 11));
  const person = await open('/settings/users?page=9');
  await expect.poll(() => person.router.state.location.href).toBe('/settings/users?page=2');
});

test('deleting several tells who could not be deleted and why, and keeps them selected', async () => {
  apiServer.on(listUsers, () => createTestPage(people));
  apiServer.on(deleteUser, ({ params }) =>
    params.id === 1
      ? createProblemResponse('request.refused', { user: 1, privilege: 'delete', resource: 'user', id: 1 })
      : createTestUser({ id: params.id }),
  );
  const person = await open();
  await person.press('checkbox', 'Select all on this page');
  await person.press('button', 'Delete');
  const dialog = await findDialog('Delete 3 accounts?');
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  const report = within(await dialog.findByRole('alert'));
  expect(report.getByText('2 done.')).toBeVisible();
  expect(report.getByText(/You cannot delete your own account/)).toBeVisible();
  await person.click(dialog.getByText('Close'));
  expect(await screen.findByText('1 selected')).toBeVisible();
});

test('no role can be given to several before one is selected', async () => {
  apiServer.on(listUsers, () => createTestPage(people));
  apiServer.on(updateUser, ({ params }) => createTestUser({ id: params.id }));
  const person = await open();
  await person.press('checkbox', 'Select Bo');
  await person.press('button', 'Change role');
  const dialog = await findDialog('Change role');
  expect(dialog.getByRole('button', { name: 'Change role' })).toBeDisabled();
  await person.selectOptions(dialog.getByRole('combobox'), 'Reviewer');
  await person.click(dialog.getByRole('button', { name: 'Change role' }));
  await expect.poll(() => apiServer.requests(updateUser).map(({ params }) => params.id)).toEqual([2]);
});
