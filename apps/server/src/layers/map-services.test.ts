/** Layers whose content is a service: tiles by number and WMS, through this site. */
import { createServer } from 'node:http';
import type { Layer } from '@waypost/contract/layers/layers';
import { beforeEach, expect, test } from 'vitest';
import { errorCodes, errorPointers, type TestApp } from '../testing/app/test-app.ts';
import { endServer, listenLocally, onePixelPng as png } from '../testing/servers/local-server.ts';
import { scaled } from '../testing/time.ts';
import { startLayerService } from './layer-service.fixture.ts';

const requests: URL[] = [];
let answer: (url: URL) => ReturnType<Parameters<typeof startLayerService>[0]>;
let app: TestApp;
let base: string;
const { list, failureOf } = startLayerService(
  (url) => {
    requests.push(url);
    return answer(url);
  },
  (startedApp, address) => {
    app = startedApp;
    base = address;
  },
);
beforeEach(() => {
  requests.length = 0;
  answer = () => ({});
});
let number = 0;
/** Adds a layer; each has another address, since tiles are kept by it. */
async function add(more: object = {}) {
  number += 1;
  const body = {
    name: 'Roads',
    type: 'tile',
    data_url: `${base}/${number}/{z}/{x}/{y}.png?key=secret`,
    active: true,
    visible_by_default: true,
    ...more,
  };
  return app.send<Layer>('admin', 'POST', '/layers', body);
}
const readTile = (id: number, tile: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ method: 'GET', url: `/api/v3/map-layers/${id}/tiles/${tile}`, headers });
const toBody = (json: unknown) => Buffer.from(JSON.stringify(json));
test('visitors get tiles from this site; the service learns nothing of them, they learn no key', async () => {
  const { id } = (await add()).body;
  const shown = await list();
  expect(shown).toMatchObject([{ id, type: 'tile', features: null, bounds: null }]);
  expect(JSON.stringify(shown)).not.toMatch(/secret|127\.0\.0\.1/);
  const tile = await readTile(id, '3/4/2', { 'x-forwarded-for': '203.0.113.7', cookie: 'own=1' });
  expect([tile.statusCode, tile.rawPayload.equals(png)]).toEqual([200, true]);
  expect(tile.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(tile.headers['set-cookie']).toBeUndefined();
  expect(requests.map(({ href }) => href)).toEqual([`http://service/${number}/3/4/2.png?key=secret`]);
  await readTile(id, '3/4/2');
  expect(requests).toHaveLength(1);
});

test('the placeholders of tile services and of WMTS are filled in', async () => {
  const tms = (await add({ data_url: `${base}/tms/{s}/{z}/{x}/{-y}{r}.png` })).body;
  const wmts = (await add({ data_url: `${base}/wmts/{TileMatrix}/{TileRow}/{TileCol}.png` })).body;
  await readTile(tms.id, '3/4/2');
  await readTile(wmts.id, '3/4/2');
  expect(requests.map(({ pathname }) => pathname)).toEqual(['/tms/a/3/4/5.png', '/wmts/3/2/4.png']);
});

test('a WMS is asked for the area of a tile', async () => {
  const data_url = `${base}/wms?map=roads&REQUEST=GetCapabilities&Service=WMS`;
  const { id } = (await add({ type: 'wms', data_url, options: { layers: 'roads,names' } })).body;
  expect((await readTile(id, '1/1/0')).statusCode).toBe(200);
  const [url] = requests;
  expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
    map: 'roads',
    request: 'GetMap',
    service: 'WMS',
    version: '1.3.0',
    layers: 'roads,names',
    crs: 'EPSG:3857',
    width: '256',
    transparent: 'true',
  });
  expect([...(url?.searchParams.keys() ?? [])].filter((name) => /^(?:request|service)$/i.test(name))).toEqual(
    ['service', 'request'],
  );
  const bbox = url?.searchParams.get('bbox')?.split(',').map(Number) ?? [];
  [0, 0, 20_037_508.34, 20_037_508.34].forEach((edge, index) => expect(bbox[index]).toBeCloseTo(edge, 1));
});

