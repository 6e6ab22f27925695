/** A picture reveals no more about its uploader and time than its post (docs/decisions/0039). */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { type Actor, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
let bytes: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => app.close());

async function upload(kind: Exclude<Actor, 'passer-by'>): Promise<Media> {
  const { payload, headers } = buildMultipart({}, { name: 'Quokkafish_20260102_030405.jpg', bytes });
  const authorization = `Bearer ${await app.tokenOf(kind)}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  return response.json<Media>();
}

/** A published post of a member with a picture, and the picture as everybody sees it. */
async function createPostWithPicture(hides: { hide_author?: boolean; hide_time?: boolean }) {
  const survey = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } }, hides);
  const media = await upload('member');
  const values = { [survey.keyOf('photo')]: [media.id] };
  const input = { form: survey.id, title: 'Bridge', status: 'published', values };
  const post = await app.send<Post>('member', 'POST', '/posts', input);
  expect(post.status, JSON.stringify(post.body)).toBe(200);
  await sql`update media set created = '2026-01-02T03:04:05Z' where id = ${media.id}`.execute(app.db);
  const readAs = async (kind: Actor) => (await app.send<Media>(kind, 'GET', `/media/${media.id}`)).body;
  return { survey, media, post: post.body, readAs };
}

const fetchFile = (address: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ url: address.replace(/^https:\/\/[^/]+/, ''), headers });

describe('uploader and time', () => {
  const day = '2026-01-02T00:00:00+00:00';
  const moment = '2026-01-02T03:04:05+00:00';

  test.each([
    [{ hide_author: true, hide_time: true }, false, day],
    [{ hide_author: true, hide_time: false }, false, moment],
    [{ hide_author: false, hide_time: true }, true, day],
    [{ hide_author: false, hide_time: false }, true, moment],
  ])('of a survey with %j', async (hides, showsUser, created) => {
    const { readAs } = await createPostWithPicture(hides);
    const user = { id: await app.idOf('member') };
    for (const kind of ['passer-by', 'visitor', 'settings manager'] as Actor[]) {
      const shown = await readAs(kind);
      expect([kind, shown.created]).toEqual([kind, created]);
      expect(shown).toMatchObject(showsUser ? { user } : { user_id: null });
      expect(shown).not.toHaveProperty(showsUser ? 'user_id' : 'user');
      expect(shown).not.toHaveProperty('original_file_name');
    }
    for (const kind of ['member', 'reviewer', 'admin'] as Actor[])
      expect(await readAs(kind)).toMatchObject({ user, created: moment });
    expect((await readAs('reviewer')).original_file_name).toBe('Quokkafish_20260102_030405.jpg');
    expect(await readAs('member')).not.toHaveProperty('original_file_name');
  });

  test('are hidden when the survey begins to hide them', async () => {
    const { survey, readAs } = await createPostWithPicture({ hide_author: false, hide_time: false });
    await app.send('admin', 'PUT', `/forms/${survey.id}`, { hide_author: true, hide_time: true });
    expect(await readAs('visitor')).toMatchObject({ user_id: null, created: day });
  });
});

describe('the file', () => {
  test('has a random name in all its URLs', async () => {
    const { media, post, readAs } = await createPostWithPicture({});
    const responses = [await readAs('visitor'), (await app.send('visitor', 'GET', `/posts/${post.id}`)).body];
    expect(JSON.stringify(responses)).not.toMatch(/quokkafish/i);
    expect(media.original_file_url).toMatch(/\/[0-9a-f]{32}\.jpg\?/);
    expect(media.thumbnail_url).toMatch(/\/[0-9a-f]{32}-small\.webp\?/);
  });

  test('has an ETag of its content only; conditional and range requests work with it', async () => {
    const { readAs } = await createPostWithPicture({});
    const { original_file_url: url, thumbnail_url: small = '' } = await readAs('visitor');
    const fullResponse = await fetchFile(url);
    const etag = String(fullResponse.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect((await fetchFile(small)).headers.etag).not.toBe(etag);
    const again = await createPostWithPicture({});
    const other = await fetchFile((await again.readAs('visitor')).original_file_url);
    expect(other.headers.etag).toBe(etag);
    for (const response of [fullResponse, other])
      expect(response.headers).not.toHaveProperty('last-modified');

    for (const validator of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect([validator, (await fetchFile(url, { 'if-none-match': validator })).statusCode]).toEqual([
        validator,
        304,
      ]);
    expect((await fetchFile(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    const part = await fetchFile(url, { range: 'bytes=2-5', 'if-range': etag });
    expect([part.statusCode, part.headers['content-range'], part.headers.etag]).toEqual([
      206,
      `bytes 2-5/${fullResponse.rawPayload.length}`,
      etag,
    ]);
    expect(part.rawPayload).toEqual(fullResponse.rawPayload.subarray(2, 6));
    expect((await fetchFile(url, { range: 'bytes=2-5' })).statusCode).toBe(206);
    expect((await fetchFile(url, { range: 'bytes=2-5', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  test('does not reveal when it was stored', async () => {
    const { readAs } = await createPostWithPicture({});
    const { original_file_url: url } = await readAs('visitor');
    const { mtime, size } = await (await import('node:fs/promises')).stat(
      path.join(app.storageDir, url.replace(/^.*\/storage\//, '')),
    );
    const stored = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
    for (const shift of [-60_000, 0, 60_000]) {
      const when = new Date(mtime.getTime() + shift).toUTCString();
      for (const name of ['if-modified-since', 'if-unmodified-since'])
        expect([name, shift, (await fetchFile(url, { [name]: when })).statusCode]).toEqual([
          name,
          shift,
          200,
        ]);
      const range = { range: 'bytes=0-1', 'if-range': when };
      expect((await fetchFile(url, range)).statusCode).toBe(200);
    }
    expect((await fetchFile(url, { 'if-none-match': stored })).statusCode).toBe(200);
    expect((await fetchFile(url, { 'if-match': stored })).statusCode).toBe(200);
  });
});

test('files with old names are renamed; their old URLs redirect as far as they are accessible', async () => {
  const { media, readAs } = await createPostWithPicture({});
  const [row] = await app.db.selectFrom('media').selectAll().where('id', '=', media.id).execute();
  const place = row?.file.replace(/\.jpg$/, '') ?? '';
  const old = { file: `${place}-quokkafish.jpg`, thumbnail: `${place}-quokkafish-small.webp` };
  await writeFile(path.join(app.storageDir, old.file), bytes);
  await writeFile(path.join(app.storageDir, old.thumbnail), bytes);
  const nothing = { file_hash: null, thumbnail_hash: null };
  await app.db
    .updateTable('media')
    .set({ ...old, ...nothing })
    .where('id', '=', media.id)
    .execute();
  expect((await fetchFile((await readAs('visitor')).original_file_url)).statusCode).toBe(200);
  await app.fastify.inject({ url: '/' });
  const { inTransaction } = await import('../kernel/db/database.ts');
  const { renameMediaFilesJob: renameMediaFiles } = await import('./rename-files.ts');
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, renameMediaFiles, {}));
  await app.jobs.runPending();
  const now = await readAs('visitor');
  expect(now.original_file_url).toMatch(new RegExp(`${place}\\.jpg$`));
  expect(now.thumbnail_url).toMatch(new RegExp(`${place}-small\\.webp$`));
  const served = await fetchFile(now.original_file_url);
  expect([served.statusCode, served.headers.etag]).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)]);
  for (const [from, to] of [
    [old.file, `${place}.jpg`],
    [old.thumbnail, `${place}-small.webp`],
  ]) {
    const moved = await app.fastify.inject({ url: `/storage/${from}` });
    expect([moved.statusCode, moved.headers['location']]).toEqual([301, `/storage/${to}`]);
  }
});

test('the gateway id of a message is shown where author and time are', async () => {
  for (const [hides, shown] of [
    [{ hide_author: true, hide_time: false }, null],
    [{ hide_author: false, hide_time: true }, null],
    [{ hide_author: false, hide_time: false }, 'SM-quokka'],
  ] as const) {
    const { post } = await createPostWithPicture(hides);
    await sql`update posts set data_source_message_id = 'SM-quokka' where id = ${post.id}`.execute(app.db);
    for (const kind of ['passer-by', 'visitor', 'settings manager', 'member', 'reviewer'] as Actor[]) {
      const single = await app.send<Post>(kind, 'GET', `/posts/${post.id}`);
      const { body } = await app.send<{ results: Post[] }>(
        kind,
        'GET',
        '/posts?orderby=id&order=desc&limit=1',
      );
      const expected = ['member', 'reviewer'].includes(kind) ? 'SM-quokka' : shown;
      expect([kind, hides, single.body.data_source_message_id]).toEqual([kind, hides, expected]);
      expect(body.results[0]).toMatchObject({ id: post.id, data_source_message_id: expected });
    }
  }
});
