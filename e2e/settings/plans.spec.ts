/** Requesting a plan: a valid form is sent to the service that the operator configured. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { logIn } from '../support/log-in.ts';
import { testLimit } from '../support/timing.ts';
import { admin, endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let formService: Server;
const received: string[] = [];
/** Status codes of the next responses of the form service; 200 when empty. */
const statusQueue = [500];

test.beforeAll(async () => {
  const answerTo = async (request: IncomingMessage, answer: ServerResponse) => {
    if (request.method === 'POST') received.push(await textOf(request));
    const status = request.method === 'POST' ? (statusQueue.shift() ?? 200) : 204;
    answer
      .writeHead(status, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
      .end();
  };
  formService = createServer((request, answer) => void answerTo(request, answer));
  await once(formService.listen(0, '127.0.0.1'), 'listening');
  const { port } = formService.address() as AddressInfo;
  waypost = await startWaypost(undefined, {
    FEATURES: '{"views":{"plan":true}}',
    PLANS_CONTACT_URL: `http://127.0.0.1:${port}/forms/plans`,
  });
});
test.afterAll(async () => {
  formService.close();
  await endWaypost(waypost);
});

test('a plan is requested, and the input is kept when the service fails', { tag: '@full' }, async ({
  open,
}) => {
  test.setTimeout(testLimit(180_000));
  // The first response of the service is an error.
  const page = await open(
    `${waypost.baseUrl}/settings/plan`,
    {},
    { allowClientErrors: true, allowServerErrors: true },
  );
  await logIn(page, admin);
  const panel = page.getByRole('tabpanel');
  await page.getByRole('tab', { name: 'Basic' }).click();
  const send = panel.getByRole('button', { name: 'Send', exact: true });
  const type = (name: string, text: string) => panel.getByRole('textbox', { name, exact: true }).fill(text);
  await expect(send).toBeDisabled();
  await type('Name', 'Ines Ortega');
  await type('Email', 'ines@example');
  await type('Phone', '+254 700 123456');
  await expect(send).toBeDisabled();
  await type('Email', 'ines@example.org');
  await expectAccessible(page, 'the request for a plan');
  await send.click();
  await expect(panel.getByText('Could not send. What you wrote is kept. Try again.')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ines Ortega');
  await send.click();
  await expect(panel.getByRole('status')).toBeVisible();
  expect(received.map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual(
    Array.from({ length: 2 }, () => ({
      name: 'Ines Ortega',
      email: 'ines@example.org',
      phone: '+254 700 123456',
      organization: '',
      plan: 'free-basic',
    })),
  );
});
