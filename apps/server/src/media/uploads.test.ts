import type { UploadState } from '@waypost/contract/media/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from '../testing/app/multipart.ts';
import {
  type Actor,
  errorCodes,
  errorPointers,
  startTestApp,
  type TestApp,
} from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const noisePattern = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const photo = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a7', noise: noisePattern } })
    .jpeg()
    .toBuffer();

const beginUpload = async (kind: Actor, size: number, more = {}) =>
  app.send<UploadState>(kind, 'POST', '/media/uploads', { size, name: 'IMG 1.jpg', ...more });

async function sendChunk(kind: Actor, id: string, offset: number, bytes: Buffer) {
  const authorization = kind === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(kind)}` };
  const { payload, headers } = buildMultipart({ offset: String(offset) }, { name: 'piece', bytes });
  const url = `/api/v3/media/uploads/${id}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...authorization },
  });
  return { status: response.statusCode, body: response.json<UploadState>() };
}

test('a chunked upload is resumed and stored once even if its last chunk is repeated', async () => {
  const bytes = await photo();
  const half = Math.floor(bytes.length / 2);
  const begun = await beginUpload('member', bytes.length, { caption: 'Gauge at noon' });
  expect(begun.body).toMatchObject({ size: bytes.length, received: 0, media: null });
  const { id } = begun.body;
  expect((await sendChunk('member', id, 0, bytes.subarray(0, half))).body).toMatchObject({ received: half });
  // A repeated chunk, and one that leaves a gap, change nothing; the response says where to continue.
  expect((await sendChunk('member', id, 0, bytes.subarray(0, half))).body.received).toBe(half);
  expect((await sendChunk('member', id, half + 10, bytes.subarray(half + 10))).body.received).toBe(half);
  const state = await app.send<UploadState>('member', 'GET', `/media/uploads/${id}`);
  expect(state.body).toMatchObject({ received: half, media: null });
  const finished = await sendChunk('member', id, half, bytes.subarray(half));
  expect(finished.body.media).toMatchObject({
    mime: 'image/jpeg',
    caption: 'Gauge at noon',
    original_width: 300,
  });
  const again = await sendChunk('member', id, half, bytes.subarray(half));
  expect(again.body.media?.id).toBe(finished.body.media?.id);
  const file = finished.body.media?.original_file_url.replace(/^https:\/\/[^/]+/, '') ?? '';
  expect((await app.fastify.inject({ url: file })).headers['content-type']).toBe('image/jpeg');
});

test('an upload belongs to its account, and a visitor’s is accessible by its id only', async () => {
  const bytes = await photo();
  const { id } = (await beginUpload('member', bytes.length)).body;
  expect((await sendChunk('visitor', id, 0, bytes)).status).toBe(404);
  expect((await app.send('reviewer', 'GET', `/media/uploads/${id}`)).status).toBe(404);
  const mine = (await beginUpload('visitor', bytes.length)).body.id;
  expect((await sendChunk('visitor', mine, 0, bytes)).body.media).toMatchObject({ user_id: null });
});

test('files that are too large or not pictures are refused with the name of the field', async () => {
  const large = await beginUpload('visitor', 20_000_000);
  expect([large.status, errorPointers(large)]).toEqual([422, ['/size']]);
  const text = Buffer.from('hello');
  const { id } = (await beginUpload('visitor', text.length)).body;
  const refused = await sendChunk('visitor', id, 0, text);
  expect([refused.status, errorPointers(refused as never), errorCodes(refused as never)]).toEqual([
    422,
    ['/mime'],
    ['fileType'],
  ]);
});
