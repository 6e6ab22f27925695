/** An administrator adds a layer, which visitors then turn on and off, and whose places they read by keyboard. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { openLayerDialog } from '../support/map-layers.ts';
import { scaled } from '../support/timing.ts';
import { admin, endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

/** A tile of one color. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const requests: string[] = [];
const service = createServer(({ url = '' }, response) => {
  requests.push(url);
  if (!url.startsWith('/tiles.json')) response.end(png);
  else
    response.end(JSON.stringify({ tiles: ['/{z}/{x}/{y}.png?key=secret'], attribution: '&copy; Example' }));
});

let waypost: Waypost;
test.beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  waypost = await startWaypost(undefined, { OUTGOING_ALLOW: '127.0.0.0/8' });
});
test.afterAll(async () => {
  service.close();
  await endWaypost(waypost);
});

const clinics = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [36.82, -1.29] },
      properties: { name: 'River clinic', beds: 12, note: '<b>bold</b>' },
    },
  ],
};

test('a layer is uploaded, listed and read on the map by visitors', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/layers');
  await expectAccessible(page, 'the layers');
  await page.getByRole('button', { name: 'Add layer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add layer' });
  const buffer = Buffer.from(JSON.stringify(clinics));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'clinics.geojson', mimeType: 'application/geo+json', buffer });
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('clinics');
  await dialog.getByRole('textbox', { name: 'Source to name on the map' }).fill('<i>Ministry</i>');
  await expectAccessible(page, 'the dialog that adds a layer');
  await dialog.getByRole('button', { name: 'Add layer' }).click();
  await expect(page.getByText('Shown from the start')).toBeVisible();

  const visitor = await open(`${waypost.baseUrl}/views/map?at=-1.29,36.82,12`);
  const button = visitor.getByRole('button', { name: 'Layers', exact: true });
  await button.press('Enter', { timeout: scaled(60_000) });
  const panel = visitor.getByRole('region', { name: 'Layers' });
  await panel.getByText('List what is in view').click();
  await panel.getByRole('button', { name: 'River clinic' }).press('Enter');
  const popup = visitor.getByRole('dialog', { name: 'River clinic' });
  await expect(popup.getByRole('row', { name: 'beds 12' })).toBeVisible();
  await expect(popup.getByRole('row', { name: 'note <b>bold</b>' })).toBeVisible();
  await expectAccessible(visitor, 'the place of a layer');
  await popup.press('Escape');
  await expect(popup).toBeHidden();
  await expect(panel.getByRole('button', { name: 'River clinic' })).toBeFocused();
  await expect(visitor.getByText('<i>Ministry</i>').last()).toBeVisible();

  await panel.getByRole('switch', { name: 'clinics' }).press('Space');
  await expect(panel.getByText('List what is in view')).toBeHidden();
  await visitor.reload();
  await button.press('Enter', { timeout: scaled(60_000) });
  await expect(panel.getByRole('switch', { name: 'clinics' })).not.toBeChecked();
});

test('visitors choose a base map of the site, which comes from this site alone', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/layers');
  const { port } = service.address() as AddressInfo;
  const dialog = await openLayerDialog(page, {
    source: 'Map service with a TileJSON document',
    address: `http://127.0.0.1:${port}/tiles.json?key=secret`,
    name: 'Town plan',
  });
  await dialog.getByRole('checkbox', { name: 'Offer as a base map' }).check();
  await dialog.getByRole('checkbox', { name: 'Show from the start' }).uncheck();
  await expectAccessible(page, 'the dialog that adds a base map');
  await dialog.getByRole('button', { name: 'Add layer' }).click();
  await expect(page.getByText('Base map · Hidden until someone turns it on')).toBeVisible();
  await expect.poll(() => requests.filter((url) => url.startsWith('/0/0/0')).length).toBeGreaterThan(0);

  const visitor = await open(`${waypost.baseUrl}/views/map?at=-1.29,36.82,12`);
  const foreign: string[] = [];
  visitor.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(waypost.baseUrl))
      foreign.push(request.url());
  });
  const button = visitor.getByRole('button', { name: 'Layers', exact: true });
  await button.press('Enter', { timeout: scaled(60_000) });
  const panel = visitor.getByRole('region', { name: 'Layers' });
  await expect(panel.getByRole('radio', { name: 'Usual map' })).toBeChecked();
  await expect(
    panel.getByText(/Their providers learn which areas are looked at, but not by whom/),
  ).toBeVisible();
  requests.length = 0;
  const tile = visitor.waitForResponse((response) => /map-layers\/\d+\/tiles/.test(response.url()));
  await panel.getByRole('radio', { name: 'Town plan' }).check();
  expect((await tile).status()).toBe(200);
  await expectAccessible(visitor, 'the choice of base maps');
  await expect(visitor.getByText('© Example').last()).toBeVisible();
  expect(requests.some((url) => /^\/12\/|^\/13\//.test(url))).toBe(true);
  await visitor.reload();
  await button.press('Enter', { timeout: scaled(60_000) });
  await expect(panel.getByRole('radio', { name: 'Town plan' })).toBeChecked();
  await panel.getByRole('radio', { name: 'Usual map' }).check();
  await visitor.reload();
  await button.press('Enter', { timeout: scaled(60_000) });
  await expect(panel.getByRole('radio', { name: 'Usual map' })).toBeChecked();

  await visitor.goto(`${waypost.baseUrl}/posts/create/1`);
  // The large map beside the form has one too.
  const form = visitor.getByRole('group', { name: 'Where is it?', exact: true });
  await form.getByRole('button', { name: 'Layers', exact: true }).press('Enter', { timeout: scaled(60_000) });
  const tileInForm = visitor.waitForResponse((response) => /map-layers\/\d+\/tiles/.test(response.url()));
  await form.getByRole('radio', { name: 'Town plan' }).check();
  expect((await tileInForm).status()).toBe(200);
  await expectAccessible(visitor, 'the base maps of the report form');
  expect(foreign).toEqual([]);
});
