/** The layers of the map: GeoJSON that is uploaded, or fetched from an address, and who gets it. */
import { createServer } from 'node:http';
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import type { Layer } from '@waypost/contract/layers/layers';
import type { MapLayer } from '@waypost/contract/layers/map-layers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildMultipart } from '../testing/app/multipart.ts';
import {
  type Actor,
  type ApiReply,
  errorCodes,
  errorPointers,
  startTestApp,
  type TestApp,
} from '../testing/app/test-app.ts';
import { endServer, listenLocally } from '../testing/servers/local-server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ allowedNetworks: ['127.0.0.1'] });
});
afterAll(() => app.close());
afterEach(async () => {
  await app.db.deleteFrom('layers').execute();
});

const point = (properties: object | null, coordinates: unknown = [9.5, 47.1]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });
const clinics = collection(point({ name: 'Clinic' }), point({ name: 'Hospital' }, [9.6, 47.2, 450]));

async function upload(
  content: unknown,
  fields = {},
  actor: Exclude<Actor, 'passer-by'> = 'admin',
  path = '/layers/upload',
) {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const { payload, headers } = buildMultipart(
    { name: 'Clinics', active: 'true', visible_by_default: 'true', ...fields },
    { name: 'clinics.geojson', bytes },
  );
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/v3${path}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${await app.tokenOf(actor)}` },
  });
  return { status: response.statusCode, body: response.json<Layer>(), headers: {} };
}
const list = async (actor: Actor = 'passer-by') =>
  (await app.send<{ results: MapLayer[] }>(actor, 'GET', '/map-layers')).body.results;
const readData = (id: number, headers: Record<string, string> = {}) =>
  app.fastify.inject({ method: 'GET', url: `/api/v3/map-layers/${id}/data`, headers });
const read = async (id: number) => (await app.send<Layer>('admin', 'GET', `/layers/${id}`)).body;
const change = (id: number, body: object) => app.send<Layer>('admin', 'PUT', `/layers/${id}`, body);

describe('uploads', () => {
  test('an uploaded file is on the map of everybody, with its look and nothing else', async () => {
    const options = JSON.stringify({
      color: '#A51A1A',
      opacity: 0.5,
      attribution: ' Ministry ',
      key: 'secret',
    });
    const { status, body } = await upload(clinics, { options });
    expect([status, body.data_url, body.media]).toEqual([200, null, null]);
    expect(body.data).toEqual({
      size: expect.any(Number),
      features: 2,
      received: expect.any(String),
      pending: false,
      failure: null,
    });
    expect(await list()).toEqual([
      {
        id: body.id,
        name: 'Clinics',
        type: 'geojson',
        visible_by_default: true,
        color: '#A51A1A',
        opacity: 0.5,
        attribution: 'Ministry',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        features: 2,
        is_base_map: false,
        min_zoom: null,
        max_zoom: null,
        bounds: [9.5, 47.1, 9.6, 47.2],
      },
    ]);
    const { headers, body: data } = await readData(body.id);
    expect(JSON.parse(data)).toEqual(
      collection(point({ name: 'Clinic' }), point({ name: 'Hospital' }, [9.6, 47.2])),
    );
    expect(headers).toMatchObject({
      'content-type': 'application/geo+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const again = await readData(body.id, { 'if-none-match': `W/"other", ${headers['etag']}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('another file replaces the content; id, look and place in the order stay', async () => {
    const { id } = (await upload(clinics, { options: '{"color":"#A51A1A"}' })).body;
    await upload(clinics, { name: 'Above' });
    const before = await list();
    const refused = await upload({ type: 'Nothing' }, {}, 'admin', `/layers/${id}/upload`);
    expect([refused.status, errorPointers(refused)]).toEqual([422, ['/file']]);
    expect(await list()).toEqual(before);
    const replaced = await upload(point({ name: 'New' }), {}, 'admin', `/layers/${id}/upload`);
    expect([replaced.status, replaced.body.id, replaced.body.data?.features]).toEqual([200, id, 1]);
    const [first, second] = await list();
    expect([first, second?.name]).toMatchObject([{ id, color: '#A51A1A', features: 1 }, 'Above']);
    expect(first?.hash).not.toBe(before[0]?.hash);
    expect((await upload(clinics, {}, 'member', `/layers/${id}/upload`)).status).toBe(403);
    const other = { name: 'Other', type: 'geojson', active: false, visible_by_default: true };
    const fetched = await app.send<Layer>('admin', 'POST', '/layers', {
      ...other,
      data_url: 'https://example.org/a.json',
    });
    const conflict = await upload(clinics, {}, 'admin', `/layers/${fetched.body.id}/upload`);
    expect([conflict.status, errorPointers(conflict)]).toEqual([422, ['/file']]);
    expect((await upload(clinics, {}, 'admin', '/layers/999999/upload')).status).toBe(404);
  });

  test('unknown options are the defaults; a layer that is not active is not on the map', async () => {
    const options = JSON.stringify({ color: 'url(javascript:alert(1))', opacity: 'much', attribution: 7 });
    const { id } = (await upload(clinics, { options })).body;
    expect(await list()).toMatchObject([{ color: '#2274B4', opacity: 1, attribution: '' }]);
    await change(id, { active: false });
    expect(await list()).toEqual([]);
    expect((await readData(id)).statusCode).toBe(404);
    await change(id, { active: true, options: ['list'] });
    expect(await list()).toMatchObject([{ color: '#2274B4' }]);
    await app.send('admin', 'DELETE', `/layers/${id}`);
    expect((await readData(id)).statusCode).toBe(404);
  });

  test('files that a map cannot show are refused with what is wrong', async () => {
    const polygon = (coordinates: unknown) => ({ type: 'Polygon', coordinates });
    const bare = (geometry: unknown) => ({ type: 'Feature', geometry, properties: {} });
    const nested = {
      type: 'GeometryCollection',
      geometries: [{ type: 'GeometryCollection', geometries: [] }],
    };
    const refusals: [unknown, string][] = [
      [Buffer.from('name;lat;lon'), 'geojsonFormat'],
      [Buffer.from([0x7b, 0xff, 0x7d]), 'geojsonFormat'],
      [Buffer.from('<svg onload="alert(1)"/>'), 'geojsonFormat'],
      [{ results: [] }, 'geojsonType'],
      [[clinics], 'geojsonType'],
      [{ type: 'Topology', objects: {} }, 'geojsonType'],
      [{ type: 'FeatureCollection', features: 'many' }, 'geojsonType'],
      [collection(bare({ type: 'Circle', coordinates: [1, 2] })), 'geojsonType'],
      [collection(bare({ type: 'toString', coordinates: [1, 2] })), 'geojsonType'],
      [collection(bare(polygon([9.5, 47.1]))), 'geojsonType'],
      [collection(bare(nested)), 'geojsonType'],
      [collection(point({}, ['9.5', '47.1'])), 'geojsonType'],
      [collection(point({}), point({}, [2_600_000, 1_200_000])), 'geojsonPlace'],
      [collection(), 'geojsonEmpty'],
      [collection(bare(null)), 'geojsonEmpty'],
      [collection(...Array.from({ length: layerLimits.features + 1 }, () => bare(null))), 'geojsonComplex'],
      [
        bare({
          type: 'MultiPoint',
          coordinates: Array.from({ length: layerLimits.points + 1 }, () => [1, 2]),
        }),
        'geojsonComplex',
      ],
      [Buffer.alloc(50_000_000, ' '), 'geojsonSize'],
    ];
    for (const [content, rule] of refusals) {
      const refused = await upload(content);
      expect([rule, refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
        rule,
        422,
        ['/file'],
        [rule],
      ]);
    }
    const far = await upload(collection(point({}), point({}, [2_600_000, 1_200_000])));
    expect(JSON.stringify(far.body)).toContain('in feature 2');
    const nameless = await upload(clinics, { name: 'x' });
    expect([nameless.status, errorPointers(nameless)]).toEqual([422, ['/name']]);
    const odd = await upload(clinics, { options: '{' });
    expect([odd.status, errorPointers(odd)]).toEqual([422, ['/options']]);
    expect(await list()).toEqual([]);
  });

  test('what a file says besides places and plain properties is left out', async () => {
    const html = '<img src=x onerror=alert(1)>';
    const properties = { html, list: [1, { a: 2 }], long: 'x'.repeat(5000), none: null, size: 2, open: true };
    const text = JSON.stringify({
      ...collection({ ...point(properties), bbox: [0], marker: html }, point(null)),
      crs: { href: 'https://example.org' },
    }).replace('"html"', `"__proto__":"polluted","deep":${'['.repeat(20_000)}${']'.repeat(20_000)},"html"`);
    const { id } = (await upload(Buffer.from(`\uFEFF${text}`))).body;
    const data = JSON.parse((await readData(id)).body) as { features: { properties: object }[] };
    expect(Object.keys(data)).toEqual(['type', 'features']);
    expect(Object.keys(data.features[0] ?? {})).toEqual(['type', 'geometry', 'properties']);
    expect(Object.entries(data.features[0]?.properties ?? {})).toEqual([
      ['__proto__', 'polluted'],
      ['html', html],
      ['list', '[1,{"a":2}]'],
      ['long', 'x'.repeat(layerLimits.propertyValue)],
      ['size', 2],
      ['open', true],
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('only administrators add layers; a private site shows them to its users only', async () => {
    for (const actor of ['visitor', 'member', 'reviewer', 'settings manager'] as const)
      expect([actor, (await upload(clinics, {}, actor)).status]).toEqual([actor, 403]);
    const { id } = (await upload(clinics)).body;
    const isPrivate = (value: boolean) => app.send('admin', 'PUT', '/config/site', { private: value });
    expect((await isPrivate(true)).status).toBe(200);
    expect((await app.send('passer-by', 'GET', '/map-layers')).status).toBe(401);
    expect((await app.send('visitor', 'GET', '/map-layers')).status).toBe(403);
    expect((await readData(id)).statusCode).toBe(401);
    expect(await list('member')).toHaveLength(1);
    await isPrivate(false);
    expect(await list('visitor')).toHaveLength(1);
  });
});

describe('the order of layers', () => {
  test('new layers are on top; an administrator moves them', async () => {
    for (const name of ['Rivers', 'Roads', 'Camps']) await upload(clinics, { name });
    const names = async () => (await list()).map(({ name }) => name);
    const idOf = async (wanted: string) => (await list()).find(({ name }) => name === wanted)?.id ?? 0;
    expect(await names()).toEqual(['Rivers', 'Roads', 'Camps']);
    const moved = await change(await idOf('Camps'), { position: 0 });
    expect(moved.body.position).toBe(0);
    expect(await names()).toEqual(['Camps', 'Rivers', 'Roads']);
    await app.send('admin', 'DELETE', `/layers/${await idOf('Rivers')}`);
    await upload(clinics, { name: 'Schools' });
    expect(await names()).toEqual(['Camps', 'Roads', 'Schools']);
    const { body } = await app.send<{ results: Layer[] }>('admin', 'GET', '/layers?orderby=position');
    expect(body.results.map(({ name, position }) => [name, position])).toEqual([
      ['Camps', 0],
      ['Roads', 1],
      ['Schools', 2],
    ]);
  });

  test('there is a limit to their number', async () => {
    await sql`insert into layers (name, type, active, visible_by_default)
      select 'Layer ' || n, 'tile', false, false from generate_series(1, ${layerLimits.layers}::int) n`.execute(
      app.db,
    );
    const refused = await upload(clinics);
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      ['/name'],
      ['limitLayers'],
    ]);
  });
});

describe('addresses', () => {
  const answers = new Map<string, { status?: number; body: Buffer; location?: string }>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const answer = answers.get(request.url?.split('?')[0] ?? '');
    if (!answer) return response.destroy();
    const { status = 200, body, location } = answer;
    response.writeHead(status, location === undefined ? {} : { location });
    return response.end(body);
  });
  let base: string;
  beforeAll(async () => {
    base = await listenLocally(server);
  });
  afterAll(() => endServer(server));
  const serve = (path: string, content: unknown) =>
    answers.set(path, { body: Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content)) });
  const layer = (data_url: string, more = {}) => ({
    name: 'Rivers',
    type: 'geojson',
    data_url,
    active: true,
    visible_by_default: false,
    ...more,
  });
  const add = (data_url: string, more = {}): Promise<ApiReply<Layer>> =>
    app.send<Layer>('admin', 'POST', '/layers', layer(data_url, more));
  const fetchAll = () => app.jobs.runPending();
  const passTime = (minutes: number) =>
    sql`update layer_data set checked = checked - ${minutes}::int * interval '1 minute'`.execute(app.db);

  test('the server fetches the data and keeps it; visitors learn neither address nor key', async () => {
    serve('/rivers.json', clinics);
    const { id } = (await add(`${base}/rivers.json?key=secret`, { refresh_minutes: 30 })).body;
    expect(await list()).toEqual([]);
    await fetchAll();
    const visible = JSON.stringify([await list(), (await readData(id)).body]);
    expect(visible).toContain('Hospital');
    expect(visible).not.toMatch(/secret|127\.0\.0\.1/);
    expect((await app.send<Layer>('member', 'GET', `/layers/${id}`)).body).toMatchObject({
      data_url: null,
      data: null,
    });
    expect((await read(id)).data_url).toContain('secret');
    requests.length = 0;
    await fetchAll();
    expect(requests).toEqual([]);
    serve('/rivers.json', collection(point({ name: 'New' })));
    await passTime(31);
    await fetchAll();
    expect(requests).toHaveLength(1);
    expect((await readData(id)).body).toContain('New');
  });

  test('while the server of the address fails, the last content stays, and administrators read why', async () => {
    serve('/rivers.json', clinics);
    const { id } = (await add(`${base}/rivers.json`)).body;
    await fetchAll();
    const failures: [() => unknown, object][] = [
      [() => answers.set('/rivers.json', { status: 404, body: Buffer.from('') }), { rule: 'archiveStatus' }],
      [() => answers.delete('/rivers.json'), { rule: 'archiveNoAnswer' }],
      [() => serve('/rivers.json', Buffer.from('<html>')), { rule: 'geojsonFormat' }],
      [() => serve('/rivers.json', Buffer.alloc(layerLimits.bytes + 1, ' ')), { rule: 'geojsonSize' }],
      [
        () =>
          answers.set('/rivers.json', {
            status: 302,
            body: Buffer.from(''),
            location: 'http://169.254.169.254/latest',
          }),
        { rule: 'privateAddress' },
      ],
    ];
    for (const [happen, failure] of failures) {
      happen();
      await change(id, { data_url: `${base}/rivers.json` });
      await fetchAll();
      expect((await read(id)).data).toMatchObject({ features: 2, failure });
      expect(await list()).toMatchObject([{ id, features: 2 }]);
    }
    serve('/rivers.json', clinics);
    await change(id, { data_url: `${base}/rivers.json` });
    await fetchAll();
    expect((await read(id)).data).toMatchObject({ features: 2, failure: null });
  });

  test('another address forgets what came from the first', async () => {
    serve('/rivers.json', clinics);
    const { id } = (await add(`${base}/rivers.json`)).body;
    await fetchAll();
    expect(await list()).toHaveLength(1);
    await change(id, { data_url: `${base}/lakes.json` });
    expect(await list()).toEqual([]);
    await fetchAll();
    expect((await read(id)).data).toMatchObject({ size: null, failure: { rule: 'archiveNoAnswer' } });
  });

  test('an address in a private network is refused, and one that is not of the web', async () => {
    const target = 'http://169.254.169.254/latest';
    const refused = await add(target);
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      ['/data_url'],
      ['privateAddress'],
    ]);
    expect(errorCodes(await add('javascript:alert(1)'))).toEqual(['url']);
    serve('/rivers.json', clinics);
    const { id } = (await add(`${base}/rivers.json`)).body;
    expect(errorCodes(await change(id, { data_url: target }))).toEqual(['privateAddress']);
    const often = await change(id, { refresh_minutes: 1 });
    expect([often.status, errorPointers(often)]).toEqual([422, ['/refresh_minutes']]);
  });
});
