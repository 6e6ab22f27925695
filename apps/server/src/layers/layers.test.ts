import type { Layer } from '@waypost/contract/layers';
import type { Media } from '@waypost/contract/media';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DirectoryStore } from '../kernel/directory-store.ts';
import { sweepMedia } from '../media/discard-media.ts';
import { type Deployment, type Kind, pointersOf, rulesOf, startDeployment } from '../testing/deployment.ts';

interface List {
  count: number;
  total_count: number;
  orderby: string;
  next: string;
  results: Layer[];
}

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());
afterEach(async () => {
  await it.db.deleteFrom('layers').execute();
});

const address = 'https://maps.example.net/rivers.json';
const layer = (change: object = {}) => ({
  name: 'Rivers',
  data_url: address,
  type: 'geojson',
  active: true,
  visible_by_default: false,
  ...change,
});
const send = (kind: Kind, method: 'POST' | 'PUT', url: string, body: object) =>
  it.send<Layer>(kind, method, url, body);
const make = async (change: object = {}) => {
  const made = await send('admin', 'POST', '/layers', layer(change));
  expect([change, made.status]).toEqual([change, 200]);
  return made.body;
};
const picture = async () => {
  const file = `${crypto.randomUUID()}.png`;
  const row = { mime: 'image/png', size: 1, width: 1, height: 1, file, thumbnail: `small-${file}` };
  const user_id = await it.idOf('admin');
  return (
    await it.db
      .insertInto('media')
      .values({ ...row, user_id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
};
/** What was made of a form that is wrong: where, and by which rule. */
const refusal = async (body: object, url = '/layers') => {
  const refused = await send('admin', url === '/layers' ? 'POST' : 'PUT', url, body);
  return [refused.status, pointersOf(refused), rulesOf(refused)];
};
const all = ['read', 'create', 'update', 'delete', 'search'];

test('a layer is made, read, changed and deleted, in the shape that existing clients know', async () => {
  const options = { layers: 'rivers', opacity: 0.5, nested: [{ deep: true }] };
  const made = await make({ options, visible_by_default: '1' });
  const { id } = made;
  expect(made).toEqual({
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
    allowed_privileges: all,
  });
  expect(Object.keys(made).slice(0, 2)).toEqual(['id', 'url']);
  const changed = await send('admin', 'PUT', `/layers/${id}`, { ...made, name: 'Lakes', type: 'wms' });
  expect(changed.body).toEqual({ ...made, name: 'Lakes', type: 'wms', updated: expect.any(String) });
  const emptied = await send('admin', 'PUT', `/layers/${id}`, { options: null });
  expect(emptied.body).toMatchObject({ name: 'Lakes', options: null });
  expect((await it.send('admin', 'DELETE', `/layers/${id}`)).body).toEqual(emptied.body);
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await it.send('admin', method, `/layers/${id}`, method === 'PUT' ? {} : undefined)).status).toBe(
      404,
    );
  const log = await it.send<{ results: object[] }>('admin', 'GET', '/audit?subject=layers');
  expect(log.body.results).toMatchObject([
    { action: 'delete', subject_id: String(id) },
    { action: 'update', details: { changed: ['options'] } },
    { action: 'update', details: { changed: ['name', 'type'] } },
    { action: 'create', user: { id: await it.idOf('admin') } },
  ]);
});

describe('a layer that is not in order', () => {
  test('needs a name, a kind, a source, and to be told whether it is active and visible', async () => {
    const missing = ['/name', '/type', '/active', '/visible_by_default', '/data_url'];
    expect(await refusal({})).toEqual([
      422,
      missing,
      ['required', 'required', 'required', 'required', 'dataUrlOrMediaRequired'],
    ]);
    expect(await refusal(layer({ name: 'R' }))).toEqual([422, ['/name'], ['minlength']]);
    expect(await refusal(layer({ name: 'R'.repeat(51) }))).toEqual([422, ['/name'], ['maxlength']]);
    expect((await make({ name: 'R'.repeat(50) })).name).toHaveLength(50);
    expect(await refusal(layer({ type: 'kml' }))).toEqual([422, ['/type'], ['oneOf']]);
    expect(await refusal(layer({ active: 'maybe' }))).toEqual([422, ['/active'], ['oneOf']]);
    expect(await refusal(layer({ options: 'red' }))).toEqual([422, ['/options'], ['type']]);
    const long = { all: 'x'.repeat(20_000) };
    expect(await refusal(layer({ options: long }))).toEqual([422, ['/options'], ['maxlength']]);
  });

  test('has its data either at an address of the web or in a picture that is there', async () => {
    const media_id = await picture();
    const none = [422, ['/data_url'], ['dataUrlOrMediaRequired']];
    const both = [422, ['/data_url'], ['dataUrlMediaConflict']];
    for (const data_url of [undefined, null, '', ' '])
      expect(await refusal(layer({ data_url }))).toEqual(none);
    expect(await refusal(layer({ media_id }))).toEqual(both);
    expect(await refusal(layer({ media: { id: media_id } }))).toEqual(both);
    for (const data_url of [
      'rivers.json',
      'ftp://example.net/',
      'javascript:alert(1)',
      'https://me:word@a.b/',
    ])
      expect([data_url, await refusal(layer({ data_url }))]).toEqual([
        data_url,
        [422, ['/data_url'], ['url']],
      ]);
    expect(await refusal(layer({ data_url: null, media_id: 999_999 }))).toEqual([
      422,
      ['/media_id'],
      ['exists'],
    ]);
    const tiles = 'https://{s}.tiles.example.org/{z}/{x}/{y}.png';
    const { id } = await make({ type: 'tile', data_url: tiles });
    expect(await refusal({ media_id }, `/layers/${id}`)).toEqual(both);
    expect(await refusal({ data_url: null }, `/layers/${id}`)).toEqual(none);
    const moved = await send('admin', 'PUT', `/layers/${id}`, { data_url: null, media_id });
    const url = `https://report.example.org/api/v3/media/${media_id}`;
    expect(moved.body).toMatchObject({ data_url: null, media: { id: media_id, url } });
    expect(await refusal({ data_url: tiles }, `/layers/${id}`)).toEqual(both);
    expect(await refusal({ media_id: 999_999 }, `/layers/${id}`)).toEqual([422, ['/media_id'], ['exists']]);
    const back = await send('admin', 'PUT', `/layers/${id}`, { ...moved.body, data_url: tiles, media: null });
    expect(back.body).toMatchObject({ data_url: tiles, media: null });
  });
});

test('a layer that is not active from the beginning is taken as well', async () => {
  for (const active of [false, 0, '0', 'false']) expect((await make({ active })).active).toBe(false);
});

describe('who may what', () => {
  const kinds = ['passer-by', 'visitor', 'member', 'reviewer', 'settings manager', 'admin'] as const;
  const statuses = async (ask: (kind: Kind) => Promise<{ status: number }>) => {
    const seen: Partial<Record<Kind, number>> = {};
    for (const kind of kinds) seen[kind] = (await ask(kind)).status;
    return Object.values(seen);
  };

  test('whoever has signed in reads an active layer; administrators read, list and change all', async () => {
    const { id } = await make();
    const hidden = await make({ active: false });
    const onlyAdmin = [401, 403, 403, 403, 403, 200];
    expect(await statuses((kind) => it.send(kind, 'GET', `/layers/${id}`))).toEqual([
      401, 403, 200, 200, 200, 200,
    ]);
    expect(await statuses((kind) => it.send(kind, 'GET', `/layers/${hidden.id}`))).toEqual([
      401, 403, 404, 404, 404, 200,
    ]);
    expect(await statuses((kind) => it.send(kind, 'GET', '/layers'))).toEqual(onlyAdmin);
    expect(await statuses((kind) => it.send(kind, 'POST', '/layers', layer()))).toEqual(onlyAdmin);
    const rename = (kind: Kind) => it.send(kind, 'PUT', `/layers/${id}`, { name: 'Mine' });
    expect(await statuses(rename)).toEqual(onlyAdmin);
    expect(await statuses((kind) => it.send(kind, 'DELETE', `/layers/${id}`))).toEqual(onlyAdmin);
    expect(await statuses((kind) => it.send(kind, 'GET', `/layers/${id}`))).toEqual([
      401, 403, 404, 404, 404, 404,
    ]);
  });

  test('and each is told what they may do with it', async () => {
    const { id } = await make();
    const read = await it.send<Layer>('member', 'GET', `/layers/${id}`);
    expect(read.body.allowed_privileges).toEqual(['read']);
    expect((await it.send<Layer>('admin', 'GET', `/layers/${id}`)).body.allowed_privileges).toEqual(all);
  });
});

test('the list is paged, ordered and filtered', async () => {
  await make({ name: 'Rivers' });
  await make({ name: 'Clinics', type: 'wms', active: false });
  await make({ name: 'Roads', type: 'tile' });
  const list = async (query: string) => (await it.send<List>('admin', 'GET', `/layers?${query}`)).body;
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
  const wrong = await it.send('admin', 'GET', '/layers?orderby=secret&type=kml');
  expect([wrong.status, pointersOf(wrong)]).toEqual([422, ['/orderby', '/type']]);
});

describe('the picture of a layer', () => {
  const seen = async (kind: Kind, id: number) => (await it.send(kind, 'GET', `/media/${id}`)).status;

  test('is shown to those who may read the layer, at an address that strangers do not have', async () => {
    const media_id = await picture();
    expect(await seen('member', media_id)).toBe(404);
    const { id } = await make({ data_url: null, media_id });
    const { body } = await it.send<Media>('member', 'GET', `/media/${media_id}`);
    expect(body.original_file_url).toContain('seal=');
    expect(await seen('visitor', media_id)).toBe(404);
    expect(await seen('passer-by', media_id)).toBe(404);
    await send('admin', 'PUT', `/layers/${id}`, { active: false });
    expect(await seen('member', media_id)).toBe(404);
  });

  test('is kept while the layer has it, and goes when nobody wants it any more', async () => {
    const media_id = await picture();
    await sql`update media set created = now() - interval '2 days' where id = ${media_id}`.execute(it.db);
    const { id } = await make({ data_url: null, media_id });
    const sweep = () =>
      sweepMedia(it.db, new DirectoryStore(it.storageDir), (error) => {
        throw error;
      });
    await sweep();
    expect(await seen('admin', media_id)).toBe(200);
    await it.send('admin', 'DELETE', `/layers/${id}`);
    await sweep();
    expect(await seen('admin', media_id)).toBe(404);
  });

  test('leaves a layer without data when it is deleted; that one can still be switched off, or given new data', async () => {
    const media_id = await picture();
    const { id } = await make({ data_url: null, media_id });
    expect((await it.send('admin', 'DELETE', `/media/${media_id}`)).status).toBe(200);
    const { body } = await it.send<Layer>('admin', 'GET', `/layers/${id}`);
    expect(body).toMatchObject({ data_url: null, media: null, active: true });
    const off = await send('admin', 'PUT', `/layers/${id}`, { ...body, active: false });
    expect([off.status, off.body.active]).toEqual([200, false]);
    const given = await send('admin', 'PUT', `/layers/${id}`, { data_url: address });
    expect(given.body).toMatchObject({ data_url: address, media: null });
  });
});
