/** ZIP files of pictures that change while the file is written. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { SlowFileStore } from '../kernel/files/slow-file-store.fixture.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

interface Picture {
  id: number;
  post: number;
  file: string;
  /** Of its first file. */
  hash: string;
}

let app: TestApp;
let store: SlowFileStore;
let folder: string;
let survey: TestSurvey;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-media-export-'));
  store = new SlowFileStore(folder);
  app = await startTestApp({ fileStore: store });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function createPost(at: number): Promise<Picture> {
  const background = { r: at * 40, g: 90, b: 40 };
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const { payload, headers } = buildMultipart({ caption: 'Gate' }, { name: `${at}.png`, bytes });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  const { id } = response.json<Media>();
  const body = { form: survey.id, title: `Gate ${at}`, values: { [survey.keyOf('photo')]: [id] } };
  const post = (await app.send<Post>('member', 'POST', '/posts', body)).body.id;
  const { file } = await app.db
    .selectFrom('media')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, post, file, hash: hashOf(await readFile(path.join(folder, file))) };
}

/** Posts of a new survey that keeps originals, with a picture each, and an export of them. */
async function prepareExport() {
  survey = await createTestSurvey(
    app.db,
    { photo: { type: 'media', input: 'upload' } },
    { keep_originals: true },
  );
  const pictures = [await createPost(1), await createPost(2), await createPost(3)] as const;
  const { body } = await app.send<ExportJob>('reviewer', 'POST', '/exports/jobs', {
    entity_type: 'post',
    send_to_browser: true,
    format: 'media',
    filters: { form: [survey.id] },
  });
  return { id: body.id, pictures };
}

/** Runs the jobs, and does something once when this file is about to be read. */
async function runMeanwhile(file: string, work: () => Promise<unknown>) {
  store.onceBeforeRead(file, work);
  const results = await app.jobs.runPending();
  expect(store.isWaiting).toBe(false);
  return results.filter(([name]) => name === 'write-export');
}

const readExport = async (id: number) =>
  (await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${id}`)).body;

/** SHA-256 of each entry by its name. */
async function readEntries(url: string | null): Promise<Map<string, string>> {
  const response = await app.fastify.inject({
    url: (url ?? '').replace('https://report.example.org', ''),
  });
  expect(response.statusCode).toBe(200);
  const file = path.join(folder, 'downloaded.zip');
  await writeFile(file, response.rawPayload);
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, hashOf(await buffer(await zip.openReadStreamPromise(entry))));
  zip.close();
  return entries;
}

const nameOf = ({ id, post, file }: Picture) => `${post}/${id}${path.extname(file)}`;

test('a picture that is deleted while the file is written is left out', async () => {
  const { id, pictures } = await prepareExport();
  const [first, second, third] = pictures;
  const results = await runMeanwhile(second.file, async () => {
    expect((await app.send('reviewer', 'DELETE', `/posts/${second.post}`)).status).toBe(200);
    await rm(path.join(folder, second.file));
  });
  expect(results).toEqual([['write-export', 'done']]);
  const entries = await readEntries((await readExport(id)).url);
  expect([...entries.keys()]).toEqual([nameOf(first), nameOf(third), 'pictures.csv']);
  expect([...entries.values()].slice(0, 2)).toEqual([first.hash, third.hash]);
});

test('a picture that cannot be read fails the attempt, and the next one writes the file', async () => {
  const { id, pictures } = await prepareExport();
  const file = path.join(folder, pictures[1].file);
  const results = await runMeanwhile(pictures[1].file, async () => {
    await rename(file, `${file}.away`);
    await mkdir(file);
  });
  expect(results).toEqual([['write-export', 'failed']]);
  expect((await readExport(id)).url).toBeNull();
  await rm(file, { recursive: true });
  await rename(`${file}.away`, file);
  await app.jobs.runPending({ includeScheduled: true });
  const { url, status } = await readExport(id);
  expect(status).toBe('SUCCESS');
  expect([...(await readEntries(url)).values()].slice(0, 3)).toEqual(pictures.map(({ hash }) => hash));
});

test.each([
  ['before', 0],
  ['while', 1],
  ['after', 2],
] as const)('a file has no original that was covered %s it was read', async (_, covered) => {
  const { id, pictures } = await prepareExport();
  const picture = pictures[covered];
  await runMeanwhile(pictures[1].file, async () => {
    const covers = [{ shape: 'box', x: 0, y: 0, width: 1, height: 1, style: 'black' }];
    const response = await app.send<Media>('reviewer', 'POST', `/media/${picture.id}/cover`, { covers });
    expect(response.status).toBe(200);
  });
  await app.jobs.runPending({ includeScheduled: true });
  // The team keeps the original under its earlier name.
  expect(hashOf(await readFile(path.join(folder, picture.file)))).toBe(picture.hash);
  const { url, status } = await readExport(id);
  expect(status).toBe('SUCCESS');
  const entries = await readEntries(url);
  expect([...entries.values()]).not.toContain(picture.hash);
  expect(entries.size).toBe(4);
});
