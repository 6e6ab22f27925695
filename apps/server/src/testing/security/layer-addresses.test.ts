/** Addresses and options of layers, which may contain keys, in the database: none in plain text, also those of older versions; and a changed key. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Layer } from '@waypost/contract/layers/layers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptStoredSecrets } from '../../encrypt-stored-secrets.ts';
import { SecretBox } from '../../kernel/security/secret-box.ts';
import { errorPointers, startTestApp, type TestApp } from '../app/test-app.ts';
import { endServer, listenLocally } from '../servers/local-server.ts';

const secretBox = new SecretBox(randomBytes(32));
const clinics = { type: 'Point', coordinates: [9.5, 47.1] };
const server = createServer((_request, response) => response.end(JSON.stringify(clinics)));
let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await startTestApp({ secretBox, allowedNetworks: ['127.0.0.1'] });
  address = `${await listenLocally(server)}/clinics.json?key=secret-of-service`;
});
afterAll(async () => {
  endServer(server);
  await app.close();
});

const body = { name: 'Clinics', type: 'geojson', active: true, visible_by_default: true };
const encryptAll = () =>
  encryptStoredSecrets(app.db, { secretBox, exchangeUrl: undefined }, (line) => expect(line).toBe(''));
const read = async (id: number) => (await app.send<Layer>('admin', 'GET', `/layers/${id}`)).body;
const readStored = async (id: number) =>
  (await app.db.selectFrom('layers').select('data_url').where('id', '=', id).executeTakeFirstOrThrow())
    .data_url;
const refetch = async (id: number) => {
  await app.db.updateTable('layer_data').set({ checked: null }).where('layer_id', '=', id).execute();
  await app.jobs.runPending();
};

test('the address of a layer is stored encrypted, and stays the same when it is saved again', async () => {
  const { id } = (await app.send<Layer>('admin', 'POST', '/layers', { ...body, data_url: address })).body;
  await app.jobs.runPending();
  expect(await read(id)).toMatchObject({ data_url: address, data: { features: 1, failure: null } });
  const stored = await readStored(id);
  const { rows } = await sql<{ text: string }>`
    select (select json_agg(layers) from layers)::text || (select json_agg(audit_log) from audit_log)::text
      || (select json_agg(layer_data) from layer_data)::text as text`.execute(app.db);
  expect(rows[0]?.text).not.toContain('secret-of-service');
  await app.send('admin', 'PUT', `/layers/${id}`, { data_url: address });
  expect(await readStored(id)).toBe(stored);
  const { rows: log } = await sql<{ details: unknown }>`
    select details from audit_log where subject = 'layers' and action = 'update'`.execute(app.db);
  expect(log).toEqual([{ details: { changed: [] } }]);
  await app.send('admin', 'PUT', `/layers/${id}`, { data_url: `${address}2` });
  expect((await read(id)).data_url).toBe(`${address}2`);
});

test('options of a layer are stored encrypted, also those of an older version, and keep their ciphertext', async () => {
  const options = { layers: 'rivers', color: '#123456', headers: { authorization: 'secret-of-options' } };
  const data_url = `${address}&at={z}/{x}/{y}`;
  const input = { ...body, type: 'wms', data_url, options };
  const { id } = (await app.send<Layer>('admin', 'POST', '/layers', input)).body;
  const readOptions = async () =>
    JSON.stringify(
      (await app.db.selectFrom('layers').select('options').where('id', '=', id).executeTakeFirstOrThrow())
        .options,
    );
  const stored = await readOptions();
  expect(stored).toMatch(/^"sealed:/);
  expect((await read(id)).options).toEqual(options);
  await app.send('admin', 'PUT', `/layers/${id}`, { options });
  expect(await readOptions()).toBe(stored);
  await app.db
    .updateTable('layers')
    .set({ options: JSON.stringify(options) })
    .where('id', '=', id)
    .execute();
  expect((await read(id)).options).toEqual(options);
  await encryptAll();
  expect(await readOptions()).toMatch(/^"sealed:/);
  expect((await read(id)).options).toEqual(options);
  const { body: shown } = await app.send<{ results: object[] }>('passer-by', 'GET', '/map-layers');
  expect(shown.results).toContainEqual(expect.objectContaining({ id, color: '#123456' }));
  expect(JSON.stringify(shown)).not.toContain('secret-of-options');
  const other = new SecretBox(randomBytes(32)).encrypt(JSON.stringify(options), 'layer-options');
  await app.db
    .updateTable('layers')
    .set({ options: JSON.stringify(other) })
    .where('id', '=', id)
    .execute();
  expect((await read(id)).options).toBeNull();
});

test('addresses of an older version are encrypted at the start', async () => {
  const { id } = (await app.send<Layer>('admin', 'POST', '/layers', { ...body, data_url: address })).body;
  await app.db.updateTable('layers').set({ data_url: address }).where('id', '=', id).execute();
  await sql`analyze layers`.execute(app.db);
  const { rows } =
    await sql`select from pg_stats where tablename = 'layers' and attname = 'data_url'`.execute(app.db);
  expect(rows).toEqual([]);
  await encryptAll();
  expect(await readStored(id)).toMatch(/^sealed:/);
  await refetch(id);
  expect(await read(id)).toMatchObject({ data_url: address, data: { features: 1, failure: null } });
});

test('with another key of the server the content stays, and administrators are asked for the address', async () => {
  const { id } = (await app.send<Layer>('admin', 'POST', '/layers', { ...body, data_url: address })).body;
  await app.jobs.runPending();
  const other = new SecretBox(randomBytes(32)).encrypt(address, 'layer-address');
  await app.db.updateTable('layers').set({ data_url: other }).where('id', '=', id).execute();
  await encryptAll();
  const lost = { data_url: '', data: { features: 1, failure: { rule: 'layerAddressLost' } } };
  expect(await read(id)).toMatchObject(lost);
  await refetch(id);
  expect(await read(id)).toMatchObject(lost);
  expect((await app.fastify.inject(`/api/v3/map-layers/${id}/data`)).statusCode).toBe(200);
  const sentBack = await app.send('admin', 'PUT', `/layers/${id}`, await read(id));
  expect([sentBack.status, errorPointers(sentBack)]).toEqual([422, ['/data_url']]);
  await app.send('admin', 'PUT', `/layers/${id}`, { data_url: address });
  await app.jobs.runPending();
  expect(await read(id)).toMatchObject({ data_url: address, data: { features: 1, failure: null } });
});

test('no tile is requested from a service whose address is lost', async () => {
  const data_url = `${address}&at={z}/{x}/{y}`;
  const { id } = (await app.send<Layer>('admin', 'POST', '/layers', { ...body, type: 'tile', data_url }))
    .body;
  const other = new SecretBox(randomBytes(32)).encrypt(data_url, 'layer-address');
  await app.db.updateTable('layers').set({ data_url: other }).where('id', '=', id).execute();
  expect((await app.fastify.inject(`/api/v3/map-layers/${id}/tiles/0/0/0`)).statusCode).toBe(404);
  await app.jobs.runPending();
  expect((await read(id)).data?.failure?.rule).toBe('layerAddressLost');
});
