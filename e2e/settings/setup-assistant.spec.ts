/** The set-up of a new deployment: from the first login to a visitor's report on the map, with the time and the number of actions. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { createActionCounter } from '../support/count-actions.ts';
import { dialogField, logIn, logInFirst, openAs, pressInDialog } from '../support/log-in.ts';
import { buildStreetsExtract } from '../support/street-map.ts';
import { scaled, testLimit } from '../support/timing.ts';
import {
  admin,
  callApi,
  endWaypost,
  startWithoutFirstSettings,
  tokenFor,
  type Waypost,
} from '../support/waypost.ts';

let waypost: Waypost;
const servers: Waypost[] = [];
test.beforeEach(async () => {
  waypost = await startWithoutFirstSettings();
  servers.push(waypost);
});
// Not after each test: its pages are closed after that, and their requests in the background must not fail.
test.afterAll(() => Promise.all(servers.map(endWaypost)));

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
/** The heading of a step, which opens it. */
const step = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} (Done|To do|Skipped)$`) });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ has: step(page, name) });

test('from the first login to a visitor’s report on the map takes at most 20 actions', {
  tag: ['@core', '@map'],
}, async ({ open }) => {
  test.setTimeout(testLimit(240_000));
  const page = await open(`${waypost.baseUrl}/login`);
  const count = createActionCounter();
  await logInFirst(page, count);

  await expect(page).toHaveURL(/\/settings\/setup$/);
  await expect(page.getByText('0 of 9 steps done')).toBeVisible();
  await expectAccessible(page, 'the set-up');
  await count.do(field(page, 'Site name').fill('Flood Watch'));
  await count.do(field(page, 'Description').fill('High water, told by those who see it.'));
  await count.do(button(page, 'Save').click());
  await expect(step(page, 'Name and description')).toContainText('Done');

  await expect(page.getByRole('region', { name: 'Map of the area' })).toBeVisible({
    timeout: scaled(30_000),
  });
  await count.do(page.getByRole('combobox', { name: 'Search for a town or village' }).fill('Cape Town'));
  await count.do(page.getByRole('option', { name: 'Cape Town, South Africa' }).first().click());
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Africa/Johannesburg');
  await expect(page.getByRole('combobox', { name: 'Country for phone numbers' })).toHaveValue('ZA');
  await expectAccessible(page, 'the area');
  await count.do(button(page, 'Save').click());
  await expect(step(page, 'Area')).toContainText('Done');

  await count.do(step(page, 'Share').click());
  const link = await card(page, 'Share').getByRole('textbox', { name: 'Link' }).inputValue();
  await expectAccessible(page, 'the link to share');

  const visitor = await open(link, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions: ['geolocation'],
    geolocation: { latitude: -33.9249, longitude: 18.4241 },
  });
  await count.do(field(visitor, 'Title').fill('Bridge under water'));
  await count.do(field(visitor, 'Description').fill('Up to the knee since six.'));
  await count.do(visitor.getByRole('button', { name: 'Use my location' }).click());
  await expect(visitor.getByText('Coordinates:')).toContainText('-33.92');
  await count.do(visitor.getByRole('button', { name: 'Send report' }).click());
  await expect(visitor.getByText('Your report is with the team').first()).toBeVisible();

  const who = { email: 'ines@example.org', password: 'another secret' };
  const reviewer = await openAs(who, open, waypost.baseUrl, '/views/data');
  await count.do(reviewer.getByRole('link', { name: 'Bridge under water' }).click());
  await count.do(button(reviewer, 'Publish').click());
  await expect(reviewer.getByText('is published.').first()).toBeVisible();

  const anyone = await open(waypost.baseUrl);
  await expect(anyone.getByRole('button', { name: 'Report: Bridge under water' })).toBeVisible({
    timeout: scaled(30_000),
  });
  // What the map loads when it is idle must not meet a server that has ended.
  await anyone.close();
  const { actions, seconds } = count.result();
  process.stdout.write(`From the first login to the report on the map: ${actions} actions, ${seconds} s\n`);
  expect(actions).toBeLessThanOrEqual(20);

  await page.reload();
  await expect(step(page, 'Share')).toContainText('Done');
});

test('steps are ticked by what is set, and can be skipped, confirmed, undone and put away', {
  tag: '@slow',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/login`);
  await logIn(page, { email: 'admin@waypost.local', password: admin.password });
  const ownLogin = page.getByRole('dialog', { name: 'Set your own email and password' });
  await ownLogin.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/settings\/setup$/);
  await page.reload();
  await expect(page.getByText('default email of every new site')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await field(page, 'Site name').fill('');
  await button(page, 'Save').click();
  await expect(page.getByText('Site name is required.')).toBeVisible();
  await field(page, 'Site name').fill('Flood Watch');
  await field(page, 'Description').fill('High water.');
  await button(page, 'Save').click();
  await expect(step(page, 'Name and description')).toContainText('Done');
  await button(page, 'Undo').click();
  await expect(step(page, 'Name and description')).toContainText('To do');

  await step(page, 'Street map').click();
  await page.getByRole('button', { name: 'Skip this step: Street map' }).click();
  await expect(step(page, 'Street map')).toContainText('Skipped');
  await step(page, 'Street map').click();
  await page.getByRole('button', { name: 'Do this step: Street map' }).click();
  await expect(step(page, 'Street map')).toContainText('To do');

  const bytes = buildStreetsExtract();
  const file = { name: 'valley.osm.pbf', mimeType: 'application/octet-stream', buffer: bytes };
  await card(page, 'Street map').locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(/Making the map takes about/)).toBeVisible();
  await expectAccessible(page, 'the form for a street map');
  await button(page, 'Add map').click();
  await expect(page.getByText('On the map', { exact: true })).toBeVisible({ timeout: scaled(60_000) });
  await expect(step(page, 'Street map')).toContainText('Done');
  // Without WebGL.
  await expect(page.getByText(/Your map was added/)).toBeVisible();
  await button(page, 'Continue').click();

  await expect(step(page, 'Privacy')).toHaveAttribute('aria-expanded', 'true');
  await card(page, 'Privacy').getByRole('button', { name: 'Save' }).click();
  await expect(step(page, 'Privacy')).toContainText('Done');

  await step(page, 'Who helps\\?').click();
  await page.getByText('By link or QR code', { exact: true }).click();
  await button(page, 'Create link').click();
  const invitation = page.getByRole('textbox', { name: 'Invitation link' });
  await expect(invitation).toHaveValue(/\/invitation\//);
  await expect(step(page, 'Who helps\\?')).toContainText('Done');
  await expectAccessible(page, 'an invitation by link');
  const invited = await open(await invitation.inputValue());
  await dialogField(invited, 'Full name').fill('Nadia');
  await dialogField(invited, 'Email').fill('nadia@example.org');
  await dialogField(invited, 'Password').fill('long enough');
  await expectAccessible(invited, 'the invitation');
  await pressInDialog(invited, 'Join');
  await expect(invited).toHaveURL(/\/views\/map|\/$/);
  const token = await tokenFor(waypost, { email: 'nadia@example.org', password: 'long enough' });
  expect((await callApi(waypost, token, 'GET', '/users/me')).status).toBe(200);

  await button(page, 'Hide this list').click();
  await expect(page.getByText('This list is hidden')).toBeVisible();
  await button(page, 'Show it again').click();
  await expect(button(page, 'Hide this list')).toBeVisible();
});
