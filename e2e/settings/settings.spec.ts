/**
 * Settings: name, logo, map, language; categories with parents, roles and an order; API keys; user settings and plans.
 */
import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

const sharedSecret = 'a secret of both programs';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

let waypost: Waypost;
let token: string;
test.beforeAll(async () => {
  waypost = await startWaypost(undefined, {
    PLATFORM_SHARED_SECRET: sharedSecret,
    FEATURES: '{"views":{"plan":true}}',
    PLANS_SIGNUP_URL: 'https://cloud.example.org/settings/login',
  });
  token = await tokenFor(waypost, 'admin');
});
test.afterAll(() => endWaypost(waypost));

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const settings = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const expectNotice = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

const readSettings = async (group: 'site' | 'map') =>
  (await callApi(waypost, token, 'GET', `/config/${group}`)).json() as Promise<Record<string, unknown>>;

test('name, logo and map of a deployment are set', { tag: ['@core', '@map'] }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/general');
  const save = button(page, 'Save');
  await expect(field(page, 'Site name')).toHaveValue('Waypost');
  await expect(save).toBeDisabled();
  await field(page, 'Site name').fill('River watch');
  await field(page, 'Description').fill('What the river does, by those who live on it.');
  await field(page, 'Site email').fill('team@example.org');
  await field(page, 'Location precision').fill('1');
  await expect(page.getByText('Places are rounded to about 11 km.')).toBeVisible();
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: generatePhoto() });
  await expect(page.getByAltText('Logo preview')).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
  await expect(page.getByText(/^Waypost is not translated into this language yet \(/)).toBeVisible();

  // Moving the map fills the fields, and the fields move the map.
  const map = page.getByRole('region', { name: 'Initial map view' });
  await expect(map).toBeVisible({ timeout: scaled(30_000) });
  const zoomIn = map
    .getByRole('button', { name: 'Zoom in' })
    .or(page.getByRole('button', { name: 'Zoom in' }))
    .first();
  const zoom = field(page, 'Zoom');
  const before = await zoom.inputValue();
  await expect(async () => {
    await zoomIn.click();
    await expect(zoom).not.toHaveValue(before, { timeout: scaled(3000) });
  }).toPass();
  await field(page, 'Latitude').fill('-3.0674');
  await field(page, 'Longitude').fill('37.3556');
  await zoom.fill('8');
  await zoom.press('Enter');
  await page.getByRole('combobox', { name: 'Base map' }).selectOption('embedded');
  await page.getByRole('switch', { name: 'Fit the map to the reports' }).uncheck();

  // Leaving with unsaved changes asks for confirmation.
  await settings(page).getByRole('link', { name: 'Categories' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
  await save.click();
  await expectNotice(page, 'Settings saved.');
  await expect(save).toBeDisabled();
  await expect(page).toHaveTitle('General · River watch');
  await expect(page.getByRole('img', { name: 'River watch' })).toHaveAttribute('src', /storage/);
  expect(await readSettings('site')).toMatchObject({
    name: 'River watch',
    email: 'team@example.org',
    language: 'ja',
    description: 'What the river does, by those who live on it.',
  });
  expect(await readSettings('map')).toMatchObject({
    location_precision: 1,
    default_view: { lat: -3.0674, lon: 37.3556, zoom: 8, fit_map_boundaries: false },
  });
  await settings(page).getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'River watch', level: 1 })).toBeVisible();
  await expect(page.getByText('What the river does, by those who live on it.')).toBeVisible();
});

test('errors of several settings are shown at their fields', { tag: '@full' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/general');
  const save = button(page, 'Save');
  await field(page, 'Site name').fill('');
  await field(page, 'Description').fill('What the river does, by those who live on it.');
  await expect(page.getByText('Site name is required.')).toBeVisible();
  await expect(save).toBeDisabled();
  await field(page, 'Site name').fill('River watch');
  await field(page, 'Site email').fill('nobody');
  await field(page, 'Latitude').fill('91');
  await field(page, 'Location precision').fill('12');
  await field(page, 'Site name').focus();
  await expect(page.getByText(/^Site email must be an email address/)).toBeVisible();
  await expect(page.getByText('Latitude must be 90 or less.')).toBeVisible();
  await expect(page.getByText('Location precision must be 9 or less.')).toBeVisible();
  await expect(save).toBeDisabled();
});

