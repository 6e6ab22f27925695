import type { UploadState } from '@waypost/contract/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployment, type Kind, pointersOf, rulesOf, startDeployment } from '../testing/deployment.ts';
import { multipart } from '../testing/multipart.ts';

let it: Deployment;
beforeAll(async () => {
  it = await startDeployment();
});
afterAll(() => it.close());

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const photo = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a7', noise } })
    .jpeg()
    .toBuffer();

const begin = async (kind: Kind, size: number, more = {}) =>
  it.send<UploadState>(kind, 'POST', '/media/uploads', { size, name: 'IMG 1.jpg', ...more });

async function piece(kind: Kind, id: string, offset: number, bytes: Buffer) {
  const authorization = kind === 'passer-by' ? {} : { authorization: `Bearer ${await it.tokenOf(kind)}` };
  const { payload, headers } = multipart({ offset: String(offset) }, { name: 'piece', bytes });
  const url = `/api/v3/media/uploads/${id}`;
  const answer = await it.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...authorization },
  });
  return { status: answer.statusCode, body: answer.json<UploadState>() };
}

test('a picture arrives in pieces, goes on where it stopped, and is stored once however often its end is sent', async () => {
  const bytes = await photo();
  const half = Math.floor(bytes.length / 2);
  const begun = await begin('member', bytes.length, { caption: 'Gauge at noon' });
  expect(begun.body).toMatchObject({ size: bytes.length, received: 0, media: null });
  const { id } = begun.body;
  expect((await piece('member', id, 0, bytes.subarray(0, half))).body).toMatchObject({ received: half });
  // Its answer was lost: the same once more, and one that leaves a gap, change nothing and say where to go on.
  expect((await piece('member', id, 0, bytes.subarray(0, half))).body.received).toBe(half);
  expect((await piece('member', id, half + 10, bytes.subarray(half + 10))).body.received).toBe(half);
  const asked = await it.send<UploadState>('member', 'GET', `/media/uploads/${id}`);
  expect(asked.body).toMatchObject({ received: half, media: null });
  const done = await piece('member', id, half, bytes.subarray(half));
  expect(done.body.media).toMatchObject({
    mime: 'image/jpeg',
    caption: 'Gauge at noon',
    original_width: 300,
  });
  const again = await piece('member', id, half, bytes.subarray(half));
  expect(again.body.media?.id).toBe(done.body.media?.id);
  const file = done.body.media?.original_file_url.replace(/^https:\/\/[^/]+/, '') ?? '';
  expect((await it.app.inject({ url: file })).headers['content-type']).toBe('image/jpeg');
});

test('an upload is its own person’s, and a visitor’s is known by its id alone', async () => {
  const bytes = await photo();
  const { id } = (await begin('member', bytes.length)).body;
  expect((await piece('visitor', id, 0, bytes)).status).toBe(404);
  expect((await it.send('reviewer', 'GET', `/media/uploads/${id}`)).status).toBe(404);
  const mine = (await begin('visitor', bytes.length)).body.id;
  expect((await piece('visitor', mine, 0, bytes)).body.media).toMatchObject({ user_id: null });
});

test('what is too large or no picture is refused by name', async () => {
  const large = await begin('visitor', 20_000_000);
  expect([large.status, pointersOf(large)]).toEqual([422, ['/size']]);
  const text = Buffer.from('hello');
  const { id } = (await begin('visitor', text.length)).body;
  const sent = await piece('visitor', id, 0, text);
  expect([sent.status, pointersOf(sent as never), rulesOf(sent as never)]).toEqual([
    422,
    ['/mime'],
    ['fileType'],
  ]);
});
