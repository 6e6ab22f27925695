/** The layers that a map service offers, as administrators choose them. */
import { createServer } from 'node:http';
import type { ServiceLayers } from '@waypost/contract/layers/service-layers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askMeanwhile } from '../testing/app/ask-meanwhile.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { endServer, listenLocally } from '../testing/servers/local-server.ts';

const files = new Map<string, string | Buffer>();
const requests: URL[] = [];
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://service');
  requests.push(url);
  const body = files.get(url.pathname);
  response.writeHead(body === undefined ? 404 : 200).end(body);
});
let app: TestApp;
let base: string;
beforeAll(async () => {
  app = await startTestApp({ allowedNetworks: ['127.0.0.1'] });
  base = await listenLocally(server);
});
afterAll(async () => {
  endServer(server);
  await app.close();
});

const find = (type: 'tile' | 'wms', data_url: string, actor: 'admin' | 'member' = 'admin') =>
  app.send<ServiceLayers>(actor, 'POST', '/layers/service-layers', { type, data_url });

/** A set of matrices. @param scale of the first */
const matrixSet = (
  name: string,
  crs: string,
  { prefix = '', corner = '-20037508.34 20037508.34', scale = 559_082_264.028_717_8 } = {},
) => `
  <TileMatrixSet><ows:Identifier>${name}</ows:Identifier><ows:SupportedCRS>${crs}</ows:SupportedCRS>
    ${[0, 1, 2]
      .map(
        (z) => `<TileMatrix><ows:Identifier>${prefix}${z}</ows:Identifier>
          <ScaleDenominator>${scale / 2 ** z}</ScaleDenominator><TopLeftCorner>${corner}</TopLeftCorner>
          <TileWidth>256</TileWidth><TileHeight>256</TileHeight></TileMatrix>`,
      )
      .join('')}
  </TileMatrixSet>`;
const layer = (name: string, set: string, more = '') => `
  <Layer><ows:Title>${name} &amp; more</ows:Title><ows:Identifier>${name}</ows:Identifier>
    <Style><ows:Identifier>plain</ows:Identifier></Style>
    <Style isDefault="true"><ows:Identifier>best</ows:Identifier></Style>
    <Format>image/jpeg</Format><Format>image/png</Format>
    <TileMatrixSetLink><TileMatrixSet>${set}</TileMatrixSet></TileMatrixSetLink>${more}</Layer>`;
const wmts = (contents: string) => `<?xml version="1.0"?>
  <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink">
    <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP>
      <ows:Get xlink:href="https://kvp.example.org/wmts?key=1&amp;x=2"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
    <Contents>${contents}</Contents></Capabilities>`;

test('the layers of a WMTS are listed with the addresses of their tiles; those in other projections by their names', async () => {
  const template =
    'https://t.example.org/roads/{Style}/{Time}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png?a=1&amp;b=2';
  files.set(
    '/wmts.xml',
    wmts(
      [
        layer(
          'roads',
          'GoogleMapsCompatible',
          `<Dimension><ows:Identifier>Time</ows:Identifier><Default>current</Default></Dimension>
           <ResourceURL format="image/png" resourceType="tile" template="${template}"/>`,
        ),
        layer('photos', 'EPSG:900913'),
        layer('swiss', 'swiss'),
        layer('shifted', 'shifted'),
        layer('scaled', 'scaled'),
        layer('hostile', 'hostile'),
        layer(
          'script',
          'GoogleMapsCompatible',
          '<ResourceURL format="image/png" resourceType="tile" template="javascript:alert(1)//{TileMatrix}"/>',
        ),
        matrixSet('GoogleMapsCompatible', 'urn:ogc:def:crs:EPSG:6.18.3:3857'),
        matrixSet('EPSG:900913', 'urn:ogc:def:crs:EPSG::900913', { prefix: 'EPSG:900913:' }),
        matrixSet('swiss', 'urn:ogc:def:crs:EPSG::2056'),
        matrixSet('shifted', 'urn:ogc:def:crs:EPSG::3857', { corner: '0 0' }),
        matrixSet('scaled', 'urn:ogc:def:crs:EPSG::3857', { scale: 1_000_000 }),
        // Names over which an expression could search without an end.
        matrixSet('hostile', 'urn:ogc:def:crs:EPSG::3857', { prefix: `${'0'.repeat(1900)}x`, corner: '0 0' }),
      ].join(''),
    ),
  );
  const { status, body } = await find('tile', `${base}/wmts.xml`);
  expect(status).toBe(200);
  expect(body).toEqual({
    layers: [
      {
        name: 'roads',
        title: 'roads & more',
        address: 'https://t.example.org/roads/best/current/GoogleMapsCompatible/{z}/{y}/{x}.png?a=1&b=2',
      },
      {
        name: 'photos',
        title: 'photos & more',
        address:
          'https://kvp.example.org/wmts?key=1&x=2&service=WMTS&request=GetTile&version=1.0.0&layer=photos&style=best&tilematrixset=EPSG%3A900913&format=image%2Fpng&tilematrix=EPSG%3A900913%3A{z}&tilerow={y}&tilecol={x}',
      },
    ],
    layer_count: 2,
    unsupported: ['swiss & more', 'shifted & more', 'scaled & more', 'hostile & more', 'script & more'],
    unsupported_count: 5,
  });
});

