/** No spelling of the URL of a logo opens a picture of somebody else: neither as a public file nor as the icon of the app. */
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Media } from '@waypost/contract/media/media';
import { sql } from 'kysely';
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
  const { id, original_file_url } = await upload();
  const values = { [survey.keyOf('photo')]: [id] };
  await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Bridge', status: 'draft', values });
  file = new URL(original_file_url).pathname.replace('/storage/', '');
});
afterAll(() => app.close());
// The icon is cached for seconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const isPublic = async () => (await app.fastify.inject(`/storage/${file}`)).statusCode === 200;

async function upload(actor: 'member' | 'admin' = 'member'): Promise<Media> {
  const [r = 0, g = 0, b = 0] = pictureColor;
  const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'picture.jpg', bytes });
  const authorization = `Bearer ${await app.tokenOf(actor)}`;
  const uploaded = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  return uploaded.json<Media>();
}

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

test('the logo is a picture of the site: no original of a covered one, no export, and nothing that is deleted', async () => {
  const setLogo = (url: string | null | undefined) =>
    app.send('admin', 'PUT', '/config/site', { image_header: url ?? null });
  const pathOf = (url: string | null | undefined) =>
    `/storage/${(url ?? '').split('/storage/')[1]?.split('?')[0] ?? ''}`;
  const statusOf = async (url: string) => (await app.fastify.inject(url)).statusCode;
  const survey = await createTestSurvey(
    app.db,
    { photo: { type: 'media', input: 'upload' } },
    { keep_originals: true },
  );
  const covered = await upload();
  const body = { form: survey.id, title: 'Gate', values: { [survey.keyOf('photo')]: [covered.id] } };
  expect((await app.send('member', 'POST', '/posts', body)).status).toBe(200);
  const covers = [{ shape: 'box', x: 0, y: 0, width: 1, height: 1 }];
  expect((await app.send('admin', 'POST', `/media/${covered.id}/cover`, { covers })).status).toBe(200);
  await app.send('admin', 'POST', '/exports/jobs', { entity_type: 'post', send_to_browser: true });
  await app.jobs.runPending();
  const exported = await app.send<{ results: ExportJob[] }>('admin', 'GET', '/exports/jobs');
  for (const url of [covered.original_file_url, exported.body.results[0]?.url]) {
    expect([url, (await setLogo(pathOf(url))).status]).toEqual([url, 422]);
    expect([url, await statusOf(pathOf(url))]).toEqual([url, 404]);
  }
  // What an earlier version has let somebody choose.
  await sql`
    update settings set value = jsonb_set(value, '{image_header}', to_jsonb(${pathOf(covered.original_file_url)}::text))
    where name = 'site'`.execute(app.db);
  expect(await statusOf(pathOf(covered.original_file_url))).toBe(404);
  vi.setSystemTime(Date.now() + 10_000);
  expect(await isIcon()).toBe(false);

  const logo = await upload('admin');
  expect((await setLogo(logo.original_file_url)).status).toBe(200);
  expect(await statusOf(pathOf(logo.original_file_url))).toBe(200);
  expect((await app.send('admin', 'DELETE', `/media/${logo.id}`)).status).toBe(200);
  expect(await statusOf(pathOf(logo.original_file_url))).toBe(404);
});
