/** Media belong to their uploader, then to what they are attached to (docs/decisions/0039). */
import type { Media } from '@waypost/contract/media/media';
import type { UploadState } from '@waypost/contract/media/uploads';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { type Actor, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { requestVisitorToken } from '../testing/security/owned-resources.ts';

let app: TestApp;
let survey: TestSurvey;
let bytes: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  // Ids that are not part of any other number in a response.
  await sql`alter table media alter column id restart with 7000001`.execute(app.db);
  survey = await createTestSurvey(app.db, {
    photo: { type: 'media', input: 'upload', cardinality: 0 },
    proof: { type: 'media', input: 'upload', cardinality: 0, private: true },
  });
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a7', noise } })
    .jpeg()
    .toBuffer();
});
afterAll(() => app.close());

/** Requests with a token, or without one when it is null. */
type Caller = string | null;
const tokenFor = async (kind: Actor): Promise<Caller> => (kind === 'passer-by' ? null : app.tokenOf(kind));
const bearer = (token: Caller) => (token === null ? {} : { authorization: `Bearer ${token}` });

const newVisitor = () => requestVisitorToken(app);

async function upload(token: Caller, remoteAddress = '192.0.2.1'): Promise<Media> {
  const { payload, headers } = buildMultipart({}, { name: 'Jane Doe at the bridge.jpg', bytes });
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, ...bearer(token) },
    remoteAddress,
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Media>();
}

async function send(
  token: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload: object = {},
  remoteAddress = '192.0.2.1',
) {
  const response = await app.fastify.inject({
    method,
    url: `/api/v3${url}`,
    headers: bearer(token),
    remoteAddress,
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload }),
  });
  return { status: response.statusCode, text: response.body, json: () => response.json<Post>() };
}

const postBodyWithMedia = (ids: readonly number[], more: object = {}, field = 'photo') => ({
  form: survey.id,
  values: { [survey.keyOf(field)]: ids },
  ...more,
});
const post = (token: Caller, ids: readonly number[], more: object = {}, address?: string) =>
  send(token, 'POST', '/posts', postBodyWithMedia(ids, more), address);
/** The text with both ids replaced, so that responses can be compared byte by byte. */
const maskId = (text: string, id: number) => text.replaceAll(String(id), '#');
const mediaExists = async (id: number) =>
  (await app.db.selectFrom('media').select('id').where('id', '=', id).execute()).length === 1;

describe('only its uploader may attach an upload', () => {
  const unknown = 987_654_321;

  test.each<[string, () => Promise<Caller>, () => Promise<Caller>]>([
    ['a member, of a visitor', () => tokenFor('visitor'), () => tokenFor('member')],
    ['a visitor, of a member', () => tokenFor('member'), () => tokenFor('visitor')],
    ['another visitor', newVisitor, newVisitor],
    ['the team, of a member', () => tokenFor('member'), () => tokenFor('reviewer')],
    ['a visitor, of somebody without a token elsewhere', async () => null, newVisitor],
  ])('%s', async (_who, uploads, names) => {
    const { id } = await upload(await uploads(), '198.51.100.7');
    const stranger = await names();
    for (const field of ['photo', 'proof']) {
      const [refused, none] = [
        await send(stranger, 'POST', '/posts', postBodyWithMedia([id], {}, field)),
        await send(stranger, 'POST', '/posts', postBodyWithMedia([unknown], {}, field)),
      ];
      expect(refused.status).toBe(422);
      expect(maskId(refused.text, id)).toBe(maskId(none.text, unknown));
    }
    for (const [method, body] of [
      ['GET', {}],
      ['PUT', { caption: 'Mine' }],
      ['DELETE', {}],
    ] as const) {
      if (stranger === (await tokenFor('reviewer'))) continue;
      const [refused, none] = [
        await send(stranger, method, `/media/${id}`, body),
        await send(stranger, method, `/media/${unknown}`, body),
      ];
      expect([method, refused.status, maskId(refused.text, id)]).toEqual([
        method,
        404,
        maskId(none.text, unknown),
      ]);
    }
    expect(await mediaExists(id)).toBe(true);
  });

  test('the uploader attaches it: by account, by token, or without a token from the same address', async () => {
    const visitor = await newVisitor();
    expect((await post(await tokenFor('member'), [(await upload(await tokenFor('member'))).id])).status).toBe(
      200,
    );
    expect((await post(visitor, [(await upload(visitor)).id])).status).toBe(200);
    const bare = await upload(null, '203.0.113.5');
    expect((await post(await newVisitor(), [bare.id], {}, '203.0.113.6')).status).toBe(422);
    expect((await post(await newVisitor(), [bare.id], {}, '203.0.113.5')).status).toBe(200);
  });

  test('a claim replaces a renewed token, and only its hash is stored', async () => {
    const { id, claim = '' } = await upload(await newVisitor());
    expect(claim).toMatch(/^[0-9a-f]{32}$/);
    const [row] = await app.db.selectFrom('media').selectAll().where('id', '=', id).execute();
    expect(JSON.stringify(row)).not.toContain(claim);
    const renewed = await newVisitor();
    const wrong = claim.replace(/^./, (it) => (it === '0' ? '1' : '0'));
    expect((await post(renewed, [id], { media_claims: [wrong] })).status).toBe(422);
    expect((await post(renewed, [id], { media_claims: [claim] })).status).toBe(200);
    expect((await post(renewed, [id], { media_claims: [claim] })).status).toBe(422);
    expect((await upload(await tokenFor('member'))).claim).toBeUndefined();
  });

  test('a chunked upload is claimed by its id', async () => {
    const begun = await app.send<UploadState>('visitor', 'POST', '/media/uploads', {
      size: bytes.length,
      name: 'a.jpg',
    });
    const { payload, headers } = buildMultipart({ offset: '0' }, { name: 'piece', bytes });
    const url = `/api/v3/media/uploads/${begun.body.id}`;
    const response = await app.fastify.inject({ method: 'POST', url, payload, headers });
    const media = response.json<UploadState>().media;
    expect(media?.claim).toBe(begun.body.id);
    const claims = { media_claims: [begun.body.id] };
    expect((await post(await newVisitor(), [media?.id ?? 0], claims, '203.0.113.9')).status).toBe(200);
  });
});

