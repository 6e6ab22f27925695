import { screen } from '@testing-library/dom';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  updateWebhook,
  type Webhook,
} from '@waypost/contract/webhooks/webhooks';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestAttribute,
  createTestPage,
  createTestSurvey,
} from '../../testing/test-entities.ts';

const webhook = (it: Partial<Webhook> = {}): Webhook => ({
  id: 3,
  url: 'https://desk.example.org/in',
  user_id: null,
  form_id: null,
  name: 'Desk feed',
  shared_secret: 'a secret of twenty and more',
  webhook_uuid: 'u-1',
  event_type: 'create',
  entity_type: 'post',
  source_field_key: null,
  destination_field_key: null,
  created: '2026-03-01T10:00:00+00:00',
  updated: null,
  paused: null,
  content: 'public',
  failures: 0,
  allowed_privileges: ['read', 'update', 'delete'],
  ...it,
});

beforeEach(() => {
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
  apiServer.on(listWebhooks, () => createTestPage([webhook()]));
  apiServer.on(listDeliveries, () => createTestPage([]));
  apiServer.on(listAttributes, () => createTestPage([createTestAttribute({ key: 'depth', label: 'Depth' })]));
});
const create = () => renderScreen('/settings/webhooks/create', { account: adminAccount });
async function edit(it: Partial<Webhook> = {}) {
  apiServer.on(readWebhook, () => webhook(it));
  const person = await renderScreen('/settings/webhooks/3', { account: adminAccount });
  await screen.findByRole('textbox', { name: 'Name' });
  return person;
}
async function fillNew() {
  const person = await create();
  await person.fill('Name', 'Desk feed');
  await person.fill('URL', 'https://desk.example.org/in');
  await person.press('button', 'Generate a secret');
  await person.choose('When', 'A report is received');
  return person;
}

test('a new webhook sends what the public sees, unless everything is selected', async () => {
  apiServer.on(createWebhook, () => webhook());
  const person = await fillNew();
  expect(screen.getByRole('radio', { name: 'What the public sees' })).toBeChecked();
  await person.press('button', 'Add webhook');
  await screen.findByText('Webhook “Desk feed” saved.');
  expect(apiServer.requests(createWebhook)[0]?.body).toMatchObject({ content: 'public', form_id: null });
});

test('a webhook of a server that tells nothing of it sends everything', async () => {
  await edit({ content: undefined });
  expect(
    screen.getByRole('radio', { name: 'All reports, including those that are not public' }),
  ).toBeChecked();
});

test.each([
  ['Name', ' ', /is required/],
  ['URL', 'not an address', /must be a web address/],
])('%s “%s” is told at the field, and cannot be saved', async (label, typed, message) => {
  const person = await fillNew();
  await person.fill(label, typed);
  await person.tab();
  expect(screen.getByRole('textbox', { name: label })).toHaveAccessibleDescription(message);
  expect(screen.getByRole('button', { name: 'Add webhook' })).toBeDisabled();
});

test('a short secret is told at the field', async () => {
  const person = await fillNew();
  await person.fillPassword(/^Shared secret/, 'short');
  await person.tab();
  expect(screen.getByLabelText(/^Shared secret/, { selector: 'input' })).toHaveAccessibleDescription(
    /needs at least 20 characters|must have/,
  );
});

test('an address that the server refuses is told at the address', async () => {
  apiServer.on(createWebhook, () => createValidationResponse({ field: 'url', rule: 'url' }));
  const person = await fillNew();
  await person.press('button', 'Add webhook');
  await screen.findByText(/must be a web address/);
  expect(screen.getByRole('textbox', { name: 'URL' })).toHaveFocus();
});

