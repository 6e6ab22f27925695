/** Reports by SMS: a gateway is configured, a message arrives over HTTP, and its report is in the list. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { testLimit } from '../support/timing.ts';
import { sendTwilioMessage } from '../support/twilio.ts';
import {
  admin,
  callApi,
  endWaypost,
  startWaypost,
  startWithEmbeddedDatabase,
  tokenFor,
  type Waypost,
} from '../support/waypost.ts';

/** Enables every data source except X. */
const environment = {
  FEATURES:
    '{"data-providers":{"smssync":true,"twilio":true,"nexmo":true,"frontlinesms":true,"email":true,"outgoingemail":true,"twitter":false}}',
};
let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost(undefined, environment);
});
test.afterAll(() => endWaypost(waypost));

const sendSms = (body: string, sid: string) =>
  sendTwilioMessage(waypost, { body, from: '+254700123456', sid });

test('Twilio is configured, a text message arrives, and its report is in the list', { tag: '@core' }, async ({
  open,
}) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/datasources');
  await page.getByRole('button', { name: /Twilio/ }).click();
  await expect(page.getByText('X (Twitter)')).toBeVisible();
  await expect(page.getByRole('button', { name: /Twitter/ })).toHaveCount(0);
  expect((await sendSms('Too early', 'SM0')).status).toBe(404);
  const source = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /Twilio/ }) });
  await expect(source.getByText('Configure this data source')).toBeVisible();
  await expect(source.getByRole('switch')).toHaveCount(0);
  await expectAccessible(page, 'a data source that needs configuring');
  await source.getByRole('textbox', { name: 'Phone number', exact: true }).fill('+15550000');
  await source.getByRole('textbox', { name: 'Account SID' }).fill('AC123');
  await source.getByLabel('Auth token').fill('a secret');
  await source.getByRole('textbox', { name: 'Automatic reply' }).fill('Thank you');
  await source.getByRole('switch', { name: /^On\b/ }).click();
  await source.getByRole('switch', { name: 'Import to a survey' }).click();
  await expect(source.getByRole('button', { name: 'Save' })).toBeDisabled();
  await source.getByRole('radio', { name: 'Report' }).check();
  await source.getByLabel('Survey field for “Message”').selectOption('Title');
  await expectAccessible(page, 'a data source with a survey');
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Twilio saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Twilio.*Not used yet/ })).toBeVisible();

  const answered = await sendSms('Bridge down at mile 12', 'SM1');
  expect(await answered.text()).toContain('<Message>Thank you</Message>');

  await page.reload();
  await page.getByRole('button', { name: /Twilio/ }).click();
  await expect(source.getByText('Saved, but never shown')).toBeVisible();
  await expect(source.getByLabel('Auth token')).toHaveValue('********');
  // The token belongs to one server: another address clears the field, and the former address restores it.
  const gateway = source.getByRole('textbox', { name: 'Gateway URL' });
  await gateway.fill('https://elsewhere.example.org');
  await expect(source.getByLabel('Auth token')).toHaveValue('');
  await expect(
    source.getByText(/Enter it again because the server changed\. The saved one is only for the old server/),
  ).toBeVisible();
  await expect(source.getByRole('button', { name: 'Save' })).toBeDisabled();
  await gateway.fill('');
  await expect(source.getByLabel('Auth token')).toHaveValue('********');
  await source.getByRole('textbox', { name: 'Automatic reply' }).fill('Thanks');
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Twilio saved.')).toBeVisible();
  expect((await sendSms('Bridge down at mile 12', 'SM1')).status).toBe(200);

  await expect(async () => {
    await page.goto(`${waypost.baseUrl}/views/data`);
    await expect(page.getByRole('link', { name: /Bridge down at mile 12/ })).toHaveCount(1);
  }).toPass();
});

test('leaving with unsaved changes asks for confirmation', { tag: '@full' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/datasources');
  await page.getByRole('button', { name: /SMSSync/ }).click();
  await page.getByRole('textbox', { name: /^Secret/ }).fill('typed');
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: /^Secret/ })).toHaveValue('typed');
});

