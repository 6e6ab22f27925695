/** Files in a real S3-compatible store: what people send is there, is had from any process, and goes when it must. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExportJob } from '@waypost/contract/exports';
import type { Media } from '@waypost/contract/media';
import type { Status } from '@waypost/contract/status';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { readBackup, writeBackup } from '../backups/backups.public.ts';
import { migrations } from '../migrations/all.ts';
import { aSurvey } from '../testing/a-survey.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { multipart } from '../testing/multipart.ts';
import { hasSwift, type Swift, startSwift } from '../testing/swift.ts';
import { scaled } from '../testing/time.ts';
import { BucketStore } from './bucket-store.ts';
import { ConfigError } from './config.ts';
import { copyFiles } from './copies/copy-files.ts';
import { DirectoryStore } from './directory-store.ts';
import type { FileStore } from './file-store.ts';
import { Jobs } from './jobs/jobs.ts';
import { tryStore } from './open-store.ts';
import { connectionString as addressOf } from './postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from './postgres/databases.ts';
import type { BucketSettings } from './store-settings.ts';

describe.skipIf(!hasSwift)('a bucket of Swift', { timeout: scaled(120_000) }, () => {
  let swift: Swift;
  let settings: BucketSettings;
  let store: BucketStore;
  let it: Deployment;

  const start = async () => {
    swift = await startSwift();
    settings = { ...(await swift.makeBucket('waypost')), prefix: 'site/' };
    store = new BucketStore(settings);
    it = await startDeployment({ store });
  };
  beforeAll(start, scaled(300_000));
  afterAll(async () => {
    await it.close();
    await store.close();
    await swift.close();
  });

  const namesIn = async (of: FileStore) => {
    const names: string[] = [];
    for await (const name of of.list()) names.push(name);
    return names.sort((a, b) => a.localeCompare(b));
  };
  const bytesOf = async (of: FileStore, name: string) => Buffer.concat(await of.read(name).toArray());

  async function upload(app = it.app, name = 'bridge.jpg') {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#275' } })
      .jpeg()
      .toBuffer();
    const { payload, headers } = multipart({}, { name, bytes });
    const authorization = `Bearer ${await it.tokenOf('member')}`;
    return app.inject({
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
    const its = new BucketStore(settings);
    const { db } = it;
    const jobs = new Jobs({ db, connectionString: it.databaseAddress, works: false });
    const app = await buildApp({
      db,
      jobs,
      store: its,
      storageDir: directory,
      webDist: directory,
      publicUrl: 'https://report.example.org',
    });
    onTestFinished(async () => {
      await app.close();
      await jobs.close();
      await its.close();
      await rm(directory, { recursive: true, force: true });
    });
    return { app, directory };
  }

  test('a picture that one process took in is served by another, byte for byte, and nothing is on their disks', async () => {
    const sent = await upload();
    expect(sent.statusCode).toBe(200);
    const { name, url } = pathOf(sent.json<Media>());
    expect(await namesIn(store)).toEqual(expect.arrayContaining([name]));
    const other = await another();
    const served = await other.app.inject({ url });
    expect(served.statusCode).toBe(200);
    expect(served.rawPayload.equals(await bytesOf(store, name))).toBe(true);
    expect(served.rawPayload.length).toBe(sent.json<Media>().original_file_size);
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(served.rawPayload.length),
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/) as string,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(JSON.stringify(served.headers)).not.toMatch(/amz|swift|trans-id/i);
    expect(await readdir(other.directory)).toEqual([]);
    expect(await readdir(it.storageDir)).toEqual([]);

    const piece = await other.app.inject({ url, headers: { range: 'bytes=10-19' } });
    expect([piece.statusCode, piece.headers['content-range']]).toEqual([
      206,
      `bytes 10-19/${served.rawPayload.length}`,
    ]);
    expect(piece.rawPayload.equals(served.rawPayload.subarray(10, 20))).toBe(true);
    const beyond = await other.app.inject({ url, headers: { range: 'bytes=99999999-' } });
    expect(beyond.statusCode).toBe(416);
    const known = String(served.headers['etag']);
    expect((await other.app.inject({ url, headers: { 'if-none-match': known } })).statusCode).toBe(304);
    const head = await other.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(served.rawPayload.length),
      '',
    ]);
    // Without its seal it is not shown, since no published post shows it.
    expect((await other.app.inject({ url: url.split('?')[0] ?? '' })).statusCode).toBe(404);
  });

  test('a picture goes with its post', async () => {
    const survey = await aSurvey(it.db, { photo: { type: 'media', cardinality: 0 } });
    const before = await namesIn(store);
    const media = (await upload()).json<Media>();
    const post = await it.send<{ id: number }>('member', 'POST', '/posts', {
      form: survey.id,
      title: 'Bridge gone',
      values: { [survey.key('photo')]: [media.id] },
    });
    expect(post.status).toBe(200);
    expect(await namesIn(store)).toHaveLength(before.length + 2);
    expect((await it.send('admin', 'DELETE', `/posts/${post.body.id}`)).status).toBe(200);
    expect(await namesIn(store)).toEqual(before);
    expect((await it.app.inject({ url: pathOf(media).url })).statusCode).toBe(404);
  });

  test('an export that one process wrote is fetched from another', async () => {
    const { id: form } = await aSurvey(it.db, { words: { type: 'varchar' } });
    expect((await it.send('member', 'POST', '/posts', { form, title: 'A bridge' })).status).toBe(200);
    const made = await it.send<ExportJob>('admin', 'POST', '/exports/jobs', {
      entity_type: 'post',
      send_to_browser: true,
    });
    await it.jobs.workOff();
    const { body: job } = await it.send<ExportJob>('admin', 'GET', `/exports/jobs/${made.body.id}`);
    const { pathname, search } = new URL(job.url ?? '');
    const { app } = await another();
    const file = await app.inject({ url: pathname + search, headers: { 'accept-encoding': 'gzip' } });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="posts-\d{8}\.csv"$/) as string,
    });
  });

  test('what is wrong with the key or the bucket is said at start, and the secret is not', async () => {
    const told = async (wrong: Partial<BucketSettings>) => {
      const tried = new BucketStore({ ...settings, ...wrong });
      const error = await tryStore(tried).catch((fault: unknown) => fault);
      await tried.close();
      return error;
    };
    expect(await told({})).toBeUndefined();
    const refused = await told({ secret: 'not this one' });
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toContain(
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the two do not belong together',
    );
    expect(String(refused)).not.toContain('not this one');
    expect(String(await told({ keyId: 'nobody' }))).toContain('S3_ACCESS_KEY_ID');
    expect(String(await told({ bucket: 'nowhere' }))).toContain('S3_BUCKET: there is no such bucket');
    expect(await told({ endpoint: 'http://127.0.0.1:1' })).toBe('The file store: GET: ECONNREFUSED');
  });

  test('a large file goes through in parts, with little of it held, and comes back as it was', async () => {
    const pieces = 96;
    const piece = Buffer.alloc(1_048_576);
    const hash = createHash('sha256');
    let most = 0;
    const watch = () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
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
    expect(most).toBeLessThan(pieces * piece.length);
    await store.remove('large/file.zip');
    expect(await store.size('large/file.zip')).toBeUndefined();

    // One whose source breaks leaves nothing.
    async function* broken() {
      for (let at = 0; at < 20; at++) yield piece;
      await wait(0);
      throw new Error('the line broke');
    }
    await expect(store.write('large/broken.zip', broken())).rejects.toThrow('the line broke');
    expect(await namesIn(store)).not.toContain('large/broken.zip');
    await store.sweep(0);
    await expect(bytesOf(store, 'large/broken.zip')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('backups and moves between kinds of stores lose nothing', async () => {
    await upload();
    await store.write('a/b/large.bin', Buffer.alloc(9_000_000, 'large'));
    await store.write('a/b/empty.bin', Buffer.alloc(0));
    const folder = await mkdtemp(path.join(tmpdir(), 'waypost-round-'));
    const elsewhere = new BucketStore({ ...settings, prefix: 'elsewhere/' });
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
    const connectionString = it.databaseAddress;
    const told = await writeBackup({ connectionString, store, keys: [], version: '1', file });
    expect(told.files).toBe(before.length);
    const database = await createScratchDatabase(inject('postgres'), `bucket_${randomUUID().slice(0, 8)}`);
    onTestFinished(() => dropDatabase(inject('postgres'), database.database));
    const place = { connectionString: addressOf(database), store: elsewhere, keys: [], migrations };
    await readBackup(file, place);
    expect(await all(elsewhere)).toEqual(before);
    await expect(readBackup(file, place)).rejects.toThrow(/not empty/);

    const directory = new DirectoryStore(path.join(folder, 'storage'));
    const none = () => undefined;
    expect(await copyFiles(elsewhere, directory, none)).toMatchObject({ copied: before.length, kept: 0 });
    expect(await all(directory)).toEqual(before);
    // Broken off and called again: what is there and whole is left, what is not the same is written again.
    await elsewhere.remove('a/b/empty.bin');
    await elsewhere.write('a/b/large.bin', Buffer.alloc(9_000_000, 'other'));
    expect(await copyFiles(directory, elsewhere, none)).toMatchObject({ copied: 2, kept: before.length - 2 });
    expect(await all(elsewhere)).toEqual(before);
    for (const [name = ''] of before) await elsewhere.remove(name);
    for (const name of ['a/b/large.bin', 'a/b/empty.bin']) await store.remove(name);
  });

  test('while the store is away nothing breaks but files, and all is well once it is back', async () => {
    const media = (await upload()).json<Media>();
    const { url } = pathOf(media);
    const erased = (await upload()).json<Media>();
    await swift.stop();
    try {
      const refused = await upload();
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
      expect(refused.json()).toMatchObject({ errors: [{ status: 503, code: 'server.no-storage' }] });
      const gone = await it.app.inject({ url });
      expect([gone.statusCode, gone.headers['retry-after'], gone.headers['cache-control']]).toEqual([
        503,
        '5',
        'no-store',
      ]);
      expect((await it.send('member', 'GET', '/posts')).status).toBe(200);
      const { files, concerns } = (await it.send<Status>('admin', 'GET', '/status')).body;
      expect([files, concerns[0]]).toEqual([{ kind: 'bucket', answers: false }, 'files-away']);
      // Nothing is left to do of what could not be stored.
      expect(await it.jobs.workOff()).not.toContainEqual(['remove-file', 'failed']);
      // What is erased meanwhile goes as soon as it can.
      expect((await it.send('member', 'DELETE', `/media/${erased.id}`)).status).toBe(200);
      expect(await it.jobs.workOff()).toContainEqual(['remove-file', 'failed']);
      expect((await it.app.inject({ url: '/health/ready' })).statusCode).toBe(200);
    } finally {
      await swift.start();
    }
    expect((await it.app.inject({ url })).statusCode).toBe(200);
    expect((await upload()).statusCode).toBe(200);
    expect(await namesIn(store)).toContain(pathOf(erased).name);
    expect(await it.jobs.workOff({ later: true })).toContainEqual(['remove-file', 'done']);
    expect(await namesIn(store)).not.toContain(pathOf(erased).name);
    expect((await it.send<Status>('admin', 'GET', '/status')).body.files.answers).toBe(true);
  });
});
