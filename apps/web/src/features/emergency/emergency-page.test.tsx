import { screen } from '@testing-library/dom';
import { listAudit } from '@waypost/contract/audit/audit';
import {
  type Emergency,
  endAllAccess,
  readEmergency,
  updateEmergency,
} from '@waypost/contract/emergency/emergency';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

const createState = (overrides: Partial<Emergency> = {}): Emergency => ({
  hidden: false,
  since: null,
  user: null,
  user_name: null,
  was_private: false,
  allowed_privileges: ['read', 'update', 'delete'],
  ...overrides,
});
const hidden = createState({
  hidden: true,
  since: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
  user_name: 'Ada',
});

const open = (config = {}) => renderScreen('/settings/emergency', { account: adminAccount, config });

test('one press hides everything public, and the page says who did', async () => {
  let state = createState();
  apiServer.on(readEmergency, () => state);
  apiServer.on(updateEmergency, () => {
    state = hidden;
    return state;
  });
  const person = await open();
  await person.press('button', 'Hide everything now');
  expect(await screen.findByText('Hidden now by Ada.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show everything again' })).toBeVisible();
});

test('a failed attempt says why', async () => {
  apiServer.on(readEmergency, () => createState());
  apiServer.on(updateEmergency, () => createProblemResponse('server.failed'));
  const person = await open();
  await person.press('button', 'Hide everything now');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hide everything now' })).toBeEnabled();
});

test('a private site has nothing to hide', async () => {
  apiServer.on(readEmergency, () => createState({ was_private: true }));
  await open({ site: { private: true } });
  expect(await screen.findByText(/already private/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Hide everything now' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Emergency measures' })).toBeNull();
});

test('a bar on other pages reminds administrators of the hidden site', async () => {
  apiServer.on(readEmergency, () => hidden);
  apiServer.on(listAudit, () => createTestPage([]));
  await renderScreen('/settings/audit', { account: adminAccount, config: { site: { private: true } } });
  expect(await screen.findByRole('link', { name: 'Emergency measures' })).toBeVisible();
});

test('ending all access asks first and logs out', async () => {
  apiServer.on(readEmergency, () => createState());
  apiServer.on(endAllAccess, () => ({ sessions: 12, api_keys: 3, invitations: 1 }));
  const person = await open();
  await person.press('button', 'End all access');
  const dialog = await findDialog('End all access?');
  await person.click(dialog.getByRole('button', { name: 'End all access' }));
  expect(await screen.findByText(/Logins: 12\. API keys: 3\. Invitations: 1\./)).toBeVisible();
  expect(await screen.findByText("You're logged out.")).toBeVisible();
});
