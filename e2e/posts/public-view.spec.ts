/** What the public will see: a visitor looks before sending, the team before publishing. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
  const token = await tokenFor(waypost, 'admin');
  const hides = { hide_location: true, hide_time: true };
  expect((await callApi(waypost, token, 'PUT', '/forms/1', hides)).status).toBe(200);
});
test.afterAll(() => endWaypost(waypost));

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('a visitor sees what will be public before sending, and the team before publishing', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const visitor = await open(`${waypost.baseUrl}/posts/create/1`, phone);
  await visitor.getByRole('textbox', { name: 'Title' }).fill('Water over the bridge');
  await visitor
    .getByRole('textbox', { name: 'Description' })
    .fill('Up to the knee since six: https://example.org/river. Help: GB82 WEST 1234 5698 7654 32');
  await expect(visitor.getByRole('button', { name: 'Remove “GB82 WEST 1234 5698 7654 32”' })).toBeVisible();
  await visitor.getByText('Enter coordinates').click();
  await visitor.getByRole('textbox', { name: 'Latitude' }).fill('-1.28912');
  await visitor.getByRole('textbox', { name: 'Longitude' }).fill('36.82123');
  await visitor.getByRole('button', { name: 'Preview what the public will see' }).click();
  const preview = visitor.getByRole('dialog', { name: 'What the public will see' });
  await expect(preview.getByRole('heading', { name: 'Water over the bridge' })).toBeVisible();
  await expect(preview.getByText(/Up to the knee since six/)).toBeVisible();
  await expect(preview.getByRole('link', { name: 'https://example.org/river', exact: true })).toBeVisible();
  await expect(preview.getByText(/-1\.29/)).toBeVisible();
  await expect(preview.getByText(/-1\.28912/)).toHaveCount(0);
  const team = preview.getByRole('region', { name: 'Only the team sees' });
  await expect(team.getByText('The exact place; visitors see an approximate one')).toBeVisible();
  await expect(preview.getByText(/somewhere in this circle, with a radius of 790 m/)).toBeVisible();
  await expectAccessible(visitor, 'what the public will see of a new report');
  await visitor.keyboard.press('Escape');
  // The answers are still in the form.
  await expect(visitor.getByRole('textbox', { name: 'Title' })).toHaveValue('Water over the bridge');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByText('Your report is with the team').first()).toBeVisible();

  const reviewer = await openAs(admin, open, waypost.baseUrl, '/views/data');
  await reviewer.getByRole('link', { name: 'Water over the bridge' }).click();
  await expect(
    reviewer.getByRole('link', { name: 'https://example.org/river', exact: true }),
  ).toHaveAttribute('rel', /noopener noreferrer/);
  await reviewer.getByRole('button', { name: 'More actions' }).click();
  await reviewer.getByRole('menuitem', { name: 'Public view' }).click();
  const view = reviewer.getByRole('dialog', { name: 'What the public will see' });
  await expect(view.getByText(/-1\.29/)).toBeVisible();
  await expect(view.getByText(/-1\.28912/)).toHaveCount(0);
  await expectAccessible(reviewer, 'the public view of a report under review');
  await reviewer.keyboard.press('Escape');
  await reviewer.getByRole('button', { name: 'Publish', exact: true }).click();
  await reviewer.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(reviewer.getByText('“Water over the bridge” is published.').first()).toBeVisible();
});
