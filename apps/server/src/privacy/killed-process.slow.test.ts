/**
 * The server is killed at any point between a file and its row: a file whose row was deleted is removed when the server runs again, one whose
 * row was never written by the daily check. In a directory and in a bucket.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Media } from '@waypost/contract/media/media';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DirectoryFileStore } from '../kernel/files/directory-file-store.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { S3FileStore } from '../kernel/files/s3-file-store.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { type BucketServer, startBucketServer } from '../testing/servers/bucket-server.ts';
import { findFreePorts } from '../testing/servers/ports.ts';
import { eventually } from '../testing/time.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 200_000 });

/** Another process takes over the jobs of a killed one within 80 seconds. */
const takeoverMs = 120_000;

let picture: Blob;
let folder: string;
let bucket: BucketServer;
let running: ChildProcess | undefined;
beforeAll(async () => {
  const pixels = { width: 300, height: 200, channels: 3, background: '#275' } as const;
  picture = new Blob([new Uint8Array(await sharp({ create: pixels }).jpeg().toBuffer())]);
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-killed-'));
  bucket = await startBucketServer();
});
afterEach(async () => {
  vi.useRealTimers();
  bucket.responseMode = () => 'answer';
  await kill();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const exited = once(running, 'exit');
  running.kill('SIGKILL');
  await exited;
}

function bucketEnvironment(): Record<string, string> {
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey, prefix } = bucket.settings;
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: prefix,
  };
}

/** A deployment whose files are in a directory or a bucket, in this process without jobs, and in one that can be killed. */
async function openDeployment(kind: FileStore['kind']) {
  const store =
    kind === 'bucket'
      ? new S3FileStore(bucket.settings)
      : new DirectoryFileStore(path.join(folder, 'storage'));
  const app: TestApp = await startTestApp({ fileStore: store });

  /** Starts the server as users do, on the same database and files. @returns its address */
  const start = async (jobs: 'on' | 'off'): Promise<string> => {
    const [port = 0] = await findFreePorts(1);
    running = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, '../main.ts')], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: folder,
        DATABASE_URL: app.databaseUrl,
        JOBS: jobs,
        ...(kind === 'bucket' ? bucketEnvironment() : {}),
      },
      stdio: 'ignore',
    });
    const address = `http://127.0.0.1:${port}`;
    await eventually(async () => expect((await fetch(`${address}/health/ready`)).status).toBe(200), 60_000);
    return `${address}/api/v3`;
  };

  /** Names of files in the store that no row has. */
  const findFilesWithoutRow = async (): Promise<string[]> => {
    const rows = await app.db.selectFrom('media').select(['file', 'thumbnail', 'kept_original']).execute();
    const used = new Set<string | null>(rows.flatMap((row) => Object.values(row)));
    const names = [];
    for await (const name of store.list()) if (!used.has(name)) names.push(name);
    return names;
  };

  /** An old report with the three files of a covered picture. */
  const insertReport = async (): Promise<number> => {
    const random = randomBytes(16).toString('hex');
    const [file = '', thumbnail = '', original = ''] = ['.jpg', '-small.webp', '.png'].map(
      (ending) => `${random[0]}/${random[1]}/${random}${ending}`,
    );
    for (const name of [file, thumbnail, original]) await store.write(name, Buffer.from('picture'));
    const { rows } = await sql<{ post_id: number }>`
      with post as (
        insert into posts (title, status, locale, created)
        values ('Bridge', 'published', 'en_us', now() - interval '100 days') returning id)
      insert into media (mime, size, width, height, attached, file, thumbnail, kept_original, post_id)
      select 'image/jpeg', 7, 1, 1, true, ${file}, ${thumbnail}, ${original}, id from post
      returning post_id`.execute(app.db);
    return rows[0]?.post_id ?? 0;
  };

  const close = async () => {
    await kill();
    await app.close();
    await store.close();
  };
  return { app, store, start, findFilesWithoutRow, insertReport, close };
}
type Deployment = Awaited<ReturnType<typeof openDeployment>>;

