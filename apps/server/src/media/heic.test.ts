/** HEIC pictures, as phones take them. */
import { readdir } from 'node:fs/promises';
import type { Media } from '@waypost/contract/media/media';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMultipart } from '../testing/app/multipart.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { buildHeic, colorProfile, cropTo, mirrored, rotation, transparentHeic } from './heic.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pictureQueue: { maxPixels: 50_000 } });
});
afterAll(() => app.close());

async function upload(bytes: Buffer, name = 'IMG_0001.HEIC') {
  const { payload, headers } = buildMultipart({}, { name, bytes });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  return { status: response.statusCode, body: response.json<Media>(), headers: response.headers };
}

const fetchFile = async (url: string): Promise<Buffer> =>
  (await app.fastify.inject({ url: url.replace(/^https:\/\/[^/]+/, '') })).rawPayload;

/** The names of the colors in the middle of the quarters of a picture, line by line. */
async function readQuarters(file: Buffer): Promise<string[]> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const names = new Map([
    ['100', 'red'],
    ['010', 'green'],
    ['001', 'blue'],
    ['110', 'yellow'],
  ]);
  const centers = [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ] as const;
  return centers.map(([x, y]) => {
    const start = (Math.floor((y * info.height) / 4) * info.width + Math.floor((x * info.width) / 4)) * 4;
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(start, start + 4);
    if (alpha < 20) return 'transparent';
    const levels = [red, green, blue].map((level) => (level < 20 ? '0' : level > 235 ? '1' : '?'));
    return names.get(levels.join('')) ?? `${red},${green},${blue}`;
  });
}

test.each([
  ['a picture', {}, 128, 64, 'red green blue yellow'],
  ['a rotated one', { properties: [rotation(1)] }, 64, 128, 'green yellow red blue'],
  ['a mirrored one', { properties: [mirrored] }, 128, 64, 'green red yellow blue'],
  ['a cropped one', { properties: [cropTo(64, 32)] }, 64, 32, 'red green blue yellow'],
  ['one of two parts that are cut', { columns: 2, width: 200 }, 200, 64, 'red red blue blue'],
  ['the same rotated', { columns: 2, width: 200, properties: [rotation(2)] }, 200, 64, 'blue blue red red'],
  ['one with the name of a series', { brand: 'hevc' }, 128, 64, 'red green blue yellow'],
  ['one with another name', { brand: 'mif1' }, 128, 64, 'red green blue yellow'],
  [
    'one with an unreadable profile',
    { properties: [colorProfile(Buffer.from('none'))] },
    128,
    64,
    'red green blue yellow',
  ],
])('%s becomes a JPEG with its colors at their place', async (_what, heic, width, height, quarters) => {
  const { status, body } = await upload(buildHeic(heic));
  expect([status, body]).toMatchObject([
    200,
    { mime: 'image/jpeg', original_width: width, original_height: height },
  ]);
  expect(body.original_file_url).toMatch(/\.jpg(\?|$)/);
  expect((await readQuarters(await fetchFile(body.original_file_url))).join(' ')).toBe(quarters);
  const thumbnail = await sharp(await fetchFile(body.thumbnail_url ?? '')).metadata();
  expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', width, height]);
});

test('a transparent picture stays transparent', async () => {
  const { body } = await upload(transparentHeic);
  expect(body).toMatchObject({ mime: 'image/webp', original_width: 64, original_height: 48 });
  expect(await readQuarters(await fetchFile(body.original_file_url))).toEqual([
    'red',
    'transparent',
    'red',
    'transparent',
  ]);
});

