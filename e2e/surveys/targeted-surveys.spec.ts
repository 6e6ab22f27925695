/** Targeted surveys: sent to phone numbers, answered on simulated phones; and replies to messages in the inbox. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { sendTwilioMessage } from '../support/twilio.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function addQuestion(page: Page, text: string): Promise<void> {
  await clickButton(page, 'Add a question');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Question' }).fill(text);
  await dialog.getByRole('button', { name: 'Save question' }).click();
}

/** Sends a message from the open simulated phone. */
async function sendFromPhone(page: Page, text: string): Promise<void> {
  await field(page, 'Reply from this phone').fill(text);
  await clickButton(page, 'Send');
  await expect(field(page, 'Reply from this phone')).toHaveValue('');
}

test('a targeted survey is created and sent to two numbers', {
  tag: '@core',
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/surveys');
  await page.getByRole('link', { name: 'Add a targeted survey' }).click();

  await field(page, 'Name').fill('After the flood');
  await field(page, 'Description').fill('Who needs what');
  await clickButton(page, 'Continue');

  await page.getByLabel('Country').selectOption('KE');
  await field(page, 'Phone numbers').fill('0712 345 678, +254712345678, 0733 111, 0733222333');
  await clickButton(page, 'Continue');
  await expect(page.getByText("1 number doesn't match the rules of Kenya. Correct it below.")).toBeVisible();
  await expect(field(page, 'Numbers to correct')).toHaveValue('0733111');
  await expect(page.getByText('2 valid numbers.')).toBeVisible();
  await expect(page.getByText('1 duplicate removed.')).toBeVisible();
  await expectAccessible(page, 'numbers to correct');
  await field(page, 'Numbers to correct').fill('');
  await clickButton(page, 'Continue');

  await addQuestion(page, 'What do you need?');
  await addQuestion(page, 'How many are you?');
  const dialog = page.getByRole('dialog');
  const list = page.getByRole('list', { name: 'Questions' });
  await page.getByRole('button', { name: 'Move How many are you?', exact: false }).first().focus();
  await page.keyboard.press('ArrowUp');
  await expect(list.getByRole('listitem').first()).toContainText('How many are you?');
  await expectAccessible(page, 'the questions of a targeted survey');
  await clickButton(page, 'Continue');

  await expect(page.getByText('No real messages are sent')).toBeVisible();
  await expect(page.getByText('Text messages (maximum)').locator('..')).toContainText('4');
  await clickButton(page, 'Publish and send');
  await expect(dialog.getByText('The first question goes to 2 people right away.')).toBeVisible();
  await expect(
    dialog.getByText('If everyone answers every question, 4 text messages are sent.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Send survey' }).click();
  await expect(
    page.getByText('“After the flood” is published. Up to 4 text messages will be sent.'),
  ).toBeVisible();
  await expect(page.getByText('Waiting for an answer').first()).toBeVisible();
  await expectAccessible(page, 'a targeted survey that was sent');
});

