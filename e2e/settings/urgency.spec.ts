/** Rules of urgency: an administrator sets them, and the review gives the urgent report first. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';
import { admin } from '../support/waypost.ts';

const { open: openScreen, requestJson, createWaitingReport } = setUpDemo();

test('an administrator sets a rule, and reviewers get the urgent report first, or the oldest', {
  tag: '@slow',
}, async ({ open }) => {
  const waiting = await requestJson<{ results: { id: number }[] }>('GET', '/posts?status=draft&limit=500');
  for (const { id } of waiting.results) await requestJson('PUT', `/posts/${id}`, { status: 'archived' });
  await createWaitingReport('Long queue');
  await createWaitingReport('People trapped in the cellar');

  const settings = await openScreen(admin, open, '/settings/review');
  await expectAccessible(settings, 'the settings of the review');
  await settings.getByRole('button', { name: 'Add rule' }).click();
  const dialog = settings.getByRole('dialog', { name: 'Add rule' });
  await dialog.getByLabel('Rule applies to').selectOption({ label: 'Words in the report' });
  await dialog.getByRole('textbox', { name: 'Words in the report' }).fill('trapped');
  await expect(dialog.getByText('1 of 2 waiting reports matches.')).toBeVisible();
  await expectAccessible(settings, 'a rule of urgency');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByRole('list', { name: 'Urgency' })).toContainText('Words: trapped');
  await expect(settings.getByText('Sorting the waiting reports…')).toHaveCount(0);

  const page = await openScreen(verifierLogin, open, '/review');
  const report = (title: string) => page.getByRole('heading', { level: 2, name: title });
  await expect(report('Long queue')).toBeVisible();
  const order = page.getByLabel('Order', { exact: true });
  await order.selectOption({ label: 'Most urgent first' });
  await expect(report('People trapped in the cellar')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Why it is urgent' })).toContainText('Words: trapped');
  await expectAccessible(page, 'an urgent report');
  // The order is remembered on the device.
  await page.goto(new URL('/review', page.url()).href);
  await expect(report('People trapped in the cellar')).toBeVisible();
  await order.selectOption({ label: 'Oldest first' });
  await expect(report('Long queue')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Why it is urgent' })).toHaveCount(0);
});
