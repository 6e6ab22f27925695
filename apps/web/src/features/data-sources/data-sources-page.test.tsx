import { screen, waitFor, within } from '@testing-library/dom';
import { describeProvider, type ProviderId, secretMask } from '@waypost/contract/data-sources/data-providers';
import { type DataProvider, listDataProviders } from '@waypost/contract/data-sources/data-sources';
import { defaultFeatures } from '@waypost/contract/settings/features';
import { readConfig, saveConfig } from '@waypost/contract/settings/settings';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestAccount,
  createTestConfig,
  createTestPage,
} from '../../testing/test-entities.ts';

function source(id: ProviderId, it: Partial<DataProvider> = {}): DataProvider {
  const { name, services, options, inbound_fields } = describeProvider(id);
  return {
    id,
    url: '',
    name,
    services: [...services],
    options: structuredClone(options) as unknown as DataProvider['options'],
    inbound_fields: { ...inbound_fields },
    ...(services[0] === 'sms' ? { incoming_path: `/sms/${id}` } : {}),
    heard: null,
    polled: null,
    fault: null,
    state: 'off',
    allowed_privileges: ['read', 'update'],
    ...it,
  };
}

const config = {
  features: {
    'data-providers': Object.fromEntries(
      Object.keys(defaultFeatures['data-providers']).map((id) => [id, true]),
    ) as (typeof defaultFeatures)['data-providers'],
  },
};
const own = { id: 'data-provider', url: '', allowed_privileges: ['read' as const, 'update' as const] };

/** The page with one data source, whose form is open. */
async function open(it: DataProvider, stored: object, { isOn = true, as = adminAccount } = {}) {
  const group = { ...own, providers: { [it.id]: isOn }, [it.id]: stored };
  apiServer.on(listDataProviders, () => createTestPage([it]));
  apiServer.on(
    readConfig,
    ({ params }) => createTestConfig(config).find(({ id }) => id === params.group) ?? group,
  );
  apiServer.on(saveConfig, ({ body }) => ({ ...own, ...body }));
  const person = await renderScreen('/settings/datasources', { account: as, config });
  await person.click(
    await screen.findByRole('button', { expanded: false, name: /On|Off|Not set up|Set on/ }),
  );
  return person;
}
const savedConfig = () => apiServer.requests(saveConfig)[0]?.body as Record<string, Record<string, unknown>>;

const smtp = {
  outgoing_type: 'SMTP',
  outgoing_server: 'mail.example.org',
  outgoing_port: '587',
  outgoing_security: 'TLS',
  outgoing_username: 'reports',
  outgoing_password: secretMask,
  from: '',
  from_name: '',
};
const twilio = {
  from: '+15550000',
  account_sid: 'AC1',
  auth_token: secretMask,
  sms_auto_response: 'Thank you',
  require_signature: '',
  url: '',
};

test('outgoing mail that is switched on and has no server is “Not set up”', async () => {
  await open(source('outgoingemail', { state: 'not-set-up' }), {});
  expect(screen.getByRole('button', { name: /^Outgoing email/ })).toHaveTextContent('Not set up');
  expect(screen.getByText(/Outgoing email is not set up/)).toBeVisible();
});

test('outgoing mail that is switched on is saved once it is chosen how it is sent, and by which server', async () => {
  const person = await open(source('outgoingemail', { state: 'not-set-up' }), {});
  const save = screen.getByRole('button', { name: 'Save' });
  await person.fill('Sender name', 'Desk');
  expect(save).toBeDisabled();
  expect(save).toHaveAccessibleDescription('Check these fields before you save: Send with.');
  await person.press('radio', 'SMTP');
  expect(save).toHaveAccessibleDescription('Check these fields before you save: Server.');
  await person.fill('Server', 'mail.example.org');
  await person.press('button', 'Save');
  await expect.poll(() => savedConfig()['outgoingemail']).toMatchObject({ outgoing_type: 'SMTP' });
});

test('mail that leaves by the operator’s server says that what is set here is not used', async () => {
  await open(source('outgoingemail', { state: 'operator' }), { ...smtp, outgoing_security: 'None' });
  expect(screen.getByRole('button', { name: /^Outgoing email/ })).toHaveTextContent('Set on the server');
  expect(
    screen.getByText(/Emails are sent through the server set in SMTP_URL\. The settings here are not used/),
  ).toBeVisible();
  expect(screen.queryByText(/are not sent without encryption/)).toBeNull();
});

test('an older server tells of the switch alone', async () => {
  await open(source('twilio', { state: undefined }), twilio);
  expect(screen.getByRole('button', { name: /^Twilio/ })).toHaveTextContent('On');
});

