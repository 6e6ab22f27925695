import { fireEvent, screen, within } from '@testing-library/dom';
import { type ApiKey, createApiKey, deleteApiKey, listApiKeys } from '@waypost/contract/api-keys/api-keys';
import { listOutbox } from '@waypost/contract/mail/outbox';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { listPostRetentionRules } from '@waypost/contract/privacy/post-retention';
import { previewRetention } from '@waypost/contract/privacy/retention';
import { readConfig, saveConfig } from '@waypost/contract/settings/settings';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAccount,
  createTestConfig,
  createTestMapArchive,
  createTestPage,
} from '../../../testing/test-entities.ts';

const key = (overrides: Partial<ApiKey> = {}): ApiKey => ({
  id: 1,
  url: '',
  api_key: '********-****-****-****-********ab12',
  created: '2026-03-01T10:00:00+00:00',
  updated: null,
  last_used: null,
  allowed_privileges: ['read', 'update', 'delete'],
  ...overrides,
});

const retention = { id: 'retention', url: '', allowed_privileges: ['read' as const, 'update' as const] };

beforeEach(() => {
  apiServer.on(
    readConfig,
    ({ params }) => createTestConfig().find((it) => it.id === params.group) ?? retention,
  );
  apiServer.on(listApiKeys, () => createTestPage([key()]));
  apiServer.on(listSurveys, () => createTestPage([]));
  apiServer.on(listPostRetentionRules, () => ({
    count: 0,
    results: [],
    allowed_privileges: ['read' as const],
  }));
});

const manager = createTestAccount({ role: 'settings', permissions: ['Manage Settings'] });
const open = async (as = manager) => {
  const person = await renderScreen('/settings/general', { account: as });
  await screen.findByRole('textbox', { name: 'Site name' });
  return person;
};

test('only what was changed is saved, in the group that it belongs to', async () => {
  apiServer.on(saveConfig, ({ params, body }) => ({ ...retention, ...body, id: params.group }));
  const person = await open();
  await person.fill('Site name', 'Street lights of Nairobi');
  await person.press('button', 'Save');
  await expect.poll(() => apiServer.requests(saveConfig)).toHaveLength(1);
  expect(apiServer.requests(saveConfig)[0]?.params).toEqual({ group: 'site' });
  expect(apiServer.requests(saveConfig)[0]?.body).toEqual({ name: 'Street lights of Nairobi' });
});