test('a server that is killed under load has each accepted text message once', {
  tag: '@slow',
}, async () => {
  test.setTimeout(testLimit(180_000));
  const secret = 'phone secret';
  let killed = await startWithEmbeddedDatabase(environment);
  const token = await tokenFor(killed, 'admin');
  const change = { providers: { smssync: true }, smssync: { secret } };
  expect((await callApi(killed, token, 'PUT', '/config/data-provider', change)).status).toBe(200);
  const count = 150;
  const send = async (at: number) => {
    const message_id = `K${at}`;
    const body = new URLSearchParams({ secret, from: `+2547${at}`, message: `Surge ${at}`, message_id });
    return (await fetch(`${killed.baseUrl}/sms/smssync`, { method: 'POST', body })).ok;
  };
  const accepted: number[] = [];
  const sending = Array.from({ length: count }, async (_, at) => {
    if (await send(at).catch(() => false)) accepted.push(at);
  });
  await expect(() => expect(accepted.length).toBeGreaterThan(30)).toPass();
  await killed.end('SIGKILL');
  await Promise.all(sending);
  killed = await startWaypost(killed.dataDir, environment);
  // Like a gateway, repeats messages that were not acknowledged, and some that were.
  for (let at = 0; at < count; at++) if (!accepted.includes(at) || at % 2 === 0) await send(at);
  const again = await tokenFor(killed, 'admin');
  await expect(async () => {
    const list = await callApi(killed, again, 'GET', '/messages?box=inbox&q=Surge&limit=500');
    const { results } = (await list.json()) as { results: { message: string; post_id: number | null }[] };
    expect(new Set(results.map((it) => it.message)).size).toBe(count);
    expect(results).toHaveLength(count);
    expect(new Set(results.map((it) => it.post_id)).size).toBe(count);
  }).toPass();
  await endWaypost(killed);
});

test('a place in a text message is put on the map, and its sender gets the reply', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const token = await tokenFor(waypost, 'admin');
  const sms = { providers: { smssync: true }, smssync: { secret: 'phone', form_id: 1 } };
  await callApi(waypost, token, 'PUT', '/config/data-provider', sms);
  const body = new URLSearchParams({ secret: 'phone', from: '+254711', message: 'Fire at 5.5571, -0.1969' });
  expect((await fetch(`${waypost.baseUrl}/sms/smssync`, { method: 'POST', body })).status).toBe(200);
  let id = 0;
  await expect(async () => {
    const list = await callApi(waypost, token, 'GET', '/posts?status=all&q=Fire');
    const { results } = (await list.json()) as { results: { id: number }[] };
    expect(results).toHaveLength(1);
    id = results[0]?.id ?? 0;
  }).toPass();
  const page = await openAs(admin, open, waypost.baseUrl, `/posts/${id}`);
  const suggestions = page.getByRole('region', { name: 'Suggested places' });
  await expect(suggestions.getByText('5.5571, -0.1969')).toBeVisible();
  await expectAccessible(page, 'a report without a place');
  await suggestions.getByRole('link', { name: 'Edit the report to choose another place' }).click();
  await page.getByRole('button', { name: 'Use this place: 5.5571, -0.1969' }).click();
  await expect(page.getByText(/^Coordinates: .?5\.5571, -0\.1969/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Fire at the market');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // The description contains the coordinates.
  await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click();
  await expect(page.getByText(/is published\./).first()).toBeVisible();

  await page.getByRole('textbox', { name: 'Reply' }).fill('Get out and stay low');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(async () => {
    const pollResponse = await fetch(`${waypost.baseUrl}/sms/smssync?task=send&secret=phone`);
    const { payload } = (await pollResponse.json()) as { payload: { messages: object[] } };
    expect(payload.messages).toMatchObject([{ to: '+254711', message: 'Get out and stay low' }]);
  }).toPass();

  const visitor = await open(waypost.baseUrl);
  await visitor.getByRole('button', { name: /^Report: Fire at/ }).press('Enter');
  await expect(visitor.getByRole('dialog', { name: /Fire at/ })).toBeVisible();
});
