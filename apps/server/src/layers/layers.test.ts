import type { Layer } from '@waypost/contract/layers/layers';
import type { Media } from '@waypost/contract/media/media';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteAbandonedMedia } from '../media/delete-abandoned-media.ts';
import {
  type Actor,
  errorCodes,
  errorPointers,
  startTestApp,
  type TestApp,
} from '../testing/app/test-app.ts';

interface List {
  count: number;
  total_count: number;
  orderby: string;
  next: string;
  results: Layer[];
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(async () => {
  await app.db.deleteFrom('layers').execute();
});

const address = 'https://maps.example.net/rivers.json';
const layerInput = (change: object = {}) => ({
  name: 'Rivers',
  data_url: address,
  type: 'geojson',
  active: true,
  visible_by_default: false,
  ...change,
});
const send = (kind: Actor, method: 'POST' | 'PUT', url: string, body: object) =>
  app.send<Layer>(kind, method, url, body);
const createLayer = async (change: object = {}) => {
  const created = await send('admin', 'POST', '/layers', layerInput(change));
  expect([change, created.status]).toEqual([change, 200]);
  return created.body;
};
const uploadPicture = async () => {
  const file = `${crypto.randomUUID()}.png`;
  const row = { mime: 'image/png', size: 1, width: 1, height: 1, file, thumbnail: `small-${file}` };
  const user_id = await app.idOf('admin');
  return (
    await app.db
      .insertInto('media')
      .values({ ...row, user_id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
};
/** Fields and codes of the validation errors. */
const expectRefusal = async (body: object, url = '/layers') => {
  const refused = await send('admin', url === '/layers' ? 'POST' : 'PUT', url, body);
  return [refused.status, errorPointers(refused), errorCodes(refused)];
};
const allPrivileges = ['read', 'create', 'update', 'delete', 'search'];

test('creates, reads, updates and deletes a layer in the format of existing clients', async () => {
  const options = { layers: 'rivers', opacity: 0.5, nested: [{ deep: true }] };
  const created = await createLayer({ options, visible_by_default: '1' });
  const { id } = created;
  expect(created).toEqual({
    id,
    url: `https://report.example.org/api/v3/layer/${id}`,
    name: 'Rivers',
    data_url: address,
    media: null,
    type: 'geojson',
    options,
    active: true,
    visible_by_default: true,
    created: expect.stringMatching(/\+00:00$/),
    updated: null,
    position: 0,
    refresh_minutes: 60,
    is_base_map: false,
    data: { size: null, features: null, received: null, pending: true, failure: null },
    allowed_privileges: allPrivileges,
  });
  expect(Object.keys(created).slice(0, 2)).toEqual(['id', 'url']);
  const changed = await send('admin', 'PUT', `/layers/${id}`, { ...created, name: 'Lakes', type: 'wms' });
  expect(changed.body).toEqual({
    ...created,
    name: 'Lakes',
    type: 'wms',
    updated: expect.any(String),
  });
  const emptied = await send('admin', 'PUT', `/layers/${id}`, { options: null });
  expect(emptied.body).toMatchObject({ name: 'Lakes', options: null });
  expect((await app.send('admin', 'DELETE', `/layers/${id}`)).body).toEqual(emptied.body);
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await app.send('admin', method, `/layers/${id}`, method === 'PUT' ? {} : undefined)).status).toBe(
      404,
    );
  const log = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=layers');
  expect(log.body.results).toMatchObject([
    { action: 'delete', subject_id: String(id) },
    { action: 'update', details: { changed: ['options'] } },
    { action: 'update', details: { changed: ['name', 'type'] } },
    { action: 'create', user: { id: await app.idOf('admin') } },
  ]);
});

describe('validation of layers', () => {
  test('requires name, type, source, and whether it is active and visible', async () => {
    const missing = ['/name', '/type', '/active', '/visible_by_default', '/data_url'];
    expect(await expectRefusal({})).toEqual([
      422,
      missing,
      ['required', 'required', 'required', 'required', 'dataUrlOrMediaRequired'],
    ]);
    expect(await expectRefusal(layerInput({ name: 'R' }))).toEqual([422, ['/name'], ['minlength']]);
    expect(await expectRefusal(layerInput({ name: 'R'.repeat(51) }))).toEqual([
      422,
      ['/name'],
      ['maxlength'],
    ]);
    expect((await createLayer({ name: 'R'.repeat(50) })).name).toHaveLength(50);
    expect(await expectRefusal(layerInput({ type: 'kml' }))).toEqual([422, ['/type'], ['oneOf']]);
    expect(await expectRefusal(layerInput({ active: 'maybe' }))).toEqual([422, ['/active'], ['type']]);
    expect(await expectRefusal(layerInput({ options: 'red' }))).toEqual([422, ['/options'], ['type']]);
    const long = { all: 'x'.repeat(20_000) };
    expect(await expectRefusal(layerInput({ options: long }))).toEqual([422, ['/options'], ['maxlength']]);
  });

  test('requires either a web URL or an existing upload', async () => {
    const media_id = await uploadPicture();
    const none = [422, ['/data_url'], ['dataUrlOrMediaRequired']];
    const both = [422, ['/data_url'], ['dataUrlMediaConflict']];
    for (const data_url of [undefined, null, '', ' '])
      expect(await expectRefusal(layerInput({ data_url }))).toEqual(none);
    expect(await expectRefusal(layerInput({ media_id }))).toEqual(both);
    expect(await expectRefusal(layerInput({ media: { id: media_id } }))).toEqual(both);
    for (const data_url of [
      'rivers.json',
      'ftp://example.net/',
      'javascript:alert(1)',
      'https://me:word@a.b/',
    ])
      expect([data_url, await expectRefusal(layerInput({ data_url }))]).toEqual([
        data_url,
        [422, ['/data_url'], ['url']],
      ]);
    expect(await expectRefusal(layerInput({ data_url: null, media_id: 999_999 }))).toEqual([
      422,
      ['/media_id'],
      ['exists'],
    ]);
    const tiles = 'https://{s}.tiles.example.org/{z}/{x}/{y}.png';
    const { id } = await createLayer({ type: 'tile', data_url: tiles });
    expect(await expectRefusal({ media_id }, `/layers/${id}`)).toEqual(both);
    expect(await expectRefusal({ data_url: null }, `/layers/${id}`)).toEqual(none);
    const moved = await send('admin', 'PUT', `/layers/${id}`, { data_url: null, media_id });
    const url = `https://report.example.org/api/v3/media/${media_id}`;
    expect(moved.body).toMatchObject({ data_url: null, media: { id: media_id, url } });
    expect(await expectRefusal({ data_url: tiles }, `/layers/${id}`)).toEqual(both);
    expect(await expectRefusal({ media_id: 999_999 }, `/layers/${id}`)).toEqual([
      422,
      ['/media_id'],
      ['exists'],
    ]);
    const back = await send('admin', 'PUT', `/layers/${id}`, { ...moved.body, data_url: tiles, media: null });
    expect(back.body).toMatchObject({ data_url: tiles, media: null });
  });
});

test('accepts a layer that is not active', async () => {
  for (const active of [false, 0, '0', 'false']) expect((await createLayer({ active })).active).toBe(false);
});

describe('authorization', () => {
  const kinds = ['passer-by', 'visitor', 'member', 'reviewer', 'settings manager', 'admin'] as const;
  const readStatuses = async (ask: (kind: Actor) => Promise<{ status: number }>) => {
    const statuses: Partial<Record<Actor, number>> = {};
    for (const kind of kinds) statuses[kind] = (await ask(kind)).status;
    return Object.values(statuses);
  };

  test('signed-in users read active layers; administrators read, list and change all', async () => {
    const { id } = await createLayer();
    const hidden = await createLayer({ active: false });
    const onlyAdmin = [401, 403, 403, 403, 403, 200];
    expect(await readStatuses((kind) => app.send(kind, 'GET', `/layers/${id}`))).toEqual([
      401, 403, 200, 200, 200, 200,
    ]);
    expect(await readStatuses((kind) => app.send(kind, 'GET', `/layers/${hidden.id}`))).toEqual([
      401, 403, 404, 404, 404, 200,
    ]);
    expect(await readStatuses((kind) => app.send(kind, 'GET', '/layers'))).toEqual(onlyAdmin);
    expect(await readStatuses((kind) => app.send(kind, 'POST', '/layers', layerInput()))).toEqual(onlyAdmin);
    const rename = (kind: Actor) => app.send(kind, 'PUT', `/layers/${id}`, { name: 'Mine' });
    expect(await readStatuses(rename)).toEqual(onlyAdmin);
    expect(await readStatuses((kind) => app.send(kind, 'DELETE', `/layers/${id}`))).toEqual(onlyAdmin);
    expect(await readStatuses((kind) => app.send(kind, 'GET', `/layers/${id}`))).toEqual([
      401, 403, 404, 404, 404, 404,
    ]);
  });

  test('a key in the address or the options is for administrators', async () => {
    const data_url = 'https://tiles.example.org/secret/{z}/{x}/{y}.png?key=secret';
    const { id } = await createLayer({ type: 'tile', data_url, options: { opacity: 0.5, key: 'secret' } });
    const read = await app.send<Layer>('member', 'GET', `/layers/${id}`);
    expect(read.body).toMatchObject({ data_url: null, options: { opacity: 0.5 } });
    expect(JSON.stringify(read.body)).not.toContain('secret');
  });

  test('allowed_privileges match', async () => {
    const { id } = await createLayer();
    const read = await app.send<Layer>('member', 'GET', `/layers/${id}`);
    expect(read.body.allowed_privileges).toEqual(['read']);
    expect((await app.send<Layer>('admin', 'GET', `/layers/${id}`)).body.allowed_privileges).toEqual(
      allPrivileges,
    );
  });
});

test('concurrent changes of the order do not wait for each other', async () => {
  const ids: number[] = [];
  for (const name of ['Rivers', 'Clinics', 'Roads', 'Wells']) ids.push((await createLayer({ name })).id);
  for (const positions of [[3, 2, 1, 0] as const, [0, 1, 2, 3] as const, [1, 0, 3, 2] as const]) {
    const moves = ids.map((id, index) =>
      send('admin', 'PUT', `/layers/${id}`, { position: positions[index], name: `Name ${positions[index]}` }),
    );
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  const { results } = (await app.send<List>('admin', 'GET', '/layers')).body;
  expect(results.map(({ position }) => position).toSorted((x, y) => x - y)).toEqual([0, 1, 2, 3]);
});

test('pages, sorts and filters the list', async () => {
  await createLayer({ name: 'Rivers' });
  await createLayer({ name: 'Clinics', type: 'wms', active: false });
  await createLayer({ name: 'Roads', type: 'tile' });
  const list = async (query: string) => (await app.send<List>('admin', 'GET', `/layers?${query}`)).body;
  const names = async (query: string) => (await list(query)).results.map(({ name }) => name);
  expect(await names('')).toEqual(['Rivers', 'Clinics', 'Roads']);
  expect(await names('orderby=name&order=DESC')).toEqual(['Roads', 'Rivers', 'Clinics']);
  expect(await names('orderby=name&limit=1&offset=1')).toEqual(['Rivers']);
  expect(await names('active=true')).toEqual(['Rivers', 'Roads']);
  expect(await names('active=0')).toEqual(['Clinics']);
  expect(await names('type=tile&active=')).toEqual(['Roads']);
  const { results: _, next, ...page } = await list('limit=2');
  expect(page).toMatchObject({
    count: 2,
    total_count: 3,
    limit: '2',
    offset: 0,
    order: 'asc',
    orderby: 'id',
  });
  expect(next).toBe('https://report.example.org/api/v3/layers?orderby=id&order=asc&limit=2&offset=2');
  const wrong = await app.send('admin', 'GET', '/layers?orderby=secret&type=kml');
  expect([wrong.status, errorPointers(wrong)]).toEqual([422, ['/orderby', '/type']]);
});

describe('the picture of a layer', () => {
  const readStatus = async (kind: Actor, id: number) => (await app.send(kind, 'GET', `/media/${id}`)).status;

  test('is visible to those who may read the layer, by a signed URL', async () => {
    const media_id = await uploadPicture();
    expect(await readStatus('member', media_id)).toBe(404);
    const { id } = await createLayer({ data_url: null, media_id });
    const { body } = await app.send<Media>('member', 'GET', `/media/${media_id}`);
    expect(body.original_file_url).toContain('seal=');
    expect(await readStatus('visitor', media_id)).toBe(404);
    expect(await readStatus('passer-by', media_id)).toBe(404);
    await send('admin', 'PUT', `/layers/${id}`, { active: false });
    expect(await readStatus('member', media_id)).toBe(404);
  });

  test('is kept while the layer uses it, and deleted afterwards', async () => {
    const media_id = await uploadPicture();
    await sql`update media set created = now() - interval '2 days' where id = ${media_id}`.execute(app.db);
    const { id } = await createLayer({ data_url: null, media_id });
    const sweep = () => deleteAbandonedMedia(app.db);
    await sweep();
    expect(await readStatus('admin', media_id)).toBe(200);
    await app.send('admin', 'DELETE', `/layers/${id}`);
    await sweep();
    expect(await readStatus('admin', media_id)).toBe(404);
  });

  test('a layer whose picture was deleted can be deactivated or get new data', async () => {
    const media_id = await uploadPicture();
    const { id } = await createLayer({ data_url: null, media_id });
    expect((await app.send('admin', 'DELETE', `/media/${media_id}`)).status).toBe(200);
    const { body } = await app.send<Layer>('admin', 'GET', `/layers/${id}`);
    expect(body).toMatchObject({ data_url: null, media: null, active: true });
    const off = await send('admin', 'PUT', `/layers/${id}`, { ...body, active: false });
    expect([off.status, off.body.active]).toEqual([200, false]);
    const response = await send('admin', 'PUT', `/layers/${id}`, { data_url: address });
    expect(response.body).toMatchObject({ data_url: address, media: null });
  });
});