test('a survey is answered on a simulated phone, and the answers are in its post', {
  tag: '@full',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const token = await tokenFor(waypost, 'admin');
  const create = async (url: string, body: object) =>
    ((await (await callApi(waypost, token, 'POST', url, body)).json()) as { id: number }).id;
  const survey = { name: 'Who needs water', everyone_can_create: false, targeted_survey: true };
  const id = await create('/forms', survey);
  const task = await create(`/forms/${id}/stages`, { label: 'Post', type: 'post', priority: 0 });
  for (const [priority, label] of ['How many are you?', 'What do you need?'].entries())
    await create(`/forms/${id}/attributes`, {
      label,
      type: 'text',
      input: 'textarea',
      priority,
      form_stage_id: task,
    });
  await callApi(waypost, token, 'POST', `/forms/${id}/contacts`, {
    contacts: '0712345999',
    country_code: 'KE',
  });

  const page = await openAs(admin, open, waypost.baseUrl, '/settings/surveys');
  await page.getByRole('link', { name: 'Who needs water', exact: true }).click();
  await page.getByRole('link', { name: 'Answer on a simulated phone' }).click();
  await page
    .getByRole('region', { name: 'Phones', exact: true })
    .getByRole('link', { name: /\+254712345999/ })
    .click();
  const phone = page.getByRole('region', { name: 'Phone +254712345999' });
  await expect(phone.getByText('How many are you?')).toBeVisible();
  await sendFromPhone(page, 'We are nine');
  await expect(phone.getByText('Saved as the answer to the question.')).toBeVisible();
  await expect(phone.getByText('What do you need?')).toBeVisible();
  await sendFromPhone(page, 'Clean water');
  await expect(phone.getByText('Clean water')).toBeVisible();
  await expectAccessible(page, 'a simulated phone');

  await page.goto(`${waypost.baseUrl}/settings/surveys`);
  await page.getByRole('link', { name: 'Who needs water', exact: true }).click();
  await expect(page.getByText('Finished', { exact: true })).toBeVisible();
  await expect(page.getByText('Responses', { exact: true }).locator('..')).toContainText('2');
  await page.getByRole('link', { name: 'Open the response of +254712345999' }).click();
  await expect(page.getByText('We are nine').first()).toBeVisible();
  await expect(page.getByText('Clean water').first()).toBeVisible();
});

test('a recipient in the middle of another survey finishes it first, unless the sender chooses otherwise', {
  tag: '@full',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const token = await tokenFor(waypost, 'admin');
  const postToApi = (url: string, body: object) => callApi(waypost, token, 'POST', url, body);
  const create = async (url: string, body: object) =>
    ((await (await postToApi(url, body)).json()) as { id: number }).id;
  const [name, number] = ['How are the roads', '+254712345888'];
  const id = await create('/forms', { name, everyone_can_create: false, targeted_survey: true });
  const form_stage_id = await create(`/forms/${id}/stages`, { label: 'Post', type: 'post', priority: 0 });
  const question = { label: 'Which road?', type: 'text', input: 'textarea', form_stage_id };
  await create(`/forms/${id}/attributes`, question);
  await postToApi(`/forms/${id}/contacts`, { contacts: number, country_code: 'KE' });

  const page = await openAs(admin, open, waypost.baseUrl, '/settings/surveys');
  await page.getByRole('link', { name: 'Add a targeted survey' }).click();
  await field(page, 'Name').fill('How are the wells');
  await field(page, 'Description').fill('After the roads');
  await clickButton(page, 'Continue');
  await page.getByLabel('Country').selectOption('KE');
  await field(page, 'Phone numbers').fill(number);
  await clickButton(page, 'Continue');
  await addQuestion(page, 'Is there water?');
  await clickButton(page, 'Continue');
  const finishFirst = page.getByRole('switch', { name: 'Wait until people finish another survey' });
  const interruptNotice = page.getByText('1 person is answering another survey, which will end for them.');
  await expect(finishFirst).toBeChecked();
  await expect(interruptNotice).toHaveCount(0);
  await expectAccessible(page, 'publishing to recipients who answer another survey');
  await finishFirst.click();
  await expect(interruptNotice).toBeVisible();
  await finishFirst.click();
  await clickButton(page, 'Publish and send');
  await page.getByRole('dialog').getByRole('button', { name: 'Send survey' }).click();
  await expect(page.getByText('Waiting for another survey to end', { exact: true })).toBeVisible();

  await postToApi('/simulated-phones/messages', { from: number, message: 'The one to the coast' });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Waiting for an answer', { exact: true })).toBeVisible();
  }).toPass();
});

