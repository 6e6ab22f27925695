import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Collection } from '@waypost/contract/collections/collections';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { scaled } from '../testing/time.ts';

let app: TestApp;
let webDist: string;
let survey: TestSurvey;
beforeAll(async () => {
  webDist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  const head = '<meta name="description" content="Reports." /><title>Waypost</title>';
  await writeFile(path.join(webDist, 'index.html'), `<html><head>${head}</head><body></body></html>`);
  app = await startTestApp({ webDist });
  await app.send('admin', 'PUT', '/config/site', { name: 'River Watch', description: 'Who sees water' });
  survey = await createTestSurvey(app.db, {
    photo: { type: 'media', input: 'upload' },
    proof: { type: 'media', input: 'upload', private: true },
  });
});
afterAll(async () => {
  await app.close();
  await rm(webDist, { recursive: true });
});

let requestCount = 0;
/** Metadata of a page, by a new URL each time because responses are cached for some seconds. */
async function readMetaTags(page: string): Promise<Record<string, string>> {
  requestCount += 1;
  const { body, statusCode } = await app.fastify.inject({
    url: `${page}${page.includes('?') ? '&' : '?'}n=${requestCount}`,
  });
  expect(statusCode).toBe(200);
  const tags = [...body.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/g)];
  const title = /<title>([^<]*)<\/title>/.exec(body)?.[1] ?? '';
  return { title, ...Object.fromEntries(tags.map(([, name, content]) => [name, content])) };
}

async function upload(kind: 'reviewer' | 'admin' = 'reviewer'): Promise<Media> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b6e69' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Bearer ${await app.tokenOf(kind)}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json<Media>();
}

const post = async (more: object) =>
  (await app.send<Post>('reviewer', 'POST', '/posts', { form: survey.id, status: 'published', ...more })).body
    .id;

test('a preview shows title, text and picture of a post, escaped', async () => {
  const [photo, proof] = [await upload(), await upload()];
  const id = await post({
    title: 'Bridge "closed" <script>alert(1)</script> $&',
    content: `Water\n\nover the deck & more. ${'x'.repeat(200)}`,
    values: { [survey.keyOf('photo')]: [photo.id], [survey.keyOf('proof')]: [proof.id] },
  });
  const tags = await readMetaTags(`/posts/${id}`);
  expect(tags).toMatchObject({
    title: 'Bridge &quot;closed&quot; &lt;script&gt;alert(1)&lt;/script&gt; $&amp;',
    'og:title': 'Bridge &quot;closed&quot; &lt;script&gt;alert(1)&lt;/script&gt; $&amp;',
    'og:site_name': 'River Watch',
    'og:url': expect.stringMatching(new RegExp(`^https://report.example.org/posts/${id}\\?`)),
    'twitter:card': 'summary_large_image',
  });
  expect(tags['og:description']).toMatch(/^Water over the deck &amp; more\. x+…$/);
  // Services that display the link can fetch it.
  const picture = new URL(tags['og:image'] ?? '');
  expect(picture.origin).toBe('https://report.example.org');
  const { statusCode, headers } = await app.fastify.inject({ url: picture.pathname });
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);

  const secret = await post({ title: 'Seen', values: { [survey.keyOf('proof')]: [proof.id] } });
  expect((await readMetaTags(`/posts/${secret}/`))['og:image']).toBe(
    'https://report.example.org/icon-512.png',
  );
});

const siteTags = { title: 'River Watch', 'og:title': 'River Watch', 'og:description': 'Who sees water' };

test('a page that does not exist or is not public shows the preview of the deployment', async () => {
  const draft = await post({ title: 'Secret draft', status: 'draft' });
  const forTeam = await post({ title: 'Secret plan', published_to: ['reviewer'] });
  for (const page of [`/posts/${draft}`, `/posts/${forTeam}`, '/posts/999999', '/posts/99999999999999', '/'])
    expect([page, await readMetaTags(page)]).toEqual([page, expect.objectContaining(siteTags)]);
  const closed = await app.send<Collection>('reviewer', 'POST', '/collections', {
    name: 'Secret places',
    role: ['reviewer'],
  });
  expect(await readMetaTags(`/collections/${closed.body.id}`)).toMatchObject(siteTags);
  const internal = await createTestSurvey(app.db, {}, {});
  await app.db.updateTable('surveys').set({ disabled: true }).where('id', '=', internal.id).execute();
  expect(await readMetaTags(`/views/map?form=${internal.id}`)).toMatchObject(siteTags);
});

