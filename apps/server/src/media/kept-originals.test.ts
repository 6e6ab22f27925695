/** Originals of covered pictures: deleted, or kept for those with View personal data (docs/decisions/0077). */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { AuditEntry } from '@waypost/contract/audit/audit';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import type { OriginalPicture } from '@waypost/contract/review/personal-data';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { applyRetention } from '../privacy/apply-retention.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

const restricted = 'reviewer without personal data';
const all = { shape: 'box', style: 'black', x: 0, y: 0, width: 1, height: 1 };

let app: TestApp;
let keeping: TestSurvey;
let deleting: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  const fields = { photo: { type: 'media', input: 'upload' } } as const;
  keeping = await createTestSurvey(app.db, fields, { keep_originals: true });
  deleting = await createTestSurvey(app.db, fields);
});
afterAll(() => app.close());

const listFiles = async () =>
  (await readdir(app.storageDir, { recursive: true, withFileTypes: true }))
    .filter((it) => it.isFile())
    .map((it) => path.join(it.parentPath, it.name));

async function upload(color: string, actor: 'member' | 'reviewer'): Promise<number> {
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: color } });
  const bytes = await picture.png().toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'face.png', bytes });
  const authorization = `Bearer ${await app.tokenOf(actor)}`;
  const request = { method: 'POST', url: '/api/v3/media', payload } as const;
  const reply = await app.fastify.inject({ ...request, headers: { ...headers, authorization } });
  return reply.json<Media>().id;
}

/** A published report with a picture. */
async function report(
  survey = keeping,
  color = '#c00',
  actor: 'member' | 'reviewer' = 'member',
): Promise<{ post: number; picture: number }> {
  const picture = await upload(color, actor);
  const values = { [survey.keyOf('photo')]: [picture] };
  const { body } = await app.send<Post>(actor, 'POST', '/posts', {
    form: survey.id,
    title: 'Gate',
    values,
  });
  await app.send('reviewer', 'PUT', `/posts/${body.id}`, { status: 'published' });
  return { post: body.id, picture };
}
const cover = (actor: Actor, id: number, area: object = all) =>
  app.send<Media>(actor, 'POST', `/media/${id}/cover`, { covers: [area] });
const read = async (actor: Actor, id: number) => (await app.send<Media>(actor, 'GET', `/media/${id}`)).body;
const look = (actor: Actor, id: number, body = {}) =>
  app.send<OriginalPicture>(actor, 'POST', `/media/${id}/original/views`, body);
/** The color of the pixel at the top left. */
async function colorOf({ data }: OriginalPicture): Promise<number[]> {
  const pixels = await sharp(Buffer.from(data, 'base64')).removeAlpha().raw().toBuffer();
  return [...pixels.subarray(0, 3)];
}
const findOriginal = async (id: number) => {
  const { rows } = await sql<{ kept_original: string | null }>`
    select kept_original from media where id = ${id}`.execute(app.db);
  return rows[0]?.kept_original ?? null;
};

async function runRetention(): Promise<void> {
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, applyRetention, {}));
  await app.jobs.runPending();
  // Files of what was deleted.
  await app.jobs.runPending();
}

test('whoever has View personal data sees the original, each look is audited, and nobody else learns of it', async () => {
  const { post, picture } = await report();
  expect(await read('reviewer', picture)).toMatchObject({
    when_covered: 'keep-original',
    has_original: false,
  });
  await cover(restricted, picture);
  // Covered twice: the original is the first one.
  await cover('reviewer', picture, { ...all, width: 0.5 });
  expect((await read('reviewer', picture)).has_original).toBe(true);
  const seen = await look('reviewer', picture, { reason: 'To know the place' });
  expect([seen.status, seen.body.mime, await colorOf(seen.body)]).toEqual([200, 'image/png', [204, 0, 0]]);
  const log = await app.send<{ results: AuditEntry[] }>('admin', 'GET', '/audit?action=view&limit=1');
  expect(log.body.results[0]).toMatchObject({
    subject: 'posts',
    subject_id: String(post),
    user: { id: await app.idOf('reviewer') },
    details: { original: picture, reason: 'To know the place' },
  });

  const withheld = await read(restricted, picture);
  expect([withheld.when_covered, 'has_original' in withheld]).toEqual(['keep-original', false]);
  for (const actor of ['passer-by', 'visitor', 'member', 'settings manager', restricted] as const)
    expect([actor, (await look(actor, picture)).status]).toEqual([actor, actor === 'passer-by' ? 401 : 403]);
  for (const actor of ['passer-by', 'member'] as const) {
    const shown = await read(actor, picture);
    expect(['when_covered' in shown, 'has_original' in shown]).toEqual([false, false]);
  }
});

