import { screen, within } from '@testing-library/dom';
import { listCollections } from '@waypost/contract/collections/collections';
import { register } from '@waypost/contract/users/registration';
import { listMySessions, type Session } from '@waypost/contract/users/sessions';
import { readMe, updateUser } from '@waypost/contract/users/users';
import { beforeEach, expect, test } from 'vitest';
import { setGlobalDialog } from '../../blocks/global-dialog/global-dialog.ts';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { waitForFocus } from '../../testing/screen-user.ts';
import { createTestPage, createTestUser, memberAccount } from '../../testing/test-entities.ts';

beforeEach(() => {
  apiServer.on(listCollections, () => createTestPage([]));
  apiServer.on(readMe, () =>
    createTestUser({ id: 7, realname: 'Mo Member', email: 'mo@example.org', role: 'user' }),
  );
});

const open = async (width = 1280) => {
  const person = await renderScreen('/collections', { account: memberAccount, width });
  setGlobalDialog({ name: 'account' });
  await screen.findByRole('textbox', { name: 'Full name' });
  return person;
};

test('the current password is asked for before the new one, by eye and by keyboard', async () => {
  const person = await open();
  await person.press('button', 'Change password');
  const current = screen.getByLabelText(/^Current password/, { selector: 'input' });
  const fresh = screen.getByLabelText(/^New password/, { selector: 'input' });
  await waitForFocus(current);
  expect(current.compareDocumentPosition(fresh)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await person.tab();
  // The eye of the first field.
  await person.tab();
  expect(fresh).toHaveFocus();
});

test('passwords that are missing or too short are errors at their fields', async () => {
  const person = await open();
  await person.press('button', 'Change password');
  const current = screen.getByLabelText(/^Current password/, { selector: 'input' });
  const fresh = screen.getByLabelText(/^New password/, { selector: 'input' });
  await person.press('button', 'Save');
  expect(current).toHaveAccessibleDescription(/Current password is required\./);
  expect(fresh).toHaveAccessibleDescription(/New password is required\./);
  await waitForFocus(current);
  await person.fillPassword(/^Current password/, 'long enough');
  await person.fillPassword(/^New password/, 'short');
  await person.press('button', 'Save');
  expect(fresh).toHaveAccessibleDescription(/New password must have 7 to 72 characters\./);
  expect(apiServer.requests(updateUser)).toHaveLength(0);
});

test('after a new password the form names the devices that were logged out, each once', async () => {
  const session = (id: number, browser: string): Session => ({
    id,
    client: 'waypost',
    browser,
    system: 'Linux',
    created: '2026-03-01T10:00:00+00:00',
    renewed: '2026-03-01T10:00:00+00:00',
    expires: '2026-03-02T10:00:00+00:00',
    current: false,
    allowed_privileges: [],
  });
  apiServer.on(updateUser, () => ({
    ...createTestUser({ id: 7 }),
    ended_sessions: [session(1, 'Chrome'), session(2, 'Firefox'), session(3, 'Chrome')],
  }));
  const person = await open();
  await person.press('button', 'Change password');
  await person.fillPassword(/^Current password/, 'long enough');
  await person.fillPassword(/^New password/, 'even longer');
  await person.press('button', 'Save');
  const form = (await screen.findByRole('button', { name: 'Change password' })).closest('form');
  expect(form).toHaveTextContent('You were logged out of: Chrome on Linux (2), Firefox on Linux.');
  const result = screen.getByText(/You were logged out of/).closest<HTMLElement>('[role="note"]');
  await expect.poll(() => document.activeElement).toBe(result);
});

test('an unconfirmed address is confirmed above the profile, under a title of its own', async () => {
  apiServer.on(readMe, () => createTestUser({ id: 7, email: 'mo@example.org', email_confirmed: false }));
  await open();
  const title = screen.getByRole('heading', { name: 'Confirm your email address' });
  const name = screen.getByRole('textbox', { name: 'Full name' });
  expect(title.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('typing another address asks for the password and leaves the focus where it is', async () => {
  const person = await open(390);
  await person.fill('Email', 'mo@example.com');
  expect(await screen.findByLabelText(/^Current password/, { selector: 'input' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
});

test('a wrong current password is told at its field and loses nothing', async () => {
  apiServer.on(updateUser, () =>
    createValidationResponse({ field: 'current_password', rule: 'currentPassword' }),
  );
  const person = await open();
  await person.press('button', 'Change password');
  await person.fillPassword(/^Current password/, 'mistyped');
  await person.fillPassword(/^New password/, 'even longer');
  await person.press('button', 'Save');
  expect(await screen.findByText('Current password is missing or wrong.')).toBeVisible();
  await waitForFocus(screen.getByLabelText(/^Current password/, { selector: 'input' }));
  expect(screen.getByLabelText(/^New password/, { selector: 'input' })).toHaveValue('even longer');
});

test('a profile that cannot be saved says so and keeps what was typed', async () => {
  apiServer.on(updateUser, () => createProblemResponse('server.failed'));
  const person = await open();
  await person.fill('Full name', 'Mo M. Member');
  await person.press('button', 'Save');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('Mo M. Member');
});

test('the login in use is active now; of the others it is told when they were used last', async () => {
  const anHourAgo = new Date(Date.now() - 3_700_000).toISOString().replace(/\.\d+Z$/, '+00:00');
  const session = (it: Partial<Session>): Session => ({
    id: 1,
    client: 'waypost',
    created: anHourAgo,
    renewed: anHourAgo,
    expires: anHourAgo,
    seen: anHourAgo,
    current: false,
    allowed_privileges: ['read', 'delete', 'search'],
    ...it,
  });
  const results = [session({ current: true }), session({ id: 2 })];
  apiServer.on(listMySessions, () => ({ count: 2, results }));
  const person = await open();
  await person.press('tab', 'Logins');
  const [mine, other] = within(await screen.findByRole('list', { name: 'Logins' })).getAllByRole('listitem');
  expect(mine).toHaveTextContent('Active nowLogged in: 1 hour ago');
  expect(mine).not.toHaveTextContent('Last active');
  expect(other).toHaveTextContent('Last active: 1 hour ago');
});

test.each([
  ['sent', "we've sent a message to that address"],
  ['waiting', 'This site cannot send email'],
] as const)(
  'after a registration whose notice is %s the login has the address and says so',
  async (owner_notice, text) => {
    apiServer.on(register, () => ({ ...createTestUser(), owner_notice }));
    const person = await renderScreen('/register');
    await person.fill('Email', 'rosa@example.org');
    await person.fillPassword(/^Password/, 'long enough');
    await person.press('button', 'Sign up');
    const login = within(await screen.findByRole('dialog', { name: 'Log in' }));
    expect(login.getByRole('status')).toHaveTextContent(text);
    expect(login.getByRole('textbox', { name: 'Email' })).toHaveValue('rosa@example.org');
    const password = login.getByLabelText(/^Password/, { selector: 'input' });
    expect(password).toHaveValue('');
    await waitForFocus(password);
    expect(person.router.state.location.href).not.toContain('rosa');
  },
);

test('a server that does not say what becomes of the notice is not spoken for', async () => {
  apiServer.on(register, () => createTestUser());
  const person = await renderScreen('/register');
  await person.fill('Email', 'rosa@example.org');
  await person.fillPassword(/^Password/, 'long enough');
  await person.press('button', 'Sign up');
  expect(
    await screen.findByText(/Registration complete\. You can now log in with the password you chose\.$/),
  ).toBeVisible();
});
