/** Layers whose content is a MapLibre style: a base map that comes through this site. */
import { gzipSync } from 'node:zlib';
import type { Layer } from '@waypost/contract/layers/layers';
import type { MapLayerStyle } from '@waypost/contract/layers/map-layers';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { askMeanwhile } from '../testing/app/ask-meanwhile.ts';
import { errorPointers, type TestApp } from '../testing/app/test-app.ts';
import { onePixelPng as png } from '../testing/servers/local-server.ts';
import { startLayerService } from './layer-service.fixture.ts';

/** A tile with an empty layer `a`. */
const vectorTile = Buffer.from([0x1a, 5, 0x0a, 1, 0x61, 0x78, 2]);
const files = new Map<string, Buffer>();
const requests: string[] = [];
let app: TestApp;
let base: string;
const { list, failureOf } = startLayerService(
  ({ pathname, search }) => {
    requests.push(`${pathname}${search}`);
    const body = files.get(pathname);
    return { type: 'text/html', ...(body ? { body } : { status: 404, body: Buffer.of() }) };
  },
  (startedApp, address) => {
    app = startedApp;
    base = address;
  },
);
const write = (name: string, json: unknown) => files.set(name, Buffer.from(JSON.stringify(json)));
let number = 0;
/** Tiles are kept by their address: each test has others. */
let root: string;
beforeEach(() => {
  number += 1;
  root = `/${number}`;
  requests.length = 0;
  files.clear();
  write(`${root}/tiles.json`, {
    tiles: [`${base}${root}/vector/{z}/{x}/{y}.pbf?key=secret`],
    minzoom: 0,
    maxzoom: 14,
    bounds: [9, 47, 10, 48],
    attribution: '<a href="https://example.org" onclick="alert(1)">© Example</a>',
  });
  files.set(`${root}/vector/0/0/0.pbf`, gzipSync(vectorTile));
  files.set(`${root}/images/0/0/0.png`, png);
  files.set(`${root}/images/3/4/2.png`, png);
  files.set(`${root}/sprite.png`, png);
  write(`${root}/sprite.json`, {
    bus: { x: 0, y: 0, width: 1, height: 1, pixelRatio: 1, onload: 'alert(1)' },
    'pin|light': { x: 0, y: 0, width: 1, height: 1 },
    wrong: { x: -1 },
  });
});
const style = (more: object = {}) => ({
  version: 8,
  name: 'Example streets',
  metadata: { owner: 'somebody' },
  center: [9.5, 47.5],
  sources: {
    streets: { type: 'vector', url: `${base}${root}/tiles.json?key=secret` },
    hills: { type: 'raster', tiles: [`images/{z}/{x}/{y}.png?key=secret`], tileSize: 256 },
  },
  glyphs: `${base}/fonts/{fontstack}/{range}.pbf?key=secret`,
  sprite: `${base}${root}/sprite?key=secret`,
  layers: [
    { id: 'sky', type: 'background', paint: { 'background-color': '#eee' } },
    { id: 'hills', type: 'raster', source: 'hills' },
    {
      id: 'roads',
      type: 'line',
      source: 'streets',
      'source-layer': 'a',
      metadata: { 'maputnik:comment': 'x' },
      filter: ['==', ['get', 'class'], 'primary'],
      paint: { 'line-color': ['match', ['get', 'kind'], 'main', '#f00', '#00f'], 'line-width': 2 },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'a',
      layout: { 'text-field': ['get', 'name'], 'text-font': ['Noto Sans Bold'], 'icon-image': 'bus' },
    },
  ],
  ...more,
});
async function add(content: unknown = style()) {
  files.set(`${root}/style.json`, content instanceof Buffer ? content : Buffer.from(JSON.stringify(content)));
  const data_url = `${base}${root}/style.json?key=secret`;
  const body = { name: 'Streets', type: 'style', data_url, active: true, visible_by_default: true };
  const reply = await app.send<Layer>('admin', 'POST', '/layers', body);
  await app.jobs.runPending();
  return reply.body.id;
}
const read = (id: number, path: string) =>
  app.fastify.inject({ method: 'GET', url: `/api/v3/map-layers/${id}/${path}` });

