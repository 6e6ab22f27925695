import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, type ApiReply, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { purgeExpired } from '../../users/authentication/purge-expired.ts';
import { answersByFieldName, startAppWithSurveys } from '../app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

async function report(kind: Exclude<Actor, 'passer-by'>, key: string, body: object): Promise<ApiReply<Post>> {
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/posts',
    headers: { authorization: `Bearer ${await app.tokenOf(kind)}`, 'idempotency-key': key },
    payload: body,
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? (null as unknown as Post) : response.json<Post>(),
    headers: response.headers,
  };
}
const findPostsByTitle = async (title: string) =>
  (await app.db.selectFrom('posts').select('id').where('title', '=', title).execute()).length;

test('a request sent twenty times at once and again later creates one post and returns the same response', async () => {
  const body = { form: app.open.id, title: 'Sent again and again', content: 'x' };
  const key = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => report('member', key, body)));
  const later = await report('member', key, { content: 'x', title: body.title, form: app.open.id });
  expect(new Set([...answers, later].map((it) => it.status))).toEqual(new Set([200]));
  expect(new Set([...answers, later].map((it) => JSON.stringify(it.body))).size).toBe(1);
  expect(await findPostsByTitle(body.title)).toBe(1);
});

test('a visitor who may not read the post gets 204 for every repetition', async () => {
  const body = {
    form: app.careful.id,
    title: 'Sent by a visitor',
    values: answersByFieldName(app.careful, { where: [{ lat: 1, lon: 1 }] }),
  };
  const key = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => report('visitor', key, body)));
  expect(new Set(answers.map((it) => it.status))).toEqual(new Set([204]));
  expect(await findPostsByTitle(body.title)).toBe(1);
});

test('a key is refused with another body, and independent for another account', async () => {
  const key = crypto.randomUUID();
  const body = { form: app.open.id, title: 'Mine', status: 'draft' };
  const mine = await report('member', key, body);
  const other = await report('member', key, { ...body, title: 'Something else' });
  expect([other.status, errorPointers(other), errorCodes(other)]).toEqual([
    422,
    ['/Idempotency-Key'],
    ['keyReused'],
  ]);
  const theirs = await report('settings manager', key, body);
  expect([theirs.status, theirs.body.id === mine.body.id]).toEqual([200, false]);
  const short = await report('member', 'x', body);
  expect([short.status, errorPointers(short)]).toEqual([422, ['/Idempotency-Key']]);
});

test('a refused request may be corrected and sent with the same key', async () => {
  const key = crypto.randomUUID();
  const wrong = await report('member', key, { form: app.open.id, title: 'Mended', locale: 'much too long' });
  expect(wrong.status).toBe(422);
  expect((await report('member', key, { form: app.open.id, title: 'Mended' })).status).toBe(200);
});

test('a repeated request does not create a deleted post again', async () => {
  const key = crypto.randomUUID();
  const body = { form: app.open.id, title: 'Deleted since' };
  const created = await report('member', key, body);
  await app.send('member', 'DELETE', `/posts/${created.body.id}`);
  expect((await report('member', key, body)).status).toBe(204);
  expect(await findPostsByTitle(body.title)).toBe(0);
});

test('keys are deleted after ninety days, and other origins may send them', async () => {
  await sql`update idempotency_keys set created = created - interval '91 days'`.execute(app.db);
  await purgeExpired(app.db);
  expect(await app.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  const preflight = await app.fastify.inject({
    method: 'OPTIONS',
    url: '/api/v3/posts',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect(String(preflight.headers['access-control-allow-headers'])).toContain('idempotency-key');
});
