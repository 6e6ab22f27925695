/** Map archives whose files are in an object store. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { S3FileStore } from '../kernel/files/s3-file-store.ts';
import { type BucketServer, startBucketServer } from '../testing/servers/bucket-server.ts';
import { buildArchive } from './archive/archive.fixture.ts';
import { buildExtract, village } from './extract/osm/extract.fixture.ts';
import { openArchive, readFeatures } from './extract/read-archive.fixture.ts';
import { startArchiveApp } from './map-archives.fixture.ts';

let server: BucketServer;
let store: S3FileStore;
let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
beforeAll(async () => {
  server = await startBucketServer();
  store = new S3FileStore(server.settings);
  deployment = await startArchiveApp({ fileStore: store });
});
afterAll(async () => {
  await deployment.close();
  await store.close();
  await server.close();
});

const countFiles = () => server.files?.size ?? 0;

test('an archive is uploaded, read by ranges, and deleted with its file', async () => {
  const bytes = buildArchive();
  const { id, state } = await deployment.upload(bytes);
  expect(state).toBe('ready');
  // The chunks of the upload are removed.
  expect(countFiles()).toBe(1);
  const part = await deployment.fetchFile(id, { range: 'bytes=2-126' });
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 2-126/${bytes.length}`]);
  expect(part.rawPayload.equals(bytes.subarray(2, 127))).toBe(true);
  const again = await deployment.fetchFile(id, { 'if-none-match': String(part.headers.etag) });
  expect(again.statusCode).toBe(304);
  await deployment.deleteAll();
  await deployment.app.jobs.runPending();
  expect(countFiles()).toBe(0);
});

test('a map is made from an extract', async () => {
  const { id, state } = await deployment.upload(buildExtract(village), 'area.osm.pbf');
  expect([state, countFiles()]).toEqual(['ready', 1]);
  const map = await openArchive(deployment, id);
  const [street] = await readFeatures(map, 'street_labels', 10.001, 50.001);
  expect(street?.properties).toMatchObject({ name: 'Main Street' });
});
