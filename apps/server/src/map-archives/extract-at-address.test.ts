/** Extracts that are fetched from an address, through the API. */
import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endServer, listenLocally } from '../testing/servers/local-server.ts';
import { eventually } from '../testing/time.ts';
import { buildExtract, village } from './extract/osm/extract.fixture.ts';
import { startArchiveApp } from './map-archives.fixture.ts';

const extract = buildExtract(village);
/** Responses that have sent the first half of the extract, and nothing since. */
const stalled = new Set<ServerResponse>();
let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  response.writeHead(200, { 'content-length': extract.length });
  response.write(extract.subarray(0, extract.length / 2));
  stalled.add(response);
});

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
let base: string;
beforeAll(async () => {
  base = await listenLocally(server);
  deployment = await startArchiveApp();
  await deployment.app.jobs.start();
});
afterEach(async () => {
  for (const response of stalled) response.destroy();
  stalled.clear();
  requests = 0;
  await deployment.deleteAll();
});
afterAll(async () => {
  await deployment.close();
  endServer(server);
});

const stateOf = async (id: number) => (await deployment.read(id)).state;
const files = async () => {
  const names = await readdir(deployment.app.storageDir, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map(({ name }) => name);
};

/** Adds an extract whose address sends its first half. @returns the id of the archive */
async function addStalled(): Promise<number> {
  const before = requests;
  const { body } = await deployment.app.send<MapArchive>('admin', 'POST', '/map-archives', {
    source: 'address',
    name: 'Stalled',
    address: `${base}/area.osm.pbf?key=secret`,
  });
  await eventually(() => expect(requests).toBeGreaterThan(before));
  return body.id;
}

test('addresses that stall do not keep other extracts waiting', async () => {
  const slow = await addStalled();
  await addStalled();
  // Recognized as an extract from its first bytes.
  const { id } = (await deployment.begin(extract.length, { file_name: 'area.osm.pbf' })).body;
  await deployment.sendChunk(id, 0, extract);
  await eventually(async () => expect(await stateOf(id)).toBe('ready'), 20_000);
  expect(await stateOf(slow)).toBe('importing');
  for (const response of stalled) response.end(extract.subarray(extract.length / 2));
  await eventually(async () => expect(await stateOf(slow)).toBe('ready'), 20_000);
  expect(requests).toBe(2);
});

test('an extract whose address ends early fails, and one that is deleted meanwhile ends; neither leaves a file', async () => {
  const broken = await addStalled();
  for (const response of stalled) response.destroy();
  await eventually(async () => expect((await deployment.read(broken)).failure?.rule).toBe('archiveNoAnswer'));
  const { rows } = await sql<{ origin: string }>`select origin from map_archives`.execute(deployment.app.db);
  expect(rows, 'a key is forgotten').toEqual([{ origin: `${base}/area.osm.pbf` }]);
  stalled.clear();
  const removed = await addStalled();
  await deployment.app.send('admin', 'DELETE', `/map-archives/${removed}`);
  for (const response of stalled) response.end(extract.subarray(extract.length / 2));
  await eventually(async () => expect(await files()).toEqual([]), 20_000);
});
