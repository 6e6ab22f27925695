/** An administrator adds a street map, which visitors then see, in light and dark, until it is turned off. */
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { expect } from '@playwright/test';
import { buildArchive, metadataOf } from '../../apps/server/src/map-archives/archive/archive.fixture.ts';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import {
  addStreetMap,
  buildMotorwayTile,
  buildStreetsExtract,
  streetsCenter as center,
  expectStreets,
  measureColor,
  measureStreets,
  uploadMap,
} from '../support/street-map.ts';
import { scaled } from '../support/timing.ts';
import { admin, endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const zoom = 14;

/** The numbers of the tile that has the center. */
function findTile() {
  const worldX = (center.lon + 180) / 360;
  const worldY = 0.5 - Math.asinh(Math.tan((center.lat * Math.PI) / 180)) / (2 * Math.PI);
  return { x: Math.floor(worldX * 2 ** zoom), y: Math.floor(worldY * 2 ** zoom) };
}

/** The same tile all around the center. */
function surround(data: Uint8Array) {
  const { x, y } = findTile();
  const tiles = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ z: zoom, x: x + dx, y: y + dy, data })));
  const bounds = [center.lon - 0.02, center.lat - 0.02, center.lon + 0.02, center.lat + 0.02] as const;
  return { tiles, bounds, zooms: [zoom, zoom] as const };
}

/** An archive whose tiles around the center have motorways from side to side, in both directions, and hospitals between them. */
function buildStreets(): Buffer {
  const places = [0, 512, 1024, 1536, 2048, 2560, 3072, 3584];
  const lines = places.flatMap((at) => [
    [
      [0, at],
      [4096, at],
    ],
    [
      [at, 0],
      [at, 4096],
    ],
  ]);
  const features = lines.map((line) => ({
    type: 2,
    geometry: [line],
    tags: { kind: 'highway', kind_detail: 'motorway', name: 'Long Road' },
  }));
  const hospitals = [256, 1280, 2304, 3328].flatMap((y) =>
    [256, 1280, 2304, 3328].map((x) => ({
      type: 1,
      geometry: [[x, y]],
      tags: { kind: 'hospital', name: 'Hospital' },
    })),
  );
  const layers = { roads: { features }, pois: { features: hospitals } };
  const data = fromGeojsonVt(layers as unknown as Parameters<typeof fromGeojsonVt>[0], {
    version: 2,
    extent: 4096,
  });
  return buildArchive({ ...surround(data), metadata: metadataOf('earth', 'roads', 'pois') });
}

test('a street map is uploaded, seen by visitors in light and dark, and turned off', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/maps');
  await expectAccessible(page, 'the maps');
  await page.getByRole('button', { name: 'Add map' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add map' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'town.pmtiles', mimeType: 'application/octet-stream', buffer: buildStreets() });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('town');
  await expectAccessible(page, 'the dialog that adds a map');
  await dialog.getByRole('button', { name: 'Add map' }).click();
  await expect(page.getByText('On the map')).toBeVisible({ timeout: scaled(30_000) });

  const visitor = await open(`${waypost.baseUrl}/views/map?at=${center.lat},${center.lon},15`);
  await expectStreets(visitor, 'light');
  await expect(visitor.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
  await visitor.emulateMedia({ colorScheme: 'dark' });
  await expectStreets(visitor, 'dark');

  const chooseMap = async (name: string) => {
    await visitor.getByRole('button', { name: 'Base map' }).click();
    await visitor.getByRole('menuitemradio', { name }).click();
  };
  await chooseMap('Detailed map');
  const measureMotorways = () => measureColor(visitor, [0x7f, 0x63, 0x39]);
  await expect.poll(measureMotorways, { timeout: scaled(30_000) }).toBeGreaterThan(0.02);
  const measureHospitals = () => measureColor(visitor, [0xb9, 0x78, 0x70]);
  await expect.poll(measureHospitals, { timeout: scaled(30_000) }).toBeGreaterThan(0.0005);
  // The map of the form shows the same, and what is chosen there is shown here.
  await visitor.goto(`${waypost.baseUrl}/posts/create/1/noui`);
  await visitor.getByRole('button', { name: 'Base map' }).press('Enter', { timeout: scaled(60_000) });
  await expect(visitor.getByRole('menuitemradio', { name: 'Detailed map' })).toBeChecked();
  await visitor.getByRole('menuitemradio', { name: 'Waypost' }).press('Enter');
  await visitor.goto(`${waypost.baseUrl}/views/map?at=${center.lat},${center.lon},15`);
  await expectStreets(visitor, 'dark');

  await page.getByRole('switch', { name: 'Show town on the map' }).press('Space');
  await expect(page.getByText('Turned off')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect.poll(() => measureStreets(visitor, 'dark'), { timeout: scaled(30_000) }).toBeLessThan(0.002);
});

test('a street map is made from an OpenStreetMap extract', { tag: ['@slow', '@map'] }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/maps');
  await page.getByRole('button', { name: 'Add map' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add map' });
  const file = { name: 'area.osm.pbf', mimeType: 'application/octet-stream', buffer: buildStreetsExtract() };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('area');
  await dialog.getByRole('button', { name: 'Add map' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'area' });
  await expect(row.getByText('On the map')).toBeVisible({ timeout: scaled(60_000) });
  await expect(row.getByText('© OpenStreetMap contributors')).toBeVisible();

  const visitor = await open(`${waypost.baseUrl}/views/map?at=${center.lat},${center.lon},15`);
  await expectStreets(visitor, 'light');
  await expect(visitor.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible();
});

test('a map of pictures is drawn above the world map, below the reports', { tag: ['@slow', '@map'] }, async ({
  open,
}) => {
  const tiles = { ...surround(buildMotorwayTile()), tileType: 2, tileCompression: 1 };
  const metadata = { attribution: '© Drone pictures' };
  const readState = await uploadMap(waypost, buildArchive({ ...tiles, metadata }), 'drone.pmtiles');
  await expect.poll(() => readState(), { timeout: scaled(30_000) }).toBe('ready');
  const visitor = await open(`${waypost.baseUrl}/views/map?at=${center.lat},${center.lon},15`);
  await expectStreets(visitor, 'light', 0.3);
  await expect(visitor.getByText('© Drone pictures')).toBeVisible();
  await visitor.goto(`${waypost.baseUrl}/views/map?at=${center.lat},${center.lon},10`);
  await expect(visitor.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect.poll(() => measureStreets(visitor, 'light'), { timeout: scaled(30_000) }).toBeLessThan(0.02);
});

test('on a phone, the sources of the map take one line until they are unfolded', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  await addStreetMap(waypost);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await open(`${waypost.baseUrl}/views/map?at=${center.lat},${center.lon},15`, phone);
  const link = page.getByRole('link', { name: '© OpenStreetMap contributors' });
  const [sources, toggle] = [page.getByRole('group').filter({ has: link }), page.getByLabel('Map sources')];
  const measureHeight = async () => (await sources.boundingBox())?.height;
  // The end of the line may be cut, since another map is named before it.
  await expect(link).toBeInViewport({ ratio: 0.5 });
  const folded = await measureHeight();
  expect(folded).toBeLessThan(32);
  await toggle.click();
  await expect(page.getByRole('link', { name: 'GeoNames' })).toBeInViewport({ ratio: 1 });
  expect(await measureHeight()).toBeGreaterThan(32);
  await toggle.click();
  await expect.poll(measureHeight).toBe(folded);
  await expect(link).toBeInViewport({ ratio: 0.5 });
});
