import { screen, waitFor, within } from '@testing-library/dom';
import { listCountryCodes } from '@waypost/contract/settings/country-codes';
import {
  checkPhoneNumbers,
  type PhoneNumberCheck,
} from '@waypost/contract/targeted-surveys/targeted-surveys';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

const country = {
  id: 1,
  url: '',
  country_name: 'Kenya',
  dial_code: '+254',
  country_code: 'KE',
  allowed_privileges: [],
};
const checked = (overrides: Partial<PhoneNumberCheck> = {}): PhoneNumberCheck => ({
  numbers: ['+254712345678'],
  duplicates: 0,
  invalid: [],
  stopped: [],
  elsewhere: 0,
  data_source: 'simulated',
  ...overrides,
});

beforeEach(() => apiServer.on(listCountryCodes, () => createTestPage([country])));

async function openNames() {
  const person = await renderScreen('/settings/surveys/targeted/create', { account: adminAccount });
  await screen.findByRole('textbox', { name: /^Name/ });
  return person;
}

async function openAudience() {
  const person = await openNames();
  await person.fill(/^Name/, 'After the flood');
  await person.fill(/^Description/, 'Who needs what');
  await person.press('button', 'Continue');
  await screen.findByLabelText(/^Country/);
  await screen.findByRole('option', { name: /^Kenya/ });
  return person;
}

async function writeNumbers(person: Awaited<ReturnType<typeof openAudience>>, text: string) {
  await person.choose(/^Country/, 'Kenya (+254)');
  await person.fill(/^Phone numbers/, text);
  await person.press('button', 'Continue');
}

async function openQuestions(check: Partial<PhoneNumberCheck> = {}) {
  apiServer.on(checkPhoneNumbers, () => checked(check));
  const person = await openAudience();
  await writeNumbers(person, '0712 345 678');
  await screen.findByRole('button', { name: 'Add a question' });
  return person;
}

async function addQuestion(person: Awaited<ReturnType<typeof openQuestions>>, text: string) {
  await person.press('button', 'Add a question');
  const dialog = await findDialog();
  await person.write(dialog.getByRole('textbox', { name: /^Question/ }), text);
  return dialog;
}

test('a survey needs a name and a description', async () => {
  const person = await openNames();
  await person.press('button', 'Continue');
  expect(await screen.findByText('You must give your survey a name.')).toBeVisible();
  expect(screen.getByText('You must give your survey a description.')).toBeVisible();
});

test('requires a country and a number before sending a request', async () => {
  apiServer.on(checkPhoneNumbers, () => checked());
  const person = await openAudience();
  await person.press('button', 'Continue');
  expect(await screen.findByText('You must select a country.')).toBeVisible();
  expect(screen.getByText('You must enter at least 1 phone number.')).toBeVisible();
  expect(apiServer.requests(checkPhoneNumbers)).toHaveLength(0);
});

test('puts only invalid numbers back into the text field and shows the number of valid ones', async () => {
  apiServer.on(checkPhoneNumbers, () =>
    checked({ numbers: ['+254712345678', '+254733222333'], duplicates: 1, invalid: ['0733111'] }),
  );
  const person = await openAudience();
  await writeNumbers(person, '0712 345 678, +254712345678, 0733 111, 0733222333');
  await screen.findByText("1 number doesn't match the rules of Kenya. Correct it below.");
  expect(screen.getByRole('textbox', { name: /^Numbers to correct/ })).toHaveValue('0733111');
  expect(screen.getByText('2 valid numbers.')).toBeVisible();
  expect(screen.getByText('1 duplicate removed.')).toBeVisible();
});

test('keeps numbers in the text field when the check fails', async () => {
  apiServer.on(checkPhoneNumbers, () => createProblemResponse('request.too-many'));
  const person = await openAudience();
  await writeNumbers(person, '0712 345 678');
  await screen.findByRole('alert');
  expect(screen.getByRole('textbox', { name: /^Phone numbers/ })).toHaveValue('0712 345 678');
});

test('a survey without a question is not published', async () => {
  const person = await openQuestions();
  await person.press('button', 'Continue');
  expect(await screen.findByText('You must add at least one question.')).toBeVisible();
});

test('shows an error for a duplicate or too long question in its dialog', async () => {
  const person = await openQuestions();
  const first = await addQuestion(person, 'How many are you?');
  await person.click(first.getByRole('button', { name: 'Save question' }));
  expect(
    within(await screen.findByRole('list', { name: 'Questions' })).getAllByRole('listitem'),
  ).toHaveLength(1);
  const secondDialog = await addQuestion(person, 'how many are you?');
  await person.click(secondDialog.getByRole('button', { name: 'Save question' }));
  expect(await secondDialog.findByText('This question already exists')).toBeVisible();
  await person.write(secondDialog.getByRole('textbox', { name: /^Question/ }), 'a'.repeat(161));
  expect(
    await secondDialog.findByText('Your question is too long, you can use maximum 160 characters.'),
  ).toBeVisible();
});

async function openPublish(check: Partial<PhoneNumberCheck>) {
  const person = await openQuestions(check);
  const dialog = await addQuestion(person, 'How many are you?');
  await person.click(dialog.getByRole('button', { name: 'Save question' }));
  await person.press('button', 'Continue');
  await screen.findByRole('heading', { name: 'Publish' });
  return person;
}

test('with two gateways the first one sends unless another is chosen, and the choice stays', async () => {
  const person = await openPublish({ data_source: 'smssync', data_sources: ['smssync', 'twilio'] });
  expect(screen.getByRole('combobox', { name: 'Gateway that sends the messages' })).toHaveValue('smssync');
  await person.choose('Gateway that sends the messages', 'Twilio');
  await person.press('button', 'Back');
  await screen.findByRole('button', { name: 'Add a question' });
  await person.press('button', 'Continue');
  expect(await screen.findByRole('combobox', { name: 'Gateway that sends the messages' })).toHaveValue(
    'twilio',
  );
});

test('with one gateway it is named, without a choice', async () => {
  await openPublish({ data_source: 'twilio', data_sources: ['twilio'] });
  expect(screen.getByText('Sent by Twilio')).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('without a gateway the survey cannot be sent', async () => {
  await openPublish({ data_source: null, data_sources: [] });
  expect(
    screen.getByText(/cannot be sent because no data source for text messages is turned on/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Publish and send' })).toBeDisabled();
});

test('a missing gateway is named before the questions are written, and looked for again without losing them', async () => {
  const person = await openQuestions({ data_source: null, data_sources: [] });
  expect(screen.getByText(/no data source for text messages is turned on/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Set up text messages/ })).toHaveAttribute('target', '_blank');
  apiServer.on(checkPhoneNumbers, () => checked({ data_source: 'twilio', data_sources: ['twilio'] }));
  await person.press('button', 'Check again');
  await waitFor(() => expect(screen.queryByText(/no data source for text messages is turned on/)).toBeNull());
});

test('the country is the one of the site', async () => {
  const person = await renderScreen('/settings/surveys/targeted/create', {
    account: adminAccount,
    config: { site: { country: 'KE' } },
  });
  await screen.findByRole('textbox', { name: /^Name/ });
  await person.fill(/^Name/, 'After the flood');
  await person.fill(/^Description/, 'Who needs what');
  await person.press('button', 'Continue');
  await screen.findByRole('option', { name: /^Kenya/ });
  expect(screen.getByLabelText(/^Country/)).toHaveValue('KE');
});