test('the tiles that a TileJSON document names; its key stays here', async () => {
  const document = {
    tilejson: '3.0.0',
    tiles: [`${base}/named/{z}/{x}/{y}.png?key=secret`],
    attribution: '&copy; <a href="https://example.org" onclick="alert(1)">Example</a> &amp; others',
    maxzoom: 14,
    bounds: [9, 47, 10, 48],
  };
  const documents = new Map<string, unknown>();
  answer = ({ pathname }) =>
    documents.has(pathname) ? { body: Buffer.from(JSON.stringify(documents.get(pathname))) } : {};
  documents.set('/a/tiles.json', document);
  const { id } = (await add({ type: 'tilejson', data_url: `${base}/a/tiles.json?key=secret` })).body;
  expect(await failureOf(id)).toBeNull();
  const [shown] = await list();
  expect(shown).toMatchObject({ max_zoom: 14, bounds: [9, 47, 10, 48], attribution: '© Example & others' });
  expect(JSON.stringify(shown)).not.toMatch(/secret|127\.0\.0\.1/);
  requests.length = 0;
  expect((await readTile(id, '3/4/2')).rawPayload.equals(png)).toBe(true);
  expect((await readTile(id, '4/8/5')).statusCode).toBe(200);
  expect(requests.map(({ pathname }) => pathname)).toEqual([
    '/a/tiles.json',
    '/named/3/4/2.png',
    '/named/4/8/5.png',
  ]);
  // Relative to the document, from the south.
  documents.set('/b/tiles.json', {
    tiles: ['t/{z}/{x}/{y}.png'],
    scheme: 'tms',
    bounds: [0, -90, 180.01, 91],
    maxzoom: 30,
  });
  const other = (await add({ type: 'tilejson', data_url: `${base}/b/tiles.json` })).body;
  expect(await failureOf(other.id)).toBeNull();
  await readTile(other.id, '3/4/2');
  expect(requests.at(-1)?.pathname).toBe('/b/t/3/4/5.png');
  expect((await list()).find((it) => it.id === other.id)).toMatchObject({
    max_zoom: 22,
    bounds: [0, -90, 180, 90],
    attribution: '',
  });
});

test('nothing is requested outside the box and the zooms of a TileJSON document', async () => {
  const document = {
    tiles: [`${base}/inside/{z}/{x}/{y}.png`],
    minzoom: 4,
    maxzoom: 14,
    bounds: [9, 47, 10, 48],
  };
  answer = ({ pathname }) => (pathname === '/inside/tiles.json' ? { body: toBody(document) } : {});
  const { id } = (await add({ type: 'tilejson', data_url: `${base}/inside/tiles.json` })).body;
  expect(await failureOf(id)).toBeNull();
  // The check of the service asks for a tile that there is.
  expect(requests.at(-1)?.pathname).toBe('/inside/4/8/5.png');
  expect(await list()).toMatchObject([{ min_zoom: 4, max_zoom: 14 }]);
  await readTile(id, '4/8/5');
  requests.length = 0;
  const outside = ['3/4/2', '15/17250/11450', '4/7/5', '4/9/5', '4/8/4', '4/8/6', '10/536/357', '10/541/357'];
  for (const tile of outside) expect([tile, (await readTile(id, tile)).statusCode]).toEqual([tile, 204]);
  expect(requests).toEqual([]);
  for (const tile of ['10/537/357', '14/8625/5725']) expect((await readTile(id, tile)).statusCode).toBe(200);
});

test('what is no TileJSON document is refused, and so are its tiles in a private network', async () => {
  const refusals: [string | object, object][] = [
    ['<html>', { rule: 'layerTileJson' }],
    [{ tiles: [] }, { rule: 'layerTileJson' }],
    [{ tiles: 'all' }, { rule: 'layerTileJson' }],
    [{ tiles: ['https://example.org/'.repeat(20_000)] }, { rule: 'layerTileJson' }],
    [{ tiles: ['http://169.254.169.254/{z}/{x}/{y}'] }, { rule: 'privateAddress' }],
    [{ tiles: ['file:///etc/passwd'] }, { rule: 'privateAddress' }],
    ...[
      { minzoom: 'deep' },
      { maxzoom: -1 },
      { minzoom: 5, maxzoom: 4 },
      { bounds: [10, 47, 9, 48] },
      { bounds: [9, 47] },
      { bounds: [200, 47, 210, 48] },
      { scheme: 'zxy' },
    ].map((wrong): [object, object] => [
      { tiles: [`${base}/{z}/{x}/{y}.png`], ...wrong },
      { rule: 'layerDocumentPart', params: { part: Object.keys(wrong)[0] } },
    ]),
  ];
  for (const [body, failure] of refusals) {
    answer = () => ({ body: typeof body === 'string' ? Buffer.from(body) : toBody(body) });
    number += 1;
    const { id } = (await add({ type: 'tilejson', data_url: `${base}/${number}/tiles.json` })).body;
    expect([failure, (await readTile(id, '0/0/0')).statusCode]).toEqual([failure, 204]);
    expect(await failureOf(id)).toMatchObject(failure);
  }
});