describe('an attached upload', () => {
  test('cannot be attached to another post, not even by its uploader; the same post may name it again', async () => {
    const member = await tokenFor('member');
    const { id } = await upload(member);
    const own = (await post(member, [id])).json();
    for (const kind of ['member', 'reviewer', 'admin', 'visitor'] as Actor[])
      expect([kind, (await post(await tokenFor(kind), [id])).status]).toEqual([kind, 422]);
    const edit = (ids: number[], kind: Actor) =>
      app.send(kind, 'PUT', `/posts/${own.id}`, { values: { [survey.keyOf('photo')]: ids } });
    expect((await edit([], 'member')).status).toBe(200);
    expect((await edit([id], 'reviewer')).status).toBe(200);
    const moved = { values: { [survey.keyOf('photo')]: [], [survey.keyOf('proof')]: [id] } };
    expect((await app.send('reviewer', 'PUT', `/posts/${own.id}`, moved)).status).toBe(200);
  });

  test('restoring a revision restores pictures of the post', async () => {
    const member = await tokenFor('member');
    const [first, second] = [await upload(member), await upload(member)];
    const own = (await post(member, [first.id])).json();
    const change = { values: { [survey.keyOf('photo')]: [second.id] } };
    expect((await app.send('member', 'PUT', `/posts/${own.id}`, change)).status).toBe(200);
    const restored = await app.send('reviewer', 'POST', `/posts/${own.id}/revisions/1/restore`);
    expect(restored.status, JSON.stringify(restored.body)).toBe(200);
    const now = await app.send<Post>('member', 'GET', `/posts/${own.id}`);
    expect(now.body.values).toEqual({ [survey.keyOf('photo')]: [String(first.id)] });
  });

  test('deleting a post deletes its media and no others', async () => {
    const [member, reviewer] = [await tokenFor('member'), await tokenFor('reviewer')];
    const [own, other] = [await upload(member), await upload(reviewer)];
    const mine = (await post(member, [own.id])).json();
    const theirs = (await post(reviewer, [other.id])).json();
    // Like posts that were written before media had owners.
    const values = JSON.stringify({ [survey.keyOf('photo')]: [String(own.id), String(other.id)] });
    await sql`update posts set values = ${values}::jsonb where id = ${mine.id}`.execute(app.db);
    await sql`select mask_posts(array[${mine.id}::bigint])`.execute(app.db);
    expect((await send(member, 'DELETE', `/posts/${mine.id}`)).status).toBe(200);
    expect([await mediaExists(own.id), await mediaExists(other.id)]).toEqual([false, true]);
    expect((await send(reviewer, 'GET', `/posts/${theirs.id}`)).status).toBe(200);
  });

  test('is attached to one of many posts that name it simultaneously', async () => {
    const member = await tokenFor('member');
    for (let round = 0; round < 5; round++) {
      const { id } = await upload(member);
      const answers = await Promise.all([1, 2, 3].map(() => post(member, [id])));
      expect(answers.map((it) => it.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
      const { rows } = await sql<{ count: number }>`
        select count(*) from posts where values -> ${survey.keyOf('photo')} ? ${String(id)}`.execute(app.db);
      expect(rows[0]?.count).toBe(1);
    }
  });
});

test('only its uploader may use an upload as logo or layer', async () => {
  const admin = await tokenFor('admin');
  const theirs = await upload(await tokenFor('member'));
  const postWithMedia = (await post(await tokenFor('member'), [theirs.id])).json();
  const logo = (address: string) => app.send('admin', 'PUT', '/config/site', { image_header: address });
  const layer = (media_id: number) =>
    app.send('admin', 'POST', '/layers', {
      name: 'Map',
      type: 'geojson',
      active: true,
      visible_by_default: true,
      media_id,
    });
  expect((await logo(theirs.original_file_url)).status).toBe(422);
  expect((await layer(theirs.id)).status).toBe(422);
  const fresh = await upload(await tokenFor('member'));
  expect((await logo(fresh.original_file_url)).status).toBe(422);
  const [refused, none] = [await layer(fresh.id), await layer(987_654_321)];
  expect(maskId(JSON.stringify(refused.body), fresh.id)).toBe(maskId(JSON.stringify(none.body), 987_654_321));
  const [first, second] = [await upload(admin), await upload(admin)];
  expect((await layer(first.id)).status).toBe(200);
  expect((await layer(first.id)).status).toBe(422);
  expect((await logo(second.original_file_url)).status).toBe(200);
  expect((await logo(second.original_file_url)).status).toBe(200);
  expect((await layer(second.id)).status).toBe(422);
  expect((await post(admin, [second.id])).status).toBe(422);
  await logo('');
  expect((await send(await tokenFor('member'), 'GET', `/posts/${postWithMedia.id}`)).status).toBe(200);
});
