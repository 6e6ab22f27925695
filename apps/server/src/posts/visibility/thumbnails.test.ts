/** The first picture of a post in lists, as each viewer may see it (`with=thumbnail`). */
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { buildMultipart } from '../../testing/app/multipart.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
let survey: TestSurvey;
let picture: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  // The private field comes before that which everyone sees.
  survey = await createTestSurvey(app.db, {
    proof: { type: 'media', input: 'upload', private: true },
    photos: { type: 'media', input: 'upload', cardinality: 0 },
  });
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();
});
afterEach(() => app.send('admin', 'PUT', '/config/site', { private: false }));
afterAll(() => app.close());

async function upload(caption: string): Promise<number> {
  const { payload, headers } = buildMultipart({ caption }, { name: 'a.png', bytes: picture });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    headers: { ...headers, authorization },
    payload,
  });
  return answer.json<Media>().id;
}

/** A published post of the member with these pictures. @returns its id */
async function createPost(pictures: Record<string, number[]>): Promise<number> {
  const values = Object.fromEntries(Object.entries(pictures).map(([name, ids]) => [survey.keyOf(name), ids]));
  const input = {
    form: survey.id,
    user: await app.idOf('member'),
    title: 'Bridge',
    status: 'published',
    values,
  };
  const { status, body } = await app.send<Post>('member', 'POST', '/posts', input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

/** The post in a list, and alone. */
async function readThumbnails(kind: Actor, id: number, query = 'with=thumbnail') {
  const list = await app.send<{ results: Post[] }>(kind, 'GET', `/posts?status=all&post_id=${id}&${query}`);
  const single = await app.send<Post>(kind, 'GET', `/posts/${id}?${query}`);
  return [list.body.results[0]?.thumbnail, single.body.thumbnail];
}
const captionsFor = async (kind: Actor, id: number) =>
  (await readThumbnails(kind, id)).map((thumbnail) => thumbnail && thumbnail.caption);
const fetchThumbnail = async (url = '') =>
  (await app.fastify.inject({ url: url.replace('https://report.example.org', '') })).statusCode;

test('is the first one that the viewer sees', async () => {
  const id = await createPost({
    proof: [await upload('Proof')],
    photos: [await upload('First'), await upload('Second')],
  });
  for (const kind of ['passer-by', 'visitor', 'settings manager'] as Actor[])
    expect([kind, ...(await captionsFor(kind, id))]).toEqual([kind, 'First', 'First']);
  for (const kind of ['member', 'reviewer', 'admin'] as Actor[])
    expect([kind, ...(await captionsFor(kind, id))]).toEqual([kind, 'Proof', 'Proof']);
});

test('is null without a picture that the viewer sees, and absent unless requested', async () => {
  const [withoutPictures, withPrivate] = [
    await createPost({}),
    await createPost({ proof: [await upload('Proof')] }),
  ];
  expect(await readThumbnails('admin', withoutPictures)).toEqual([null, null]);
  expect(await readThumbnails('visitor', withPrivate)).toEqual([null, null]);
  expect(await readThumbnails('admin', withPrivate, 'with=merging')).toEqual([undefined, undefined]);
});

test('has the URL that the picture itself names: signed only for pictures that not everyone sees', async () => {
  const [open, hidden] = [await upload('Open'), await upload('Hidden')];
  const id = await createPost({ photos: [open], proof: [hidden] });
  const urlOf = async (kind: Actor, mediaId: number) =>
    (await app.send<Media>(kind, 'GET', `/media/${mediaId}`)).body.thumbnail_url;
  const [visible] = await readThumbnails('passer-by', id);
  expect(visible?.url).toBe(await urlOf('passer-by', open));
  expect(visible?.url).not.toContain('?');
  expect(await fetchThumbnail(visible?.url)).toBe(200);
  const [own] = await readThumbnails('member', id);
  expect(own?.url).toBe(await urlOf('member', hidden));
  expect(await fetchThumbnail(own?.url)).toBe(200);
  expect(await fetchThumbnail(own?.url.replace(/\?.*/, ''))).toBe(404);
  await app.send('admin', 'PUT', '/config/site', { private: true });
  const [closed] = await readThumbnails('reviewer', id);
  expect(closed?.url).toContain('?until=');
});

test('follows a change of the post, and of the picture', async () => {
  const [first, second] = [await upload('First'), await upload('Second')];
  const id = await createPost({ photos: [first, second] });
  await app.send('member', 'PUT', `/media/${first}`, { caption: 'Renamed' });
  expect(await captionsFor('passer-by', id)).toEqual(['Renamed', 'Renamed']);
  const saved = await app.send<Post>('member', 'PUT', `/posts/${id}?with=thumbnail`, {
    values: { [survey.keyOf('photos')]: [second] },
  });
  expect(saved.body.thumbnail?.caption).toBe('Second');
  await app.send('member', 'DELETE', `/media/${second}`);
  expect(await captionsFor('passer-by', id)).toEqual([null, null]);
});
