/**
 * Files of deleted rows: their URLs stop working with the deletion, and a job removes them, also once the store is reachable again. Kills
 * between the two are in `killed-process.slow.test.ts`.
 */
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Import } from '@waypost/contract/imports/imports';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import type { Status } from '@waypost/contract/status/status';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { recordFilesToRemove } from '../kernel/files/files-to-remove.sql.ts';
import { S3FileStore } from '../kernel/files/s3-file-store.ts';
import { up } from '../migrations/0313-files-to-remove.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { type BucketServer, startBucketServer } from '../testing/servers/bucket-server.ts';

let bucket: BucketServer;
let store: S3FileStore;
let app: TestApp;
let survey: TestSurvey;
let photograph: Buffer;
beforeAll(async () => {
  bucket = await startBucketServer();
  store = new S3FileStore(bucket.settings);
  app = await startTestApp({ fileStore: store });
  survey = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } });
  photograph = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#275' } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await app.close();
  await store.close();
  await bucket.close();
});

const listFiles = () => [...(bucket.files?.keys() ?? [])].sort();
const readStatus = async () => (await app.send<Status>('admin', 'GET', '/status')).body;
const countToRemove = async () => (await readStatus()).files.to_remove?.count;
const statusOf = async (url: string | null | undefined) =>
  (await app.fastify.inject({ url: (url ?? '').replace(/^https:\/\/[^/]+/, '') })).statusCode;

async function sendFile<T>(url: string, file: { name: string; bytes: Buffer }): Promise<T> {
  const { payload, headers } = buildMultipart({}, file);
  const authorization = `Bearer ${await app.tokenOf('admin')}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/v3${url}`,
    payload,
    headers: { ...headers, authorization },
  });
  expect(response.statusCode).toBe(200);
  return response.json<T>();
}
const upload = () => sendFile<Media>('/media', { name: 'bridge.jpg', bytes: photograph });

/** A published report with a picture. */
async function createReport(form = survey): Promise<{ post: number; media: Media }> {
  const { id } = await upload();
  const body = {
    form: form.id,
    title: 'Bridge',
    status: 'published',
    values: { [form.keyOf('photo')]: [id] },
  };
  const { body: post } = await app.send<Post>('admin', 'POST', '/posts', body);
  return { post: post.id, media: (await app.send<Media>('admin', 'GET', `/media/${id}`)).body };
}

async function createExport(): Promise<ExportJob> {
  const body = { entity_type: 'post', send_to_browser: true };
  const { id } = (await app.send<ExportJob>('admin', 'POST', '/exports/jobs', body)).body;
  await app.jobs.runPending();
  return (await app.send<ExportJob>('admin', 'GET', `/exports/jobs/${id}`)).body;
}

/** What is deleted: the URLs that work until then, and the deletion. */
const deletions: Record<
  string,
  () => Promise<{ urls: (string | null | undefined)[]; remove: () => Promise<unknown> }>
> = {
  async 'a picture'() {
    const { media } = await createReport();
    return {
      urls: [media.original_file_url, media.thumbnail_url],
      remove: () => app.send('admin', 'DELETE', `/media/${media.id}`),
    };
  },
  async 'a report'() {
    const { post, media } = await createReport();
    return {
      urls: [media.original_file_url, media.thumbnail_url],
      remove: () => app.send('admin', 'DELETE', `/posts/${post}`),
    };
  },
  async 'a survey'() {
    const other = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } });
    const { media } = await createReport(other);
    return {
      urls: [media.original_file_url, media.thumbnail_url],
      remove: () => app.send('admin', 'DELETE', `/forms/${other.id}`),
    };
  },
  async 'a report with a picture that somebody covers'() {
    const { media } = await createReport();
    const covers = [{ shape: 'box', x: 0, y: 0, width: 0.5, height: 0.5 }];
    return {
      urls: [media.original_file_url, media.thumbnail_url],
      remove: () => app.send('admin', 'POST', `/media/${media.id}/cover`, { covers }),
    };
  },
  async 'an import'() {
    const { id } = await sendFile<Import>('/csv', { name: 'list.csv', bytes: Buffer.from('a,b\n1,2\n') });
    return { urls: [], remove: () => app.send('admin', 'DELETE', `/csv/${id}`) };
  },
  async 'an export'() {
    await createReport();
    const { id, url } = await createExport();
    return { urls: [url], remove: () => app.send('admin', 'DELETE', `/exports/jobs/${id}`) };
  },
  async 'an export that has expired'() {
    await createReport();
    const { url, id } = await createExport();
    return {
      urls: [url],
      async remove() {
        await sql`update export_jobs set expires = now() where id = ${id}`.execute(app.db);
        await sql`insert into jobs.job (name, policy) values ('delete-old-exports', 'standard')`.execute(
          app.db,
        );
      },
    };
  },
};