test('Twilio asks for signed messages unless No is chosen, and shows it', async () => {
  const person = await open(source('twilio', { state: 'on' }), twilio);
  const radios = within(await screen.findByRole('radiogroup', { name: 'Only signed messages' }));
  expect(radios.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await person.click(radios.getByRole('radio', { name: 'No' }));
  await person.press('button', 'Save');
  await screen.findByText('Twilio saved.');
  expect(savedConfig()['twilio']).toMatchObject({ require_signature: 'No', auth_token: secretMask });
});

test('another mail server takes the stored password away: said before saving, and after', async () => {
  const person = await open(source('outgoingemail', { state: 'on' }), smtp);
  const password = await screen.findByLabelText('Password');
  expect(password).toHaveValue(secretMask);
  await person.fill('Server', 'elsewhere.example.org');
  expect(password).toHaveValue('');
  expect(password).toHaveAccessibleDescription(/the saved one is deleted when you save/);
  await person.press('button', 'Save');
  expect(await screen.findByText('Outgoing email saved. Deleted: Password.')).toBeVisible();
  expect(savedConfig()['outgoingemail']).toMatchObject({ outgoing_password: '' });
  expect(await screen.findByLabelText('Password')).toHaveAccessibleDescription('Not set.');
});

test('the server of before brings the stored password back', async () => {
  const person = await open(source('outgoingemail', { state: 'on' }), smtp);
  await person.fill('Server', 'elsewhere.example.org');
  await person.fill('Server', 'mail.example.org');
  expect(await screen.findByLabelText('Password')).toHaveValue(secretMask);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('choosing what holds by default anyway keeps the stored password', async () => {
  const person = await open(source('outgoingemail', { state: 'on' }), { ...smtp, outgoing_security: '' });
  expect(await screen.findByRole('radio', { name: 'None' })).toBeChecked();
  // The field is there all the time; its value follows the choice.
  await person.press('radio', 'TLS');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(''));
  await person.press('radio', 'None');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(secretMask));
});

test.each([
  [
    'this mailbox',
    'email',
    {
      incoming_type: 'IMAP',
      incoming_server: 'mail.example.org',
      incoming_port: '993',
      incoming_security: 'SSL',
      incoming_username: 'reports',
      incoming_password: secretMask,
    },
    'Server',
    'Password',
  ],
  ['a gateway', 'twilio', twilio, 'Gateway URL', 'Auth token'],
] as const)('the secret that %s needs has to be entered again', async (_, id, stored, field, secret) => {
  const person = await open(source(id, { state: 'on' }), stored);
  await person.fill(field, 'https://elsewhere.example.org');
  const label = new RegExp(`^${secret}`);
  expect(await screen.findByLabelText(label, { selector: 'input' })).toHaveAccessibleDescription(
    /Enter it again because the server changed\. The saved one is only for the old server/,
  );
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await person.fillPassword(label, 'typed again');
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('a feed’s optional secret is dropped with its server, and a mere look at the field drops nothing', async () => {
  const stored = { url: 'https://one.example.org', search_terms: '#flood', access_token: secretMask };
  const person = await open(source('mastodon', { state: 'on' }), stored);
  const token = await screen.findByLabelText('Access token');
  await person.click(token);
  expect(token).toHaveAccessibleDescription(/Type the new one, or leave empty to keep the saved one/);
  await person.tab();
  expect(token).toHaveValue(secretMask);
  await person.fill('Server', 'https://two.example.org');
  expect(token).toHaveAccessibleDescription(/deleted when you save/);
  await person.press('button', 'Save');
  expect(await screen.findByText(/Deleted: Access token/)).toBeVisible();
});

test('a secret that is to be removed can be kept after all', async () => {
  const stored = { url: 'https://one.example.org', search_terms: '#flood', access_token: secretMask };
  const person = await open(source('mastodon', { state: 'on' }), stored);
  await person.press('button', 'Remove Access token');
  expect(screen.getByLabelText('Access token')).toHaveAccessibleDescription(/deleted when you save/);
  await person.press('button', 'Keep saved Access token');
  expect(screen.getByLabelText('Access token')).toHaveValue(secretMask);
});

const unsafe = { ...smtp, outgoing_security: 'None' };

test('unencrypted mail: who may change it is told to choose', async () => {
  await open(source('outgoingemail', { state: 'on' }), unsafe);
  expect(await screen.findByText(/until you choose SSL or TLS/)).toBeVisible();
});

test('unencrypted mail: who may only read is told who can change it', async () => {
  const manager = createTestAccount({ role: 'settings', permissions: ['Manage Settings'] });
  await open(source('outgoingemail', { state: 'on', allowed_privileges: ['read', 'search'] }), unsafe, {
    as: manager,
  });
  expect(await screen.findByText(/until an administrator chooses SSL or TLS/)).toBeVisible();
  expect(screen.getByText(/Only administrators can change this/)).toBeVisible();
  expect(screen.queryByText(/until you choose/)).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Server' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test.each([
  ['that is not set up has nothing to save', { secret: '' }, 0],
  ['that is set up may be given another survey', { secret: secretMask }, 1],
])('a gateway that only administrators change and %s', async (_, stored, editable) => {
  apiServer.on(listSurveys, () => createTestPage([]));
  const manager = createTestAccount({ role: 'settings', permissions: ['Manage Settings'] });
  await open(source('smssync', { state: 'off', options_locked: true }), stored, { isOn: false, as: manager });
  expect(await screen.findByText(/Only administrators can change how text messages are sent/)).toBeVisible();
  expect(screen.queryAllByText(/You can choose where incoming messages go/)).toHaveLength(editable);
  expect(screen.queryAllByRole('button', { name: 'Save' })).toHaveLength(editable);
});

test('SMSSync’s two secrets are told apart, and the explanation stays after saving', async () => {
  const person = await open(source('smssync', { state: 'on' }), { secret: secretMask, address_secret: '' });
  const address = await screen.findByRole('region', { name: 'URL for incoming messages' });
  const explains = () => {
    expect(address).toHaveTextContent(
      /Makes the URL impossible to guess\. It is part of the URL that you enter in the gateway and is used nowhere else/,
    );
    expect(address).toHaveTextContent(/This is not the secret key below, which has its own field in the app/);
  };
  explains();
  expect(address).toHaveTextContent(
    /This gateway doesn't sign its messages\. Anyone who knows the URL and the other required values can send messages in anyone's name\. A secret in the URL makes it impossible to guess/,
  );
  await person.press('button', 'Generate a secret');
  const addressSecret = /\/sms\/smssync\/([\w-]{32})/.exec(address.textContent ?? '')?.[1];
  expect(addressSecret).toBeDefined();
  expect(address).toHaveTextContent(
    /Copy this URL into the gateway before you save\. The secret will not be shown again\. Messages to the old URL will be refused/,
  );
  await person.press('button', 'Save');
  await screen.findByText('SMSSync saved.');
  expect(savedConfig()['smssync']).toMatchObject({ secret: secretMask, address_secret: addressSecret });
});

test('a stored secret in the address shows the address without it, and the explanation', async () => {
  await open(source('smssync', { state: 'on' }), { secret: secretMask, address_secret: secretMask });
  const address = await screen.findByRole('region', { name: 'URL for incoming messages' });
  expect(address).toHaveTextContent(/\/sms\/smssync\/\*{8}/);
  expect(address).toHaveTextContent(/This is not the secret key below, which has its own field in the app/);
  expect(address).not.toHaveTextContent(
    /This gateway doesn't sign its messages\. Anyone who knows the URL and the other required values can send messages in anyone's name\. A secret in the URL makes it impossible to guess/,
  );
  expect(within(address).queryByRole('button', { name: 'Copy' })).toBeNull();
});

test('a gateway’s other address drops the secret in the address, too', async () => {
  const stored = { from: '1', api_key: 'k', api_secret: secretMask, address_secret: secretMask, url: '' };
  const person = await open(source('nexmo', { state: 'on' }), stored);
  await person.fill('Gateway URL', 'https://elsewhere.example.org');
  const address = await screen.findByRole('region', { name: 'URL for incoming messages' });
  await waitFor(() => expect(address).toHaveTextContent(/the saved one is deleted when you save/));
});

const nexmo = {
  from: '1',
  api_key: 'k',
  api_secret: secretMask,
  signature_secret: '',
  address_secret: '',
  url: '',
};

test('a gateway without a signature is turned on together with a generated secret', async () => {
  const person = await open(source('nexmo', { authenticated: false }), nexmo, { isOn: false });
  await person.click(screen.getByRole('switch', { name: /^On\b/ }));
  const reason = /needs a secret in the URL or a signature/;
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(reason);
  const region = screen.getByRole('region', { name: 'URL for incoming messages' });
  const [, besideSwitch] = screen.getAllByRole('button', { name: 'Generate a secret' });
  if (besideSwitch) await person.click(besideSwitch);
  expect(region).toHaveFocus();
  expect(region).toHaveTextContent(/Copy this URL into the gateway before you save/);
  const addressSecret = /\/sms\/nexmo\/([\w-]{32})/.exec(region.textContent ?? '')?.[1];
  await person.press('button', 'Save');
  await screen.findByText(/^Nexmo.* saved\.$/);
  expect(savedConfig()).toMatchObject({
    providers: { nexmo: true },
    nexmo: { address_secret: addressSecret },
  });
});

test('a signature is enough, and without one Twilio needs the secret', async () => {
  const person = await open(source('twilio', { state: 'on', authenticated: true }), twilio);
  const region = screen.getByRole('region', { name: 'URL for incoming messages' });
  expect(region).toHaveTextContent(/Twilio doesn't need it/);
  expect(within(region).queryByText(/anyone's name/)).toBeNull();
  await person.press('radio', 'No');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(
    /needs a secret in the URL/,
  );
  await person.press('radio', 'Yes');
  expect(screen.queryByText(/needs a secret in the URL/)).toBeNull();
});

test('a gateway that is on without a secret is marked as not safe, and gets another survey all the same', async () => {
  await open(source('nexmo', { state: 'on', authenticated: false }), nexmo);
  expect(screen.getByText("Not safe: anyone can send messages in anyone's name")).toBeVisible();
  expect(screen.getByText(/Generate a secret and enter the new URL in the gateway/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('No changes yet.');
});

test('who cannot change it is told whom to ask', async () => {
  const manager = createTestAccount({ role: 'settings', permissions: ['Manage Settings'] });
  const locked = source('nexmo', { state: 'on', authenticated: false, options_locked: true });
  const person = await open(locked, nexmo, { as: manager });
  expect(screen.getByText(/Ask an administrator to add a secret/)).toBeVisible();
  await person.press('switch', /^Import to a survey/);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(/survey/);
});

test('a field that cannot be right is told at the field', async () => {
  const person = await open(source('outgoingemail', { state: 'on' }), smtp);
  await person.fill('Port', 'smtp');
  await person.tab();
  expect(screen.getByRole('textbox', { name: 'Port' })).toHaveAccessibleDescription(/digits/);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('a save that fails is told, and what was typed stays', async () => {
  const person = await open(source('outgoingemail', { state: 'on' }), smtp);
  apiServer.on(saveConfig, () => createProblemResponse('server.no-database'));
  await person.fill('Sender address', 'team@example.org');
  await person.press('button', 'Save');
  expect(await screen.findByText(/cannot reach its database/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Sender address' })).toHaveValue('team@example.org');
  apiServer.on(saveConfig, () => createValidationResponse({ field: 'outgoingemail', rule: 'secretNeeded' }));
  await person.press('button', 'Save');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Sender address' })).toHaveValue('team@example.org');
});

test('a page that cannot be read is asked for again; without data sources it says so', async () => {
  let isDown = true;
  apiServer.on(listDataProviders, () =>
    isDown ? createProblemResponse('server.failed') : createTestPage([]),
  );
  apiServer.on(readConfig, ({ params }) =>
    params.group === 'data-provider'
      ? { ...own, providers: {} }
      : (createTestConfig(config).find(({ id }) => id === params.group) ?? own),
  );
  const person = await renderScreen('/settings/datasources', { account: adminAccount, config });
  await screen.findByText(/Something went wrong on the server/);
  isDown = false;
  await person.press('button', 'Try again');
  expect(await screen.findByText('No data sources available')).toBeVisible();
});

test('a source that works stays “On” while a field is emptied, and Save says which', async () => {
  const person = await open(source('twilio', { state: 'on' }), twilio);
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(save).toHaveAccessibleDescription('No changes yet.');
  await person.fill(/^Account SID/, '');
  expect(screen.getByRole('button', { name: /^Twilio/ })).toHaveTextContent('On');
  expect(screen.queryByText(/Configure this data source before you turn it on/)).toBeNull();
  expect(save).toBeDisabled();
  expect(save).toHaveAccessibleDescription('Check these fields before you save: Account SID.');
});

test('a source that is switched on with unreadable settings is “Not set up”, and says that it does not work', async () => {
  await open(source('twilio', { state: 'not-set-up' }), twilio);
  expect(screen.getByRole('button', { name: /^Twilio/ })).toHaveTextContent('Not set up');
  expect(
    await screen.findByText(
      /This data source is on, but some settings are missing or can no longer be read\. Fill them in and save to make it work/,
    ),
  ).toBeVisible();
});

test('an older server’s source that is switched on and incomplete is “Not set up”', async () => {
  await open(source('twilio', { state: undefined }), { ...twilio, account_sid: '' });
  expect(screen.getByRole('button', { name: /^Twilio/ })).toHaveTextContent('Not set up');
});
