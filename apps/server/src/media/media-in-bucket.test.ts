/** Media in an object store reveal no more about uploader and time than those in a directory (docs/decisions/0039). */
import type { Media } from '@waypost/contract/media/media';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { S3FileStore } from '../kernel/files/s3-file-store.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { type BucketServer, startBucketServer } from '../testing/servers/bucket-server.ts';

const secret = 'quokkafish';

let app: TestApp;
let server: BucketServer;
let store: S3FileStore;
let bytes: Buffer;
beforeAll(async () => {
  server = await startBucketServer();
  store = new S3FileStore(server.settings);
  app = await startTestApp({ fileStore: store });
  bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a7' } })
    .withExif({ IFD0: { Artist: secret, DateTime: '2026:01:02 03:04:05' } })
    .jpeg()
    .toBuffer();
  expect(bytes.includes(secret)).toBe(true);
});
afterAll(async () => {
  await app.close();
  await store.close();
  await server.close();
});

async function upload(): Promise<Media> {
  const { payload, headers } = buildMultipart({}, { name: `${secret}_20260102_030405.jpg`, bytes });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<Media>();
}

/** A picture in a post of the member. @returns the picture as the member sees it */
async function pictured(status: 'draft' | 'published'): Promise<Media> {
  const hides = { hide_author: true, hide_time: true };
  const survey = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } }, hides);
  const { id } = await upload();
  const values = { [survey.keyOf('photo')]: [id] };
  const post = await app.send('member', 'POST', '/posts', {
    form: survey.id,
    title: 'Bridge',
    status,
    values,
  });
  expect(post.status).toBe(200);
  return (await app.send<Media>('member', 'GET', `/media/${id}`)).body;
}

const addressesOf = (media: Media) =>
  [media.original_file_url, media.thumbnail_url ?? ''].map((url) => url.replace(/^https:\/\/[^/]+/, ''));

const plain = (address: string) => address.split('?')[0] ?? '';

const fetchFile = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.fastify.inject({ url, headers, method });

