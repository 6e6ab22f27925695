/** Map archives through the API: ways in, rights, and byte ranges. */
import { rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { endServer, listenLocally } from '../testing/servers/local-server.ts';
import { buildArchive, buildVectorTile } from './archive/archive.fixture.ts';
import { buildExtract, village } from './extract/osm/extract.fixture.ts';
import { startArchiveApp } from './map-archives.fixture.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
beforeAll(async () => {
  deployment = await startArchiveApp();
});
afterAll(() => deployment.close());
afterEach(() => deployment.deleteAll());

describe('uploads', () => {
  test('an archive is uploaded in chunks, checked, and on the map of everyone', async () => {
    const noise = {
      tiles: [0, 1, 2].map((x) => ({ z: 2, x, y: 1, data: buildVectorTile({ roads: { x } }) })),
    };
    const filler = Buffer.alloc(archiveLimits.chunkBytes, 7);
    const archive = Buffer.concat([buildArchive(noise), filler]);
    const { id, state } = (await deployment.begin(archive.length)).body;
    expect(state).toBe('uploading');
    const first = archive.subarray(0, archiveLimits.chunkBytes);
    expect((await deployment.sendChunk(id, 0, first)).body).toMatchObject({ received: first.length });
    // Sent again because the response was lost: nothing changes.
    expect((await deployment.sendChunk(id, 0, first)).body).toMatchObject({ received: first.length });
    expect(await deployment.list('visitor')).toEqual([]);
    const last = await deployment.sendChunk(id, first.length, archive.subarray(first.length));
    expect(last.body.state).toBe('importing');
    await deployment.app.jobs.runPending();
    expect(await deployment.list('visitor')).toMatchObject([
      {
        name: 'Liechtenstein',
        state: 'ready',
        source: null,
        origin: null,
        size: archive.length,
        schema: 'protomaps',
        bounds: [9.4, 47, 9.7, 47.3],
        min_zoom: 0,
        max_zoom: 14,
        attribution: [{ text: '© OpenStreetMap', url: 'https://www.openstreetmap.org/copyright' }],
        allowed_privileges: ['read'],
      },
    ]);
    const fullResponse = await deployment.fetchFile(id);
    expect(fullResponse.rawPayload.equals(archive)).toBe(true);
  });

  test('a chunk of another length is refused, and a file that is no archive with its first chunk', async () => {
    const { id } = (await deployment.begin(20_000_000)).body;
    const short = await deployment.sendChunk(id, 0, Buffer.from('PMTiles'));
    expect([short.status, errorPointers(short), errorCodes(short)]).toEqual([
      422,
      ['/file'],
      ['archiveChunk'],
    ]);
    const other = (await deployment.begin(500)).body;
    const refused = await deployment.sendChunk(other.id, 0, Buffer.alloc(500, 'x'));
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      ['/file'],
      ['archiveFormat'],
    ]);
  });

  test('files of 100 GB and invalid fields are refused with the name of the field', async () => {
    const refusals = [
      [await deployment.begin(100_000_000_000), '/size'],
      [await deployment.begin(0), '/size'],
      [await deployment.begin(10, { name: '' }), '/name'],
      [await deployment.begin(10, { file_name: '' }), '/file_name'],
      [await deployment.begin(10, { source: 'disk' }), '/source'],
      [await deployment.begin(10, { source: 'address', address: 'ftp://example.org/a' }), '/address'],
    ] as const;
    for (const [refused, field] of refusals)
      expect([refused.status, errorPointers(refused)]).toEqual([422, [field]]);
  });
});

