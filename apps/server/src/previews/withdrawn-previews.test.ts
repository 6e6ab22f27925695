/** Previews, pictures and files at fixed paths show nothing that visitors may not see any more, also if it was read a moment before. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Collection } from '@waypost/contract/collections/collections';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
let webDist: string;
let survey: TestSurvey;
beforeAll(async () => {
  webDist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  const head = '<meta name="description" content="Reports." /><title>Waypost</title>';
  await writeFile(path.join(webDist, 'index.html'), `<html><head>${head}</head><body></body></html>`);
  app = await startTestApp({ webDist });
  survey = await createTestSurvey(app.db, {
    photo: { type: 'media', input: 'upload' },
    place: { type: 'point', input: 'location' },
  });
});
afterEach(async () => {
  await app.send('admin', 'PUT', '/emergency', { hidden: false });
  await app.send('admin', 'PUT', '/config/site', { private: false });
});
afterAll(async () => {
  await app.close();
  await rm(webDist, { recursive: true });
});

const read = async (url: string) => (await app.fastify.inject({ url })).body;
const statusOf = async (url: string) => (await app.fastify.inject({ url })).statusCode;

async function upload(): Promise<Media> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'bridge.jpg', bytes });
  const authorization = `Bearer ${await app.tokenOf('reviewer')}`;
  const url = '/api/v3/media';
  return (
    await app.fastify.inject({ method: 'POST', url, payload, headers: { ...headers, authorization } })
  ).json<Media>();
}

/** A public report with a text, a picture and a place, in a collection. */
async function createPublicPost() {
  const media = await upload();
  const values = {
    [survey.keyOf('photo')]: [media.id],
    [survey.keyOf('place')]: [{ lat: 1.5, lon: 36.5 }],
  };
  const input = { form: survey.id, title: 'Bridge', content: 'By the mill', status: 'published', values };
  const { id } = (await app.send<Post>('reviewer', 'POST', '/posts', input)).body;
  const set = { name: 'Gauges', description: 'Weekly picks' };
  const collection = (await app.send<Collection>('reviewer', 'POST', '/collections', set)).body;
  await app.send('reviewer', 'POST', `/collections/${collection.id}/posts`, { id });
  return { id, collectionId: collection.id };
}

const secretTexts = /Bridge|mill|Gauges|Weekly|storage\/|preview-map/;

describe('after it was read', () => {
  test.each([
    ['everything public is hidden', () => app.send('admin', 'PUT', '/emergency', { hidden: true })],
    ['the deployment becomes private', () => app.send('admin', 'PUT', '/config/site', { private: true })],
  ])('nothing is shown once %s', async (_name, close) => {
    const { id, collectionId } = await createPublicPost();
    const pages = [`/posts/${id}`, `/collections/${collectionId}/map`];
    for (const page of pages) expect(await read(page)).toMatch(secretTexts);
    const pictures = ['/preview-map.png', `/preview-map.png?collection=${collectionId}`];
    for (const url of pictures) expect(await statusOf(url)).toBe(200);
    expect(await read('/robots.txt')).not.toContain('Disallow: /\n');
    const manifest = await read('/manifest.webmanifest');

    expect((await close()).status).toBe(200);
    for (const page of [...pages, '/', '/views/map']) expect(await read(page)).not.toMatch(secretTexts);
    for (const url of pictures) expect(await statusOf(url)).toBe(404);
    expect(await read('/robots.txt')).toContain('Disallow: /\n');
    // Name, description and logo, which the page for logging in shows, too.
    expect(await read('/manifest.webmanifest')).toBe(manifest);
    expect(manifest).not.toMatch(secretTexts);
  });

  test.each(['draft', 'archived'])('a report is not shown once it is %s', async (status) => {
    const { id } = await createPublicPost();
    expect(await read(`/posts/${id}`)).toMatch(/Bridge/);
    expect((await app.send('reviewer', 'PUT', `/posts/${id}`, { status })).status).toBe(200);
    expect(await read(`/posts/${id}`)).not.toMatch(secretTexts);
  });

  test('a report is not shown once it is deleted, and a collection once it is for the team', async () => {
    const { id, collectionId } = await createPublicPost();
    const page = `/collections/${collectionId}/map`;
    expect([await read(`/posts/${id}`), await read(page)]).toEqual([
      expect.stringMatching(/Bridge/),
      expect.stringMatching(/Gauges/),
    ]);
    const team = { name: 'Gauges', role: ['reviewer'] };
    expect((await app.send('reviewer', 'PUT', `/collections/${collectionId}`, team)).status).toBe(200);
    expect(await read(page)).not.toMatch(/Gauges|Weekly/);
    expect((await app.send('admin', 'DELETE', `/posts/${id}`)).status).toBe(200);
    expect(await read(`/posts/${id}`)).not.toMatch(secretTexts);
  });

  test('a text and a picture are not shown once they are taken out of the report', async () => {
    const { id } = await createPublicPost();
    expect(await read(`/posts/${id}`)).toMatch(/mill[^]*storage\//);
    const change = { content: 'By the road', values: { [survey.keyOf('photo')]: [] } };
    expect((await app.send('reviewer', 'PUT', `/posts/${id}`, change)).status).toBe(200);
    expect(await read(`/posts/${id}`)).not.toMatch(/mill|storage\//);
  });
});
