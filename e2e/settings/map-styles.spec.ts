/** An administrator adds a MapLibre style, which visitors choose as a base map: it comes from this site alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { openLayerDialog } from '../support/map-layers.ts';
import { scaled } from '../support/timing.ts';
import { admin, endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

const [lon, lat] = [36.82, -1.29];
const toFeature = (type: string, coordinates: unknown, properties: object) => ({
  type: 'Feature',
  geometry: { type, coordinates },
  properties,
});
const streets = [-2, -1, 0, 1, 2].flatMap((step) => [
  toFeature(
    'LineString',
    [
      [lon - 0.03, lat + step * 0.006],
      [lon + 0.03, lat + step * 0.006],
    ],
    { name: `Station Road ${step + 3}` },
  ),
  toFeature(
    'LineString',
    [
      [lon + step * 0.006, lat - 0.03],
      [lon + step * 0.006, lat + 0.03],
    ],
    { name: `Market Street ${step + 3}` },
  ),
]);
const park = toFeature(
  'Polygon',
  [
    [
      [lon + 0.001, lat + 0.001],
      [lon + 0.005, lat + 0.001],
      [lon + 0.005, lat + 0.005],
      [lon + 0.001, lat + 0.005],
      [lon + 0.001, lat + 0.001],
    ],
  ],
  {},
);
const collection = { type: 'FeatureCollection', features: [...streets, park] };
const index = new GeoJSONVT(collection as ConstructorParameters<typeof GeoJSONVT>[0], { maxZoom: 14 });
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const style = {
  version: 8,
  sources: { town: { type: 'vector', url: '/tiles.json?key=secret' } },
  glyphs: 'https://fonts.example.org/{fontstack}/{range}.pbf?key=secret',
  sprite: '/sprite?key=secret',
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#f6ead0' } },
    {
      id: 'park',
      type: 'fill',
      source: 'town',
      'source-layer': 'town',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': '#9c6' },
    },
    {
      id: 'streets',
      type: 'line',
      source: 'town',
      'source-layer': 'town',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': '#a33', 'line-width': ['interpolate', ['linear'], ['zoom'], 10, 1, 16, 8] },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'town',
      'source-layer': 'town',
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': ['Noto Sans Bold'],
        'text-size': 14,
      },
      paint: { 'text-color': '#400', 'text-halo-color': '#fff', 'text-halo-width': 1 },
    },
    {
      id: 'stops',
      type: 'symbol',
      source: 'town',
      'source-layer': 'town',
      filter: ['==', ['geometry-type'], 'Polygon'],
      layout: { 'icon-image': 'bus', 'icon-size': 1 },
    },
  ],
};
const requests: string[] = [];
const service = createServer(({ url = '' }, response) => {
  requests.push(url);
  const { pathname } = new URL(url, 'http://service');
  const [, z, x, y] = /^\/(\d+)\/(\d+)\/(\d+)$/.exec(pathname)?.map(Number) ?? [];
  const tile = z === undefined ? null : index.getTile(z, x ?? 0, y ?? 0);
  const documents: Record<string, unknown> = {
    '/style.json': style,
    '/tiles.json': { tiles: ['/{z}/{x}/{y}?key=secret'], maxzoom: 14, attribution: '&copy; Example town' },
    '/sprite.json': { bus: { x: 0, y: 0, width: 1, height: 1, pixelRatio: 0.1 } },
  };
  if (pathname in documents) response.end(JSON.stringify(documents[pathname]));
  else if (pathname === '/sprite.png') response.end(png);
  else if (tile) response.end(gzipSync(fromGeojsonVt({ town: tile }, { version: 2, extent: 4096 })));
  else response.writeHead(404).end();
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

/** Records requests to anything but this site. */
function recordForeign(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(waypost.baseUrl))
      foreign.push(request.url());
  });
  return foreign;
}

test('visitors choose a style as the base map, on the map and in the report form', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/layers');
  const { port } = service.address() as AddressInfo;
  const dialog = await openLayerDialog(page, {
    source: 'Map style (MapLibre)',
    address: `http://127.0.0.1:${port}/style.json?key=secret`,
    name: 'Town',
  });
  await dialog.getByRole('checkbox', { name: 'Show from the start' }).uncheck();
  await expectAccessible(page, 'the dialog that adds a style');
  await dialog.getByRole('button', { name: 'Add layer' }).click();
  await expect(page.getByText('Base map · Hidden until someone turns it on')).toBeVisible();
  await expectAccessible(page, 'the list with a style');
  requests.length = 0;
  await page.getByRole('button', { name: 'Fetch Town again' }).click();
  await expect.poll(() => requests.some((url) => url.startsWith('/style.json'))).toBe(true);

  const visitor = await open(`${waypost.baseUrl}/views/map?at=${lat},${lon},14`);
  const foreign = recordForeign(visitor);
  const button = visitor.getByRole('button', { name: 'Layers', exact: true });
  await button.press('Enter', { timeout: scaled(60_000) });
  const panel = visitor.getByRole('region', { name: 'Layers' });
  const tile = visitor.waitForResponse((response) => /map-layers\/\d+\/tiles.*source=0/.test(response.url()));
  const icons = visitor.waitForResponse((response) => /sprites\/0\/sprite.*png/.test(response.url()));
  await panel.getByRole('radio', { name: 'Town' }).check();
  expect([(await tile).status(), (await icons).status()]).toEqual([200, 200]);
  await expect(visitor.getByText('© Example town').last()).toBeVisible();

  await visitor.goto(`${waypost.baseUrl}/posts/create/1`);
  const form = visitor.getByRole('group', { name: 'Where is it?', exact: true });
  await form.getByRole('button', { name: 'Layers', exact: true }).press('Enter', { timeout: scaled(60_000) });
  await expect(form.getByRole('radio', { name: 'Usual map' })).toBeVisible();
  const tileInForm = visitor.waitForResponse((response) => /source=0/.test(response.url()));
  await form.getByRole('radio', { name: 'Town' }).check();
  expect((await tileInForm).status()).toBeLessThan(300);
  expect(foreign).toEqual([]);
});
