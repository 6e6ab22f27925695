/** Places by need: a manager chooses what the public sees and when; reporter, visitor and team see it. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('a survey shows the center of a square, and publishes a day later', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const manager = await openAs(admin, open, waypost.baseUrl, '/settings/surveys/edit/1');
  await manager.getByRole('tab', { name: 'Configure' }).click();
  await manager.getByRole('switch', { name: 'Hide the exact place' }).press('Space');
  const masks = manager.getByRole('radiogroup', { name: 'What others see' });
  await masks.getByRole('radio', { name: 'A shifted place' }).check();
  const farthest = manager.getByRole('textbox', { name: 'Longest distance in meters' });
  await farthest.fill('800');
  await expect(
    manager.getByText('The longest distance must be at least twice the shortest one.'),
  ).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Save' })).toBeDisabled();
  await farthest.fill('3000');
  await expect(manager.getByText(/narrow it down to a square about 880 m wide/)).toBeVisible();
  await expectAccessible(manager, 'the choice of what others see of places');
  await masks.getByRole('radio', { name: 'The center of a square' }).check();
  await manager.getByRole('combobox', { name: 'Size of the squares' }).selectOption('10');
  await manager.getByRole('combobox', { name: 'Publish later' }).selectOption('24');
  await manager.getByRole('button', { name: 'Save' }).click();
  await expect(manager.getByText(/Survey “.*” saved/).first()).toBeVisible();

  const reporter = await open(`${waypost.baseUrl}/posts/create/1`, phone);
  await reporter.getByRole('textbox', { name: 'Title' }).fill('Bridge under water');
  await reporter.getByRole('textbox', { name: 'Description' }).fill('Nobody can cross');
  await reporter.getByText('Enter coordinates').click();
  await reporter.getByRole('textbox', { name: 'Latitude' }).fill('-1.28912');
  await reporter.getByRole('textbox', { name: 'Longitude' }).fill('36.82123');
  const publicFrom = /^Others can see the report from .+ at the earliest\.$/;
  await expect(reporter.getByText(publicFrom)).toBeVisible();
  await reporter.getByRole('button', { name: 'Preview what the public will see' }).click();
  const preview = reporter.getByRole('dialog', { name: 'What the public will see' });
  await expect(preview.getByText('somewhere in this square, which is 10 km wide')).toBeVisible();
  await expect(preview.getByText(publicFrom)).toBeVisible();
  await expect(preview.getByText(/-1\.289/)).toHaveCount(0);
  await expectAccessible(reporter, 'the public view of a place in a square');
  await reporter.keyboard.press('Escape');
  await reporter.getByRole('button', { name: 'Send report' }).click();
  await expect(reporter.getByText('Your report is with the team').first()).toBeVisible();

  await manager.goto(`${waypost.baseUrl}/views/data`);
  await manager.getByRole('link', { name: 'Bridge under water' }).click();
  await manager.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(manager.getByText('“Bridge under water” is published.').first()).toBeVisible();
  await expect(manager.getByText(/^Public from /).first()).toBeVisible();

  const visitor = await tokenFor(waypost, 'visitor');
  const listed = await callApi(waypost, visitor, 'GET', '/posts?q=bridge');
  expect(await listed.json()).toMatchObject({ total_count: 0 });
});
