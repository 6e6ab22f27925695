/** Covering parts of a picture. */
import { readdir } from 'node:fs/promises';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { type Actor, startTestApp, type TestApp } from '../testing/app/test-app.ts';

type TestActor = Exclude<Actor, 'passer-by'>;

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } });
});
afterAll(() => app.close());

/** A picture of vertical stripes, two pixels wide, so that anything that shows them is recognized. */
async function makeStripes(format: 'jpeg' | 'png' = 'png'): Promise<Buffer> {
  const [width, height] = [400, 200];
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < width * height; index++)
    pixels.fill((index % width) % 4 < 2 ? 250 : 5, index * 3, index * 3 + 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

async function upload(actor: TestActor, bytes: Buffer, name = 'face.png'): Promise<Media> {
  const { payload, headers } = buildMultipart({ caption: 'At the gate' }, { name, bytes });
  const authorization = `Bearer ${await app.tokenOf(actor)}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  return response.json<Media>();
}
const cover = (actor: Actor, id: number, ...covers: object[]) =>
  app.send<Media>(actor, 'POST', `/media/${id}/cover`, { covers });
const read = async (id: number) => (await app.send<Media>('admin', 'GET', `/media/${id}`)).body;
const fetchFile = (url: string | undefined) =>
  app.fastify.inject({ url: (url ?? '').replace(/^https:\/\/[^/]+/, '') });
const countFiles = async () =>
  (await readdir(app.storageDir, { recursive: true, withFileTypes: true })).filter((it) => it.isFile())
    .length;

/** Brightness along a line from left to right, in the middle of the picture. */
async function readLine(media: Media): Promise<number[]> {
  const { rawPayload } = await fetchFile(media.original_file_url);
  const { data, info } = await sharp(rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
  const start = Math.floor(info.height / 2) * info.width;
  return [...data.subarray(start, start + info.width)];
}
/** The largest difference between pixels that are two apart: high where the stripes can be seen. */
const contrastOf = (line: readonly number[]) =>
  Math.max(...line.slice(2).map((value, index) => Math.abs(value - (line[index] ?? value))));

const middleBox = { shape: 'box', x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

async function createPost(actor: TestActor, pictureId: number): Promise<number> {
  const body = { form: survey.id, title: 'Gate', values: { [survey.keyOf('photo')]: [pictureId] } };
  return (await app.send<Post>(actor, 'POST', '/posts', body)).body.id;
}

test.each(['png', 'jpeg'] as const)(
  'a pixelated box of a %s shows nothing of what was there, and the rest stays',
  async (format) => {
    const { id, ...before } = await upload('member', await makeStripes(format));
    expect(contrastOf(await readLine(await read(id)))).toBeGreaterThan(200);
    const covered = await cover('member', id, middleBox);
    expect(covered.status).toBe(200);
    expect(covered.body).toMatchObject({
      id,
      caption: 'At the gate',
      mime: before.mime,
      original_width: 400,
      original_height: 200,
    });
    const line = await readLine(covered.body);
    expect(contrastOf(line.slice(112, 288))).toBeLessThan(60);
    expect(contrastOf(line.slice(0, 90))).toBeGreaterThan(200);
    expect(contrastOf(line.slice(310))).toBeGreaterThan(200);
  },
);

test('the previous file and its thumbnail are gone, and the new thumbnail is covered too', async () => {
  const { id } = await upload('member', await makeStripes());
  const before = await read(id);
  await app.jobs.runPending();
  const files = await countFiles();
  await cover('member', id, { ...middleBox, style: 'black', x: 0, y: 0, width: 1, height: 1 });
  const after = await read(id);
  expect([after.original_file_url, after.thumbnail_url]).not.toContain(before.original_file_url);
  for (const url of [before.original_file_url, before.thumbnail_url])
    expect((await fetchFile(url)).statusCode).toBe(404);
  await app.jobs.runPending();
  expect(await countFiles()).toBe(files);
  for (const url of [after.original_file_url, after.thumbnail_url]) {
    const { channels } = await sharp((await fetchFile(url)).rawPayload).stats();
    expect(Math.max(...channels.slice(0, 3).map(({ max }) => max))).toBeLessThan(8);
  }
});

test('many small areas beside each other hide as much as one large area', async () => {
  const { id } = await upload('member', await makeStripes());
  const side = 1 / 40;
  const boxes = Array.from({ length: 20 }, (_, index) => ({
    ...middleBox,
    x: 0.25 + index * side,
    y: 0.4,
    width: side,
    height: 0.2,
  }));
  const line = await readLine((await cover('member', id, ...boxes)).body);
  expect(contrastOf(line.slice(112, 288))).toBeLessThan(60);
});

test('a PNG keeps the colors of the rest', async () => {
  const { id } = await upload('member', await makeStripes());
  const before = await readLine(await read(id));
  const after = await readLine((await cover('member', id, { ...middleBox, style: 'black' })).body);
  expect([after.slice(0, 90), after.slice(310)]).toEqual([before.slice(0, 90), before.slice(310)]);
});

test('a finished export, which contains the original, is deleted', async () => {
  const { id } = await upload('member', await makeStripes());
  await createPost('member', id);
  const created = await app.send<ExportJob>('admin', 'POST', '/exports/jobs', {
    entity_type: 'post',
    fields: [],
  });
  await app.jobs.runPending();
  const readUrl = async () =>
    (await app.send<ExportJob>('admin', 'GET', `/exports/jobs/${created.body.id}`)).body.url;
  expect(await readUrl()).not.toBeNull();
  await cover('member', id, middleBox);
  expect(await readUrl()).toBeNull();
});

test('a signed URL of a picture without a row is answered 404, even if its file remains after a crash', async () => {
  const { id } = await upload('member', await makeStripes());
  const { original_file_url: url, thumbnail_url } = await read(id);
  expect((await fetchFile(url)).statusCode).toBe(200);
  await sql`delete from media where id = ${id}`.execute(app.db);
  expect([(await fetchFile(url)).statusCode, (await fetchFile(thumbnail_url)).statusCode]).toEqual([
    404, 404,
  ]);
});

test('a brush line covers its width', async () => {
  const { id } = await upload('member', await makeStripes());
  const points = [
    [0.3, 0.5],
    [0.7, 0.5],
  ];
  const line = await readLine(
    (await cover('member', id, { shape: 'brush', style: 'black', size: 0.1, points })).body,
  );
  expect(Math.max(...line.slice(110, 290))).toBeLessThan(8);
  expect(contrastOf(line.slice(0, 95))).toBeGreaterThan(200);
  const dot = await upload('member', await makeStripes());
  const { body } = await cover('member', dot.id, {
    shape: 'brush',
    style: 'black',
    size: 0.1,
    points: [[0.5, 0.5]],
  });
  expect(Math.max(...(await readLine(body)).slice(190, 210))).toBeLessThan(8);
});

test('areas of two requests at once are both covered', async () => {
  const black = { shape: 'box', style: 'black', y: 0, height: 1, width: 0.2 };
  // The first can replace the file before, while and after the second reads it.
  for (let round = 0; round < 8; round++) {
    const { id } = await upload('member', await makeStripes());
    const results = await Promise.all([
      cover('member', id, { ...black, x: 0 }),
      cover('reviewer', id, { ...black, x: 0.8 }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    const line = await readLine(await read(id));
    expect(Math.max(...line.slice(0, 75), ...line.slice(325))).toBeLessThan(8);
  }
});

test('of an animation the first frame is kept', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  const { id } = await upload('member', animation, 'wave.gif');
  const { body } = await cover('member', id, middleBox);
  const { pages, height } = await sharp((await fetchFile(body.original_file_url)).rawPayload).metadata();
  expect([pages ?? 1, height]).toEqual([1, 40]);
});

test('the post keeps its picture, and the audit log names who covered it', async () => {
  const { id } = await upload('member', await makeStripes());
  const postId = await createPost('member', id);
  expect((await cover('reviewer', id, middleBox)).status).toBe(200);
  const { body } = await app.send<Post>('admin', 'GET', `/posts/${postId}`);
  expect(body.values).toEqual({ [survey.keyOf('photo')]: [String(id)] });
  const log = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=posts&limit=1');
  expect(log.body.results).toMatchObject([
    {
      action: 'update',
      subject_id: String(postId),
      user: { id: await app.idOf('reviewer') },
      details: { changed: ['covered_picture'] },
    },
  ]);
});

test('only its uploader and the team cover a picture', async () => {
  const { id } = await upload('reviewer', await makeStripes());
  await createPost('reviewer', id);
  expect((await cover('passer-by', id, middleBox)).status).toBe(401);
  for (const actor of ['visitor', 'member', 'settings manager'] as const)
    expect([actor, (await cover(actor, id, middleBox)).status]).toEqual([actor, 403]);
  const hidden = await upload('reviewer', await makeStripes());
  expect((await cover('member', hidden.id, middleBox)).status).toBe(404);
  expect((await cover('admin', 999_999, middleBox)).status).toBe(404);
});

test.each([
  ['no area', []],
  ['an unknown shape', [{ ...middleBox, shape: 'circle' }]],
  ['an unknown style', [{ ...middleBox, style: 'blur' }]],
  ['a position beyond the picture', [{ ...middleBox, x: 1.5 }]],
  ['a text as position', [{ ...middleBox, x: '1"/><image href="/etc/passwd"/>' }]],
  ['a brush without points', [{ shape: 'brush', size: 0.1, points: [] }]],
  ['too large a brush', [{ shape: 'brush', size: 0.5, points: [[0.5, 0.5]] }]],
  ['too many points', [{ shape: 'brush', size: 0.1, points: Array.from({ length: 501 }, () => [0, 0]) }]],
  [
    'areas that would take too long',
    Array.from({ length: 11 }, () => ({ ...middleBox, x: 0, y: 0, width: 1, height: 1 })),
  ],
  ['too many areas', Array.from({ length: 101 }, () => middleBox)],
])('%s is refused and changes nothing', async (_, covers) => {
  const { id } = await upload('member', await makeStripes());
  const before = await read(id);
  expect((await cover('member', id, ...covers)).status).toBe(422);
  expect((await read(id)).original_file_url).toBe(before.original_file_url);
});

test('a box without an area covers nothing, and one of a pixel covers it', async () => {
  const { id } = await upload('member', await makeStripes());
  expect((await cover('member', id, { ...middleBox, width: 0 })).status).toBe(200);
  expect((await cover('member', id, { shape: 'box', x: 0.999, y: 0.999, width: 1, height: 1 })).status).toBe(
    200,
  );
});