test('categories have a parent, roles and an order set by keyboard, and are deleted', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/categories');
  await expect(page.getByRole('link', { name: 'Danger' })).toBeVisible();

  await page.getByRole('link', { name: 'Add a category' }).click();
  const add = button(page, 'Add category');
  await expect(add).toBeDisabled();
  await field(page, 'Name').fill('R');
  await field(page, 'Description').fill('Blocked or broken');
  await expect(page.getByText('Name needs at least 2 characters.')).toBeVisible();
  await field(page, 'Name').fill('Roads');
  await page.getByRole('radio', { name: 'Specific roles' }).check();
  await expect(add).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Member' }).check();
  await page.getByRole('textbox', { name: 'Color' }).fill('#2274B4');
  // A click before the icons are loaded has no effect.
  await expect(() =>
    page.getByRole('radio', { name: 'Road', exact: true }).check({ force: true, timeout: scaled(2000) }),
  ).toPass();
  await expectAccessible(page, 'a new category');
  await add.click();
  await expectNotice(page, 'Category “Roads” saved.');

  await page.getByRole('link', { name: 'Add a category' }).click();
  await field(page, 'Name').fill('Bridge out');
  await page.getByRole('combobox', { name: 'Parent category' }).selectOption({ label: 'Roads' });
  await expect(page.getByText('Visible to the same roles as its parent “Roads”.')).toBeVisible();
  await button(page, 'Add category').click();
  await expect(
    page.getByRole('list', { name: 'In Roads' }).getByRole('link', { name: 'Bridge out' }),
  ).toBeVisible();
  await expectAccessible(page, 'the list of categories');

  // The roles of the parent apply to its children.
  await page.getByRole('link', { name: 'Roads', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Parent category' })).toBeDisabled();
  await page.getByRole('radio', { name: 'Everyone' }).check();
  await button(page, 'Save').click();
  await expectNotice(page, 'Category “Roads” saved.');
  const visitors = await tokenFor(waypost, 'visitor');
  const readVisibleTags = async () => {
    const response = await callApi(waypost, visitors, 'GET', '/tags?orderby=priority');
    return ((await response.json()) as { results: { tag: string }[] }).results.map(({ tag }) => tag);
  };
  expect(await readVisibleTags()).toContain('Bridge out');

  const handle = page.getByRole('button', { name: /^Move Roads:/ });
  for (const at of [4, 3]) {
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`Roads is now number ${at} of 5.`)).toBeAttached();
  }
  await expect(handle).toBeFocused();
  await button(page, 'Move Roads up').click();
  await expect(page.getByText('Roads is now number 2 of 5.')).toBeAttached();
  const tops = ['Danger', 'Roads', 'Help needed', 'Something broken', 'Good news'];
  await expect
    .poll(async () => (await readVisibleTags()).filter((tag) => tag !== 'Bridge out'))
    .toEqual(tops);

  // A form shows some categories and the rest on request; users with the permission can add one.
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await expect(page.getByRole('checkbox', { name: 'Danger' })).toBeVisible({ timeout: scaled(30_000) });
  await expect(page.getByRole('checkbox', { name: 'Good news' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all 4' }).click();
  await expect(page.getByRole('checkbox', { name: 'Good news' })).toBeVisible();
  await button(page, 'Add a category').click();
  await field(page, 'Name').fill('Landslide');
  await field(page, 'Name').press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Landslide' })).toBeChecked();
  await expectAccessible(page, 'a form with all categories');
  await field(page, 'Title').fill('The slope is moving');
  await page.getByRole('textbox', { name: /^Description/ }).fill('Since this morning.');
  await button(page, 'Send report').click();
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible({ timeout: scaled(30_000) });

  await page.goto(`${waypost.baseUrl}/settings/categories`);
  await page.getByRole('checkbox', { name: 'Select Landslide' }).check();
  await page.getByRole('checkbox', { name: 'Select Bridge out' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await button(page, 'Delete').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 report in it is kept without this category.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectNotice(page, '2 categories deleted.');
  await page.getByRole('link', { name: 'Good news' }).click();
  await button(page, 'Delete category').click();
  await dialog.getByRole('button', { name: 'Delete category' }).click();
  await expect(page.getByRole('link', { name: 'Good news' })).toHaveCount(0);

  const phonePage = await openAs(admin, open, waypost.baseUrl, '/settings/categories', phone);
  await expect(button(phonePage, 'Move Roads down')).toBeVisible();
  const width = await phonePage.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(phonePage, 'the list of categories on a phone');
});

test('an API key is created, used and revoked', { tag: '@slow' }, async ({ open }) => {
  const created = await callApi(waypost, token, 'POST', '/posts', {
    form: { id: 1 },
    title: 'Before',
    content: 'Before',
    values: {},
  });
  const { id } = (await created.json()) as { id: number };
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/general');
  await button(page, 'Create key').click();
  const newKeyRegion = page.getByRole('region', { name: 'Your new key' });
  await expect(newKeyRegion).toBeFocused();
  const key = (await newKeyRegion.locator('code').textContent()) ?? '';
  await expectAccessible(page, 'a new key');

  const writeBack = (title: string) => {
    const url = `${waypost.baseUrl}/api/v3/webhooks/posts/${id}`;
    const body = JSON.stringify({ api_key: key, title });
    const signature = createHmac('sha256', sharedSecret)
      .update(url + body)
      .digest('base64');
    const headers = { 'content-type': 'application/json', 'x-ushahidi-signature': signature };
    return fetch(url, { method: 'PUT', headers, body });
  };
  expect((await writeBack('Written by a program')).status).toBe(200);
  await page.reload();
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  await expect(row).toContainText(`…${key.slice(-4)}`);
  await expect(row).toContainText('Last used');
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole('button', { name: `Revoke the key ending in ${key.slice(-4)}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('No keys yet.')).toBeVisible();
  expect((await writeBack('After it was revoked')).status).toBe(403);

  await page.getByRole('link', { name: 'How to use the API' }).click();
  await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible();
  await expect(page.getByText(`username=${admin.email}`)).toBeVisible();
  await expectAccessible(page, 'how to use the API');
});

test('a settings page keeps its scroll position when it is loaded again, and a new page begins at its top', {
  tag: '@slow',
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/general');
  const content = page.getByRole('main');
  const readTop = () => content.evaluate((element) => Math.round(element.scrollTop));
  await expect(field(page, 'Site name')).toBeVisible();
  await content.evaluate((element) => {
    element.scrollTop = 700;
  });
  await expect.poll(readTop).toBe(700);
  await page.reload();
  await expect(field(page, 'Site name')).toBeAttached();
  await expect.poll(readTop).toBe(700);
  await settings(page).getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect.poll(readTop).toBe(0);
  await page.goBack();
  await expect.poll(readTop).toBe(700);
});

test('user settings are stored, and plans are shown', { tag: '@slow' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/user-settings');
  await button(page, 'Save User ID').click();
  await expect(page.getByText('A user id is required')).toBeVisible();
  await button(page, 'Save API key').click();
  await expect(page.getByText('A valid key is required')).toBeVisible();
  await field(page, 'User ID').fill('ines-ortega');
  await button(page, 'Save User ID').click();
  await expect(button(page, 'Change User ID')).toBeVisible();
  await page.locator('input[type=password]').fill('0123456789abcdef');
  await button(page, 'Save API key').click();
  await expect(page.getByText('************cdef')).toBeVisible();
  await expectAccessible(page, 'the user settings');
  await page.reload();
  await expect(page.getByText('************cdef')).toBeVisible();
  await button(page, 'Change API key').click();
  await button(page, 'Cancel').click();
  await button(page, 'Change User ID').click();
  await field(page, 'User ID').fill('ines');
  await button(page, 'Save User ID').click();
  await expect(page.getByText('ines', { exact: true })).toBeVisible();

  await page.goto(`${waypost.baseUrl}/settings/plans`);
  await expect(page).toHaveURL(/\/settings\/plan$/);
  await expect(page.getByText(/^This site is on an older plan/)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(4);
  await page.getByRole('tab', { name: 'Basic' }).click();
  const signUp = new URL((await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')) ?? '');
  expect(Object.fromEntries(signUp.searchParams)).toMatchObject({ username: admin.email, tier: 'level_1' });
  // Without a configured address there is no contact form.
  await expect(field(page, 'Phone')).toHaveCount(0);
  await page.getByText('What can people with a role do?').click();
  await expect(page.getByText('Manage users', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the plans');
});
