/**
 * The server is killed between a file and its row, and between a row and its file: the daily removal finds both files. The bucket does not
 * answer, so that the process waits at exactly that point.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Media } from '@waypost/contract/media/media';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { S3FileStore } from '../kernel/files/s3-file-store.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { type BucketServer, startBucketServer } from '../testing/servers/bucket-server.ts';
import { findFreePorts } from '../testing/servers/ports.ts';
import { eventually } from '../testing/time.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

let bucket: BucketServer;
let app: TestApp;
let store: S3FileStore;
let folder: string;
let picture: Blob;
let killed: ChildProcess | undefined;
beforeAll(async () => {
  bucket = await startBucketServer();
  store = new S3FileStore(bucket.settings);
  app = await startTestApp({ fileStore: store });
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-killed-'));
  const pixels = { width: 300, height: 200, channels: 3, background: '#275' } as const;
  picture = new Blob([new Uint8Array(await sharp({ create: pixels }).jpeg().toBuffer())]);
});
afterEach(() => {
  vi.useRealTimers();
  bucket.responseMode = () => 'answer';
});
afterAll(async () => {
  killed?.kill('SIGKILL');
  await app.close();
  await store.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the server as users do, on the database of the test. */
async function startProcess() {
  const [port = 0] = await findFreePorts(1);
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey, prefix } = bucket.settings;
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, '../main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: app.databaseUrl,
      JOBS: 'off',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: name,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_PREFIX: prefix,
    },
    stdio: 'ignore',
  });
  killed = child;
  const url = (route: string) => `http://127.0.0.1:${port}${route}`;
  await eventually(async () => expect((await fetch(url('/health/ready'))).status).toBe(200), 60_000);
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  return {
    async upload(): Promise<Media> {
      const body = new FormData();
      body.append('file', picture, 'bridge.jpg');
      const response = await fetch(url('/api/v3/media'), {
        method: 'POST',
        headers: { authorization },
        body,
      });
      expect(response.status).toBe(200);
      return (await response.json()) as Media;
    },
    remove: (id: number) =>
      fetch(url(`/api/v3/media/${id}`), { method: 'DELETE', headers: { authorization } }),
    async kill(): Promise<void> {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const listRows = async () =>
  (await app.db.selectFrom('media').select('file').execute()).map(({ file }) => file);
/** Without the prefix of the bucket. */
const listFiles = () => [...(bucket.files?.keys() ?? [])].map((name) => name.replace('site/', ''));
const withoutRow = async () => {
  const rows = await listRows();
  return listFiles().filter(
    (name) => !rows.some((row) => name.startsWith(row.slice(0, row.lastIndexOf('.')))),
  );
};

/** Runs the daily removal two days later. */
async function removeTwoDaysLater() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
  const { removed } = await removeUnusedFiles(app.db, store);
  vi.useRealTimers();
  return removed;
}

test('a file whose row was not written is removed', async () => {
  const running = await startProcess();
  // Two files of a picture that stay.
  await running.upload();
  bucket.responseMode = ({ method, path: name }) =>
    method === 'PUT' && name.endsWith('-small.webp') ? 'silent' : 'answer';
  const upload = running.upload().catch(() => undefined);
  await eventually(async () => expect(await withoutRow()).toHaveLength(1));
  await running.kill();
  await upload;
  expect([(await listRows()).length, listFiles().length]).toEqual([1, 3]);
  expect(await removeTwoDaysLater()).toEqual({ pictures: 1 });
  expect(await withoutRow()).toEqual([]);
  expect(listFiles()).toHaveLength(2);
});

test('files whose row was deleted are removed', async () => {
  const running = await startProcess();
  const { id } = await running.upload();
  bucket.responseMode = ({ method }) => (method === 'DELETE' ? 'silent' : 'answer');
  const removal = running.remove(id).catch(() => undefined);
  await eventually(() => expect(bucket.requests.at(-1)?.method).toBe('DELETE'));
  await running.kill();
  await removal;
  expect([(await listRows()).length, listFiles().length]).toEqual([1, 4]);
  bucket.responseMode = () => 'answer';
  expect(await removeTwoDaysLater()).toEqual({ pictures: 2 });
  expect(await withoutRow()).toEqual([]);
  expect(listFiles()).toHaveLength(2);
});