test('deleting an upload while a chunk arrives ends in one of both orders, never in a failure', async () => {
  const bytes = buildArchive();
  for (let round = 0; round < 8; round++) {
    const { id } = (await deployment.begin(bytes.length)).body;
    const [chunk, removed] = await Promise.all([
      deployment.sendChunk(id, 0, bytes),
      deployment.app.send('admin', 'DELETE', `/map-archives/${id}`),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(chunk.status);
  }
  await deployment.app.jobs.runPending();
  expect(await deployment.list()).toEqual([]);
});

describe('files of the server', () => {
  const add = (file_name: string) =>
    deployment.app.send<MapArchive>('admin', 'POST', '/map-archives', {
      source: 'file',
      name: 'City',
      file_name,
    });

  test('a file of the directory is added; other paths, links and other files are not', async () => {
    await writeFile(path.join(deployment.directory, 'city.pmtiles'), buildArchive());
    await writeFile(path.join(deployment.directory, 'notes.txt'), 'secret');
    await symlink('/etc/passwd', path.join(deployment.directory, 'link.pmtiles'));
    const { body } = await deployment.app.send<{ files: unknown }>(
      'admin',
      'GET',
      '/map-archives/server-files',
    );
    expect(body.files).toEqual([{ name: 'city.pmtiles', size: buildArchive().length }]);
    for (const name of [
      'notes.txt',
      'link.pmtiles',
      '../city.pmtiles',
      '/etc/passwd',
      './city.pmtiles',
      '.pmtiles',
    ]) {
      const refused = await add(name);
      expect([name, refused.status, errorPointers(refused)]).toEqual([name, 422, ['/file_name']]);
    }
    const { id, state } = (await add('city.pmtiles')).body;
    expect(state).toBe('importing');
    await deployment.app.jobs.runPending();
    expect(await deployment.read(id)).toMatchObject({
      state: 'ready',
      source: 'file',
      origin: 'city.pmtiles',
    });
  });

  test('a file that is gone before the import fails with words', async () => {
    await writeFile(path.join(deployment.directory, 'gone.pmtiles'), buildArchive());
    const { id } = (await add('gone.pmtiles')).body;
    await rm(path.join(deployment.directory, 'gone.pmtiles'));
    await deployment.app.jobs.runPending();
    expect(await deployment.read(id)).toMatchObject({ state: 'failed', failure: { rule: 'exists' } });
  });
});

describe('addresses', () => {
  const answers = new Map<string, { status?: number; body: Buffer; length?: number }>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url?.split('?')[0] ?? '');
    if (!answer) return response.destroy();
    const { status = 200, body, length = body.length } = answer;
    response.writeHead(status, { 'content-length': length });
    return length > body.length ? response.write(body, () => response.destroy()) : response.end(body);
  });
  let base: string;
  beforeAll(async () => {
    base = await listenLocally(server);
  });
  afterAll(() => endServer(server));

  const add = (address: string) =>
    deployment.app.send<MapArchive>('admin', 'POST', '/map-archives', {
      source: 'address',
      name: 'Area',
      address,
    });
  const importFrom = async (route: string) => {
    const { id } = (await add(`${base}${route}`)).body;
    await deployment.app.jobs.runPending();
    return deployment.read(id);
  };

  test('an archive is downloaded; a key in its address is not kept', async () => {
    answers.set('/a.pmtiles', { body: buildArchive() });
    const archive = await importFrom('/a.pmtiles?key=secret');
    expect(archive).toMatchObject({ state: 'ready', origin: `${base}/a.pmtiles` });
    const { origin } = await deployment.app.db
      .selectFrom('map_archives')
      .select('origin')
      .executeTakeFirstOrThrow();
    expect(origin).not.toContain('secret');
  });

  test('a map is made from an extract at an address', async () => {
    answers.set('/area.osm.pbf', { body: buildExtract(village) });
    answers.set('/cut.osm.pbf', { body: buildExtract(village), length: buildExtract(village).length + 1 });
    expect(await importFrom('/area.osm.pbf?key=secret')).toMatchObject({
      state: 'ready',
      schema: 'shortbread',
      bounds: [10, 50, 10.04, 50.02],
      origin: `${base}/area.osm.pbf`,
    });
    expect((await importFrom('/cut.osm.pbf')).failure).toMatchObject({ rule: 'archiveNoAnswer' });
  });

  test('what the server of the address does wrong is told', async () => {
    answers.set('/404', { status: 404, body: Buffer.from('no') });
    answers.set('/page', { body: Buffer.alloc(1000, '<html>') });
    answers.set('/large', { body: buildArchive(), length: archiveLimits.bytes + 1 });
    answers.set('/cut', { body: buildArchive(), length: buildArchive().length + 1 });
    expect((await importFrom('/404')).failure).toEqual({ rule: 'archiveStatus', params: { status: 404 } });
    expect((await importFrom('/page')).failure).toMatchObject({ rule: 'archiveFormat' });
    expect((await importFrom('/large')).failure).toMatchObject({ rule: 'archiveSize' });
    expect((await importFrom('/cut')).failure).toMatchObject({ rule: 'archiveNoAnswer' });
    expect((await importFrom('/none')).failure).toMatchObject({ rule: 'archiveNoAnswer' });
  });

  test('an address in a private network is refused', async () => {
    const refused = await add('http://169.254.169.254/latest');
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      ['/address'],
      ['privateAddress'],
    ]);
  });

  test('an import that is deleted before it runs leaves nothing', async () => {
    answers.set('/a.pmtiles', { body: buildArchive() });
    const { id } = (await add(`${base}/a.pmtiles`)).body;
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
    await deployment.app.jobs.runPending();
    expect(await deployment.list()).toEqual([]);
  });
});

