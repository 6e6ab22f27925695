import { screen } from '@testing-library/dom';
import { listRoles } from '@waypost/contract/users/roles';
import { createUser, listUsers, readUser, updateUser } from '@waypost/contract/users/users';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage, createTestRole, createTestUser } from '../../testing/test-entities.ts';

beforeEach(() => apiServer.on(listUsers, () => createTestPage([createTestUser()])));

async function fillNew(email: string, password: string) {
  const person = await renderScreen('/settings/users/create', { account: adminAccount });
  await person.fill('Full name', 'Rosa Reporter');
  await person.fill('Email', email);
  await person.fillPassword(/^Password/, password);
  return person;
}

test('an account is sent with its password and role', async () => {
  apiServer.on(createUser, ({ body }) => createTestUser({ id: 9, realname: body.realname ?? null }));
  const person = await fillNew('rosa@example.org', 'long enough');
  await person.press('radio', 'Reviewer');
  await person.press('button', 'Add user');
  await screen.findByText('Account created for Rosa Reporter.');
  expect(apiServer.requests(createUser)[0]?.body).toMatchObject({
    email: 'rosa@example.org',
    password: 'long enough',
    role: 'reviewer',
    invite: false,
  });
});

test('an invitation takes no password, and none is sent', async () => {
  apiServer.on(createUser, () => createTestUser({ id: 9, realname: 'Rosa Reporter' }));
  const person = await renderScreen('/settings/users/create', { account: adminAccount });
  await person.fill('Full name', 'Rosa Reporter');
  await person.fill('Email', 'rosa@example.org');
  await person.press('checkbox', 'Send an invitation by email');
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  await person.press('button', 'Invite user');
  await screen.findByText(/\. The invitation is waiting in the outbox to be sent/);
  expect(apiServer.requests(createUser)[0]?.body).not.toHaveProperty('password');
});

test('an address that is taken is told at the address', async () => {
  apiServer.on(createUser, () => createValidationResponse({ field: 'email', rule: 'taken' }));
  const person = await fillNew('amina@example.org', 'long enough');
  await person.press('button', 'Add user');
  await screen.findByText(/already in use/);
  const email = screen.getByRole('textbox', { name: 'Email' });
  expect(email).toHaveAccessibleDescription(/already in use/);
  expect(email).toHaveFocus();
});

test.each([
  ['an address without @', 'rosa', 'long enough', /must be an email address/],
  ['a password of six characters', 'rosa@example.org', 'short1', /must have 7 to 72 characters/],
])('%s is told before anything is sent', async (_, email, password, text) => {
  const person = await fillNew(email, password);
  await person.tab();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add user' })).toBeDisabled();
});

test('a full plan is told in a dialog, and the form stays as it was filled in', async () => {
  apiServer.on(createUser, () => createValidationResponse({ field: 'role', rule: 'limitAdmins' }));
  const person = await fillNew('rosa@example.org', 'long enough');
  await person.press('radio', 'Admin');
  await person.press('button', 'Add user');
  expect(await screen.findByText('Admin users limit reached')).toBeVisible();
});

test('nobody changes their own role, or deletes their own account', async () => {
  apiServer.on(readUser, () =>
    createTestUser({ id: 1, allowed_privileges: ['read', 'update', 'read_full'] }),
  );
  await renderScreen('/settings/users/1', { account: adminAccount });
  expect(await screen.findByRole('radio', { name: 'Reviewer' })).toBeDisabled();
  expect(screen.getByText(/cannot delete your own account/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
});

test('somebody with more rights can be looked at and not changed', async () => {
  apiServer.on(readUser, () =>
    createTestUser({ id: 4, realname: 'Bo Boss', allowed_privileges: ['read', 'read_full'] }),
  );
  await renderScreen('/settings/users/4', { account: adminAccount });
  expect(await screen.findByText(/has permissions that you don't have/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Full name' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a role that may not be given says why', async () => {
  apiServer.on(listRoles, () =>
    createTestPage([
      createTestRole(),
      createTestRole({ id: 3, name: 'admin', display_name: 'Admin', may_give: false }),
    ]),
  );
  await renderScreen('/settings/users/create', { account: adminAccount });
  const radio = await screen.findByRole('radio', { name: 'Admin' });
  expect(radio).toBeDisabled();
  expect(radio).toHaveAccessibleDescription(
    /This role has permissions that you don't have\. Only an administrator can assign it/,
  );
});

test('a password that was begun is not sent when the old one is kept after all', async () => {
  apiServer.on(readUser, () => createTestUser({ id: 4, realname: 'Rosa' }));
  apiServer.on(updateUser, () => createTestUser({ id: 4 }));
  const person = await renderScreen('/settings/users/4', { account: adminAccount });
  await person.press('button', 'Update password');
  await person.fillPassword(/New password/, 'a new one');
  await person.press('button', 'Keep current password');
  await person.fill('Full name', 'Rosa Luna');
  await person.press('button', 'Save');
  await expect.poll(() => apiServer.requests(updateUser)).toHaveLength(1);
  expect(apiServer.requests(updateUser)[0]?.body).not.toHaveProperty('password');
});

test('a server that is out says so, and the account that was typed stays', async () => {
  apiServer.on(createUser, () => createProblemResponse('server.no-database'));
  const person = await fillNew('rosa@example.org', 'long enough');
  await person.press('button', 'Add user');
  expect(await screen.findByText(/cannot reach its database/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('rosa@example.org');
});

test('each role says what it may and may not do', async () => {
  apiServer.on(listRoles, () =>
    createTestPage([
      createTestRole({ id: 1, name: 'admin', display_name: 'Admin' }),
      createTestRole({ id: 2, name: 'reviewer', display_name: 'Reviewer', permissions: ['Manage Posts'] }),
    ]),
  );
  await renderScreen('/settings/users/create', { account: adminAccount });
  const reviewer = await screen.findByRole('radio', { name: 'Reviewer' });
  expect(reviewer).toHaveAccessibleDescription(/Can: Manage reports · Edit their own reports/);
  expect(reviewer).toHaveAccessibleDescription(/Cannot: Manage users · Manage settings/);
  expect(screen.getByRole('radio', { name: 'Admin' })).not.toHaveAccessibleDescription(/Cannot/);
  expect(screen.getByText(/^Check these fields before you save: Password, Email/)).toBeVisible();
});