test('colors are converted by the profile of the file', async () => {
  const create = { width: 8, height: 8, channels: 3, background: '#f00' } as const;
  const { icc } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata();
  // A profile in which red and green are exchanged.
  const profile = Buffer.from(
    (icc ?? Buffer.alloc(0))
      .toString('latin1')
      .replace('rXYZ', '?XYZ')
      .replace('gXYZ', 'rXYZ')
      .replace('?XYZ', 'gXYZ'),
    'latin1',
  );
  expect(profile.length).toBeGreaterThan(100);
  const { body } = await upload(buildHeic({ properties: [colorProfile(profile)] }));
  const file = await fetchFile(body.original_file_url);
  expect((await sharp(file).metadata()).icc).toBeUndefined();
  expect(await readQuarters(file)).toEqual(['green', 'red', 'blue', 'yellow']);
});

test('time and place become facts for the team, and the stored file has no metadata', async () => {
  const create = { width: 8, height: 8, channels: 3, background: '#2a7' } as const;
  const jpeg = await sharp({ create })
    .jpeg()
    .withExif({
      // The picture itself says how it is rotated.
      IFD0: { Make: 'A phone', Orientation: '6' },
      IFD2: { DateTimeOriginal: '2026:03:04 05:06:07', OffsetTimeOriginal: '+02:00' },
      IFD3: {
        GPSLatitude: '1/1 17/1 0/1',
        GPSLatitudeRef: 'S',
        GPSLongitude: '36/1 49/1 0/1',
        GPSLongitudeRef: 'E',
      },
    })
    .toBuffer();
  const { exif } = await sharp(jpeg).metadata();
  const heic = buildHeic({ properties: [rotation(3)], ...(exif && { exif }) });
  expect(heic.includes('A phone')).toBe(true);
  const { body } = await upload(heic);
  expect(body).toMatchObject({ original_width: 64, original_height: 128 });
  const file = await fetchFile(body.original_file_url);
  expect(await readQuarters(file)).toEqual(['blue', 'red', 'yellow', 'green']);
  const stored = await sharp(file).metadata();
  expect([stored.exif, stored.icc, stored.xmp, stored.orientation]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
  expect(file.includes('A phone')).toBe(false);
  const facts = await sql<object>`select perceptual_hash, photo_time, photo_lat, photo_lon
    from picture_facts where media_id = ${body.id}`.execute(app.db);
  expect(facts.rows).toMatchObject([
    {
      perceptual_hash: expect.any(String),
      photo_time: new Date('2026-03-04T03:06:07Z'),
      photo_lat: expect.closeTo(-1.2833, 3),
      photo_lon: expect.closeTo(36.8167, 3),
    },
  ]);
});

describe('what cannot be decoded is refused by name, and nothing is stored', () => {
  const valid = buildHeic();
  test.each([
    ['the first half of a file', valid.subarray(0, 250), 'fileBroken'],
    ['a file without its end', valid.subarray(0, -60), 'fileBroken'],
    ['noise after the beginning', Buffer.concat([valid.subarray(0, 40), Buffer.alloc(400, 7)]), 'fileBroken'],
    ['a file that only has the name', Buffer.from('\0\0\0\u0018ftypheic<script>', 'latin1'), 'fileBroken'],
    ['another way of encoding', buildHeic({ codec: 'jpeg', brand: 'mif1' }), 'fileHeic'],
    ['too many pixels', buildHeic({ columns: 8 }), 'filePixels'],
    ['a huge size', buildHeic({ width: 30_000, height: 30_000 }), 'filePixels'],
    [
      'a huge size of which little is shown',
      buildHeic({ width: 30_000, height: 30_000, properties: [cropTo(64, 32)] }),
      'filePixels',
    ],
    ['more pixels than it says', buildHeic({ width: 16, height: 16 }), 'fileBroken'],
  ])('%s', async (_what, bytes, rule) => {
    const count = async () => (await readdir(app.storageDir, { recursive: true })).length;
    const before = await count();
    const response = await upload(bytes);
    expect([response.status, errorPointers(response), errorCodes(response)]).toEqual([
      422,
      ['/mime'],
      [rule],
    ]);
    expect(await count()).toBe(before);
  });
});
