/**
 * A whole deployment for a flood, from an empty data directory: area, template, team, mail, text messages, street map, and a visitor's
 * report on the map, with the time and the number of actions.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { localhostTls } from '../../apps/server/src/testing/servers/localhost-tls.ts';
import { type SmtpServer, startSmtpServer } from '../../apps/server/src/testing/servers/smtp-server.ts';
import { test } from '../support/browser.ts';
import { createActionCounter } from '../support/count-actions.ts';
import { logInFirst } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { sendTwilioMessage } from '../support/twilio.ts';
import { endWaypost, startEmptyWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let smtp: SmtpServer;
let certificates: string;
test.beforeAll(async () => {
  // Invitations leave only over an encrypted connection.
  smtp = await startSmtpServer({ tls: true });
  certificates = path.join(await mkdtemp(path.join(tmpdir(), 'waypost-certificates-')), 'localhost.pem');
  await writeFile(certificates, localhostTls.cert);
});
// Not after the test: its pages are closed after that, and their requests in the background must not fail.
test.afterAll(async () => {
  await endWaypost(waypost);
  await smtp.close();
  await rm(path.dirname(certificates), { recursive: true });
});

const field = (within: Page | Locator, name: string | RegExp) => within.getByRole('textbox', { name });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
/** The heading of a step, which opens it. */
const step = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} (Done|To do|Skipped)$`) });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ has: step(page, name) });
/** The way back from a settings page that the set-up has led to; on phones it is the only one. */
const backToSetup = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Set-up' });
/** A data source in its list. */
const source = (page: Page, name: RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const capeTown = { latitude: -33.9249, longitude: 18.4241 };

/** Answers for the server of the street map: there is no internet. */
const stubStreets = (page: Page) =>
  page.route('https://tile.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: generatePhoto() }),
  );

test('a whole flood deployment is set up within fifteen minutes', { tag: ['@slow', '@map'] }, async ({
  open,
}) => {
  test.setTimeout(testLimit(600_000));
  const count = createActionCounter();
  waypost = await startEmptyWaypost(undefined, {
    ADMIN_EMAIL: '',
    OUTGOING_ALLOW: '127.0.0.0/8,::1',
    NODE_EXTRA_CA_CERTS: certificates,
  });
  const page = await open(`${waypost.baseUrl}/login`);
  await stubStreets(page);
  await logInFirst(page, count);

  await expect(page.getByText('0 of 9 steps done')).toBeVisible();
  await count.do(field(page, 'Site name').fill('Flood Watch'));
  await count.do(field(page, 'Description').fill('High water, told by those who see it.'));
  await count.do(button(page, 'Save').click());

  await expect(page.getByRole('region', { name: 'Map of the area' })).toBeVisible({
    timeout: scaled(30_000),
  });
  await count.do(page.getByRole('combobox', { name: 'Search for a town or village' }).fill('Cape Town'));
  await count.do(page.getByRole('option', { name: 'Cape Town, South Africa' }).first().click());
  await expect(page.getByRole('combobox', { name: 'Country for phone numbers' })).toHaveValue('ZA');
  await count.do(button(page, 'Save').click());
  await expect(step(page, 'Area')).toContainText('Done');

  await count.do(page.getByRole('link', { name: 'Flood', exact: true }).click());
  await expect(button(page, 'Apply template')).toBeEnabled();
  await count.do(button(page, 'Apply template').click());
  await expect(page.getByText('Template “Flood” applied.')).toBeVisible();
  await expect(step(page, 'What is it for\\?')).toContainText('Done');

  // Mail before the team, so that the invitation is sent by mail.
  await count.do(step(page, 'Outgoing email').click());
  await count.do(page.getByRole('link', { name: 'Set up email' }).click());
  const mail = source(page, /^Outgoing email/);
  await count.do(mail.getByRole('radio', { name: 'SMTP' }).check());
  await count.do(field(mail, 'Server').fill('localhost'));
  await count.do(field(mail, 'Port').fill(String(smtp.port)));
  await count.do(mail.getByRole('radio', { name: 'SSL' }).check());
  await count.do(field(mail, 'Sender address').fill('flood@example.org'));
  await count.do(button(mail, 'Save').click());
  await expect(page.getByText('Outgoing email saved.')).toBeVisible();
  await count.do(button(mail, 'Send a test').click());
  await expect(mail.getByText(/^The mail server accepted the test/)).toBeVisible();
  expect(smtp.received.map(({ mail: { subject } }) => subject)).toContain('Flood Watch: test email');

  await count.do(backToSetup(page).click());
  await expect(step(page, 'Outgoing email')).toContainText('Done');
  await count.do(field(card(page, 'Who helps\\?'), 'Email').fill('nadia@example.org'));
  await count.do(button(page, 'Send invitation').click());
  await expect(page.getByText('The invitation to nadia@example.org is on its way.')).toBeVisible();

  await count.do(step(page, 'Phone numbers').click());
  await count.do(page.getByRole('link', { name: 'Set up text messages' }).click());
  await count.do(page.getByRole('button', { name: /^Twilio/ }).click());
  const gateway = source(page, /^Twilio/);
  await count.do(gateway.getByRole('textbox', { name: 'Phone number', exact: true }).fill('+27115550000'));
  await count.do(field(gateway, 'Account SID').fill('AC123'));
  await count.do(gateway.getByLabel('Auth token').fill('a secret'));
  await count.do(field(gateway, 'Automatic reply').fill('Thank you. We read every message.'));
  await count.do(gateway.getByRole('switch', { name: /^On\b/ }).click());
  await count.do(button(gateway, 'Save').click());
  await expect(page.getByText('Twilio saved.')).toBeVisible();

  await count.do(backToSetup(page).click());
  // The next step that is to be done is open.
  await expect(step(page, 'Phone numbers')).toContainText('Done');
  await count.do(page.getByRole('link', { name: 'Choose a map' }).click());
  await count.do(page.getByRole('combobox', { name: 'Base map' }).selectOption('streets'));
  await count.do(button(page, 'Save').click());
  await expect(page.getByText('Settings saved.')).toBeVisible();

  await count.do(backToSetup(page).click());
  await expect(step(page, 'Street map')).toContainText('Done');
  await count.do(button(card(page, 'Privacy'), 'Save').click());
  await expect(step(page, 'Privacy')).toContainText('Done');
  const link = await field(card(page, 'Share'), 'Link').inputValue();

  expect(
    (await sendTwilioMessage(waypost, { body: 'Water in the clinic', from: '+27820000001', sid: 'SM1' }))
      .status,
  ).toBe(200);
  const visitor = await open(link, { ...phone, permissions: ['geolocation'], geolocation: capeTown });
  await stubStreets(visitor);
  await count.do(field(visitor, 'Title').fill('Bridge under water'));
  await count.do(field(visitor, 'Description').fill('Up to the knee since six.'));
  await count.do(button(visitor, 'Use my location').click());
  await count.do(button(visitor, 'Send report').click());
  await expect(visitor.getByText('Your report is with the team').first()).toBeVisible();

  await page.goto(`${waypost.baseUrl}/views/data`);
  await expect(page.getByRole('link', { name: /Water in the clinic/ })).toBeVisible();
  await count.do(page.getByRole('link', { name: 'Bridge under water' }).click());
  await count.do(button(page, 'Publish').click());
  await expect(page.getByText('is published.').first()).toBeVisible();

  const anyone = await open('about:blank');
  await stubStreets(anyone);
  await anyone.goto(waypost.baseUrl);
  await expect(anyone.getByRole('button', { name: 'Report: Bridge under water' })).toBeVisible({
    timeout: scaled(30_000),
  });
  // What the map loads when it is idle must not meet a server that has ended.
  await anyone.close();
  const { actions, seconds } = count.result();
  process.stdout.write(
    `A whole flood deployment from an empty directory: ${actions} actions, ${seconds} s\n`,
  );
});