test('collections, saved searches and filtered views are previewed by their names', async () => {
  const set = { name: 'Gauges', description: 'Weekly picks' };
  const collection = (await app.send<Collection>('member', 'POST', '/collections', set)).body;
  const search = (
    await app.send<Collection>('member', 'POST', '/savedsearches', { ...set, filter: { q: 'x' } })
  ).body;
  const named = { 'og:title': 'Gauges', 'og:description': 'Weekly picks' };
  for (const page of [
    `/collections/${collection.id}`,
    `/collections/${collection.id}/map`,
    `/map/noui?set=${collection.id}`,
    `/savedsearches/${search.id}/data`,
    `/views/map?saved_search=${search.id}`,
  ])
    expect([page, await readMetaTags(page)]).toEqual([page, expect.objectContaining(named)]);
  const { name } = await app.db
    .selectFrom('surveys')
    .select('name')
    .where('id', '=', survey.id)
    .executeTakeFirstOrThrow();
  const view = await readMetaTags(`/views/data?q=flood&form=${survey.id}`);
  expect(view['og:title']).toBe(`“flood” · ${name} – River Watch`);
});

test('lists and collections with places carry a map picture of what everybody may see', async () => {
  const places = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
  const place = { [places.keyOf('where')]: [{ lat: -1.28, lon: 36.82 }] };
  const draft = { form: places.id, values: place, status: 'draft', title: 'Unseen' };
  expect((await app.send('reviewer', 'POST', '/posts', draft)).status).toBe(200);
  const view = `/views/data?form=${places.id}`;
  // Only the draft has a place.
  expect((await readMetaTags(view))['twitter:card']).toBe('summary');
  const id = await post({ form: places.id, values: place, title: 'Seen' });
  const collection = (await app.send<Collection>('reviewer', 'POST', '/collections', { name: 'Places' }))
    .body;
  await app.send('reviewer', 'POST', `/collections/${collection.id}/posts`, { id });
  for (const page of [view, `/collections/${collection.id}/map`]) {
    const tags = await readMetaTags(page);
    expect([page, tags['twitter:card']]).toEqual([page, 'summary_large_image']);
    const { pathname, search } = new URL((tags['og:image'] ?? '').replaceAll('&amp;', '&'));
    const { statusCode, headers, rawPayload } = await app.fastify.inject({ url: pathname + search });
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  }
  const closed = (
    await app.send<Collection>('reviewer', 'POST', '/collections', { name: 'Closed', role: ['reviewer'] })
  ).body;
  await app.send('reviewer', 'POST', `/collections/${closed.id}/posts`, { id });
  expect((await app.fastify.inject({ url: `/preview-map.png?collection=${closed.id}` })).statusCode).toBe(
    404,
  );
  const readStatus = async () =>
    (await app.fastify.inject({ url: `/preview-map.png?form=${places.id}` })).statusCode;
  expect(await readStatus()).toBe(200);
  await app.send('admin', 'PUT', '/config/site', { private: true });
  expect(await readStatus()).toBe(404);
  await app.send('admin', 'PUT', '/config/site', { private: false });
  // A picture that was drawn before the place was hidden is not served any more.
  expect(await readStatus()).toBe(200);
  const archived = await app.send('admin', 'PUT', `/posts/${id}`, { status: 'archived' });
  expect(archived.status).toBe(200);
  expect(await readStatus()).toBe(404);
});

