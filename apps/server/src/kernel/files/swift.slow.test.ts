/** Files in a real S3-compatible store: written and read by several processes, and removed. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Media } from '@waypost/contract/media/media';
import type { Status } from '@waypost/contract/status/status';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { restoreBackup, writeBackup } from '../../backups/backups.public.ts';
import { schema } from '../../migrations/schema.ts';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { buildMultipart } from '../../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { hasSwift, type Swift, startSwift } from '../../testing/servers/swift.ts';
import { scaled } from '../../testing/time.ts';
import { ConfigError } from '../config/config.ts';
import type { S3Settings } from '../config/s3-settings.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { connectionString as addressOf } from '../postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../postgres/databases.ts';
import { copyFiles } from '../transfer/copy-files.ts';
import { DirectoryFileStore } from './directory-file-store.ts';
import type { FileStore } from './file-store.ts';
import { checkFileStore } from './open-file-store.ts';
import { S3FileStore } from './s3-file-store.ts';

describe.skipIf(!hasSwift)('a bucket of Swift', { timeout: scaled(120_000) }, () => {
  let swift: Swift;
  let settings: S3Settings;
  let store: S3FileStore;
  let app: TestApp;

  const start = async () => {
    swift = await startSwift();
    settings = { ...(await swift.makeBucket('waypost')), prefix: 'site/' };
    store = new S3FileStore(settings);
    app = await startTestApp({ fileStore: store });
  };
  beforeAll(start, scaled(300_000));
  afterAll(async () => {
    await app.close();
    await store.close();
    await swift.close();
  });

  const namesIn = async (of: FileStore) => {
    const names: string[] = [];
    for await (const name of of.list()) names.push(name);
    return names.sort((a, b) => a.localeCompare(b));
  };
  const bytesOf = async (of: FileStore, name: string) => Buffer.concat(await of.read(name).toArray());

  async function upload(fastify = app.fastify, name = 'bridge.jpg') {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#275' } })
      .jpeg()
      .toBuffer();
    const { payload, headers } = buildMultipart({}, { name, bytes });
    const authorization = `Bearer ${await app.tokenOf('member')}`;
    return fastify.inject({
      method: 'POST',
      url: '/api/v3/media',
      payload,
      headers: { ...headers, authorization },
    });
  }
  const pathOf = (media: Pick<Media, 'original_file_url'>) => {
    const { pathname, search } = new URL(media.original_file_url);
    return { name: pathname.replace('/storage/', ''), url: pathname + search };
  };

  /** Another process: its own directory, its own connections to the store, the same database. */
  async function another(): Promise<{ app: FastifyInstance; directory: string }> {
    const directory = await mkdtemp(path.join(tmpdir(), 'waypost-empty-'));
    const its = new S3FileStore(settings);
    const { db } = app;
    const jobs = new JobQueue({ db, connectionString: app.databaseUrl, isWorker: false });
    const fastify = await buildApp({
      db,
      jobs,
      fileStore: its,
      storageDir: directory,
      webDist: directory,
      publicUrl: 'https://report.example.org',
    });
    onTestFinished(async () => {
      await fastify.close();
      await jobs.close();
      await its.close();
      await rm(directory, { recursive: true, force: true });
    });
    return { app: fastify, directory };
  }

  test('a picture that one process stored is served by another, and nothing is on their disks', async () => {
    const uploadedMedia = await upload();
    expect(uploadedMedia.statusCode).toBe(200);
    const { name, url } = pathOf(uploadedMedia.json<Media>());
    expect(await namesIn(store)).toEqual(expect.arrayContaining([name]));
    const other = await another();
    const served = await other.app.inject({ url });
    expect(served.statusCode).toBe(200);
    expect(served.rawPayload.equals(await bytesOf(store, name))).toBe(true);
    expect(served.rawPayload.length).toBe(uploadedMedia.json<Media>().original_file_size);
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(served.rawPayload.length),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(JSON.stringify(served.headers)).not.toMatch(/amz|swift|trans-id/i);
    expect(await readdir(other.directory)).toEqual([]);
    expect(await readdir(app.storageDir)).toEqual([]);

    const piece = await other.app.inject({ url, headers: { range: 'bytes=10-19' } });
    expect([piece.statusCode, piece.headers['content-range']]).toEqual([
      206,
      `bytes 10-19/${served.rawPayload.length}`,
    ]);
    expect(piece.rawPayload.equals(served.rawPayload.subarray(10, 20))).toBe(true);
    const beyond = await other.app.inject({ url, headers: { range: 'bytes=99999999-' } });
    expect(beyond.statusCode).toBe(416);
    const etag = String(served.headers['etag']);
    expect((await other.app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    const head = await other.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(served.rawPayload.length),
      '',
    ]);
    // Without a signature it is not served, since no published post shows it.
    expect((await other.app.inject({ url: url.split('?')[0] ?? '' })).statusCode).toBe(404);
  });

  test('a picture is removed with its post', async () => {
    const survey = await createTestSurvey(app.db, { photo: { type: 'media', cardinality: 0 } });
    const before = await namesIn(store);
    const media = (await upload()).json<Media>();
    const post = await app.send<{ id: number }>('member', 'POST', '/posts', {
      form: survey.id,
      title: 'Bridge gone',
      values: { [survey.keyOf('photo')]: [media.id] },
    });
    expect(post.status).toBe(200);
    expect(await namesIn(store)).toHaveLength(before.length + 2);
    expect((await app.send('admin', 'DELETE', `/posts/${post.body.id}`)).status).toBe(200);
    expect((await app.fastify.inject({ url: pathOf(media).url })).statusCode).toBe(404);
    await app.jobs.runPending();
    expect(await namesIn(store)).toEqual(before);
  });

  test('an export that one process wrote is served by another', async () => {
    const { id: form } = await createTestSurvey(app.db, { words: { type: 'varchar' } });
    expect((await app.send('member', 'POST', '/posts', { form, title: 'A bridge' })).status).toBe(200);
    const createdJob = await app.send<ExportJob>('admin', 'POST', '/exports/jobs', {
      entity_type: 'post',
      send_to_browser: true,
    });
    await app.jobs.runPending();
    const { body: job } = await app.send<ExportJob>('admin', 'GET', `/exports/jobs/${createdJob.body.id}`);
    const { pathname, search } = new URL(job.url ?? '');
    const { app: fastify } = await another();
    const file = await fastify.inject({ url: pathname + search, headers: { 'accept-encoding': 'gzip' } });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="posts-\d{8}\.csv"$/) as string,
    });
  });

  test('reports a wrong key or bucket at start, without the secret', async () => {
    const checkSettings = async (wrong: Partial<S3Settings>) => {
      const tried = new S3FileStore({ ...settings, ...wrong });
      const error = await checkFileStore(tried).catch((reason: unknown) => reason);
      await tried.close();
      return error;
    };
    expect(await checkSettings({})).toBeUndefined();
    const refused = await checkSettings({ secretAccessKey: 'not this one' });
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toContain(
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the two do not belong together',
    );
    expect(String(refused)).not.toContain('not this one');
    expect(String(await checkSettings({ accessKeyId: 'nobody' }))).toContain('S3_ACCESS_KEY_ID');
    expect(String(await checkSettings({ bucket: 'nowhere' }))).toContain(
      'S3_BUCKET: there is no such bucket',
    );
    expect(await checkSettings({ endpoint: 'http://127.0.0.1:1' })).toBe('The file store: GET: ECONNREFUSED');
  });

  test('uploads a large file in parts with bounded memory, and reads it back', async () => {
    const pieces = 96;
    const piece = Buffer.alloc(1_048_576);
    const hash = createHash('sha256');
    let maxBufferBytes = 0;
    const watch = () => {
      maxBufferBytes = Math.max(maxBufferBytes, process.memoryUsage().arrayBuffers);
    };
    async function* large() {
      for (let at = 0; at < pieces; at++) {
        piece.fill(at).writeUInt32BE(at);
        hash.update(piece);
        watch();
        yield Buffer.from(piece);
        await wait(0);
      }
    }
    await store.write('large/file.zip', large());
    expect(await store.size('large/file.zip')).toBe(pieces * piece.length);
    const again = createHash('sha256');
    for await (const chunk of store.read('large/file.zip')) {
      again.update(chunk as Buffer);
      watch();
    }
    expect(again.digest('hex')).toBe(hash.digest('hex'));
    expect(maxBufferBytes).toBeLessThan(pieces * piece.length);
    await store.remove('large/file.zip');
    expect(await store.size('large/file.zip')).toBeUndefined();

    // An upload whose source fails leaves nothing.
    async function* broken() {
      for (let at = 0; at < 20; at++) yield piece;
      await wait(0);
      throw new Error('the line broke');
    }
    await expect(store.write('large/broken.zip', broken())).rejects.toThrow('the line broke');
    expect(await namesIn(store)).not.toContain('large/broken.zip');
    await store.removeUnfinished(0);
    await expect(bytesOf(store, 'large/broken.zip')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('backups and moves between kinds of stores copy all files', async () => {
    await upload();
    await store.write('a/b/large.bin', Buffer.alloc(9_000_000, 'large'));
    await store.write('a/b/empty.bin', Buffer.alloc(0));
    const folder = await mkdtemp(path.join(tmpdir(), 'waypost-round-'));
    const elsewhere = new S3FileStore({ ...settings, prefix: 'elsewhere/' });
    onTestFinished(async () => {
      await elsewhere.close();
      await rm(folder, { recursive: true, force: true });
    });
    const all = async (of: FileStore) =>
      Promise.all(
        (await namesIn(of)).map(async (name) => [name, (await bytesOf(of, name)).toString('base64')]),
      );
    const before = await all(store);

    const file = path.join(folder, 'whole.zip');
    const connectionString = app.databaseUrl;
    const checkSettings = await writeBackup({ connectionString, store, keyFiles: [], version: '1', file });
    expect(checkSettings.files).toBe(before.length);
    const database = await createScratchDatabase(inject('postgres'), `bucket_${randomUUID().slice(0, 8)}`);
    onTestFinished(() => dropDatabase(inject('postgres'), database.database));
    const place = { connectionString: addressOf(database), store: elsewhere, keyFiles: [], schema };
    await restoreBackup(file, place);
    expect(await all(elsewhere)).toEqual(before);
    await expect(restoreBackup(file, place)).rejects.toThrow(/not empty/);

    const directory = new DirectoryFileStore(path.join(folder, 'storage'));
    const none = () => undefined;
    expect(await copyFiles(elsewhere, directory, none)).toMatchObject({
      copied: before.length,
      unchanged: 0,
    });
    expect(await all(directory)).toEqual(before);
    // An interrupted copy continues: identical files are kept, others are written again.
    await elsewhere.remove('a/b/empty.bin');
    await elsewhere.write('a/b/large.bin', Buffer.alloc(9_000_000, 'other'));
    expect(await copyFiles(directory, elsewhere, none)).toMatchObject({
      copied: 2,
      unchanged: before.length - 2,
    });
    expect(await all(elsewhere)).toEqual(before);
    for (const [name = ''] of before) await elsewhere.remove(name);
    for (const name of ['a/b/large.bin', 'a/b/empty.bin']) await store.remove(name);
  });

  test('only files fail while the store is unreachable, and they work again afterwards', async () => {
    const media = (await upload()).json<Media>();
    const { url } = pathOf(media);
    const erased = (await upload()).json<Media>();
    await swift.stopProxy();
    try {
      const refused = await upload();
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
      expect(refused.json()).toMatchObject({ errors: [{ status: 503, code: 'server.no-storage' }] });
      const deletedResponse = await app.fastify.inject({ url });
      expect([
        deletedResponse.statusCode,
        deletedResponse.headers['retry-after'],
        deletedResponse.headers['cache-control'],
      ]).toEqual([503, '5', 'no-store']);
      expect((await app.send('member', 'GET', '/posts')).status).toBe(200);
      const { files, concerns } = (await app.send<Status>('admin', 'GET', '/status')).body;
      expect(files).toMatchObject({ kind: 'bucket', answers: false, to_remove: { count: 0 } });
      expect(concerns[0]).toBe('files-away');
      // What is erased meanwhile goes as soon as it can.
      expect((await app.send('member', 'DELETE', `/media/${erased.id}`)).status).toBe(200);
      expect(await app.jobs.runPending()).toContainEqual(['remove-files', 'done']);
      expect((await app.fastify.inject({ url: '/health/ready' })).statusCode).toBe(200);
    } finally {
      await swift.startProxy();
    }
    expect((await app.fastify.inject({ url })).statusCode).toBe(200);
    expect((await upload()).statusCode).toBe(200);
    expect(await namesIn(store)).toContain(pathOf(erased).name);
    await sql`update files_to_remove set tried = null`.execute(app.db);
    expect(await app.jobs.runPending()).toContainEqual(['remove-files', 'done']);
    expect(await namesIn(store)).not.toContain(pathOf(erased).name);
    expect((await app.send<Status>('admin', 'GET', '/status')).body.files.answers).toBe(true);
  });
});
