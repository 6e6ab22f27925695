import { screen } from '@testing-library/dom';
import { createRole, deleteRole, listPermissions, readRole, updateRole } from '@waypost/contract/roles';
import { listUsers } from '@waypost/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { invalid, problem } from '../../testing/api-server.ts';
import { findDialog } from '../../testing/person.ts';
import { admin, page, role, user } from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

const permission = (id: number, name: string) => ({
  id,
  url: '',
  name,
  description: null,
  allowed_privileges: [],
});

beforeEach(() => {
  server.on(listPermissions, () => page([permission(1, 'Manage Users'), permission(2, 'Manage Posts')]));
  server.on(listUsers, () => page([user()], 3));
});

test('a role is sent with its name and permissions', async () => {
  server.on(createRole, ({ body }) => role({ display_name: body.display_name ?? null }));
  const person = await renderScreen('/settings/roles/create', { as: admin });
  await person.fill('Name', 'Field team');
  await person.press('checkbox', 'Manage posts');
  await person.press('button', 'Add role');
  await screen.findByText('The role “Field team” is saved.');
  expect(server.requests(createRole)[0]?.body).toMatchObject({
    display_name: 'Field team',
    permissions: ['Manage Posts'],
  });
});

test('what is wrong with the name for programs is told at the name that people read', async () => {
  server.on(createRole, () => invalid({ field: 'name', rule: 'taken' }));
  const person = await renderScreen('/settings/roles/create', { as: admin });
  await person.fill('Name', 'Reviewer');
  await person.press('button', 'Add role');
  await screen.findByText(/already in use/);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/already in use/);
});

test('a name of two letters is told before it is sent', async () => {
  const person = await renderScreen('/settings/roles/create', { as: admin });
  await person.fill('Name', 'ab');
  await person.tab();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/at least 3 characters/);
  expect(screen.getByRole('button', { name: 'Add role' })).toBeDisabled();
});

test('permissions that could not be read can be asked for again, and the name stays', async () => {
  let isDown = true;
  server.on(listPermissions, () => (isDown ? problem('server.busy') : page([permission(2, 'Manage Posts')])));
  const person = await renderScreen('/settings/roles/create', { as: admin });
  await person.fill('Name', 'Field team');
  await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.press('button', 'Try again');
  await screen.findByRole('checkbox', { name: 'Manage posts' });
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Field team');
});

test('the administrators’ role shows every permission and can be neither changed nor deleted', async () => {
  server.on(readRole, () =>
    role({ name: 'admin', display_name: 'Admin', protected: true, allowed_privileges: ['read'] }),
  );
  await renderScreen('/settings/roles/1', { as: admin });
  const box = await screen.findByRole('checkbox', { name: 'Manage posts' });
  expect(box).toBeChecked();
  expect(box).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete role' })).toBeNull();
});

test('a permission that is taken away is sent as taken away', async () => {
  server.on(readRole, () => role({ permissions: ['Manage Posts', 'Manage Users'] }));
  server.on(updateRole, () => role());
  const person = await renderScreen('/settings/roles/1', { as: admin });
  await person.press('checkbox', 'Manage users');
  await person.press('button', 'Save');
  await expect.poll(() => server.requests(updateRole)[0]?.body.permissions).toEqual(['Manage Posts']);
});

test('deleting says how many people lose the role', async () => {
  server.on(readRole, () => role());
  server.on(deleteRole, () => role());
  const person = await renderScreen('/settings/roles/1', { as: admin });
  await person.press('button', 'Delete role');
  const dialog = await findDialog(/Reviewer/);
  expect(dialog.getByText(/3 people have this role/)).toBeVisible();
});

test('without custom roles in the plan there is no form', async () => {
  await renderScreen('/settings/roles/create', {
    as: admin,
    config: { features: { roles: { enabled: false } } },
  });
  expect(await screen.findByText(/Custom roles aren't available/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
});