test('a saved search carries a map of the reports that it finds, unless it is not public', async () => {
  const places = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
  for (const [title, lon] of [
    ['Gauge', 36.82],
    ['Bridge', -74],
  ] as const)
    await post({ form: places.id, title, values: { [places.keyOf('where')]: [{ lat: -1.28, lon }] } });
  const filter = { q: 'gauge', form: [places.id] };
  const createSearch = async (more: object) =>
    (await app.send<Collection>('reviewer', 'POST', '/savedsearches', { filter, ...more })).body.id;
  const readPicture = async (url: string) => {
    const { pathname, search } = new URL(url.replaceAll('&amp;', '&'), 'https://report.example.org');
    const { statusCode, rawPayload } = await app.fastify.inject({ url: pathname + search });
    return { statusCode, rawPayload };
  };
  const id = await createSearch({ name: 'Gauges with places' });
  const tags = await readMetaTags(`/savedsearches/${id}/map`);
  expect(tags).toMatchObject({ 'og:title': 'Gauges with places', 'twitter:card': 'summary_large_image' });
  const picture = await readPicture(tags['og:image'] ?? '');
  // The same picture as that of the list with the same filters, which is drawn around one report.
  const view = await readMetaTags(`/views/data?q=gauge&form=${places.id}`);
  expect(picture).toEqual(await readPicture(view['og:image'] ?? ''));
  expect(picture.statusCode).toBe(200);

  const closed = await createSearch({ name: 'Watched by the team', role: ['reviewer'] });
  for (const page of [`/savedsearches/${closed}/map`, `/views/map?saved_search=${closed}`]) {
    const hidden = await readMetaTags(page);
    expect([page, hidden]).toEqual([
      page,
      expect.objectContaining({ ...siteTags, 'twitter:card': 'summary' }),
    ]);
    expect(JSON.stringify(hidden)).not.toContain('Watched');
  }
  for (const query of [`savedsearch=${closed}`, `collection=${closed}`, `collection=${id}`])
    expect([query, (await readPicture(`/preview-map.png?${query}`)).statusCode]).toEqual([query, 404]);
});

test('a private deployment reveals nothing of its content', async () => {
  const id = await post({ title: 'Inside' });
  expect(await readMetaTags(`/posts/${id}`)).toMatchObject({ 'og:title': 'Inside' });
  await app.send('admin', 'PUT', '/config/site', { private: true });
  expect(await readMetaTags(`/posts/${id}`)).toMatchObject(siteTags);
  await app.send('admin', 'PUT', '/config/site', { private: false });
});

test('other sites may embed the map without interface and a survey’s form, and no other page', async () => {
  const framedBy = async (url: string) =>
    /frame-ancestors ([^;]+)/.exec(
      String((await app.fastify.inject({ url })).headers['content-security-policy']),
    )?.[1];
  expect(await framedBy('/map/noui?q=flood')).toBe('*');
  expect(await framedBy(`/posts/create/${survey.id}/noui`)).toBe('*');
  for (const url of [
    '/',
    '/views/map',
    '/posts/1',
    '/settings',
    '/login',
    '/map/noui/../../settings',
    '/docs',
  ])
    expect([url, await framedBy(url)]).toEqual([url, "'self'"]);
});

test('the list may be embedded, too; where the operator names sites, only by those', async () => {
  const strict = await startTestApp({
    webDist,
    embedders: ['https://example.org', 'https://*.example.net'],
  });
  const framedBy = async (deployment: TestApp, url: string) =>
    /frame-ancestors ([^;]+)/.exec(
      String((await deployment.fastify.inject({ url })).headers['content-security-policy']),
    )?.[1];
  expect(await framedBy(app, '/list/noui?q=flood')).toBe('*');
  for (const url of ['/map/noui', '/list/noui', '/posts/create/1/noui'])
    expect(await framedBy(strict, url)).toBe("'self' https://example.org https://*.example.net");
  for (const url of ['/', '/views/map', '/list/nouix']) expect(await framedBy(strict, url)).toBe("'self'");
  await strict.close();
});

test('the app is installed with name and logo of the deployment', async () => {
  await writeFile(
    path.join(webDist, 'icon-512.png'),
    await sharp({ create: { width: 512, height: 512, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  );
  const manifest = async () => {
    const response = await app.fastify.inject({ url: '/manifest.webmanifest' });
    expect(response.headers['content-type']).toContain('application/manifest+json');
    return response.json<{ name: string; icons: { src: string; sizes: string; purpose: string }[] }>();
  };
  const own = await manifest();
  expect(own).toMatchObject({ name: 'River Watch', short_name: 'River Watch', display: 'standalone' });
  const picture = await upload('admin');
  await app.send('admin', 'PUT', '/config/site', { image_header: picture.original_file_url });
  await expect
    .poll(async () => (await manifest()).icons[0]?.src, { timeout: scaled(8000) })
    .not.toBe(own.icons[0]?.src);
  for (const { src, sizes, purpose } of (await manifest()).icons) {
    const { rawPayload } = await app.fastify.inject({ url: src });
    const { width, height } = await sharp(rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
    // The logo fills the center, and only the center of icons that are cut to a shape.
    const { data } = await sharp(rawPayload)
      .removeAlpha()
      .extract({ left: 3, top: 3, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([purpose, [...data].join()]).toEqual([purpose, purpose === 'any' ? '11,110,105' : '251,250,247']);
  }
  await app.send('admin', 'PUT', '/config/site', { image_header: null });
});
