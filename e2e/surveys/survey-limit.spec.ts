/** The limit of surveys is reached by another survey before this one is saved (spec 3 §8). */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { logIn } from '../support/log-in.ts';
import { testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost(undefined, { FEATURES: JSON.stringify({ limits: { forms: 2 } }) });
});
test.afterAll(() => endWaypost(waypost));

test('a survey beyond the limit is kept as a draft in the list, and can be saved below the limit', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const token = await tokenFor(waypost, 'admin');
  const page = await open(`${waypost.baseUrl}/settings/surveys/create`, {}, { allowClientErrors: true });
  await logIn(page, admin);
  const builder = page.getByRole('form', { name: 'Survey', exact: true });
  const field = (name: string) => builder.getByRole('textbox', { name, exact: true });
  await field('Name').fill('Broken lamps');
  await field('Description').fill('Which lamp is dark?');
  const created = await callApi(waypost, token, 'POST', '/forms', {
    name: 'Faster',
    description: 'Of another.',
  });
  const { id } = (await created.json()) as { id: number };
  await builder.getByRole('button', { name: 'Add survey', exact: true }).click();

  const full = page.getByRole('dialog', { name: 'Surveys limit reached' });
  await expect(full).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/surveys$/);
  await full.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('“Broken lamps” is not saved yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add a survey' })).toHaveCount(0);
  await expectAccessible(page, 'the list of surveys at its limit');

  await page.getByRole('button', { name: 'Delete Faster' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete survey' }).click();
  await page.getByRole('link', { name: 'Add a survey', exact: true }).click();
  await expect(field('Name')).toHaveValue('Broken lamps');
  await builder.getByRole('button', { name: 'Add survey', exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/surveys\/edit\/\d+$/);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Surveys' }).click();
  await expect(page.getByRole('link', { name: 'Broken lamps', exact: true })).toBeVisible();
  await expect(page.getByText('is not saved yet')).toHaveCount(0);
  expect((await callApi(waypost, token, 'GET', `/forms/${id}`)).status).toBe(404);
});
