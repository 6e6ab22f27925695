import { screen } from '@testing-library/dom';
import { listRoles } from '@waypost/contract/roles';
import { createUser, listUsers, readUser, updateUser } from '@waypost/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { invalid, problem } from '../../testing/api-server.ts';
import { admin, page, role, user } from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

beforeEach(() => server.on(listUsers, () => page([user()])));

async function fillNew(email: string, password: string) {
  const person = await renderScreen('/settings/users/create', { as: admin });
  await person.fill('Full name', 'Rosa Reporter');
  await person.fill('Email', email);
  await person.fillPassword(/^Password/, password);
  return person;
}

test('an account is sent with its password and role', async () => {
  server.on(createUser, ({ body }) => user({ id: 9, realname: body.realname ?? null }));
  const person = await fillNew('rosa@example.org', 'long enough');
  await person.press('radio', 'Reviewer');
  await person.press('button', 'Add user');
  await screen.findByText('Rosa Reporter has an account now.');
  expect(server.requests(createUser)[0]?.body).toMatchObject({
    email: 'rosa@example.org',
    password: 'long enough',
    role: 'reviewer',
    invite: false,
  });
});

test('an invitation takes no password, and none is sent', async () => {
  server.on(createUser, () => user({ id: 9, realname: 'Rosa Reporter' }));
  const person = await renderScreen('/settings/users/create', { as: admin });
  await person.fill('Full name', 'Rosa Reporter');
  await person.fill('Email', 'rosa@example.org');
  await person.press('checkbox', 'Send an invitation by email');
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  await person.press('button', 'Invite user');
  await screen.findByText(/The invitation is in the outbox/);
  expect(server.requests(createUser)[0]?.body).not.toHaveProperty('password');
});

test('an address that is taken is told at the address', async () => {
  server.on(createUser, () => invalid({ field: 'email', rule: 'taken' }));
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
  server.on(createUser, () => invalid({ field: 'role', rule: 'limitAdmins' }));
  const person = await fillNew('rosa@example.org', 'long enough');
  await person.press('radio', 'Admin');
  await person.press('button', 'Add user');
  expect(await screen.findByText('Admin users limit reached')).toBeVisible();
});

test('nobody changes their own role, or deletes their own account', async () => {
  server.on(readUser, () => user({ id: 1, allowed_privileges: ['read', 'update', 'read_full'] }));
  await renderScreen('/settings/users/1', { as: admin });
  expect(await screen.findByRole('radio', { name: 'Reviewer' })).toBeDisabled();
  expect(screen.getByText(/cannot delete your own account/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
});

test('somebody with more rights can be looked at and not changed', async () => {
  server.on(readUser, () => user({ id: 4, realname: 'Bo Boss', allowed_privileges: ['read', 'read_full'] }));
  await renderScreen('/settings/users/4', { as: admin });
  expect(await screen.findByText(/holds rights that you do not have/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Full name' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a role that may not be given says why', async () => {
  server.on(listRoles, () =>
    page([role(), role({ id: 3, name: 'admin', display_name: 'Admin', may_give: false })]),
  );
  await renderScreen('/settings/users/create', { as: admin });
  const radio = await screen.findByRole('radio', { name: 'Admin' });
  expect(radio).toBeDisabled();
  expect(radio).toHaveAccessibleDescription(/Only an administrator can give it/);
});

test('a password that was begun is not sent when the old one is kept after all', async () => {
  server.on(readUser, () => user({ id: 4, realname: 'Rosa' }));
  server.on(updateUser, () => user({ id: 4 }));
  const person = await renderScreen('/settings/users/4', { as: admin });
  await person.press('button', 'Update password');
  await person.fillPassword(/New password/, 'a new one');
  await person.press('button', 'Keep the old password');
  await person.fill('Full name', 'Rosa Luna');
  await person.press('button', 'Save');
  await expect.poll(() => server.requests(updateUser)).toHaveLength(1);
  expect(server.requests(updateUser)[0]?.body).not.toHaveProperty('password');
});

test('a server that is out says so, and the account that was typed stays', async () => {
  server.on(createUser, () => problem('server.no-database'));
  const person = await fillNew('rosa@example.org', 'long enough');
  await person.press('button', 'Add user');
  expect(await screen.findByText(/cannot reach its database/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('rosa@example.org');
});