test('the object store gets and keeps nothing about the uploader', async () => {
  const before = server.requests.length;
  await upload();
  const stored = server.requests.slice(before).filter(({ method }) => method === 'PUT');
  expect(stored).toHaveLength(2);
  for (const { path, headers } of stored) {
    expect(path).toMatch(/\/site\/[0-9a-f]\/[0-9a-f]\/[0-9a-f]{32}(\.jpg|-small\.webp)$/);
    const names = Object.keys(headers).filter((name) => /^x-amz-meta|disposition|^content-type/.test(name));
    expect([path, names]).toEqual([path, []]);
    expect(JSON.stringify(headers)).not.toMatch(new RegExp(secret, 'i'));
    const file = server.files?.get(path.replace(/^\/reports\//, ''));
    expect(file?.includes(secret)).toBe(false);
    expect(file?.includes('2026:01:02')).toBe(false);
    expect((await sharp(file).metadata()).exif).toBeUndefined();
  }
});

test('a served picture does not reveal when and under which key it was stored', async () => {
  const [media, other] = [await pictured('published'), await pictured('published')];
  const shown = (await app.send<Media>('visitor', 'GET', `/media/${media.id}`)).body;
  expect(shown).toMatchObject({ user_id: null, created: expect.stringMatching(/T00:00:00/) });
  const others = addressesOf(other);
  for (const [at, address] of addressesOf(media).map(plain).entries()) {
    const inStore = server.files?.get(address.replace('/storage/', 'site/'));
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await fetchFile(address, {}, method);
      expect([method, answer.statusCode, answer.headers['content-length']]).toEqual([
        method,
        200,
        String(inStore?.length),
      ]);
      expect(Object.keys(answer.headers).filter((name) => /last-modified|^x-amz/.test(name))).toEqual([]);
      expect(answer.headers.etag).toMatch(/^"[\w-]{22}"$/);
      // The same content from another uploader at another time has the same ETag.
      expect((await fetchFile(plain(others[at] ?? ''))).headers.etag).toBe(answer.headers.etag);
    }
  }
});

test('conditional and range requests compare the content, never time or ETag of the store', async () => {
  const [address = ''] = addressesOf(await pictured('published')).map(plain);
  const fullResponse = await fetchFile(address);
  const etag = String(fullResponse.headers.etag);
  const { requests: storeRequests } = server;
  const [look] = storeRequests.slice(-1);
  expect(look?.method).toBe('GET');
  const tagThere = (await store.fetch('HEAD', address.replace('/storage/', ''), {}))?.headers['etag'];
  expect(tagThere).not.toBe(etag);

  for (const cachedEtag of [etag, `W/${etag}`, '*']) {
    const answer = await fetchFile(address, { 'if-none-match': cachedEtag });
    expect([cachedEtag, answer.statusCode, answer.headers['last-modified']]).toEqual([
      cachedEtag,
      304,
      undefined,
    ]);
  }
  expect((await fetchFile(address, { 'if-none-match': String(tagThere) })).statusCode).toBe(200);
  for (const shift of [-60_000, 0, 60_000]) {
    const when = new Date(Date.now() + shift).toUTCString();
    for (const name of ['if-modified-since', 'if-unmodified-since'])
      expect([name, shift, (await fetchFile(address, { [name]: when })).statusCode]).toEqual([
        name,
        shift,
        200,
      ]);
    expect((await fetchFile(address, { range: 'bytes=0-1', 'if-range': when })).statusCode).toBe(200);
  }
  const part = await fetchFile(address, { range: 'bytes=2-5', 'if-range': etag });
  expect([part.statusCode, part.headers['content-range'], part.headers.etag]).toEqual([
    206,
    `bytes 2-5/${fullResponse.rawPayload.length}`,
    etag,
  ]);
  expect(part.rawPayload).toEqual(fullResponse.rawPayload.subarray(2, 6));
  expect(part.headers).not.toHaveProperty('last-modified');
  const beyond = await fetchFile(address, { range: 'bytes=99999999-' });
  expect(beyond.statusCode).toBe(416);
  for (const name of ['last-modified', 'etag']) expect(beyond.headers).not.toHaveProperty(name);
});

test('a picture of a draft is answered 404 without asking the store', async () => {
  for (const address of addressesOf(await pictured('draft'))) {
    const nothing = plain(address).replace(/[0-9a-f]{32}/, 'f'.repeat(32));
    const before = server.requests.length;
    for (const method of ['GET', 'HEAD'] as const)
      for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }, { 'if-match': '*' }]) {
        const [hidden, missing] = [
          await fetchFile(plain(address), headers, method),
          await fetchFile(nothing, headers, method),
        ];
        const normalised = (answer: typeof hidden) => {
          const { date: _, ...rest } = answer.headers;
          // The nonce of a page is random.
          return [answer.statusCode, JSON.stringify(rest).replace(/'nonce-[^']+'/, ''), answer.body];
        };
        expect(normalised(hidden)).toEqual(normalised(missing));
        expect(hidden.statusCode).toBe(404);
      }
    expect(
      server.requests.slice(before).filter(({ path }) => path.endsWith(plain(address).slice(-20))),
    ).toEqual([]);
    // The signed URL works for everybody who has it.
    expect((await fetchFile(address)).statusCode).toBe(200);
  }
});

test('a deleted picture is deleted from the store', async () => {
  const media = await upload();
  const [address = ''] = addressesOf(media).map(plain);
  const key = address.replace('/storage/', 'site/');
  expect(server.files?.has(key)).toBe(true);
  expect((await app.send('member', 'DELETE', `/media/${media.id}`)).status).toBe(200);
  expect((await fetchFile(address)).statusCode).toBe(404);
  await app.jobs.runPending();
  expect(server.files?.has(key)).toBe(false);
});