async function authorize({ app }: Deployment): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await app.tokenOf('admin')}` };
}

async function upload(deployment: Deployment, address: string): Promise<Media> {
  const body = new FormData();
  body.append('file', picture, 'bridge.jpg');
  const headers = await authorize(deployment);
  const response = await fetch(`${address}/media`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  return (await response.json()) as Media;
}

/** Requests the removal of the files of reports, which a job carries out. */
const removals = {
  async deleted({ app }: Deployment, post_ids: number[]) {
    const body = { action: 'delete', post_ids };
    expect((await app.send('admin', 'POST', '/bulk-changes', body)).status).toBe(200);
  },
  async anonymized({ app }: Deployment) {
    const rules = [{ form: null, status: null, action: 'anonymize', days: 30, keep_exact: false }];
    expect((await app.send('admin', 'PUT', '/retention/rules', { rules })).status).toBe(200);
    await sql`
      insert into jobs.job (name, data, policy, retry_limit)
      values ('apply-retention', '{}', 'standard', 4)`.execute(app.db);
  },
};

/** Changes of a single picture, whose files a job removes after the response. */
const changes = {
  deleted: (address: string, id: number, headers: Record<string, string>) =>
    fetch(`${address}/media/${id}`, { method: 'DELETE', headers }),
  covered: (address: string, id: number, headers: Record<string, string>) =>
    fetch(`${address}/media/${id}/cover`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ covers: [{ shape: 'box', x: 0, y: 0, width: 0.5, height: 0.5 }] }),
    }),
};

describe.each(['directory', 'bucket'] as const)('in a %s', (kind) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(kind);
  });
  afterAll(() => deployment.close());

  test.each(['deleted', 'anonymized'] as const)(
    'a kill while reports are %s leaves no files',
    async (way) => {
      const { app, start, insertReport, findFilesWithoutRow } = deployment;
      const ids: number[] = [];
      while (ids.length < 200) ids.push(await insertReport());
      await start('on');
      // A bucket that does not answer holds the process at the removal of the first file.
      if (kind === 'bucket')
        bucket.responseMode = ({ method }) => (method === 'DELETE' ? 'silent' : 'answer');
      await removals[way](deployment, ids);
      const countPictures = async () => (await app.db.selectFrom('media').select('id').execute()).length;
      await eventually(async () => expect(await countPictures()).toBeLessThan(ids.length), 60_000);
      await kill();
      bucket.responseMode = () => 'answer';

      await start('on');
      await eventually(async () => expect(await countPictures()).toBe(0), takeoverMs);
      await eventually(async () => expect(await findFilesWithoutRow()).toEqual([]), takeoverMs);
      await sql`delete from posts; delete from post_retention_rules`.execute(app.db);
    },
  );

  test.each(['deleted', 'covered'] as const)(
    'a kill after a picture was %s leaves none of its files',
    async (way) => {
      const { start, findFilesWithoutRow } = deployment;
      const address = await start('off');
      const { id } = await upload(deployment, address);
      expect((await changes[way](address, id, await authorize(deployment))).status).toBe(200);
      await kill();
      expect(await findFilesWithoutRow()).toHaveLength(2);
      await start('on');
      await eventually(async () => expect(await findFilesWithoutRow()).toEqual([]), takeoverMs);
    },
  );
});

test('a file whose row was not written is found by the daily check', async () => {
  bucket.files?.clear();
  const deployment = await openDeployment('bucket');
  const { app, store, start, findFilesWithoutRow, close } = deployment;
  const address = await start('off');
  // Two files of a picture that stay.
  await upload(deployment, address);
  bucket.responseMode = ({ method, path: name }) =>
    method === 'PUT' && name.endsWith('-small.webp') ? 'silent' : 'answer';
  const unfinished = upload(deployment, address).catch(() => undefined);
  await eventually(async () => expect(await findFilesWithoutRow()).toHaveLength(1));
  await kill();
  await unfinished;
  bucket.responseMode = () => 'answer';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
  expect(await removeUnusedFiles(app.db, store)).toEqual({ used: 2, unused: 1, removed: 1 });
  vi.useRealTimers();
  await app.jobs.runPending();
  expect(await findFilesWithoutRow()).toEqual([]);
  await close();
});

test('a server with its own database removes at its start what a killed one was writing', async () => {
  const dataDir = path.join(folder, 'own');
  const unfinished = path.join(dataDir, 'storage', '.unfinished');
  await mkdir(unfinished, { recursive: true });
  await writeFile(path.join(unfinished, 'a'.repeat(24)), 'half of an export');
  const [port = 0] = await findFreePorts(1);
  running = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, '../main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      JOBS: '',
    },
    stdio: 'ignore',
  });
  await eventually(
    async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200),
    150_000,
  );
  expect(await readdir(unfinished).catch(() => [])).toEqual([]);
  const exited = once(running, 'exit');
  running.kill('SIGTERM');
  await exited;
});