describe.each(Object.entries(deletions))('%s', (_, prepare) => {
  test('is not served any more from its deletion on, and its files are removed', async () => {
    const before = listFiles();
    const { urls, remove } = await prepare();
    await app.jobs.runPending();
    const files = listFiles().filter((name) => !before.includes(name));
    expect(files.length).toBeGreaterThan(0);
    for (const url of urls) expect(await statusOf(url)).toBe(200);
    await remove();
    for (const url of urls) expect(await statusOf(url)).toBe(404);
    expect(listFiles()).toEqual(expect.arrayContaining(files));
    await app.jobs.runPending();
    // Files that another job has expired.
    await app.jobs.runPending();
    expect(await countToRemove()).toBe(0);
  });
});

test('nothing is left of all of them but what still has a row', async () => {
  await app.jobs.runPending();
  const { rows } = await sql<{ name: string }>`
    select file as name from media union select thumbnail from media
    union select file from export_jobs where file_size is not null`.execute(app.db);
  expect(listFiles()).toEqual(rows.map(({ name }) => `site/${name}`).sort());
});

test('while the store is unreachable, the files wait, and the status page says so', async () => {
  const { media } = await createReport();
  const { files } = bucket;
  bucket.files = undefined;
  expect((await app.send('admin', 'DELETE', `/media/${media.id}`)).status).toBe(200);
  expect(await app.jobs.runPending()).toContainEqual(['remove-files', 'done']);
  expect((await readStatus()).concerns).not.toContain('files-not-removed');
  await sql`update files_to_remove set recorded = now() - interval '2 hours'`.execute(app.db);
  const status = await readStatus();
  expect(status.files.to_remove).toEqual({ count: 2, oldest: expect.any(String) as string });
  expect(status.concerns).toContain('files-not-removed');
  bucket.files = files;
  await app.jobs.runPending();
  expect(await countToRemove()).toBe(2);
  await sql`update files_to_remove set tried = now() - interval '11 minutes'`.execute(app.db);
  await app.jobs.runPending();
  expect(await countToRemove()).toBe(0);
  expect(listFiles().filter((name) => media.original_file_url?.includes(name.replace('site/', '')))).toEqual(
    [],
  );
});

test('a removal that an earlier version has postponed goes on after the upgrade', async () => {
  const { media } = await createReport();
  const name = `c/c/${'c'.repeat(32)}.jpg`;
  await store.write(name, Buffer.from('deleted'));
  await sql`select jobs.create_queue('remove-file', '{"policy": "standard"}')`.execute(app.db);
  await sql`insert into jobs.job (name, data, policy) values ('remove-file', ${JSON.stringify({ file: name })}, 'standard')`.execute(
    app.db,
  );
  await inTransaction(app.db, 'writes', async (tx) => {
    await sql`drop table files_to_remove, file_checks`.execute(tx);
    await up(tx);
  });
  const { rows } = await sql`select name from jobs.queue where name = 'remove-file'`.execute(app.db);
  expect(rows).toEqual([]);
  await app.jobs.runPending();
  expect(listFiles()).not.toContain(`site/${name}`);
  expect(await statusOf(media.original_file_url)).toBe(200);
});

test('a file that cannot be removed does not keep the others, and one that has a row stays', async () => {
  const { media } = await createReport();
  const { file } = await app.db
    .selectFrom('media')
    .select('file')
    .where('id', '=', media.id)
    .executeTakeFirstOrThrow();
  // The store refuses the first name.
  await inTransaction(app.db, 'writes', (tx) => recordFilesToRemove(tx, ['../outside']));
  await inTransaction(app.db, 'writes', (tx) => recordFilesToRemove(tx, [file]));
  const { media: deleted } = await createReport();
  await app.send('admin', 'DELETE', `/media/${deleted.id}`);
  await app.jobs.runPending();
  const { rows } = await sql<{ file: string }>`select file from files_to_remove`.execute(app.db);
  expect(rows).toEqual([{ file: '../outside' }]);
  expect(await statusOf(media.original_file_url)).toBe(200);
  await sql`delete from files_to_remove`.execute(app.db);
});