test.each([
  ['Latitude', '95', /90 or less/],
  ['Longitude', 'east', /Longitude/],
  ['Zoom', '19', /^Zoom must be 18 or less/],
  ['Site email', 'team', /must be an email address/],
])('%s “%s” is told at the field and cannot be saved', async (label, typed, message) => {
  const person = await open();
  await person.fill(label, typed);
  await person.tab();
  expect(screen.getByRole('textbox', { name: label })).toHaveAccessibleDescription(message);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('a name that the server refuses is told at the name', async () => {
  apiServer.on(saveConfig, () =>
    createValidationResponse({ field: 'name', rule: 'minlength', params: { min: 3 } }),
  );
  const person = await open();
  await person.fill('Site name', 'Street lights');
  await person.press('button', 'Save');
  await screen.findByText(/needs at least 3 characters/);
  expect(screen.getByRole('textbox', { name: 'Site name' })).toHaveAccessibleDescription(
    /at least 3 characters/,
  );
});

test('a map from outside says who learns what people look at', async () => {
  const person = await open();
  await person.selectOptions(
    screen.getByRole('combobox', { name: 'Base map' }),
    'Satellite (external service)',
  );
  expect(screen.getByRole('combobox', { name: 'Base map' })).toHaveAccessibleDescription(
    /An external service provides this map\. It can see which part of the world each visitor looks at/,
  );
});

test('the detailed map can be chosen where there is a street map', async () => {
  apiServer.on(listMapArchives, () => createTestPage([createTestMapArchive()]));
  apiServer.on(saveConfig, ({ params, body }) => ({ ...retention, ...body, id: params.group }));
  const person = await open();
  await screen.findByRole('option', { name: 'Detailed map' });
  await person.selectOptions(screen.getByRole('combobox', { name: 'Base map' }), 'Detailed map');
  await person.press('button', 'Save');
  await expect
    .poll(() => apiServer.requests(saveConfig)[0]?.body)
    .toMatchObject({ default_view: { basemap: 'detailed', baselayer: 'MapQuest' } });
});

test.each([
  [false, /Private sites aren't available on your current plan/],
  [true, null],
])('without the feature, the switch of a private site (%s) can only open it', async (isPrivate, notice) => {
  const config = { features: { private: { enabled: false } }, site: { private: isPrivate } };
  const groups = createTestConfig(config);
  apiServer.on(readConfig, ({ params }) => groups.find((it) => it.id === params.group) ?? retention);
  await renderScreen('/settings/general', { account: manager, config });
  await screen.findByRole('textbox', { name: 'Site name' });
  const control = screen.queryByRole('switch', { name: /^Private site/ });
  if (notice === null) expect(control).toBeChecked();
  else expect([control, screen.getByText(notice)]).toEqual([null, expect.anything()]);
});

test('keys for other programs are shown to administrators alone', async () => {
  await open();
  expect(screen.queryByRole('heading', { name: 'API keys' })).toBeNull();
  await open(adminAccount);
  expect(await screen.findByRole('heading', { name: 'API keys' })).toBeVisible();
});

test('a new key is shown once and has the focus', async () => {
  apiServer.on(createApiKey, () => key({ id: 2, api_key: '2b8f3c1e-0000-4000-8000-000000000000' }));
  const person = await open(adminAccount);
  await person.press('button', 'Create key');
  const region = await screen.findByRole('region', { name: 'Your new key' });
  expect(region).toHaveFocus();
  expect(within(region).getByText('2b8f3c1e-0000-4000-8000-000000000000')).toBeVisible();
  await person.press('button', 'Done');
  expect(screen.queryByText('2b8f3c1e-0000-4000-8000-000000000000')).toBeNull();
});

test('revoking a key that fails is told in the question, which stays', async () => {
  apiServer.on(deleteApiKey, () => createProblemResponse('server.busy'));
  const person = await open(adminAccount);
  await person.press('button', 'Revoke the key ending in ab12');
  const dialog = await findDialog(/Revoke the key ending in ab12/);
  await person.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/starting or busy/);
});

test('limits on personal data are asked about with what would go, before they are saved', async () => {
  apiServer.on(previewRetention, () => ({
    authors: 42,
    private_answers: 0,
    messages: 0,
    contacts: 0,
    audit: 0,
  }));
  apiServer.on(saveConfig, () => retention);
  const person = await open();
  await person.fill(/^Names and email addresses/, '30');
  await screen.findByText('To be deleted tonight: 42');
  await person.press('button', 'Save limits');
  const dialog = await findDialog('Save these limits?');
  expect(dialog.getByText(/Entries deleted tonight: 42/)).toBeVisible();
  expect(apiServer.requests(saveConfig)).toHaveLength(0);
  await person.click(dialog.getByRole('button', { name: 'Save limits' }));
  await expect.poll(() => apiServer.requests(saveConfig)[0]?.params).toEqual({ group: 'retention' });
});

test('no days, or less than one, are told at the field', async () => {
  const person = await open();
  await person.fill(/^Names and email addresses/, '0');
  expect(screen.getByRole('textbox', { name: /^Names and email addresses/ })).toHaveAccessibleDescription(
    /1 or more/,
  );
  expect(screen.getByRole('button', { name: 'Save limits' })).toBeDisabled();
});

test('a logo that cannot be displayed is refused when it is selected', async () => {
  const person = await open();
  const file = new File(['not a picture'], 'logo.png', { type: 'image/png' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input) await person.upload(input, file);
  fireEvent.error(await screen.findByAltText('Logo preview'));
  await screen.findByText('Choose a picture: JPEG, HEIC, PNG, GIF or WebP.');
  expect(screen.queryByAltText('Logo preview')).toBeNull();
});

test('a HEIC logo that the browser cannot display is selected with its name', async () => {
  const person = await open();
  const file = new File(['heic'], 'logo.heic', { type: 'image/heic' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input) await person.upload(input, file);
  fireEvent.error(await screen.findByAltText('Logo preview'));
  expect(await screen.findByText('logo.heic')).toBeVisible();
  expect(screen.queryByText(/Choose a picture/)).toBeNull();
});

test('administrators are told when no summary can be sent, since no mail leaves the server', async () => {
  apiServer.on(listOutbox, () => ({ ...createTestPage([]), outgoing: 'none' as const }));
  await open(adminAccount);
  expect(await screen.findByText('Outgoing email is not set up, so no summary is sent.')).toBeVisible();
});