test('visitors get a style, its tiles and its images from this site, and learn no address', async () => {
  const id = await add();
  expect(await failureOf(id)).toBeNull();
  const shown = await list();
  expect(shown).toMatchObject([
    { id, type: 'style', is_base_map: true, attribution: '© Example', features: null, bounds: null },
  ]);
  const reply = await read(id, 'data');
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.stringify(shown) + reply.body).not.toMatch(/secret|127\.0\.0\.1|https?:|somebody|maputnik/);
  const content = reply.json<MapLayerStyle>();
  expect(content.sources).toEqual({
    0: { type: 'vector', minzoom: 0, maxzoom: 14, bounds: [9, 47, 10, 48] },
    1: { type: 'raster', tileSize: 256 },
  });
  expect(content.layers.map(({ id: name, source }) => [name, source])).toEqual([
    ['sky', undefined],
    ['hills', '1'],
    ['roads', '0'],
    ['names', '0'],
  ]);
  expect(content.sprites).toEqual(['default']);

  requests.length = 0;
  const tile = await read(id, 'tiles/0/0/0?source=0');
  expect([tile.statusCode, tile.rawPayload.equals(vectorTile)]).toEqual([200, true]);
  expect(tile.headers).toMatchObject({
    'content-type': 'application/x-protobuf',
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
  });
  expect(tile.headers['set-cookie']).toBeUndefined();
  expect((await read(id, 'tiles/3/4/2?source=1')).rawPayload.equals(png)).toBe(true);
  const sprite = await read(id, 'sprites/0/sprite.json');
  expect(sprite.json()).toEqual({ bus: { x: 0, y: 0, width: 1, height: 1, pixelRatio: 1 } });
  expect((await read(id, 'sprites/0/sprite.png')).rawPayload.equals(png)).toBe(true);
  expect((await read(id, 'sprites/0/sprite@2x.png')).statusCode).toBe(204);
  expect(requests).toEqual([
    `${root}/vector/0/0/0.pbf?key=secret`,
    `${root}/images/3/4/2.png?key=secret`,
    `${root}/sprite.json?key=secret`,
    `${root}/sprite.png?key=secret`,
    `${root}/sprite@2x.png?key=secret`,
  ]);
  // Kept, and outside of the box and the zooms of the document.
  requests.length = 0;
  await read(id, 'tiles/0/0/0?source=0');
  for (const outside of ['15/17250/11450', '4/0/0'])
    expect((await read(id, `tiles/${outside}?source=0`)).statusCode).toBe(204);
  expect(requests).toEqual([]);
  for (const missing of ['tiles/0/0/0?source=7', 'tiles/0/0/0', 'sprites/1/sprite.json'])
    expect([missing, (await read(id, missing)).statusCode]).toEqual([missing, 404]);
  for (const invalid of ['tiles/0/0/0?source=a', 'sprites/0/style.json'])
    expect([invalid, (await read(id, invalid)).statusCode]).not.toEqual([invalid, 200]);
});

test('no address of a style is in the database in plain text', async () => {
  const id = await add();
  const { rows } = await sql<{ text: string }>`
    select (select json_agg(layers) from layers)::text || (select json_agg(to_jsonb(layer_data) || jsonb_build_object(
      'content', convert_from(content, 'UTF8'))) from layer_data)::text as text`.execute(app.db);
  expect(rows[0]?.text).toContain('background-color');
  expect(rows[0]?.text).not.toMatch(/secret|127\.0\.0\.1/);
  await app.send('admin', 'PUT', `/layers/${id}`, { active: false });
  for (const path of ['data', 'tiles/0/0/0?source=0', 'sprites/0/sprite.json'])
    expect([path, (await read(id, path)).statusCode]).toEqual([path, 404]);
});