test('a service can be a base map; GeoJSON cannot', async () => {
  const { id, is_base_map } = (await add({ is_base_map: true })).body;
  expect([is_base_map, await list()]).toMatchObject([true, [{ id, is_base_map: true, max_zoom: null }]]);
  const refused = await app.send('admin', 'PUT', `/layers/${id}`, { type: 'geojson' });
  expect([refused.status, errorPointers(refused)]).toEqual([422, ['/is_base_map']]);
  expect(errorPointers(await add({ type: 'geojson', data_url: base, is_base_map: true }))).toEqual([
    '/is_base_map',
  ]);
  await app.send('admin', 'PUT', `/layers/${id}`, { is_base_map: false });
  expect(await list()).toMatchObject([{ is_base_map: false }]);
});

test('what is no picture is not passed on, and administrators read why', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const answers: [ReturnType<typeof answer>, object][] = [
    [{ body: svg, type: 'image/svg+xml' }, { rule: 'layerPicture' }],
    [{ body: svg, type: 'image/png' }, { rule: 'layerPicture' }],
    [{ body: Buffer.from('<html>'), type: 'text/html' }, { rule: 'layerPicture' }],
    [{ body: Buffer.concat([png, Buffer.alloc(1_100_000)]) }, { rule: 'layerPicture' }],
    [{ status: 403 }, { rule: 'archiveStatus', params: { status: 403 } }],
    [{ status: 302, location: 'http://169.254.169.254/latest' }, { rule: 'privateAddress' }],
  ];
  for (const [next, failure] of answers) {
    answer = () => next;
    const { id } = (await add()).body;
    const tile = await readTile(id, '0/0/0');
    expect([failure, tile.statusCode, tile.rawPayload.length]).toEqual([failure, 204, 0]);
    expect(await failureOf(id)).toMatchObject(failure);
  }
  // A map of a region has no tile of the world.
  answer = () => ({ status: 404 });
  const { id } = (await add()).body;
  expect((await readTile(id, '0/0/0')).statusCode).toBe(204);
  expect(await failureOf(id)).toBeNull();
});

test('a service that fails is not asked again by every visitor', async () => {
  answer = () => ({ status: 500 });
  const { id } = (await add()).body;
  for (let count = 0; count < 3; count++) expect((await readTile(id, '3/4/2')).statusCode).toBe(204);
  expect(requests).toHaveLength(1);
});

test('there are no tiles of layers that are off, of GeoJSON, or beyond the world', async () => {
  const { id } = (await add()).body;
  for (const tile of ['3/8/0', '3/0/8']) expect((await readTile(id, tile)).statusCode).toBe(404);
  for (const tile of ['23/0/0', '3/-1/0', '3/x/0'])
    expect((await readTile(id, tile)).statusCode).not.toBe(200);
  expect((await app.send('passer-by', 'GET', `/map-layers/${id}/data`)).status).toBe(404);
  await app.send('admin', 'PUT', `/layers/${id}`, { active: false });
  expect((await readTile(id, '0/0/0')).statusCode).toBe(404);
  expect(requests).toEqual([]);
  await app.send('admin', 'PUT', `/layers/${id}`, { active: true });
  await app.send('admin', 'PUT', '/config/site', { private: true });
  expect((await readTile(id, '0/0/0')).statusCode).toBe(401);
  await app.send('admin', 'PUT', '/config/site', { private: false });
});

test(
  'one visitor cannot use up the tiles of all',
  async () => {
    const { id } = (await add()).body;
    const read = (remoteAddress: string, tile: string) =>
      app.fastify.inject({ method: 'GET', url: `/api/v3/map-layers/${id}/tiles/${tile}`, remoteAddress });
    // A minute may begin meanwhile, but not two.
    let count = 0;
    for (let row = 0; row < 42; row++) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, x) => read('198.51.100.7', `10/${x}/${row}`)),
      );
      count += replies.filter(({ statusCode }) => statusCode === 200).length;
      if (replies.some(({ statusCode }) => statusCode === 429)) break;
    }
    expect([count >= 1000, count < 2050]).toEqual([true, true]);
    expect((await read('198.51.100.9', '3/1/1')).statusCode).toBe(200);
  },
  scaled(30_000),
);

