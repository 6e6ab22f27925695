import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { limits } from '@waypost/contract/common/limits';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import {
  type Actor,
  errorCodes,
  errorPointers,
  startTestApp,
  type TestApp,
} from '../testing/app/test-app.ts';
import { deleteAbandonedMedia } from './delete-abandoned-media.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const green = { width: 600, height: 300, channels: 3, background: '#2a7' } as const;
/** A photograph as from a phone: rotated, with the location in its metadata. */
const photo = () =>
  sharp({ create: green })
    .jpeg()
    .withExif({ IFD0: { Make: 'A phone' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

async function upload(kind: Actor, file: Buffer | undefined, name = 'IMG 01.JPG', fields = {}) {
  const authorization = kind === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(kind)}` };
  const { payload, headers } = buildMultipart(fields, file && { name, bytes: file });
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, ...authorization },
  });
  return { status: response.statusCode, body: response.json<Media>(), headers: response.headers };
}
const fetchFile = (address: string) => app.fastify.inject({ url: address.replace(/^https:\/\/[^/]+/, '') });
const storedFiles = async () =>
  (await readdir(app.storageDir, { recursive: true, withFileTypes: true })).filter((it) => it.isFile());

test('a photograph is rotated upright, stripped of metadata and served as a picture', async () => {
  const input = await sharp(await photo()).metadata();
  expect(input.exif?.includes('A phone')).toBe(true);
  const { status, body } = await upload('member', await photo(), '../../Müller & Söhne.php', {
    caption: 'Gauge at noon',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    mime: 'image/jpeg',
    caption: 'Gauge at noon',
    original_width: 300,
    original_height: 600,
    user: { id: await app.idOf('member') },
    allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  });
  expect(body.original_file_url).toMatch(
    /^https:\/\/report\.example\.org\/storage\/(\w)\/(\w)\/\1\2[0-9a-f]{30}\.jpg\?until=\d+&seal=[\w-]{22}$/,
  );
  const file = await fetchFile(body.original_file_url);
  expect(file.rawPayload.length).toBe(body.original_file_size);
  expect(file.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const stored = await sharp(file.rawPayload).metadata();
  expect([stored.exif, stored.orientation]).toEqual([undefined, undefined]);
  const small = await sharp((await fetchFile(body.thumbnail_url ?? '')).rawPayload).metadata();
  expect([small.format, small.width, small.height, small.exif]).toEqual(['webp', 200, 400, undefined]);
});

test('large pictures are scaled down, and animations stay animated', async () => {
  const large = await sharp({ create: { ...green, width: 4000, height: 1000 } })
    .png()
    .toBuffer();
  expect((await upload('visitor', large)).body).toMatchObject({
    mime: 'image/png',
    original_width: 2560,
    original_height: 640,
  });
  const frames = [0, 1, 2].map((shade) => ({
    create: { ...green, width: 40, height: 30, background: { r: shade * 100, g: 0, b: 0 } },
  }));
  const gif = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
    join: { animated: true },
  })
    .gif()
    .toBuffer();
  const { body } = await upload('visitor', gif, 'wave.gif');
  expect(body).toMatchObject({ mime: 'image/gif', original_width: 40, original_height: 30 });
  const metadata = await sharp((await fetchFile(body.original_file_url)).rawPayload, {
    animated: true,
  }).metadata();
  expect(metadata.pages).toBe(3);
});

describe('files that are not pictures are refused with the name of the field, and nothing is stored', () => {
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const cases: [string, () => Promise<Buffer>, string, string][] = [
    ['a drawing that is a program', async () => svg, '/mime', 'fileType'],
    ['text', async () => Buffer.from('hello'), '/mime', 'fileType'],
    ['an empty file', async () => Buffer.alloc(0), '/mime', 'fileType'],
    ['half a picture', async () => (await photo()).subarray(0, 900), '/mime', 'fileBroken'],
    [
      'the beginning of a picture with noise after it',
      async () => Buffer.concat([(await photo()).subarray(0, 30), randomBytes(500)]),
      '/mime',
      'fileBroken',
    ],
    [
      'too large a file',
      async () => Buffer.concat([await photo(), Buffer.alloc(limits.mediaBytes)]),
      '/o_size',
      'fileSize',
    ],
  ];
  test.each(cases)('%s', async (_what, file, pointer, rule) => {
    const before = (await storedFiles()).length;
    const response = await upload('member', await file());
    expect([response.status, errorPointers(response), errorCodes(response)]).toEqual([
      422,
      [pointer],
      [rule],
    ]);
    expect((await storedFiles()).length).toBe(before);
  });

  test('a request without a file is answered 400', async () => {
    expect((await upload('member', undefined)).status).toBe(400);
    expect((await app.send('member', 'POST', '/media', {})).status).toBe(400);
  });

  test('an invalid caption is reported before the picture is processed', async () => {
    const response = await upload('member', await photo(), 'a.jpg', { caption: 'x'.repeat(256) });
    expect(errorPointers(response)).toEqual(['/caption']);
  });

  test('a picture whose row fails leaves no file', async () => {
    const before = (await storedFiles()).length;
    await sql`alter table media add constraint none check (false) not valid`.execute(app.db);
    expect((await upload('member', await photo())).status).toBe(500);
    await sql`alter table media drop constraint none`.execute(app.db);
    expect((await storedFiles()).length).toBe(before);
  });
});

test('a picture is readable for viewers who may read a post that shows it', async () => {
  const survey = await createTestSurvey(app.db, {
    photo: { type: 'media', input: 'upload' },
    proof: { type: 'media', input: 'upload', private: true },
  });
  const [photo1, proof] = [
    (await upload('member', await photo())).body,
    (await upload('member', await photo())).body,
  ];
  expect(photo1.allowed_privileges).toContain('read');
  const reads = async (id: number) =>
    Promise.all(
      (['visitor', 'member', 'reviewer'] as Actor[]).map(
        async (kind) => (await app.send(kind, 'GET', `/media/${id}`)).status,
      ),
    );
  expect(await reads(photo1.id)).toEqual([404, 200, 200]);
  const values = { [survey.keyOf('photo')]: [photo1.id], [survey.keyOf('proof')]: [proof.id] };
  const input = { form: survey.id, status: 'draft', values };
  const post = await app.send<{ id: number }>('member', 'POST', '/posts', input);
  expect(await reads(photo1.id)).toEqual([404, 200, 200]);
  expect(await reads(proof.id)).toEqual([404, 200, 200]);
  await app.send('reviewer', 'PUT', `/posts/${post.body.id}`, { status: 'published' });
  expect(await reads(photo1.id)).toEqual([200, 200, 200]);
  expect(await reads(proof.id)).toEqual([404, 200, 200]);
  await app.send('member', 'PUT', `/posts/${post.body.id}`, { values: {} });
  expect(await reads(photo1.id)).toEqual([404, 200, 200]);
});

describe('rights', () => {
  test('everybody may upload; owners and Manage Posts may change and delete; files are deleted, too', async () => {
    const anonymous = (await upload('passer-by', await photo())).body;
    expect(anonymous).toMatchObject({ user_id: null, allowed_privileges: ['read', 'create', 'search'] });
    const own = (await upload('member', await photo())).body;
    const caption = { caption: 'Later' };
    expect((await app.send('passer-by', 'PUT', `/media/${own.id}`, caption)).status).toBe(401);
    expect((await app.send('visitor', 'PUT', `/media/${own.id}`, caption)).status).toBe(404);
    expect((await app.send('member', 'PUT', `/media/${anonymous.id}`, caption)).status).toBe(404);
    expect((await app.send('visitor', 'DELETE', `/media/${anonymous.id}`)).status).toBe(404);
    expect((await app.send('member', 'PUT', `/media/${own.id}`, caption)).body).toMatchObject(caption);
    expect((await app.send('reviewer', 'DELETE', `/media/${anonymous.id}`)).status).toBe(200);
    const deleted = await app.send('member', 'DELETE', `/media/${own.id}`);
    expect(deleted.body).toMatchObject({ id: own.id, caption: 'Later' });
    expect((await app.send('member', 'GET', `/media/${own.id}`)).status).toBe(404);
    expect((await fetchFile(own.original_file_url)).statusCode).toBe(404);
    expect((await fetchFile(own.thumbnail_url ?? '')).statusCode).toBe(404);
  });

  test('users list their own media, Manage Posts lists all', async () => {
    const list = async (kind: Actor, query = '') =>
      (await app.send<{ total_count: number }>(kind, 'GET', `/media?limit=1${query}`)).body.total_count;
    expect(await list('passer-by')).toBe(0);
    const own = await list('member');
    await upload('member', await photo());
    expect(await list('member', '&user=me&orphans=true')).toBe(own + 1);
    expect(await list('reviewer')).toBeGreaterThan(own + 1);
    expect(await list('reviewer', `&user=${await app.idOf('member')}`)).toBe(own + 1);
  });
});

describe('who may fetch a file', () => {
  const bare = (address: string) => address.replace(/\?.*/, '');
  /** A post of the member with a picture. */
  async function pictured(post: object, hide = false): Promise<{ id: number; post: number }> {
    const survey = await createTestSurvey(app.db, {
      photo: { type: 'media', input: 'upload', private: hide },
    });
    const { id } = (await upload('reviewer', await photo())).body;
    const values = { [survey.keyOf('photo')]: [id] };
    const input = { form: survey.id, user: await app.idOf('member'), values, ...post };
    return { id, post: (await app.send<{ id: number }>('reviewer', 'POST', '/posts', input)).body.id };
  }
  const addressesFor = async (kind: Actor, id: number) => {
    const { body } = await app.send<Media>(kind, 'GET', `/media/${id}`);
    return [body.original_file_url, body.thumbnail_url ?? ''];
  };
  const statuses = (addresses: string[]) =>
    Promise.all(addresses.map(async (address) => (await fetchFile(address)).statusCode));
  afterEach(() => app.send('admin', 'PUT', '/config/site', { private: false, image_header: null }));

  test('public media have URLs without a signature that caches may keep', async () => {
    const { id } = await pictured({ status: 'published' });
    const addresses = await addressesFor('passer-by', id);
    expect(addresses).toEqual(addresses.map(bare));
    expect(await addressesFor('member', id)).toEqual(addresses);
    expect(await statuses(addresses)).toEqual([200, 200]);
    const { headers } = await fetchFile(addresses[0] ?? '');
    expect(headers['cache-control']).toBe('public, max-age=86400, s-maxage=3600');
  });

  test.each([
    ['under review', { status: 'draft' }, false],
    ['published to a role', { status: 'published', published_to: ['reviewer'] }, false],
    ['a private answer', { status: 'published' }, true],
  ])(
    '%s: the address given to those who may see it opens it, and its bare form does not',
    async (_what, post, hide) => {
      const { id } = await pictured(post, hide);
      for (const kind of ['member', 'reviewer'] as Actor[]) {
        const addresses = await addressesFor(kind, id);
        expect(await statuses(addresses)).toEqual([200, 200]);
        expect(await statuses(addresses.map(bare))).toEqual([404, 404]);
      }
    },
  );

  test('unpublishing a post hides its pictures', async () => {
    const { id, post } = await pictured({ status: 'published' });
    const addresses = await addressesFor('passer-by', id);
    await app.send('reviewer', 'PUT', `/posts/${post}`, { status: 'archived' });
    expect(await statuses(addresses)).toEqual([404, 404]);
  });

  test('a private deployment serves files to members by signed URLs that expire and fit one file', async () => {
    const [firstPost, other] = [
      await pictured({ status: 'published' }),
      await pictured({ status: 'published' }),
    ];
    const open = await addressesFor('passer-by', firstPost.id);
    await app.send('admin', 'PUT', '/config/site', { private: true });
    expect(await statuses(open)).toEqual([404, 404]);
    const [address = ''] = await addressesFor('member', firstPost.id);
    expect(await statuses([address])).toEqual([200]);
    const [elsewhere = ''] = await addressesFor('member', other.id);
    const query = address.slice(address.indexOf('?'));
    const forged = [
      bare(elsewhere) + query,
      address.replace(/until=\d+/, 'until=99999999999'),
      address.replace(/seal=.+/, 'seal='),
      `${address}x`,
    ];
    expect(await statuses(forged)).toEqual([404, 404, 404, 404]);
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] });
    try {
      expect(await statuses([address])).toEqual([404]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('the logo is public, since the login page shows it', async () => {
    const { original_file_url: logo } = (await upload('admin', await photo())).body;
    const saved = await app.send<{ image_header: string }>('admin', 'PUT', '/config/site', {
      private: true,
      image_header: logo,
    });
    expect(saved.body.image_header).toBe(bare(logo));
    expect(await statuses([saved.body.image_header])).toEqual([200]);
  });
});

test('only files of the store are served', async () => {
  for (const url of [
    '/storage/',
    '/storage/..%2f..%2fetc/passwd',
    '/storage/.unfinished',
    '/storage/a/b/none.jpg',
  ])
    expect([url, (await app.fastify.inject({ url })).statusCode]).toEqual([url, 404]);
});

describe('unused media', () => {
  const isThere = async (id: number) => (await app.send('reviewer', 'GET', `/media/${id}`)).status === 200;
  const survey = () =>
    createTestSurvey(app.db, { photo: { type: 'media', input: 'upload', cardinality: 0 } });
  const post = async (form: TestSurvey, ids: number[]) =>
    (
      await app.send<Post>('member', 'POST', '/posts', {
        form: form.id,
        values: { [form.keyOf('photo')]: ids },
      })
    ).body;

  test('are deleted with their post, including those of its revisions', async () => {
    const form = await survey();
    const [first, second, other] = [
      (await upload('member', await photo())).body,
      (await upload('member', await photo())).body,
      (await upload('member', await photo())).body,
    ];
    const own = await post(form, [first.id]);
    await post(form, [other.id]);
    await app.send('member', 'PUT', `/posts/${own.id}`, { values: { [form.keyOf('photo')]: [second.id] } });
    expect(await Promise.all([first, second, other].map((it) => isThere(it.id)))).toEqual([true, true, true]);
    expect((await app.send('member', 'DELETE', `/posts/${own.id}`)).status).toBe(200);
    expect(await Promise.all([first, second, other].map((it) => isThere(it.id)))).toEqual([
      false,
      false,
      true,
    ]);
    expect((await fetchFile(first.original_file_url)).statusCode).toBe(404);
  });

  test('are removed from answers when their owner deletes them', async () => {
    const form = await survey();
    const [deleted, remaining] = [
      (await upload('member', await photo())).body,
      (await upload('member', await photo())).body,
    ];
    const both = await post(form, [deleted.id, remaining.id]);
    await app.send('member', 'DELETE', `/media/${deleted.id}`);
    const valuesOf = async ({ id }: Post) =>
      (await app.send<Post>('member', 'GET', `/posts/${id}`)).body.values;
    expect(await valuesOf(both)).toEqual({ [form.keyOf('photo')]: [String(remaining.id)] });
  });

  test('are deleted a day after the upload unless something uses them', async () => {
    const form = await survey();
    const names = ['given up', 'fresh', 'shown', 'taken off', 'logo'];
    const uploads: Media[] = [];
    for (const name of names)
      uploads.push((await upload(name === 'logo' ? 'admin' : 'member', await photo())).body);
    const [givenUp, fresh, shown, takenOff, logo] = uploads.map((it) => it.id);
    const own = await post(form, [shown ?? 0, takenOff ?? 0]);
    await app.send('member', 'PUT', `/posts/${own.id}`, { values: { [form.keyOf('photo')]: [shown] } });
    await app.send('admin', 'PUT', '/config/site', { image_header: uploads[4]?.original_file_url });
    await sql`update media set created = created - interval '25 hours' where id <> ${fresh}`.execute(app.db);
    const before = (await storedFiles()).length;
    await deleteAbandonedMedia(app.db);
    await app.jobs.runPending();
    const left = await Promise.all([givenUp, fresh, shown, takenOff, logo].map((id) => isThere(id ?? 0)));
    expect(left).toEqual([false, true, true, true, true]);
    expect((await storedFiles()).length).toBeLessThan(before);
  });
});
