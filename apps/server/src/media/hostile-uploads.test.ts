/** Polyglot files and decompression bombs: they are stored as newly encoded pictures, or not at all. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Media } from '@waypost/contract/media/media';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const photo = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();

async function upload(bytes: Buffer, name = 'a.jpg') {
  const { payload, headers } = buildMultipart({}, { name, bytes });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  return { status: response.statusCode, media: response.json<Media>() };
}

const storedFiles = async () =>
  (await readdir(app.storageDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const polyglotScript = '<html><script>alert(document.domain)</script><?php system($_GET[0]) ?>';

/** A segment of a JPEG, after its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

test.each<[string, (jpeg: Buffer) => Buffer]>([
  ['after its end', (jpeg) => Buffer.concat([jpeg, Buffer.from(polyglotScript)])],
  ['in a comment', (jpeg) => withSegment(jpeg, 0xfe, polyglotScript)],
  ['where cameras write', (jpeg) => withSegment(jpeg, 0xe1, `Exif\0\0${polyglotScript}`)],
  ['as XMP', (jpeg) => withSegment(jpeg, 0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${polyglotScript}</x>`)],
  ['an archive after it', (jpeg) => Buffer.concat([jpeg, Buffer.from('PK\x03\x04<script>alert(1)')])],
])('a picture that is a program, too, is only a picture afterwards: %s', async (_where, polyglot) => {
  const before = new Set(await storedFiles());
  const { status, media } = await upload(polyglot(await photo()), 'x.php.html');
  // A picture that is not fully readable may be refused. Then nothing is stored.
  if (status !== 200) expect(status).toBe(422);
  else expect(media.original_file_url).toMatch(/\.jpg(\?|$)/);
  for (const file of await storedFiles()) {
    if (before.has(file)) continue;
    const text = (await readFile(file)).toString('latin1');
    expect(text).not.toMatch(/script|php|\(1\)/);
  }
});

const chunk = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(Buffer.concat([Buffer.from(type), body])));
  return Buffer.concat([length, Buffer.from(type), body, sum]);
};
function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** A file of a few kilobytes that declares this many pixels. */
function decompressionBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(5_000_000));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.each([
  [100_000, 100_000],
  [2_000_000, 100],
  [1, 200_000_000],
  [65_535, 65_535],
])('a small file of %d by %d pixels is refused, and takes no memory', async (width, height) => {
  const before = process.memoryUsage().rss;
  const { status } = await upload(decompressionBomb(width, height), 'bomb.png');
  expect(status).toBe(422);
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
});

test.each([
  'GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '\u0000\u0000\u0000\u0018ftypheic<script>',
  'push graphic-context\nviewbox 0 0 640 480\nfill "url(https://127.0.0.1/x|id)"',
  '%!PS\n(%pipe%id) (w) file',
  '%PDF-1.4 <script>alert(1)</script>',
  'RIFF\u0024\u0000\u0000\u0000WEBPVP8 <script>',
])('what only begins like a picture is none: %j', async (text) => {
  const before = (await storedFiles()).length;
  expect((await upload(Buffer.from(text, 'latin1'), 'a.svg')).status).toBe(422);
  expect((await storedFiles()).length).toBe(before);
});

test.each([
  '../../../etc/passwd.jpg',
  '..\\..\\windows\\x.jpg',
  'a\r\nSet-Cookie: b=c.jpg',
  '-rf; $(id).jpg',
  '.htaccess',
  'con.jpg',
  `${'x'.repeat(5000)}.jpg`,
  '\u202Egpj.exe',
])('a name that leads elsewhere stays a name: %j', async (name) => {
  const { status, media } = await upload(await photo(), name.replaceAll('"', ''));
  // Some names are not valid in a header: then the form is not parsed.
  if (status !== 200) expect([400, 422]).toContain(status);
  else expect(new URL(media.original_file_url).pathname).toMatch(/^\/storage\/\w\/\w\/[0-9a-f]{32}\.jpg$/);
  for (const file of await storedFiles())
    expect(path.relative(app.storageDir, file)).not.toMatch(/^\.\.|\s|[;$]/);
});

test.each([
  ['without a boundary', 'multipart/form-data', 'zz'],
  ['that ends before it begins', 'multipart/form-data; boundary=q', '--q\r\n'],
  [
    'that is cut off in its file',
    'multipart/form-data; boundary=q',
    '--q\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nabc',
  ],
])('a form %s is the sender’s fault', async (_how, type, payload) => {
  for (const url of ['/media', '/csv']) {
    const response = await app.fastify.inject({
      method: 'POST',
      url: `/api/v3${url}`,
      headers: { 'content-type': type, authorization: `Bearer ${await app.tokenOf('admin')}` },
      payload,
    });
    expect([url, response.statusCode]).toEqual([url, 400]);
  }
});
