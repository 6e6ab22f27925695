/**
 * The server is killed at any point between a file and its row: a file whose row was deleted is removed when the server runs again, one whose
 * row was never written by the daily check. In a directory and in a bucket.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BulkChange } from '@waypost/contract/bulk-changes/bulk-changes';
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

/** Another process takes over the jobs of a killed one after 40 seconds. */
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
  const url = async (jobs: 'on' | 'off') => {
    const [port = 0] = await findFreePorts(1);
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, '../main.ts')], {
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
    running = child;
    const base = `http://127.0.0.1:${port}`;
    await eventually(async () => expect((await fetch(`${base}/health/ready`)).status).toBe(200), 60_000);
    return base;
  };
  return {
    app,
    store,
    /** Starts the server as users do, on the same database and files. */
    async start(jobs: 'on' | 'off') {
      const base = await url(jobs);
      const headers = { authorization: `Bearer ${await app.tokenOf('admin')}` };
      return {
        async upload(): Promise<Media> {
          const body = new FormData();
          body.append('file', picture, 'bridge.jpg');
          const response = await fetch(`${base}/api/v3/media`, { method: 'POST', headers, body });
          expect(response.status).toBe(200);
          return (await response.json()) as Media;
        },
        cover: (id: number) =>
          fetch(`${base}/api/v3/media/${id}/cover`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ covers: [{ shape: 'box', x: 0, y: 0, width: 0.5, height: 0.5 }] }),
          }),
        remove: (id: number) => fetch(`${base}/api/v3/media/${id}`, { method: 'DELETE', headers }),
      };
    },
    /** Names of pictures in the store that no row has. */
    async filesWithoutRow(): Promise<string[]> {
      const rows = await app.db.selectFrom('media').select(['file', 'thumbnail']).execute();
      const used = new Set(rows.flatMap(({ file, thumbnail }) => [file, thumbnail]));
      const names = [];
      for await (const name of store.list()) if (!used.has(name)) names.push(name);
      return names;
    },
    /** Reports with two files each. */
    async insertReports(count: number): Promise<number[]> {
      const ids: number[] = [];
      for (let at = 0; at < count; at++) {
        const random = randomBytes(16).toString('hex');
        const [file, thumbnail] = ['.jpg', '-small.webp'].map(
          (ending) => `${random[0]}/${random[1]}/${random}${ending}`,
        );
        for (const name of [file ?? '', thumbnail ?? '']) await store.write(name, Buffer.from('picture'));
        const { rows } = await sql<{ post_id: number }>`
          with post as (
            insert into posts (survey_id, title, status, locale, created)
            values ((select min(id) from surveys), 'Marker zebra', 'published', 'en_us', now() - interval '100 days')
            returning id)
          insert into media (mime, size, width, height, attached, file, thumbnail, kept_original, post_id)
          select 'image/jpeg', 7, 1, 1, true, ${file}, ${thumbnail}, null, id from post returning post_id`.execute(
          app.db,
        );
        ids.push(...rows.map((row) => row.post_id));
      }
      return ids;
    },
    countReports: async () =>
      Number(
        (
          await app.db
            .selectFrom('posts')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      ),
    async close() {
      await kill();
      await app.close();
      await store.close();
    },
  };
}
type Deployment = Awaited<ReturnType<typeof openDeployment>>;

describe.each(['directory', 'bucket'] as const)('in a %s', (kind) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(kind);
  });
  afterAll(() => deployment.close());

  /** In a bucket, the process waits for the removal of the first file, and is killed there. */
  const killDuring = async (work: () => Promise<unknown>, reached: () => Promise<void>) => {
    if (kind === 'bucket') bucket.responseMode = ({ method }) => (method === 'DELETE' ? 'silent' : 'answer');
    const done = work().catch(() => undefined);
    await reached();
    await kill();
    await done;
    bucket.responseMode = () => 'answer';
  };

  test.each(['deleted', 'anonymized'] as const)(
    'a kill while reports are %s leaves no files',
    async (way) => {
      const { app, start, insertReports, countReports, filesWithoutRow } = deployment;
      const ids = await insertReports(200);
      if (way === 'anonymized')
        await sql`update media set kept_original = file || '.original' where post_id = any(${ids}::bigint[])`.execute(
          app.db,
        );
      if (way === 'anonymized')
        for (const { kept_original } of await app.db.selectFrom('media').select('kept_original').execute())
          if (kept_original !== null) await deployment.store.write(kept_original, Buffer.from('original'));
      await start('on');
      const left = async () =>
        way === 'deleted'
          ? countReports()
          : (await app.db.selectFrom('media').select('id').where('kept_original', 'is not', null).execute())
              .length;
      await killDuring(
        async () => {
          if (way === 'deleted') {
            const body = { action: 'delete', post_ids: ids };
            expect((await app.send<BulkChange>('admin', 'POST', '/bulk-changes', body)).status).toBe(200);
            return;
          }
          const rules = [{ form: null, status: null, action: 'anonymize', days: 30, keep_exact: false }];
          expect((await app.send('admin', 'PUT', '/retention/rules', { rules })).status).toBe(200);
          await sql`insert into jobs.job (name, data, policy, retry_limit) values ('apply-retention', '{}', 'standard', 4)`.execute(
            app.db,
          );
        },
        async () => {
          const before = await left();
          await eventually(async () => expect(await left()).toBeLessThan(before), 60_000);
        },
      );
      await start('on');
      await eventually(async () => expect(await left()).toBe(0), takeoverMs);
      await eventually(async () => expect(await filesWithoutRow()).toEqual([]), takeoverMs);
      await kill();
    },
  );

  test.each(['deleted', 'covered'] as const)(
    'a kill after a picture was %s leaves none of its files',
    async (way) => {
      const { start, filesWithoutRow } = deployment;
      const server = await start('off');
      const { id } = await server.upload();
      const response = way === 'deleted' ? await server.remove(id) : await server.cover(id);
      expect(response.status).toBe(200);
      await kill();
      expect((await filesWithoutRow()).length).toBe(2);
      await start('on');
      await eventually(async () => expect(await filesWithoutRow()).toEqual([]), takeoverMs);
    },
  );
});

test('a file whose row was not written is found by the daily check', async () => {
  bucket.files?.clear();
  const deployment = await openDeployment('bucket');
  const { app, store, start, filesWithoutRow } = deployment;
  const server = await start('off');
  // Two files of a picture that stay.
  await server.upload();
  bucket.responseMode = ({ method, path: name }) =>
    method === 'PUT' && name.endsWith('-small.webp') ? 'silent' : 'answer';
  const upload = server.upload().catch(() => undefined);
  await eventually(async () => expect(await filesWithoutRow()).toHaveLength(1));
  await kill();
  await upload;
  bucket.responseMode = () => 'answer';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
  expect(await removeUnusedFiles(app.db, store)).toEqual({ used: 2, unused: 1, removed: 1 });
  vi.useRealTimers();
  await app.jobs.runPending();
  expect(await filesWithoutRow()).toEqual([]);
  await deployment.close();
});
