/** No spelling of the URL of a logo opens a picture of somebody else: neither as a public file nor as the icon of the app. */
import type { Media } from '@waypost/contract/media/media';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

const pictureColor = [200, 20, 120];

let app: TestApp;
/** Stored name of a picture in a member's draft. */
let file: string;
beforeAll(async () => {
  app = await startTestApp();
  const survey = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } });
  const [r = 0, g = 0, b = 0] = pictureColor;
  const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'picture.jpg', bytes });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const uploaded = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  const { id, original_file_url } = uploaded.json<Media>();
  const values = { [survey.keyOf('photo')]: [id] };
  await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Bridge', status: 'draft', values });
  file = new URL(original_file_url).pathname.replace('/storage/', '');
});
afterAll(() => app.close());
// The icon is cached for seconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const isPublic = async () => (await app.fastify.inject(`/storage/${file}`)).statusCode === 200;

/** Whether the icon of the app shows the picture; without a client there is no other icon. */
async function isIcon(): Promise<boolean> {
  const { statusCode, rawPayload } = await app.fastify.inject('/app-icon/any-192.png');
  if (statusCode !== 200) return false;
  const { channels } = await sharp(rawPayload).stats();
  return pictureColor.every((value, at) => Math.abs((channels[at]?.mean ?? 0) - value) < 10);
}

const encodeFirst = (name: string) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;

test('no spelling of the URL of a logo opens a picture of somebody else', async () => {
  const open: string[] = [];
  for (const url of [
    `https://example.org/storage/${file}`,
    `https://example.org/storage/storage/${file}`,
    `https://example.org/storage//storage/${file}`,
    `https://example.org/storage/x/storage/${file}`,
    `/storage/${encodeFirst(file)}`,
    `/storage/${file.replaceAll('/', '%2F')}`,
    `/storage/./${file}`,
    `/storage//${file}`,
    `/storage/${file.replaceAll('/', '//')}`,
    `/storage/x/../${file}`,
    `/storage/x%2F..%2F${file}`,
    `/storage/${file}#top`,
    `/storage/${file}?x=/storage/x`,
    `https://example.org/logo.png?from=/storage/${file}`,
    `https://example.org/logo.png#/storage/${file}`,
    `/storage/${file}%00`,
    '/storage/%',
  ]) {
    const { status } = await app.send('admin', 'PUT', '/config/site', { image_header: url });
    vi.setSystemTime(Date.now() + 10_000);
    if (await isPublic()) open.push(`file: ${url} (${status})`);
    if (await isIcon()) open.push(`icon: ${url} (${status})`);
  }
  expect(open).toEqual([]);
});