test('the layers of a WMS are listed, of both versions', async () => {
  const groups = `<Layer><Title>All</Title><CRS>EPSG:4326</CRS><CRS>EPSG:3857</CRS>
      <Layer><Name>roads</Name><Title>Roads</Title></Layer>
      <Layer><Title>Group</Title><Layer><Name>names</Name></Layer></Layer></Layer>`;
  files.set(
    '/wms',
    `<WMS_Capabilities version="1.3.0"><Capability>${groups}<Layer><Name>polar</Name><CRS>EPSG:3031</CRS></Layer></Capability></WMS_Capabilities>`,
  );
  const { body } = await find('wms', `${base}/wms?key=secret&REQUEST=GetMap`);
  expect(body).toEqual({
    layers: [
      { name: 'roads', title: 'Roads', address: null },
      { name: 'names', title: 'names', address: null },
    ],
    layer_count: 2,
    unsupported: ['polar'],
    unsupported_count: 1,
  });
  expect(requests.at(-1)?.search).toBe('?key=secret&service=WMS&request=GetCapabilities');
  files.set(
    '/old',
    `<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://example.org/a.dtd"><WMT_MS_Capabilities><Capability>
      <Layer><Name>a</Name><SRS>EPSG:4326 EPSG:900913</SRS></Layer></Capability></WMT_MS_Capabilities>`,
  );
  expect((await find('wms', `${base}/old`)).body.layers).toMatchObject([{ name: 'a' }]);
  // As MapServer writes it.
  files.set(
    '/latin',
    Buffer.from(
      `<?xml version='1.0' encoding="ISO-8859-1" standalone="no" ?>
      <!DOCTYPE WMT_MS_Capabilities SYSTEM "http://example.org/a.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]>
      <WMT_MS_Capabilities version="1.1.1"><Capability><VendorSpecificCapabilities/>
      <Layer><Name>a</Name><Title>Flüsse</Title><SRS>EPSG:3857</SRS></Layer></Capability></WMT_MS_Capabilities>`,
      'latin1',
    ),
  );
  expect((await find('wms', `${base}/latin`)).body.layers).toMatchObject([{ title: 'Flüsse' }]);
});

test('what is no such document, is hostile or in a private network is refused at the address', async () => {
  files.set('/page', '<html><body>Not found</body></html>');
  files.set('/text', 'no xml');
  files.set('/entities', `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${wmts(layer('&b;', 'x'))}`);
  files.set('/deep.xml', '<Layer>'.repeat(200_000));
  files.set('/large', `<Capabilities>${' '.repeat(5_100_000)}</Capabilities>`);
  files.set('/wms', '<WMS_Capabilities/>');
  const refusals: [string, string][] = [
    ...['page', 'text', 'entities', 'deep.xml', 'wms'].map((name): [string, string] => [
      `${base}/${name}`,
      'layerCapabilities',
    ]),
    [`${base}/large`, 'layerDocumentComplex'],
    [`${base}/missing`, 'archiveStatus'],
    ['http://169.254.169.254/wmts', 'privateAddress'],
    ['ftp://example.org/', 'url'],
  ];
  for (const [address, code] of refusals) {
    const refused = await find('tile', address);
    expect([address, refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      address,
      422,
      ['/data_url'],
      [code],
    ]);
  }
  expect((await find('tile', base, 'member')).status).toBe(403);
});

test('the server answers others while it reads a document that takes long', async () => {
  const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}="x"`).join(' ');
  files.set('/slow.xml', `<Capabilities ${attributes}/>`);
  const { result, duration, longestWait } = await askMeanwhile(app, find('tile', `${base}/slow.xml`));
  expect(result.status).toBe(200);
  expect(longestWait).toBeLessThan(duration / 3);
});

test('of very many layers the first are listed, with the number of all; others are found by a text', async () => {
  const layers = Array.from({ length: 30_000 }, (_, index) => `<Layer><Name>l${index}</Name></Layer>`);
  const others = Array.from({ length: 300 }, (_, index) => `<Layer><Name>polar${index}</Name></Layer>`);
  files.set(
    '/wms',
    `<WMS_Capabilities><Capability><Layer><CRS>EPSG:3857</CRS>${layers.join('')}<Layer><Name>x</Name><Title>Roads</Title></Layer></Layer>
      ${others.join('')}</Capability></WMS_Capabilities>`,
  );
  const first = (await find('wms', `${base}/wms`)).body;
  expect([first.layers.length, first.layer_count]).toEqual([500, 30_001]);
  expect([first.unsupported.length, first.unsupported_count]).toEqual([100, 300]);
  const search = async (q: string) =>
    (
      await app.send<ServiceLayers>('admin', 'POST', '/layers/service-layers', {
        type: 'wms',
        data_url: `${base}/wms`,
        q,
      })
    ).body;
  expect((await search(' roADS ')).layers).toEqual([{ name: 'x', title: 'Roads', address: null }]);
  expect(await search('L2999')).toMatchObject({ layer_count: 11, unsupported_count: 0 });
});
