/** A message gets a survey in review, with the keyboard alone: its fields are filled in from its text. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { sendTwilioMessage } from '../support/twilio.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let token: string;
test.beforeAll(async () => {
  waypost = await startWaypost();
  token = await tokenFor(waypost, 'admin');
});
test.afterAll(() => endWaypost(waypost));

const send = async <T>(method: string, url: string, body?: object): Promise<T> => {
  const response = await callApi(waypost, token, method, url, body);
  const text = await response.text();
  expect(response.ok, `${method} ${url}: ${text.slice(0, 300)}`).toBe(true);
  return JSON.parse(text) as T;
};

interface MessagePost {
  id: number;
  status: string;
  form: { id: number } | null;
  values: Record<string, unknown[]>;
}

test('the fields of a chosen survey are filled in from the message, cleared by a key, and saved with the decision', {
  tag: '@slow',
}, async ({ open }) => {
  const survey = await send<{ id: number }>('POST', '/forms', { name: 'Floods' });
  const report = { label: 'Report', type: 'post' };
  const { id: form_stage_id } = await send<{ id: number }>('POST', `/forms/${survey.id}/stages`, report);
  const fields = [
    { key: 'injured', label: 'People injured', type: 'int', input: 'number', required: true },
    { key: 'dead', label: 'People dead', type: 'int', input: 'number' },
    { key: 'day', label: 'Date', type: 'datetime', input: 'date' },
    { key: 'road', label: 'Road', type: 'varchar', input: 'select', options: ['Blocked', 'Passable'] },
    { key: 'where', label: 'Where is it?', type: 'point', input: 'location' },
  ];
  for (const field of fields)
    await send('POST', `/forms/${survey.id}/attributes`, { ...field, form_stage_id });
  const twilio = {
    from: '+15550000',
    account_sid: 'AC123',
    auth_token: 'a secret',
    sms_auto_response: 'Thanks',
  };
  await send('PUT', '/config/data-provider', { providers: { twilio: true }, twilio });
  const body = 'The road is blocked since 25/12/2025 at -1.2921, 36.8219. ٣ people injured.';
  await sendTwilioMessage(waypost, { body, from: '+254712345678', sid: 'S1' });
  const readPost = async () =>
    (await send<{ results: MessagePost[] }>('GET', '/posts?status[]=draft&status[]=published')).results[0];
  await expect.poll(readPost).toMatchObject({ status: 'draft', form: null });

  const page = await openAs(admin, open, waypost.baseUrl, '/review');
  await expect(page.getByText(body).first()).toBeVisible();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Which survey does this report belong to?' });
  await dialog.getByRole('button', { name: 'Floods' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('region', { name: 'Tasks' });
  await expect(form.getByLabel('People injured')).toHaveValue('3');
  await expect(form.getByLabel('People dead')).toHaveValue('');
  await expect(form.getByLabel('Date')).toHaveValue('2025-12-25');
  await expect(form.getByLabel('Road', { exact: true })).toHaveValue('Blocked');
  await expect(form.getByText('From the text', { exact: true })).toHaveCount(4);
  await expectAccessible(page, 'answers from the text');
  expect((await readPost())?.values).toEqual([]);

  await page.keyboard.press('c');
  await expect(form.getByText('From the text', { exact: true })).toHaveCount(0);
  await expect(form.getByLabel('People injured')).toHaveValue('');
  await page.keyboard.press('p');
  await expect(form.getByRole('alert').first()).toContainText('People injured');
  await page.reload();
  await expect(form.getByLabel('People injured')).toHaveValue('3');
  await form.getByLabel('People dead').fill('0');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  // The text names a place.
  await expect(page.getByRole('button', { name: 'Publish anyway' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(readPost).toMatchObject({
    status: 'published',
    form: { id: survey.id },
    values: {
      injured: [3],
      dead: [0],
      road: ['Blocked'],
      where: [{ lat: -1.2921, lon: 36.8219 }],
    },
  });
});