test('a message stays in the inbox until somebody replies', { tag: '@core' }, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  const text = { from: '+254700000001', message: 'The bridge at mile 12 is gone' };
  expect((await callApi(waypost, token, 'POST', '/simulated-phones/messages', text)).ok).toBe(true);
  const page = await openAs(admin, open, waypost.baseUrl, '/messages');
  await page.getByText('Not replied', { exact: true }).first().click();
  const row = page
    .getByRole('link', { name: /Reporter [0-9a-f]{6}/ })
    .filter({ hasText: 'The bridge at mile 12' });
  await expect(row).toContainText('1 unread message');
  await row.click();
  await expect(page.getByRole('heading', { name: /Messages with Reporter/ })).toBeVisible();
  await expect(row).not.toContainText('unread');
  await field(page, 'Reply').fill('T');
  await clickButton(page, 'Send reply');
  await expect(page.getByText('Reply needs at least 2 characters.')).toBeVisible();
  await field(page, 'Reply').fill('Thank you, a team is on its way');
  await expect(page.getByText(/31 of 140 characters · 1 text message/)).toBeVisible();
  await expectAccessible(page, 'a conversation in the inbox');
  await clickButton(page, 'Send reply');
  await expect(page.getByText(/Your reply to Reporter [0-9a-f]{6} is being sent\./)).toBeVisible();
  await expect(page.getByText('No conversations found')).toBeVisible();
  await page.goto(`${waypost.baseUrl}/settings/phone?number=%2B254700000001`);
  await expect(
    page.getByRole('region', { name: 'Phone +' }).getByText('Thank you, a team is on its way'),
  ).toBeVisible();
});

test('a number that sends STOP is excluded from further surveys', { tag: '@full' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/phone?number=%2B254733222333');
  await sendFromPhone(page, 'STOP');
  const token = await tokenFor(waypost, 'admin');
  const body = { contacts: '+254733222333', country_code: 'KE' };
  const checked = await callApi(waypost, token, 'POST', '/forms/numbers', body);
  expect(await checked.json()).toMatchObject({ stopped: ['+254733222333'] });
});

test('one of two gateways is chosen to send a survey, and STOP is no response', { tag: '@slow' }, async ({
  open,
}) => {
  test.setTimeout(testLimit(180_000));
  const gateways = await startWaypost();
  const token = await tokenFor(gateways, 'admin');
  const sources = {
    providers: { twilio: true, smssync: true },
    twilio: { from: '+15550000', account_sid: 'AC123', auth_token: 'a secret', sms_auto_response: 'Thanks' },
    smssync: { secret: 'phone secret' },
  };
  expect((await callApi(gateways, token, 'PUT', '/config/data-provider', sources)).status).toBe(200);
  const page = await openAs(admin, open, gateways.baseUrl, '/settings/surveys/targeted/create');
  await field(page, 'Name').fill('After the flood');
  await field(page, 'Description').fill('Who needs what');
  await clickButton(page, 'Continue');
  await page.getByLabel('Country').selectOption('KE');
  await field(page, 'Phone numbers').fill('0712 345 678, 0733 222 333');
  await clickButton(page, 'Continue');
  await addQuestion(page, 'What do you need?');
  await clickButton(page, 'Continue');
  const gateway = page.getByRole('combobox', { name: 'Gateway that sends the messages' });
  await expect(gateway).toHaveValue('smssync');
  await gateway.selectOption('Twilio');
  await expectAccessible(page, 'the choice of a gateway');
  await clickButton(page, 'Publish and send');
  await page.getByRole('dialog').getByRole('button', { name: 'Send survey' }).click();
  await expect(page.getByText('Waiting for an answer', { exact: true })).toHaveCount(2);
  const id = /published\/(\d+)$/.exec(new URL(page.url()).pathname)?.[1] ?? '';
  const contacts = (await (await callApi(gateways, token, 'GET', `/forms/${id}/contacts`)).json()) as {
    data_source: string;
  }[];
  expect(contacts.map((contact) => contact.data_source)).toEqual(['twilio', 'twilio']);
  await sendTwilioMessage(gateways, { body: 'STOP', from: '+254712345678', sid: 'S1' });
  await expect(page.getByText('Unsubscribed', { exact: true })).toBeVisible({ timeout: scaled(20_000) });
  const stats = (await (await callApi(gateways, token, 'GET', `/forms/${id}/stats`)).json()) as object;
  expect(stats).toMatchObject({ total_responses: 0, total_response_recipients: 0 });
  await page.close();
  await endWaypost(gateways);
});