test('a save that fails is told, and what was typed stays', async () => {
  apiServer.on(updateWebhook, () => createProblemResponse('server.no-database'));
  const person = await edit();
  await person.fill('Name', 'Night desk');
  await person.press('button', 'Save');
  expect(await screen.findByText(/cannot reach its database/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Night desk');
});

test('a secret that can no longer be read says that nothing is sent', async () => {
  await edit({ secret_lost: true, shared_secret: '' });
  expect(screen.getByRole('alert')).toHaveTextContent(/Nothing is sent until you enter it again/);
});

test('who may only read sees the form without changing it', async () => {
  await edit({ allowed_privileges: ['read'] });
  for (const name of ['Name', 'URL']) expect(screen.getByRole('textbox', { name })).toBeDisabled();
  expect(
    screen.getByRole('radio', { name: 'All reports, including those that are not public' }),
  ).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Generate a secret' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete webhook' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('without the permission to send everything, such a webhook has the reason, and only its name can change', async () => {
  apiServer.on(listWebhooks, () => ({
    ...createTestPage([webhook()]),
    allowed_contents: ['public' as const],
  }));
  await create();
  const everything = await screen.findByRole('radio', {
    name: 'All reports, including those that are not public',
  });
  await expect.poll(() => everything).toBeDisabled();
  expect(everything).toHaveAccessibleDescription(/you need the permission “Manage reports”/);
  const person = await edit({ content: 'everything', allowed_contents: ['public' as const] });
  const reason = screen.getByText(
    /This webhook also sends reports that are not public\. To change what it sends or where, you need the permission “Manage reports”/,
  );
  expect(reason.compareDocumentPosition(screen.getByRole('textbox', { name: 'URL' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(screen.getByRole('textbox', { name: 'URL' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Generate a secret' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeEnabled();
  for (const name of ['What the public sees', 'All reports, including those that are not public'])
    expect(screen.getByRole('radio', { name })).toBeDisabled();
  expect(
    screen.getByRole('radio', { name: 'All reports, including those that are not public' }),
  ).toHaveAccessibleDescription(/you need the permission “Manage reports”/);
  apiServer.on(updateWebhook, () => webhook());
  await person.fill('Name', 'Night desk');
  await person.press('button', 'Save');
  await expect.poll(() => apiServer.requests(updateWebhook)).toHaveLength(1);
  expect(apiServer.requests(updateWebhook)[0]?.body).toMatchObject({
    name: 'Night desk',
    content: 'everything',
  });
});

test.each([
  ['may not resume it', ['public' as const], /A user with the permission “Manage reports” can resume it/, 0],
  [
    'may resume it',
    ['public' as const, 'everything' as const],
    /If you resume it, you become responsible/,
    1,
  ],
])(
  'a webhook whose owner lost the right says why it is paused to a user who %s',
  async (_, allowed_contents, text, buttons) => {
    await edit({
      content: 'everything',
      allowed_contents,
      paused: '2026-11-01T08:00:00+00:00',
      pause_reason: 'owner',
    });
    const state = await screen.findByRole('region', { name: 'Status' });
    expect(state).toHaveTextContent(/The user who created it can no longer read everything/);
    expect(state).toHaveTextContent(text);
    expect(screen.queryAllByRole('button', { name: 'Resume' })).toHaveLength(buttons);
  },
);

test('fields of the chosen survey are offered, and given up with it', async () => {
  apiServer.on(updateWebhook, () => webhook());
  const person = await edit({ form_id: 1, source_field_key: 'depth' });
  const field = await screen.findByRole('combobox', { name: 'Field to read from' });
  await expect.poll(() => field).toHaveDisplayValue('Depth');
  await person.choose('Survey', 'All surveys');
  expect(screen.queryByRole('combobox', { name: 'Field to read from' })).toBeNull();
  await person.press('button', 'Save');
  await expect.poll(() => apiServer.requests(updateWebhook)).toHaveLength(1);
  expect(apiServer.requests(updateWebhook)[0]?.body).toMatchObject({ form_id: null, source_field_key: null });
});

test('a webhook that is not there says so, and one that cannot be read is asked for again', async () => {
  apiServer.on(readWebhook, () => createProblemResponse('request.no-route'));
  await renderScreen('/settings/webhooks/3', { account: adminAccount });
  expect(await screen.findByText('Webhook not found')).toBeVisible();
  let isDown = true;
  apiServer.on(readWebhook, () => (isDown ? createProblemResponse('server.failed') : webhook()));
  const person = await renderScreen('/settings/webhooks/3', { account: adminAccount });
  await screen.findByText(/Something went wrong on the server/);
  isDown = false;
  await person.press('button', 'Try again');
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Desk feed');
});

test('without any, the list says what one is for', async () => {
  apiServer.on(listWebhooks, () => createTestPage([]));
  await renderScreen('/settings/webhooks', { account: adminAccount });
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
});