test('a style is fetched again on request; one that fails keeps what there was', async () => {
  const id = await add();
  const before = (await list())[0]?.hash;
  const data_url = `${base}${root}/style.json?key=secret`;
  write(`${root}/style.json`, style({ layers: [{ id: 'sky', type: 'background' }] }));
  const changed = await app.send<Layer>('admin', 'PUT', `/layers/${id}`, { data_url });
  expect(changed.body.data).toMatchObject({ pending: true, failure: null });
  await app.jobs.runPending();
  expect((await app.send<Layer>('admin', 'GET', `/layers/${id}`)).body.data?.pending).toBe(false);
  expect((await list())[0]?.hash).not.toBe(before);
  files.delete(`${root}/style.json`);
  await app.send('admin', 'PUT', `/layers/${id}`, { data_url });
  await app.jobs.runPending();
  expect(await failureOf(id)).toMatchObject({ rule: 'archiveStatus', params: { status: 404 } });
  expect((await read(id, 'data')).json<MapLayerStyle>().layers).toEqual([{ id: 'sky', type: 'background' }]);
});

test('what a style must not contain is refused by its name', async () => {
  const line = { id: 'x', type: 'line', source: 'streets', 'source-layer': 'a' };
  let deep: unknown = ['get', 'a'];
  for (let level = 0; level < 40; level++) deep = ['!', deep];
  const names = { id: 'x', type: 'symbol', source: 'streets', 'source-layer': 'a' };
  // A short expression for a text of 500 million characters.
  const hundred = (name: string) => ['concat', ...Array.from({ length: 100 }, () => ['var', name])];
  const repeated = [
    'let',
    'a',
    'x'.repeat(500),
    ['let', 'b', hundred('a'), ['let', 'c', hundred('b'), hundred('c')]],
  ];
  const source = (definition: object) => ({ sources: { streets: definition }, layers: [line] });
  const refusals: [unknown, string | RegExp][] = [
    [style({ imports: [{ url: 'https://example.org' }] }), 'imports'],
    [style({ terrain: { source: 'hills' } }), 'terrain'],
    [style({ version: 7 }), 'version'],
    [style({ layers: [{ ...line, type: 'hillshade' }] }), 'layers[0].type'],
    [style({ layers: [{ ...line, source: 'other' }] }), 'layers[0].source'],
    [style({ layers: [{ ...line, paint: { 'line-color': 7 } }] }), /^layers\[0\]\.paint\.line-color: color/],
    [style({ layers: [{ ...line, filter: deep }] }), 'layers'],
    [style({ layers: [{ ...line, filter: ['within', null] }] }), 'layers'],
    [style({ layers: [{ ...names, layout: { 'text-field': repeated } }] }), 'layers[0]'],
    [style({ sprite: 'https://' }), 'sprite'],
    [style({ layers: Array.from({ length: 501 }, (_, id) => ({ ...line, id: `${id}` })) }), 'layers'],
    [style({ sprite: 'mapbox://sprites/a' }), 'sprite'],
    [style(source({ type: 'image', url: 'https://example.org/a.png' })), 'sources.streets.type'],
    [style(source({ type: 'video', urls: ['https://example.org/a.mp4'] })), 'sources.streets.type'],
    [style(source({ type: 'geojson', data: 'https://example.org/a.json' })), 'sources.streets.data'],
    [style(source({ type: 'vector', url: 'mapbox://mapbox.streets' })), 'sources.streets.url'],
    [style(source({ type: 'vector', tiles: ['file:///etc/{z}'] })), 'sources.streets.tiles'],
    [style(source({ type: 'vector' })), 'sources.streets.tiles'],
    [style(source({ type: 'vector', tiles: ['a/{z}'], bounds: [1, 2] })), /^sources\.streets\.bounds/],
  ];
  for (const [content, part] of refusals) {
    const id = await add(content);
    const failure = await failureOf(id);
    expect(failure).toMatchObject({ rule: 'layerDocumentPart' });
    if (typeof part === 'string') expect(failure?.params['part']).toBe(part);
    else expect(failure?.params['part']).toMatch(part);
    expect((await list()).length).toBe(0);
    await app.db.deleteFrom('layers').execute();
  }
});