test('the address that the original had before answers 404, also to one with a signature', async () => {
  const { picture } = await report();
  const { original_file_url: url } = await read('reviewer', picture);
  await cover('reviewer', picture);
  expect(await findOriginal(picture)).not.toBeNull();
  const request = { url: url.replace(/^https:\/\/[^/]+/, '') };
  expect((await app.fastify.inject(request)).statusCode).toBe(404);
});

test('a reason is demanded where the deployment asks for one', async () => {
  const { picture } = await report();
  await cover('reviewer', picture);
  await app.send('admin', 'PUT', '/config/site', { personal_data_reason: true });
  try {
    expect(errorPointers(await look('reviewer', picture))).toEqual(['/reason']);
    expect((await look('reviewer', picture, { reason: 'Danger' })).status).toBe(200);
  } finally {
    await app.send('admin', 'PUT', '/config/site', { personal_data_reason: false });
  }
});

test('without the option, and where the reporter covers, the original is deleted', async () => {
  const first = await report(deleting);
  const { picture } = await report();
  await app.jobs.runPending();
  const before = (await listFiles()).length;
  await cover('reviewer', first.picture);
  await cover('reviewer', picture);
  await app.jobs.runPending();
  expect((await listFiles()).length).toBe(before + 1);
  // The reporter covers more than the team: nobody keeps what they hide.
  await cover('member', picture);
  await app.jobs.runPending();
  expect((await listFiles()).length).toBe(before);
  for (const id of [first.picture, picture]) {
    expect(await findOriginal(id)).toBeNull();
    expect((await look('reviewer', id)).status).toBe(404);
  }
});

test('a picture that is taken out of its report, and what reporters of the team cover in their own, have no original', async () => {
  const { post, picture } = await report();
  await cover('reviewer', picture);
  await app.send('reviewer', 'PUT', `/posts/${post}`, { values: { [keeping.keyOf('photo')]: [] } });
  expect((await look('reviewer', picture)).status).toBe(404);
  const own = await report(keeping, '#0c0', 'reviewer');
  await cover('reviewer', own.picture);
  expect(await findOriginal(own.picture)).toBeNull();
});

test('the original is deleted with its report, its picture, and by rules that anonymize', async () => {
  const [ofPost, ofPicture, anonymized] = [await report(), await report(), await report()];
  const originals = [];
  for (const { picture } of [ofPost, ofPicture, anonymized]) {
    await cover('reviewer', picture);
    originals.push(path.join(app.storageDir, (await findOriginal(picture)) ?? ''));
  }
  expect(await listFiles()).toEqual(expect.arrayContaining(originals));
  await app.send('admin', 'DELETE', `/posts/${ofPost.post}`);
  await app.send('reviewer', 'DELETE', `/media/${ofPicture.picture}`);
  await sql`update posts set created = now() - interval '9 days' where id = ${anonymized.post}`.execute(
    app.db,
  );
  const rule = { form: keeping.id, status: null, action: 'anonymize', days: 7 };
  await app.send('admin', 'PUT', '/retention/rules', { rules: [rule] });
  await runRetention();
  for (const file of originals) expect(await listFiles()).not.toContain(file);
  expect((await look('reviewer', anonymized.picture)).status).toBe(404);
  expect((await read('reviewer', anonymized.picture)).has_original).toBe(false);
});

test('an option that is turned off hides originals at once, and deletes them in the night', async () => {
  const survey = await createTestSurvey(
    app.db,
    { photo: { type: 'media', input: 'upload' } },
    { keep_originals: true },
  );
  const { picture } = await report(survey);
  await cover('reviewer', picture);
  const original = path.join(app.storageDir, (await findOriginal(picture)) ?? '');
  await app.send('admin', 'PUT', `/forms/${survey.id}`, { keep_originals: false });
  expect([(await read('admin', picture)).has_original, (await look('admin', picture)).status]).toEqual([
    false,
    404,
  ]);
  await runRetention();
  expect(await listFiles()).not.toContain(original);
});

test('a covered picture is found by its covered pixels alone', async () => {
  const hashOf = async (id: number) => {
    const { rows } = await sql<{ hash: string | null }>`
      select perceptual_hash::text as hash from picture_facts where media_id = ${id}`.execute(app.db);
    return rows[0]?.hash;
  };
  const gradient = Buffer.from(Array.from({ length: 64 * 64 }, (_, index) => (index % 64) * 4));
  const bytes = await sharp(gradient, { raw: { width: 64, height: 64, channels: 1 } })
    .toColorspace('srgb')
    .png()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'face.png', bytes });
  const authorization = `Bearer ${await app.tokenOf('member')}`;
  const request = { method: 'POST', url: '/api/v3/media', payload } as const;
  const reply = await app.fastify.inject({ ...request, headers: { ...headers, authorization } });
  const { id } = reply.json<Media>();
  expect(await hashOf(id)).toMatch(/^[01]{64}$/);
  await cover('member', id);
  // A picture of one color has no structure.
  expect(await hashOf(id)).toBeNull();
});
