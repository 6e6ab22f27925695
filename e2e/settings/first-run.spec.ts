/** First run of a deployment: administrator account, site name and logo, first post. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { dialogField, logIn, pressInDialog } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import {
  admin,
  callApi,
  endWaypost,
  startWithoutFirstSettings,
  tokenFor,
  type Waypost,
} from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWithoutFirstSettings();
});
test.afterAll(() => endWaypost(waypost));

test('the first administrator sets a login, names the site, and continues to the first post', {
  tag: '@core',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/login`);
  await logIn(page, { email: 'admin@waypost.local', password: admin.password });
  await page.getByRole('dialog', { name: 'Set your own email and password' }).waitFor();
  await dialogField(page, 'Your email').fill('admin@waypost.local');
  await pressInDialog(page, 'Save');
  await expect(page.getByText('Choose an email other than')).toBeVisible();
  await expectAccessible(page, 'the setup of the administrator');
  await dialogField(page, 'Your email').fill('ines@example.org');
  await dialogField(page, 'New password').fill('another secret');
  await pressInDialog(page, 'Save');

  await expect(page.getByRole('dialog', { name: 'Welcome. Name your site' })).toBeVisible();
  await dialogField(page, 'Site name').fill('');
  await pressInDialog(page, 'Save and continue');
  await expect(page.getByText('Site name is required.')).toBeVisible();
  await dialogField(page, 'Site name').fill('Flood Watch');
  await dialogField(page, 'Description').fill('High water, told by those who see it.');
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: generatePhoto(200, 200) };
  await page.locator('input[type=file]:not([capture])').setInputFiles(file);
  const preview = page.getByRole('img', { name: 'Logo preview' });
  await expect.poll(() => preview.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(200);
  await expectAccessible(page, 'the first settings');
  await pressInDialog(page, 'Save and continue');

  const second = page.getByRole('dialog', { name: "What's next?" });
  await expect(second).toBeVisible();
  await expectAccessible(page, 'the choice of what comes first');
  const token = await tokenFor(waypost, { email: 'ines@example.org', password: 'another secret' });
  const site = (await (await callApi(waypost, token, 'GET', '/config/site')).json()) as {
    image_header: string;
  };
  expect(site).toMatchObject({
    name: 'Flood Watch',
    description: 'High water, told by those who see it.',
    first_login: false,
  });
  expect((await fetch(site.image_header)).headers.get('content-type')).toBe('image/png');
  await expect(second.getByRole('link', { name: 'Invite users' })).toHaveAttribute(
    'href',
    '/settings/users/create',
  );
  await second.getByRole('link', { name: 'Add the first post' }).click();
  await expect(page).toHaveURL(/\/posts\/create\/1/);
  await expect(second).toHaveCount(0);

  await page.goto(waypost.baseUrl);
  const logo = page.getByRole('img', { name: 'Flood Watch' });
  await expect.poll(() => logo.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(200);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