test('new services are drawn below GeoJSON, above services that were added before', async () => {
  const names = async () =>
    (await app.send<{ results: Layer[] }>('admin', 'GET', '/layers?orderby=position')).body.results.map(
      ({ name }) => name,
    );
  await add({ name: 'Streets' });
  await add({ name: 'Clinics', type: 'geojson', data_url: `${base}/clinics.json` });
  const { position } = (await add({ name: 'Roads', type: 'wms' })).body;
  expect([await names(), position]).toEqual([['Streets', 'Roads', 'Clinics'], 1]);
});

test('a service in a private network is refused', async () => {
  for (const [type, data_url] of [
    ['tile', 'http://169.254.169.254/{z}/{x}/{y}.png'],
    ['wms', 'http://10.0.0.1/wms'],
  ]) {
    const refused = await add({ type, data_url });
    expect([data_url, refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      data_url,
      422,
      ['/data_url'],
      ['privateAddress'],
    ]);
  }
});

test('visitors cannot flood a service through this site, nor keep other services waiting', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let [running, mostRunning] = [0, 0];
  const slow = createServer((_request, response) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    void released.then(() => {
      running -= 1;
      response.end(png);
    });
  });
  const data_url = `${await listenLocally(slow)}/{z}/{x}/{y}.png`;
  const { id } = (await add({ data_url })).body;
  const tiles = Array.from({ length: 90 }, (_, x) => readTile(id, `7/${x}/1`));
  let refusedCount = 0;
  for (const tile of tiles) void tile.then(({ statusCode }) => (refusedCount += statusCode === 503 ? 1 : 0));
  // The service has not answered yet.
  await expect.poll(() => refusedCount, { timeout: scaled(10_000) }).toBe(18);
  const other = (await add()).body;
  expect((await readTile(other.id, '3/4/2')).statusCode).toBe(200);
  release();
  const statuses = (await Promise.all(tiles)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(72);
  expect(mostRunning).toBe(8);
  endServer(slow);
});

test('a visitor who waits for many tiles of a slow service does not keep others waiting', async () => {
  const waiting: { column: number; respond: () => void }[] = [];
  const slow = createServer(({ url = '' }, response) => {
    waiting.push({ column: Number(url.split('/')[2]), respond: () => response.end(png) });
  });
  const { id } = (await add({ data_url: `${await listenLocally(slow)}/{z}/{x}/{y}.png` })).body;
  // Five tiles more than there are places for: once these are refused, all the others have a place.
  const takePlaces = async (remoteAddress: string, firstColumn: number, placeCount: number) => {
    const statuses: number[] = [];
    const requests = Array.from({ length: placeCount + 5 }, async (_, at) => {
      const url = `/api/v3/map-layers/${id}/tiles/8/${firstColumn + at}/1`;
      statuses.push((await app.fastify.inject({ method: 'GET', url, remoteAddress })).statusCode);
    });
    await expect.poll(() => statuses, { timeout: scaled(10_000) }).toEqual(Array<number>(5).fill(503));
    return async () => {
      await Promise.all(requests);
      return statuses.filter((status) => status === 200).length;
    };
  };
  // Eight are under way, 64 of each visitor wait.
  const countFirst = await takePlaces('203.0.113.7', 0, 72);
  const countSecond = await takePlaces('203.0.113.9', 100, 64);
  let answeredCount = 0;
  for (let secondCount = 0; secondCount < 2; ) {
    await expect.poll(() => waiting.length, { timeout: scaled(10_000) }).toBeGreaterThan(0);
    const next = waiting.shift();
    answeredCount += 1;
    if (next && next.column >= 100) secondCount += 1;
    next?.respond();
  }
  // Those that were under way; then the two take turns.
  expect(answeredCount).toBeLessThanOrEqual(13);
  const timer = setInterval(() => {
    for (const { respond } of waiting.splice(0)) respond();
  }, 5);
  expect([await countFirst(), await countSecond()]).toEqual([72, 64]);
  clearInterval(timer);
  endServer(slow);
});
