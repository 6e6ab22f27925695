import { screen } from '@testing-library/dom';
import { createRole, deleteRole, listPermissions, readRole, updateRole } from '@waypost/contract/users/roles';
import { listUsers } from '@waypost/contract/users/users';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage, createTestRole, createTestUser } from '../../testing/test-entities.ts';

const permission = (id: number, name: string) => ({
  id,
  url: '',
  name,
  description: null,
  allowed_privileges: [],
});

beforeEach(() => {
  apiServer.on(listPermissions, () =>
    createTestPage([permission(1, 'Manage Users'), permission(2, 'Manage Posts')]),
  );
  apiServer.on(listUsers, () => createTestPage([createTestUser()], 3));
});

test('a role is sent with its name and permissions', async () => {
  apiServer.on(createRole, ({ body }) => createTestRole({ display_name: body.display_name ?? null }));
  const person = await renderScreen('/settings/roles/create', { account: adminAccount });
  await person.fill('Name', 'Field team');
  await person.press('checkbox', 'Manage reports');
  await person.press('button', 'Add role');
  await screen.findByText('Role “Field team” saved.');
  expect(apiServer.requests(createRole)[0]?.body).toMatchObject({
    display_name: 'Field team',
    permissions: ['Manage Posts'],
  });
});

test('what is wrong with the name for programs is told at the name that people read', async () => {
  apiServer.on(createRole, () => createValidationResponse({ field: 'name', rule: 'taken' }));
  const person = await renderScreen('/settings/roles/create', { account: adminAccount });
  await person.fill('Name', 'Reviewer');
  await person.press('button', 'Add role');
  await screen.findByText(/already in use/);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/already in use/);
});

test('a name of two letters is told before it is sent', async () => {
  const person = await renderScreen('/settings/roles/create', { account: adminAccount });
  await person.fill('Name', 'ab');
  await person.tab();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/at least 3 characters/);
  expect(screen.getByRole('button', { name: 'Add role' })).toBeDisabled();
});

test('permissions that could not be read can be asked for again, and the name stays', async () => {
  let isDown = true;
  apiServer.on(listPermissions, () =>
    isDown ? createProblemResponse('server.busy') : createTestPage([permission(2, 'Manage Posts')]),
  );
  const person = await renderScreen('/settings/roles/create', { account: adminAccount });
  await person.fill('Name', 'Field team');
  await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.press('button', 'Try again');
  await screen.findByRole('checkbox', { name: 'Manage reports' });
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Field team');
});

test('the administrators’ role shows every permission and can be neither changed nor deleted', async () => {
  apiServer.on(readRole, () =>
    createTestRole({ name: 'admin', display_name: 'Admin', protected: true, allowed_privileges: ['read'] }),
  );
  await renderScreen('/settings/roles/1', { account: adminAccount });
  const box = await screen.findByRole('checkbox', { name: 'Manage reports' });
  expect(box).toBeChecked();
  expect(box).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete role' })).toBeNull();
});

test('a permission that is taken away is sent as taken away', async () => {
  apiServer.on(readRole, () => createTestRole({ permissions: ['Manage Posts', 'Manage Users'] }));
  apiServer.on(updateRole, () => createTestRole());
  const person = await renderScreen('/settings/roles/1', { account: adminAccount });
  await person.press('checkbox', 'Manage users');
  await person.press('button', 'Save');
  await expect.poll(() => apiServer.requests(updateRole)[0]?.body.permissions).toEqual(['Manage Posts']);
});

test('a permission that is no longer offered is shown for a role that has it, and can be taken away', async () => {
  apiServer.on(readRole, () => createTestRole({ permissions: ['Bulk Data Import', 'Manage Posts'] }));
  apiServer.on(updateRole, () => createTestRole());
  const person = await renderScreen('/settings/roles/1', { account: adminAccount });
  const box = await screen.findByRole('checkbox', { name: 'Bulk data import' });
  expect(box).toBeChecked();
  await person.click(box);
  expect(screen.getByRole('checkbox', { name: 'Bulk data import' })).not.toBeChecked();
  await person.press('button', 'Save');
  await expect.poll(() => apiServer.requests(updateRole)[0]?.body.permissions).toEqual(['Manage Posts']);
});

test('deleting says how many people lose the role', async () => {
  apiServer.on(readRole, () => createTestRole());
  apiServer.on(deleteRole, () => createTestRole());
  const person = await renderScreen('/settings/roles/1', { account: adminAccount });
  await person.press('button', 'Delete role');
  const dialog = await findDialog(/Reviewer/);
  expect(await dialog.findByText(/3 people have this role/)).toBeVisible();
});

test('without custom roles in the plan there is no form', async () => {
  await renderScreen('/settings/roles/create', {
    account: adminAccount,
    config: { features: { roles: { enabled: false } } },
  });
  expect(await screen.findByText(/Custom roles aren't available/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
});

test('a translated name that is left as it is keeps the name that the server stores', async () => {
  const member = createTestRole({ id: 2, name: 'user', display_name: 'Member', description: 'Looks around' });
  apiServer.on(readRole, () => member);
  apiServer.on(updateRole, () => member);
  const person = await renderScreen('/settings/roles/2', { account: adminAccount, language: 'es' });
  await screen.findByDisplayValue('Miembro');
  await person.fill('Descripción', 'Vecinos');
  await person.press('button', 'Guardar');
  await screen.findByText('Se guardó el rol “Miembro”.');
  expect(apiServer.requests(updateRole)[0]?.body).toMatchObject({
    display_name: 'Member',
    description: 'Vecinos',
  });
});
