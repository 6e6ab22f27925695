/** An unresponsive store: requests fail in bounded time, nothing runs twice, and no truncated file passes as complete. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Media } from '@waypost/contract/media/media';
import type { Status } from '@waypost/contract/status/status';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildMultipart } from '../../testing/app/multipart.ts';
import { startTestApp } from '../../testing/app/test-app.ts';
import { type BucketServer, startBucketServer } from '../../testing/servers/bucket-server.ts';
import { eventually, scaled } from '../../testing/time.ts';
import { checkFileStore } from './open-file-store.ts';
import type { S3ClientOptions } from './s3-client.ts';
import { S3FileStore } from './s3-file-store.ts';

vi.setConfig({ testTimeout: 90_000 });

const shortTimeouts: S3ClientOptions = {
  connectMs: 500,
  responseMs: 500,
  idleMs: 500,
  retryWithinMs: 400,
  silentRetryMs: 2000,
};

async function createStore(options: S3ClientOptions = shortTimeouts, style: 'path' | 'host' = 'path') {
  const server = await startBucketServer(style);
  const store = new S3FileStore(server.settings, { ...options, lookup: server.lookup });
  onTestFinished(async () => {
    await store.close();
    await server.close();
  });
  return { server, store };
}

async function createDeployment(options: S3ClientOptions = shortTimeouts) {
  const { server, store } = await createStore(options);
  const app = await startTestApp({ fileStore: store });
  onTestFinished(() => app.close());
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#275' } })
    .jpeg()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'bridge.jpg', bytes });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const upload = () =>
    app.fastify.inject({
      method: 'POST',
      url: '/api/v3/media',
      payload,
      headers: { ...headers, authorization },
    });
  const uploadedMedia = (await upload()).json<Media>();
  const { pathname, search } = new URL(uploadedMedia.original_file_url);
  return { it: app, server, store, upload, url: pathname + search, name: pathname.replace('/storage/', '') };
}

const unavailable = [503, '5', 'server.no-storage'];
const summarize = (answer: { statusCode: number; headers: object; json: () => unknown }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['retry-after'],
  (answer.json() as { errors: { code: string }[] }).errors[0]?.code,
];
const measure = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const began = Date.now();
  return [await work, Date.now() - began];
};
const countRequests = ({ requests }: BucketServer, method: string) =>
  requests.filter((app) => app.method === method).length;

test('answers 503 in bounded time when the store never responds, and at once for the next requests', async () => {
  const { it: app, server, upload, url } = await createDeployment();
  const rested = server.requests.length;
  server.responseMode = () => 'silent';
  const [refused, first] = await measure(upload());
  expect(summarize(refused)).toEqual(unavailable);
  expect(first).toBeLessThan(scaled(10_000));
  // One attempt: a request that the store may have received is not repeated at once.
  expect(server.requests.length - rested).toBeLessThanOrEqual(2);
  const before = server.requests.length;
  const many = await Promise.all(Array.from({ length: 200 }, () => app.fastify.inject({ url })));
  expect(many.map(summarize)).toEqual(many.map(() => unavailable));
  expect(server.requests.length - before).toBeLessThan(20);
  expect(many.map((answer) => answer.headers['cache-control'])).toEqual(many.map(() => 'no-store'));

  // Everything else works, and the health check reports the store.
  expect((await app.send('member', 'GET', '/posts')).status).toBe(200);
  const readyResponse = await app.fastify.inject({ url: '/health/ready' });
  expect([readyResponse.statusCode, readyResponse.json()]).toEqual([200, { status: 'ok', files: 'away' }]);
  expect((await app.fastify.inject({ url: '/metrics' })).body).toMatch(/^waypost_files_answer 0$/m);
  const status = (await app.send<Status>('admin', 'GET', '/status')).body;
  expect([status.files, status.concerns[0]]).toEqual([{ kind: 'bucket', answers: false }, 'files-away']);

  server.responseMode = () => 'answer';
  await expect
    .poll(async () => (await app.fastify.inject({ url })).statusCode, { timeout: scaled(10_000) })
    .toBe(200);
  expect((await upload()).statusCode).toBe(200);
});

test('one slow request does not block the others', async () => {
  const { store, server } = await createStore();
  await store.write('slow.txt', Buffer.from('slow'));
  await store.write('quick.txt', Buffer.from('quick'));
  server.responseMode = ({ path }) => (path.endsWith('slow.txt') ? 'silent' : 'answer');
  const slow = store.size('slow.txt').catch((error: unknown) => String(error));
  await eventually(() => expect(server.requests.at(-1)?.path).toMatch(/slow\.txt$/));
  expect(await store.size('quick.txt')).toBe(5);
  expect(await slow).toContain('ETIMEDOUT');
  expect(await store.size('quick.txt')).toBe(5);
});

test('more requests than connections to an unresponsive store wait no longer than the first', async () => {
  const { store, server } = await createStore();
  server.responseMode = () => 'silent';
  const [ends, milliseconds] = await measure(
    Promise.allSettled(Array.from({ length: 150 }, (_, at) => store.size(`file ${at}`))),
  );
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
  expect(milliseconds).toBeLessThan(scaled(5000));
});

test('resumes a download that breaks', async () => {
  const { it: app, server, url, name, store } = await createDeployment();
  const content = await buffer(store.read(name));
  let turn = 0;
  server.responseMode = () => (turn++ === 0 ? 'half' : 'answer');
  const served = await app.fastify.inject({ url });
  expect(served.statusCode).toBe(200);
  expect(served.rawPayload.equals(content)).toBe(true);
  // A range is resumed up to its own end.
  turn = 0;
  const piece = await app.fastify.inject({ url, headers: { range: 'bytes=20-119' } });
  expect([piece.statusCode, piece.headers['content-range']]).toEqual([206, `bytes 20-119/${content.length}`]);
  expect(piece.rawPayload.equals(content.subarray(20, 120))).toBe(true);
});

test('a download that cannot be resumed fails, so that no part passes as the complete file', async () => {
  const { it: app, server, url, store, name } = await createDeployment();
  server.responseMode = ({ method }) => (method === 'GET' ? 'half' : 'answer');
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const [answer, milliseconds] = await measure(
    fetch(`http://127.0.0.1:${port}${url}`).then(async (app) => app.arrayBuffer().catch(() => 'cut off')),
  );
  expect(answer).toBe('cut off');
  expect(milliseconds).toBeLessThan(scaled(10_000));
  await expect(buffer(store.read(name))).rejects.toThrow('The file store: GET: the connection broke');
});

test('a list that breaks is an outage', async () => {
  const { store, server } = await createStore();
  await store.write('a.txt', Buffer.from('a'));
  server.responseMode = ({ path }) => (path.endsWith('/') ? 'half' : 'answer');
  await expect(store.list().next()).rejects.toThrow(/^The file store: /);
});

test('a request whose response was lost runs once', async () => {
  const { store, server } = await createStore({});
  const lost = new Set<string>();
  // The first request of each kind is carried out, and its response is lost.
  server.responseMode = ({ method, path }) => {
    const kind = `${method} ${path}`;
    if (lost.has(kind)) return 'answer';
    lost.add(kind);
    return 'lose';
  };
  await store.write('small.txt', Buffer.from('small'));
  expect(server.files?.get('site/small.txt')?.toString()).toBe('small');
  expect(countRequests(server, 'PUT')).toBe(2);
  const large = Buffer.alloc(9_000_000, 'large');
  await store.write('large.bin', large);
  expect(server.files?.get('site/large.bin')?.equals(large)).toBe(true);
  expect(await store.size('large.bin')).toBe(large.length);
  await store.remove('large.bin');
  expect(await store.size('large.bin')).toBeUndefined();
});

test('completes a multipart upload whose response was lost', async () => {
  const { store, server } = await createStore({});
  const large = Buffer.alloc(9_000_000, 'large');
  let posts = 0;
  server.responseMode = ({ method }) => (method === 'POST' && ++posts === 2 ? 'lose' : 'answer');
  await store.write('large.bin', large);
  expect(server.files?.get('site/large.bin')?.equals(large)).toBe(true);
  expect(posts).toBe(3);
});

test('does not send a large file to an unresponsive store, and aborts one that is not received', async () => {
  const { store, server } = await createStore({ ...shortTimeouts, minBytesPerMs: 20_000 });
  server.responseMode = () => 'silent';
  await expect(store.write('large.bin', Buffer.alloc(2_000_000))).rejects.toThrow('ETIMEDOUT');
  expect(countRequests(server, 'PUT')).toBe(0);
  server.responseMode = ({ method }) => (method === 'PUT' ? 'silent' : 'answer');
  await store.ping();
  const writing = store.write('large.bin', Buffer.alloc(30_000_000));
  const [error, milliseconds] = await measure(writing.catch((reason: unknown) => String(reason)));
  expect(error).toContain('ETIMEDOUT');
  expect(milliseconds).toBeLessThan(scaled(10_000));
  expect([...(server.files ?? [])]).toEqual([]);
});

test('a deleted bucket is an outage, and not a missing file', async () => {
  const { it: app, server, url, store, upload } = await createDeployment();
  expect((await app.fastify.inject({ url: `${url.split('?')[0]}x` })).statusCode).toBe(404);
  expect(await store.size('nothing.txt')).toBeUndefined();
  const { files } = server;
  server.files = undefined;
  expect(summarize(await app.fastify.inject({ url }))).toEqual(unavailable);
  expect((await app.fastify.inject({ method: 'HEAD', url })).statusCode).toBe(503);
  expect(summarize(await upload())).toEqual(unavailable);
  await expect(store.size('nothing.txt')).rejects.toThrow('404 NoSuchBucket');
  await expect(buffer(store.read('nothing.txt'))).rejects.toThrow('404 NoSuchBucket');
  await expect(store.remove('nothing.txt')).rejects.toThrow('404 NoSuchBucket');
  expect((await app.send<Status>('admin', 'GET', '/status')).body.files.answers).toBe(false);
  server.files = files;
  expect((await app.fastify.inject({ url })).statusCode).toBe(200);
});

test('addresses a bucket by host name, which is part of the signature', async () => {
  const { store, server } = await createStore({}, 'host');
  expect(await checkFileStore(store)).toBeUndefined();
  const { port } = new URL(server.settings.endpoint);
  const large = Buffer.alloc(9_000_000, 'large');
  await store.write('a file+with (signs)/é.bin', large);
  expect((await buffer(store.read('a file+with (signs)/é.bin'))).equals(large)).toBe(true);
  const names = [];
  for await (const name of store.list()) names.push(name);
  expect(names).toEqual(['a file+with (signs)/é.bin']);
  await store.remove('a file+with (signs)/é.bin');
  expect(new Set(server.requests.map(({ host }) => host))).toEqual(
    new Set([`reports.store.example:${port}`]),
  );
  expect(server.requests.every(({ path }) => path === '/' || path.startsWith('/site/'))).toBe(true);
  // Another host name, or the bucket in the path, has another signature.
  const wrong = new S3FileStore({ ...server.settings, style: 'path' }, { lookup: server.lookup });
  onTestFinished(() => wrong.close());
  await expect(wrong.checkAccess()).rejects.toThrow('NoSuchBucket');
  const stranger = new S3FileStore(
    { ...server.settings, secretAccessKey: 'another' },
    { lookup: server.lookup },
  );
  onTestFinished(() => stranger.close());
  await expect(stranger.checkAccess()).rejects.toThrow('SignatureDoesNotMatch');
});

test('gives up a connection without any response', async () => {
  const deaf = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const { port } = deaf.address() as AddressInfo;
  const server = await startBucketServer();
  const store = new S3FileStore({ ...server.settings, endpoint: `http://127.0.0.1:${port}` }, shortTimeouts);
  onTestFinished(async () => {
    await store.close();
    await server.close();
    deaf.close();
  });
  const [fault, milliseconds] = await measure(checkFileStore(store));
  expect(fault).toBe('The file store: GET: ETIMEDOUT');
  expect(milliseconds).toBeLessThan(scaled(5000));
});
