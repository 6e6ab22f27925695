/** Reports by text message: a gateway is set up in the browser, a message arrives over HTTP, its report is in the list. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from './browser.ts';
import { logIn } from './log-in.ts';
import { admin, endWaypost, startWaypost, type Waypost } from './waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost(undefined, {
    FEATURES:
      '{"data-providers":{"smssync":true,"twilio":true,"nexmo":true,"frontlinesms":true,"email":true,"outgoingemail":true,"twitter":false}}',
  });
});
test.afterAll(() => endWaypost(waypost));

const deliver = (body: string, sid: string) =>
  fetch(`${waypost.address}/sms/twilio`, {
    method: 'POST',
    body: new URLSearchParams({ AccountSid: 'AC123', From: '+254700123456', Body: body, MessageSid: sid }),
  });

test('Twilio is set up, a text message arrives, and its report is in the list', async ({ open }) => {
  const page = await open(`${waypost.address}/settings/datasources`);
  await logIn(page, admin);
  await expect(page.getByText('X (Twitter)')).toBeVisible();
  await expect(page.getByRole('button', { name: /Twitter/ })).toHaveCount(0);
  expect((await deliver('Too early', 'SM0')).status).toBe(404);

  await page.getByRole('button', { name: /Twilio/ }).click();
  const source = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /Twilio/ }) });
  await expect(source.getByText('needs configuring')).toBeVisible();
  await expect(source.getByRole('switch')).toHaveCount(0);
  await expectAccessible(page, 'a data source that needs configuring');
  await source.getByRole('textbox', { name: 'Phone number' }).fill('+15550000');
  await source.getByRole('textbox', { name: 'Account SID' }).fill('AC123');
  await source.getByLabel('Auth token').fill('a secret');
  await source.getByRole('textbox', { name: 'Automatic answer' }).fill('Thank you');
  await source.getByRole('switch', { name: 'Switched on' }).click();
  await source.getByRole('switch', { name: 'Import to a survey' }).click();
  await expect(source.getByRole('button', { name: 'Save' })).toBeDisabled();
  await source.getByRole('radio').first().check();
  await source.getByLabel('Where “Message” goes').selectOption('Title');
  await expectAccessible(page, 'a data source with a survey');
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Twilio is saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Twilio.*On/ })).toBeVisible();

  const answered = await deliver('Bridge down at mile 12', 'SM1');
  expect(await answered.text()).toContain('<Message>Thank you</Message>');

  await page.reload();
  await page.getByRole('button', { name: /Twilio/ }).click();
  await expect(source.getByText('Stored, and never shown again')).toBeVisible();
  await expect(source.getByLabel('Auth token')).toHaveValue('********');
  await source.getByRole('textbox', { name: 'Automatic answer' }).fill('Thanks');
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Twilio is saved.')).toBeVisible();
  expect((await deliver('Bridge down at mile 12', 'SM1')).status).toBe(200);

  await expect(async () => {
    await page.goto(`${waypost.address}/views/data`);
    await expect(page.getByRole('link', { name: /Bridge down at mile 12/ })).toHaveCount(1);
  }).toPass();
});

test('what is typed is not lost by leaving', async ({ open }) => {
  const page = await open(`${waypost.address}/settings/datasources`);
  await logIn(page, admin);
  await page.getByRole('button', { name: /SMSSync/ }).click();
  await page.getByLabel(/^Secret/).fill('typed');
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel(/^Secret/)).toHaveValue('typed');
});