describe('the file', () => {
  test('is answered by ranges, with a strong validator', async () => {
    const bytes = buildArchive();
    const { id } = await deployment.upload(bytes);
    const part = await deployment.fetchFile(id, { range: 'bytes=0-126' });
    expect([
      part.statusCode,
      part.headers['content-range'],
      part.rawPayload.equals(bytes.subarray(0, 127)),
    ]).toEqual([206, `bytes 0-126/${bytes.length}`, true]);
    const etag = String(part.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(part.headers['accept-ranges']).toBe('bytes');
    expect(part.headers['cache-control']).toContain('private');
    const rest = await deployment.fetchFile(id, { range: `bytes=${bytes.length - 5}-` });
    expect(rest.rawPayload.equals(bytes.subarray(-5))).toBe(true);
    const suffix = await deployment.fetchFile(id, { range: 'bytes=-5' });
    expect(suffix.rawPayload.equals(bytes.subarray(-5))).toBe(true);
    for (const range of [`bytes=${bytes.length}-`, `bytes=${'9'.repeat(20)}-`]) {
      const beyond = await deployment.fetchFile(id, { range });
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    }
    expect((await deployment.fetchFile(id, { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await deployment.fetchFile(id, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
    expect((await deployment.fetchFile(id, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(
      200,
    );
    const head = await deployment.fetchFile(id, {}, { method: 'HEAD' });
    expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
  });

  test('is not at any other address, and gone with the archive', async () => {
    const { id } = await deployment.upload(buildArchive());
    const { file } = await deployment.app.db
      .selectFrom('map_archives')
      .select('file')
      .executeTakeFirstOrThrow();
    expect((await deployment.app.fastify.inject({ url: `/storage/${file}` })).statusCode).toBe(404);
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
    expect((await deployment.fetchFile(id, {}, { actor: 'admin' })).statusCode).toBe(404);
  });

  test('that is missing, as after a restored backup, is told to administrators, and not found by visitors', async () => {
    const { id } = await deployment.upload(buildArchive());
    const { file } = await deployment.app.db
      .selectFrom('map_archives')
      .select('file')
      .executeTakeFirstOrThrow();
    await rm(path.join(deployment.app.storageDir, file));
    expect(await deployment.read(id)).toMatchObject({ state: 'ready', is_file_missing: true });
    expect((await deployment.fetchFile(id)).statusCode).toBe(404);
  });
});

describe('rights', () => {
  test('visitors see active archives; only who manages settings changes them', async () => {
    const { id } = await deployment.upload(buildArchive());
    await deployment.app.send('admin', 'PUT', `/map-archives/${id}`, { active: false });
    expect(await deployment.list('visitor')).toEqual([]);
    expect((await deployment.app.send('visitor', 'GET', `/map-archives/${id}`)).status).toBe(404);
    expect((await deployment.fetchFile(id)).statusCode).toBe(404);
    expect((await deployment.fetchFile(id, {}, { actor: 'admin' })).statusCode).toBe(200);
    const input = { source: 'upload', name: 'Mine', size: 10, file_name: 'a' };
    for (const actor of ['visitor', 'member'] as const)
      expect([
        (await deployment.app.send(actor, 'POST', '/map-archives', input)).status,
        (await deployment.app.send(actor, 'PUT', `/map-archives/${id}`, { active: true })).status,
        (await deployment.app.send(actor, 'DELETE', `/map-archives/${id}`)).status,
        (await deployment.app.send(actor, 'GET', '/map-archives/server-files')).status,
      ]).toEqual([403, 403, 403, 403]);
    expect((await deployment.sendChunk(id, 0, Buffer.from('x'), 'member')).status).toBe(403);
  });

  test('a private deployment shows neither the list nor the file', async () => {
    const { id } = await deployment.upload(buildArchive());
    await deployment.app.send('admin', 'PUT', '/config/site', { private: true });
    try {
      expect((await deployment.app.send('visitor', 'GET', '/map-archives')).status).toBe(403);
      expect((await deployment.fetchFile(id)).statusCode).toBe(403);
      expect((await deployment.fetchFile(id, {}, { actor: 'admin' })).statusCode).toBe(200);
    } finally {
      await deployment.app.send('admin', 'PUT', '/config/site', { private: false });
    }
  });
});

test('archives are renamed, moved and recorded in the audit log', async () => {
  const names = ['One', 'Two', 'Three'];
  const ids: number[] = [];
  for (const name of names) ids.push((await deployment.begin(10, { name })).body.id);
  await deployment.app.send('admin', 'PUT', `/map-archives/${ids[2]}`, { position: 0, name: 'Third' });
  expect((await deployment.list()).map(({ name, position }) => [name, position])).toEqual([
    ['Third', 0],
    ['One', 1],
    ['Two', 2],
  ]);
  await deployment.app.send('admin', 'DELETE', `/map-archives/${ids[0]}`);
  expect((await deployment.list()).map(({ position }) => position)).toEqual([0, 1]);
  const { body } = await deployment.app.send<{ results: object[] }>(
    'admin',
    'GET',
    '/audit?subject=map-archives&limit=2',
  );
  expect(body.results).toMatchObject([
    { action: 'delete', subject_name: 'One', subject_exists: false },
    { action: 'update', subject_name: 'Third', details: { changed: ['name', 'position'] } },
  ]);
});