test('what is no style, too large, or leads into a private network is refused', async () => {
  const tilesAt = (address: string) =>
    style({ sources: { streets: { type: 'vector', tiles: [address] } }, layers: [] });
  const layers = [{ id: 'x', type: 'line', source: 'streets', 'source-layer': 'a' }];
  files.set(`${root}/page/0/0/0`, Buffer.from('<html>'));
  files.set(`${root}/bomb/0/0/0`, gzipSync(Buffer.alloc(30_000_000, 0x1a)));
  const refusals: [unknown, string][] = [
    [Buffer.from('<html>'), 'layerStyle'],
    [{ type: 'FeatureCollection', features: [] }, 'layerStyle'],
    [Buffer.alloc(1_000_001, 0x20), 'layerStyleSize'],
    [{ ...tilesAt('http://169.254.169.254/{z}/{x}/{y}'), layers }, 'privateAddress'],
    [{ ...tilesAt(`${base}${root}/page/{z}/{x}/{y}`), layers }, 'layerVectorTile'],
    [{ ...tilesAt(`${base}${root}/bomb/{z}/{x}/{y}`), layers }, 'layerVectorTile'],
    [style({ sprite: `${base}${root}/page/0/0/0?` }), 'layerSprite'],
  ];
  files.set(`${root}/page/0/0/0.json`, Buffer.from('<html>'));
  for (const [content, rule] of refusals) {
    const id = await add(content);
    expect([rule, await failureOf(id)]).toMatchObject([rule, { rule }]);
    await app.db.deleteFrom('layers').execute();
  }
});

test('of a source that no layer draws, the attribution is shown', async () => {
  const { sources, ...rest } = style();
  // As MapTiler writes it.
  const attribution = '<a href="https://example.org/copyright" target="_blank">&copy; Provider</a>';
  const unused = {
    note: { type: 'vector', attribution },
    heights: { type: 'raster-dem', url: 'https://example.org/a' },
  };
  const id = await add({ ...rest, sources: { ...unused, ...sources } });
  expect(await failureOf(id)).toBeNull();
  expect(await list()).toMatchObject([{ attribution: '© Provider · © Example' }]);
  const content = (await read(id, 'data')).json<MapLayerStyle>();
  expect(Object.keys(content.sources)).toHaveLength(2);
});

test('the server answers others while it checks a style that takes long', async () => {
  const paint = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`k${index}`, 1]));
  const adding = add(style({ layers: [{ id: 'sky', type: 'background', paint }] }));
  const { result: id, duration, longestWait } = await askMeanwhile(app, adding);
  expect((await failureOf(id))?.params['part']).toMatch(/^layers\[0\]\.paint\.k0/);
  expect(longestWait).toBeLessThan(duration / 3);
});

test('GeoJSON inside of a style is drawn; a style is always a base map', async () => {
  const data = { type: 'Point', coordinates: [9.5, 47.5] };
  const id = await add(
    style({
      sources: { places: { type: 'geojson', data } },
      layers: [{ id: 'x', type: 'circle', source: 'places' }],
    }),
  );
  const { sources } = (await read(id, 'data')).json<MapLayerStyle>();
  expect(sources['0']).toMatchObject({ type: 'geojson', data: { type: 'FeatureCollection' } });
  const refused = await app.send('admin', 'PUT', `/layers/${id}`, { is_base_map: false });
  expect([refused.status, errorPointers(refused)]).toEqual([422, ['/is_base_map']]);
});
