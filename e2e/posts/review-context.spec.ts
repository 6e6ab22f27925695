/** The context of a report under review: duplicates, nearby reports, decisions, with the keyboard alone. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { setUpDemo, verifierLogin } from '../support/demo-posts.ts';

const { open: openScreen, requestJson, createWaitingReport } = setUpDemo();

/** In the South Atlantic, far from all other reports. */
const place = { lat: -37.1, lon: -12.28 };

/** Creates a waiting report. @param metresNorth of `place` */
const createReport = (title: string, content: string, metresNorth: number): Promise<number> =>
  createWaitingReport(title, {
    content,
    place: { lat: place.lat + metresNorth / 111_195, lon: place.lon },
  });

test('a reviewer sees possible duplicates with reasons, nearby reports on a map, and earlier decisions', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const waiting = await requestJson<{ results: { id: number }[] }>('GET', '/posts?status=draft&limit=500');
  for (const { id } of waiting.results) await requestJson('PUT', `/posts/${id}`, { status: 'archived' });
  const words = 'The warehouse beside the harbour burns, smoke above Edinburgh of the Seven Seas.';
  const first = await createReport('Warehouse fire', words, 0);
  await createReport('Fire at the harbour', `${words} Hurry!`, 200);
  await createReport('Boats missing', 'Three fishing boats did not return.', 1500);
  await requestJson('PUT', `/posts/${first}`, { status: 'archived' });
  await requestJson('PUT', `/posts/${first}`, { status: 'draft' });
  const wreck = await createReport('Old wreck', 'A wreck lies on the beach.', 800);
  await requestJson('PUT', `/posts/${wreck}`, { post_date: '2020-01-01T00:00:00Z' });

  const page = await openScreen(verifierLogin, open, '/review');
  await expect(page.getByRole('heading', { level: 2, name: 'Warehouse fire' })).toBeVisible();
  const related = page.getByRole('region', { name: 'Related reports' });
  await expect(related.getByText('Possible duplicate').first()).toBeVisible();
  await expect(related.getByText(/^Similar words · Same sender · 200 m away · Same time$/)).toBeVisible();
  await expect(related.getByText(/800 m away/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Earlier decisions' })).toContainText('Archived');
  await expectAccessible(page, 'the context');
  const toggle = related.getByRole('button', { name: 'Show map' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(related.getByRole('region', { name: 'Nearby reports on the map' })).toBeVisible();
  await expectAccessible(page, 'the context with its map');
  // The keys of the screen still work: the next report has its own context.
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 2, name: 'Fire at the harbour' })).toBeVisible();
  await expect(related.getByRole('link', { name: 'Warehouse fire' })).toBeVisible();

  const detail = await openScreen(verifierLogin, open, `/posts/${first}`);
  await detail.getByRole('button', { name: 'Show context' }).click();
  await expect(
    detail
      .getByRole('region', { name: 'Related reports' })
      .getByRole('link', { name: 'Fire at the harbour' }),
  ).toBeVisible();
});
