import { createHmac } from 'node:crypto';
import type { ApiKey } from '@waypost/contract/api-keys/api-keys';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

const sharedSecret = 'a secret that both sides know';
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let app: TestApp;
let postId: number;
beforeAll(async () => {
  app = await startTestApp({ sharedSecret });
  const survey = await createTestSurvey(app.db, { words: { type: 'varchar' } });
  const created = await app.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Before' });
  postId = created.body.id;
});
afterAll(() => app.close());

const createKey = async () => (await app.send<ApiKey>('admin', 'POST', '/apikeys', {})).body;

/** A request of another program: no token, but a signature of the full URL and the body. */
async function writeBack(body: object, { key = '', secret = sharedSecret, signed = true, query = false }) {
  const url = `/api/v3/webhooks/posts/${postId}${query ? `?api_key=${key}` : ''}`;
  const payload = JSON.stringify(query ? body : { ...body, api_key: key });
  const signature = createHmac('sha256', secret)
    .update(`https://report.example.org${url}${payload}`)
    .digest('base64');
  return app.fastify.inject({
    method: 'PUT',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      ...(signed ? { 'x-ushahidi-signature': signature } : {}),
    },
  });
}
const readTitle = async () => (await app.send<Post>('admin', 'GET', `/posts/${postId}`)).body.title;

describe('API keys', () => {
  test('are shown once, later only their last characters; only hashes are stored', async () => {
    const created = await createKey();
    expect(created.api_key).toMatch(uuid);
    expect(created).toMatchObject({
      url: `https://report.example.org/api/v3/apikey/${created.id}`,
      updated: null,
      last_used: null,
    });
    const hidden = `${'*'.repeat(32)}${created.api_key.slice(-4)}`;
    expect((await app.send<ApiKey>('admin', 'GET', `/apikeys/${created.id}`)).body.api_key).toBe(hidden);
    const { body } = await app.send<{ results: ApiKey[] }>('admin', 'GET', '/apikeys');
    expect(body.results).toMatchObject([{ id: created.id, api_key: hidden }]);
    const rows = await app.db.selectFrom('api_keys').selectAll().execute();
    const log = await app.db.selectFrom('audit_log').selectAll().where('subject', '=', 'apikeys').execute();
    expect(JSON.stringify([rows, log])).not.toContain(created.api_key);
    expect(log.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['create', String(created.id)],
    ]);
  });

  test('are for administrators only', async () => {
    const { id } = await createKey();
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['member', 403],
      ['settings manager', 403],
    ] as const)
      for (const [method, url] of [
        ['GET', '/apikeys'],
        ['GET', `/apikeys/${id}`],
        ['POST', '/apikeys'],
        ['PUT', `/apikeys/${id}`],
        ['DELETE', `/apikeys/${id}`],
      ] as const)
        expect([kind, method, (await app.send(kind, method, url)).status]).toEqual([kind, method, status]);
  });

  test('can write a post with a signature until they are revoked or renewed', async () => {
    const { id, api_key: key } = await createKey();
    const written = await writeBack({ title: 'Written back', status: 'published' }, { key });
    expect([written.statusCode, written.json<Post>().title]).toEqual([200, 'Written back']);
    expect((await writeBack({ title: 'By address' }, { key, query: true })).statusCode).toBe(200);
    expect(await readTitle()).toBe('By address');
    expect((await app.send<ApiKey>('admin', 'GET', `/apikeys/${id}`)).body.last_used).not.toBeNull();

    const renewed = (await app.send<ApiKey>('admin', 'PUT', `/apikeys/${id}`, {})).body;
    expect(renewed).toMatchObject({ id, last_used: null });
    expect(renewed.updated).not.toBeNull();
    expect((await writeBack({ title: 'Old key' }, { key })).statusCode).toBe(403);
    expect((await writeBack({ title: 'New key' }, { key: renewed.api_key })).statusCode).toBe(200);

    const revoked = await app.send<ApiKey>('admin', 'DELETE', `/apikeys/${id}`);
    expect([revoked.status, revoked.body.api_key]).toEqual([
      200,
      `${'*'.repeat(32)}${renewed.api_key.slice(-4)}`,
    ]);
    expect((await writeBack({ title: 'Revoked' }, { key: renewed.api_key })).statusCode).toBe(403);
    expect(await readTitle()).toBe('New key');
    expect((await app.send('admin', 'DELETE', `/apikeys/${id}`)).status).toBe(404);
  });

  test('are rejected without the right signature', async () => {
    const { api_key: key } = await createKey();
    const before = await readTitle();
    for (const wrong of [
      { key, signed: false },
      { key, secret: 'another secret, as long as it is' },
      { key: crypto.randomUUID() },
      {},
    ]) {
      const response = await writeBack({ title: 'Forged' }, wrong);
      expect([wrong, response.statusCode]).toEqual([wrong, 403]);
    }
    expect(await readTitle()).toBe(before);
  });

  test('are rejected on a server without a shared secret', async () => {
    const other = await startTestApp();
    const { body } = await other.send<ApiKey>('admin', 'POST', '/apikeys', {});
    const url = '/api/v3/webhooks/posts/1';
    const payload = JSON.stringify({ api_key: body.api_key });
    const signature = createHmac('sha256', '').update(`https://report.example.org${url}${payload}`);
    const headers = {
      'content-type': 'application/json',
      'x-ushahidi-signature': signature.digest('base64'),
    };
    const response = await other.fastify.inject({ method: 'PUT', url, payload, headers });
    expect(response.statusCode).toBe(403);
    await other.close();
  });
});
