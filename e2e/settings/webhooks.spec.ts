/** Webhooks: configuration, deliveries, retries, pause, and content. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { scaled } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let receiver: Server;
let responseStatus = 200;
const deliveredPosts: { title?: string }[] = [];
test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      deliveredPosts.push(JSON.parse(text) as { title?: string });
      response.statusCode = responseStatus;
      response.end('out of order');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  waypost = await startWaypost(undefined, { OUTGOING_ALLOW: '127.0.0.0/8' });
});
test.afterAll(async () => {
  await endWaypost(waypost);
  receiver.close();
});

/** Titles of the delivered reports, in order. */
const titles = () => deliveredPosts.map(({ title }) => title);

const createReport = async (title: string, status = 'published') =>
  callApi(waypost, await tokenFor(waypost, 'admin'), 'POST', '/posts', {
    form: 1,
    title,
    content: '.',
    status,
  });

test('a webhook is added, delivers reports, and failed deliveries are retried', { tag: '@core' }, async ({
  open,
}) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add a webhook' }).click();
  await expectAccessible(page, 'the form of a webhook');

  await page.getByRole('textbox', { name: 'Name' }).fill('Desk feed');
  await page.getByRole('textbox', { name: 'URL' }).fill('not an address');
  await page.getByRole('textbox', { name: 'URL' }).blur();
  await expect(page.getByText(/URL must be a web address/)).toBeVisible();
  const { port } = receiver.address() as AddressInfo;
  await page.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/in`);
  await page.getByRole('button', { name: 'Generate a secret' }).click();
  const content = page.getByRole('radiogroup', { name: 'What is sent' });
  await expect(content.getByRole('radio', { name: 'What the public sees' })).toBeChecked();
  await expect(
    page.getByText(
      /Published reports, as visitors without an account see them\. No contacts, private answers, or hidden names, places or times\. When a report is no longer public, only its number and the fact that it is gone are sent\. While the site is private, nothing is sent/,
    ),
  ).toBeVisible();
  await page.getByLabel('When').selectOption('A report is received');
  await page.getByLabel('Survey', { exact: true }).selectOption({ index: 1 });
  await expect(page.getByLabel('Field to read from')).toBeEnabled();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText('Webhook “Desk feed” saved.')).toBeVisible();
  await page.getByRole('link', { name: /Desk feed/ }).click();
  await expect(page.getByText('Nothing sent yet')).toBeVisible();

  const log = page.getByRole('region', { name: 'Deliveries' });
  const deliveries = log.getByRole('listitem');
  responseStatus = 200;
  await createReport('Water is rising');
  await expect(deliveries.filter({ hasText: 'Delivered' })).toHaveCount(1, { timeout: scaled(30_000) });
  expect(titles()).toEqual(['Water is rising']);
  // A delivery can be repeated.
  await deliveries.getByRole('button', { name: /Send report \d+ again/ }).click();
  await expect.poll(titles).toEqual(['Water is rising', 'Water is rising']);

  // A failed delivery shows why and is retried automatically, possibly between the following ones.
  responseStatus = 500;
  await createReport('Higher still');
  const refused = deliveries.filter({ hasText: 'response 500' });
  await expect(refused.getByText('Response', { exact: true })).toBeVisible({ timeout: scaled(30_000) });
  await expect(refused.getByRole('button', { name: /again/ })).toHaveCount(0);
  await expectAccessible(page, 'a webhook with deliveries');
  responseStatus = 200;

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await createReport('Meanwhile');
  await expect(log.getByText('On hold', { exact: true }).first()).toBeVisible({ timeout: scaled(30_000) });
  expect(titles()).not.toContain('Meanwhile');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(titles, { timeout: scaled(30_000) }).toContain('Meanwhile');

  // Reports under review are not delivered until the webhook sends everything.
  await createReport('Not looked at yet', 'draft');
  // Events are processed in order: once this one is delivered, the one before it was skipped.
  await createReport('In the open');
  await expect.poll(titles, { timeout: scaled(30_000) }).toContain('In the open');
  await content.getByRole('radio', { name: 'All reports, including those that are not public' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Webhook “Desk feed” saved.')).toBeVisible();
  expect(titles()).not.toContain('Not looked at yet');
  await page.getByRole('link', { name: /Desk feed/ }).click();
  await expect(
    content.getByRole('radio', { name: 'All reports, including those that are not public' }),
  ).toBeChecked();
  await createReport('Still not', 'draft');
  await expect.poll(titles, { timeout: scaled(30_000) }).toContain('Still not');

  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});
