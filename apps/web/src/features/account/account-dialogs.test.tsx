import { screen } from '@testing-library/dom';
import { listCollections } from '@waypost/contract/collections/collections';
import { listPosts } from '@waypost/contract/posts/posts';
import { listAgreements } from '@waypost/contract/tos/tos';
import { confirmPasswordReset, register, requestPasswordReset } from '@waypost/contract/users/registration';
import { beforeEach, expect, test } from 'vitest';
import {
  createProblemResponse,
  createValidationResponse,
  disconnectedResponse,
} from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog, waitForFocus } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage, createTestUser, memberAccount } from '../../testing/test-entities.ts';

beforeEach(() => apiServer.on(listCollections, () => createTestPage([])));

const emailField = () => screen.findByRole('textbox', { name: 'Email' });

test('the login has the focus in its first field, and keeps it inside', async () => {
  const person = await renderScreen('/login');
  await waitForFocus(await emailField());
  const dialog = screen.getByRole('dialog', { name: 'Log in' });
  for (let step = 0; step < 9; step++) {
    await person.tab();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  }
});

test('Escape closes the login and leads back to the map', async () => {
  // The list beside the map.
  apiServer.on(listPosts, () => createTestPage([]));
  const person = await renderScreen('/login');
  await waitForFocus(await emailField());
  await person.keyboard('{Escape}');
  await expect.poll(() => person.router.state.location.pathname).toBe('/views/map');
});

test('an empty login says at both fields what is needed', async () => {
  const person = await renderScreen('/login');
  await emailField();
  await person.press('button', 'Log in');
  expect(await emailField()).toHaveAccessibleDescription('Email is required.');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required.');
});

test('wrong words are told above the form, which keeps them', async () => {
  apiServer.onToken(() => 'invalid_credentials');
  const person = await renderScreen('/login');
  await person.fill('Email', 'amina@example.org');
  await person.fillPassword(/^Password/, 'wrong');
  await person.keyboard('{Enter}');
  expect(await screen.findByText('Login failed, check your email and password.')).toBeVisible();
  expect(await emailField()).toHaveValue('amina@example.org');
});

test('a server that cannot be reached is no wrong password', async () => {
  apiServer.onToken(() => disconnectedResponse);
  const person = await renderScreen('/login');
  await person.fill('Email', 'amina@example.org');
  await person.fillPassword(/^Password/, 'right');
  await person.keyboard('{Enter}');
  expect(await screen.findByText(/could not be reached/)).toBeVisible();
});

test('a server whose disk is full says so', async () => {
  apiServer.onToken(() => createProblemResponse('server.full'));
  const person = await renderScreen('/login');
  await person.fill('Email', 'amina@example.org');
  await person.fillPassword(/^Password/, 'right');
  await person.keyboard('{Enter}');
  expect(await screen.findByText(/out of storage space/)).toBeVisible();
});

test('what is typed as a password can be looked at, from the keyboard too', async () => {
  const person = await renderScreen('/login');
  await person.fillPassword(/^Password/, 'secret');
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  screen.getByRole('button', { name: 'Show password' }).focus();
  await person.keyboard('{Enter}');
  expect(field).toHaveAttribute('type', 'text');
});

test('a private site has no way round its login', async () => {
  const person = await renderScreen('/login', { config: { site: { private: true } } });
  await waitForFocus(await emailField());
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  await person.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Log in' })).toBeVisible();
});

test('who came to the settings without a login is told why they are asked', async () => {
  const person = await renderScreen('/settings/users');
  expect(await screen.findByText('You need an account for this. Log in to continue.')).toBeVisible();
  expect(person.router.state.location.pathname).toBe('/login');
});

test('an address that has an account is told at the field', async () => {
  apiServer.on(register, () => createValidationResponse({ field: 'email', rule: 'taken' }));
  const person = await renderScreen('/register');
  await person.fill('Email', 'amina@example.org');
  await person.fillPassword(/^Password/, 'long enough');
  await person.press('button', 'Sign up');
  await screen.findByText(/There were errors during registration/);
  expect(await emailField()).toHaveAccessibleDescription('An account with this email already exists.');
});

test('a password that is too short is told before anything is sent', async () => {
  apiServer.on(register, () => createTestUser());
  const person = await renderScreen('/register');
  await person.fill('Email', 'rosa@example.org');
  await person.fillPassword(/^Password/, 'short1');
  await person.press('button', 'Sign up');
  await waitForFocus(screen.getByLabelText(/^Password/));
  expect(screen.getByLabelText(/^Password/)).toHaveAccessibleDescription(/must have 7 to 72 characters/);
  expect(apiServer.requests(register)).toHaveLength(0);
});

test('what is said after asking for a new password is the same for every address', async () => {
  apiServer.on(requestPasswordReset, () => null);
  const person = await renderScreen('/forgotpassword');
  await person.fill('Email', 'nobody@example.org');
  await person.press('button', 'Send link');
  expect(await screen.findByText(/If there is an account with that email/)).toBeVisible();
});

test('too many links asked for are told in the form', async () => {
  apiServer.on(requestPasswordReset, () => createProblemResponse('request.too-many'));
  const person = await renderScreen('/forgotpassword');
  await person.fill('Email', 'rosa@example.org');
  await person.press('button', 'Send link');
  expect(await screen.findByText(/Too many attempts\. Wait a minute, then try again/)).toBeVisible();
});

test('a link that was used already leads to a new one', async () => {
  apiServer.on(confirmPasswordReset, () => createValidationResponse({ field: 'token', rule: 'invalid' }));
  const person = await renderScreen('/forgotpassword/confirm/used-token');
  await person.fillPassword(/^New password/, 'long enough');
  await person.press('button', 'Set password');
  expect(
    await screen.findByText(/Password reset failed\. The link has expired or was already used/),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('terms that were not agreed to stand over every screen, and need their tick', async () => {
  apiServer.on(listAgreements, () => createTestPage([]));
  const person = await renderScreen('/collections', {
    account: memberAccount,
    config: { site: { tos_release_date: '2026-01-01', tos_url: 'https://example.org/terms' } },
  });
  const dialog = await findDialog('Terms of service');
  await person.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('Agree to the terms to continue.')).toBeVisible();
  await person.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Terms of service' })).toBeVisible();
});

test('the login that everybody knows opens its dialog once, and is told above the screen afterwards', async () => {
  const person = await renderScreen('/collections', {
    account: { ...adminAccount, email: 'admin@waypost.local' },
  });
  await findDialog('Set your own email and password');
  await person.press('button', 'Cancel');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const notice = screen.getByText(/default email of every new site/).closest('output');
  expect(notice).not.toContainElement(document.activeElement as HTMLElement);
  await person.press('button', 'Set your own email and password');
  await findDialog('Set your own email and password');
  await waitForFocus(await screen.findByRole('textbox', { name: 'Your email' }));
  await person.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('a login that ended in the middle of a screen is asked for again over it', async () => {
  apiServer.on(listCollections, () => createProblemResponse('request.bad-token'));
  await renderScreen('/collections', { account: memberAccount });
  expect(await screen.findByText(/Your session has expired/)).toBeVisible();
});
