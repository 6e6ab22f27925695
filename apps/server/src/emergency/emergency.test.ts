/** Measures for an emergency: hiding everything public, and ending all access. */
import type { Emergency, EndedAccess } from '@waypost/contract/emergency/emergency';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { type Token, webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { eventually } from '../testing/time.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const setHidden = (hidden: unknown, actor: Actor = 'admin') =>
  app.send<Emergency>(actor, 'PUT', '/emergency', { hidden });
const readState = async () => (await app.send<Emergency>('admin', 'GET', '/emergency')).body;
const statusOf = async (actor: Actor, path: string) => (await app.send(actor, 'GET', path)).status;
const isPrivate = async () =>
  (await app.send<{ private: boolean }>('passer-by', 'GET', '/config/site')).body.private;
const fetchFile = async (url: string) =>
  (await app.fastify.inject({ url: url.replace(/^https:\/\/[^/]+/, '') })).statusCode;

/** A public post with a picture. */
async function createPublicPost(): Promise<{ id: number; mediaId: number }> {
  const survey = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } });
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'bridge.jpg', bytes });
  const authorization = `Bearer ${await app.tokenOf('reviewer')}`;
  const upload = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  const mediaId = upload.json<Media>().id;
  const input = {
    form: survey.id,
    title: 'Bridge',
    status: 'published',
    values: { [survey.keyOf('photo')]: [mediaId] },
  };
  return { id: (await app.send<Post>('reviewer', 'POST', '/posts', input)).body.id, mediaId };
}

describe('hiding everything public', () => {
  test('keeps visitors out of posts, map, numbers, forms, pictures and previews until it ends', async () => {
    const { id, mediaId } = await createPublicPost();
    const picture = (await app.send<Media>('visitor', 'GET', `/media/${mediaId}`)).body;
    const paths = [`/posts/${id}`, '/posts', '/posts/geojson', '/posts/stats', '/forms', `/media/${mediaId}`];
    for (const path of paths) expect([path, await statusOf('visitor', path)]).toEqual([path, 200]);
    expect(await fetchFile(picture.original_file_url ?? '')).toBe(200);

    const hidden = await setHidden(true);
    expect(hidden.status).toBe(200);
    expect(hidden.body).toMatchObject({
      hidden: true,
      was_private: false,
      user: { id: await app.idOf('admin') },
    });
    expect(Date.parse(hidden.body.since ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
    for (const path of paths) {
      expect([path, await statusOf('passer-by', path), await statusOf('visitor', path)]).toEqual([
        path,
        401,
        403,
      ]);
      expect([path, await statusOf('reviewer', path)]).toEqual([path, 200]);
    }
    expect(await fetchFile(picture.original_file_url ?? '')).toBe(404);
    const preview = await app.fastify.inject({ url: `/posts/${id}` });
    expect(preview.body).not.toContain('Bridge');

    expect((await setHidden(false)).body).toMatchObject({ hidden: false, since: null, user: null });
    for (const path of paths) expect([path, await statusOf('visitor', path)]).toEqual([path, 200]);
    expect(await fetchFile(picture.original_file_url ?? '')).toBe(200);
  });

  test('a deployment that was private stays private afterwards', async () => {
    await app.send('admin', 'PUT', '/config/site', { private: true });
    expect((await setHidden(true)).body.was_private).toBe(true);
    await setHidden(false);
    expect(await isPrivate()).toBe(true);
  });

  test('needs a plain answer: an empty text is refused with the name of the field', async () => {
    for (const hidden of ['', 'yes', null]) {
      const refused = await setHidden(hidden);
      expect([refused.status, errorPointers(refused)]).toEqual([422, ['/hidden']]);
    }
    expect(await readState()).toMatchObject({ hidden: false });
  });

  test('a repeated request changes nothing, and concurrent ones agree', async () => {
    await Promise.all([setHidden(true), setHidden(true), setHidden(true)]);
    const { since } = await readState();
    expect((await setHidden(true)).body).toMatchObject({ hidden: true, since, was_private: false });
    await Promise.all([setHidden(false), setHidden(false)]);
    expect([await isPrivate(), (await readState()).hidden]).toEqual([false, false]);
  });

  test('members of a public deployment are shut out: the permission on their own posts is not enough', async () => {
    const { id } = await createPublicPost();
    const { body: roles } = await app.send<{ results: { id: number; name: string }[] }>(
      'admin',
      'GET',
      '/roles',
    );
    const role = roles.results.find(({ name }) => name === 'user');
    const permissions = ['Edit their own posts'];
    expect((await app.send('admin', 'PUT', `/roles/${role?.id}`, { permissions })).status).toBe(200);
    await app.send('admin', 'PUT', '/config/site', { private: true });
    expect(await statusOf('member', `/posts/${id}`)).toBe(200);
    await app.send('admin', 'PUT', '/config/site', { private: false });
    await setHidden(true);
    expect(await statusOf('member', `/posts/${id}`)).toBe(403);
    expect(await statusOf('member', '/users/me')).toBe(200);
    expect(await statusOf('reviewer', `/posts/${id}`)).toBe(200);
  });

  test('the settings do not end it: what they are set to applies afterwards', async () => {
    await setHidden(true);
    const stale = { name: 'Flood Watch', private: false };
    expect((await app.send('settings manager', 'PUT', '/config/site', stale)).status).toBe(200);
    expect([(await readState()).hidden, await isPrivate()]).toEqual([true, true]);
    await setHidden(false);
    expect(await isPrivate()).toBe(false);

    await app.send('admin', 'PUT', '/config/site', { private: true });
    await setHidden(true);
    await app.send('admin', 'PUT', '/config/site', { private: false });
    expect(await readState()).toMatchObject({ hidden: true, was_private: false });
    const { body } = await app.send('admin', 'GET', '/config/site');
    await app.send('admin', 'PUT', '/config/site', { ...body, name: 'Flood Watch' });
    expect(await readState()).toMatchObject({ hidden: true, was_private: false });
    await setHidden(false);
    expect(await isPrivate()).toBe(false);
  });

  test('pictures of the map that were drawn before are not served any more', async () => {
    const survey = await createTestSurvey(app.db, { place: { type: 'point', input: 'location' } });
    const values = { [survey.keyOf('place')]: [{ lat: 1.5, lon: 36.5 }] };
    const post = { form: survey.id, title: 'Bridge', status: 'published', values };
    expect((await app.send('reviewer', 'POST', '/posts', post)).status).toBe(200);
    const statusOfMap = async () => (await app.fastify.inject({ url: '/preview-map.png' })).statusCode;
    const before = await statusOfMap();
    await setHidden(true);
    expect([before, await statusOfMap()]).toEqual([200, 404]);
  });
});

describe('ending all access', () => {
  const endAccess = (actor: Actor = 'admin') =>
    app.send<EndedAccess>(actor, 'POST', '/emergency/end-access', { confirmed: true });
  const requestToken = (grant: object) =>
    app.send<Token>('passer-by', 'POST', '//oauth/token', {
      client_id: webClient.id,
      client_secret: webClient.secret,
      scope: '*',
      ...grant,
    });
  const logIn = () =>
    requestToken({ grant_type: 'password', username: 'member@example.org', password: 'correct horse' });
  const refresh = (refresh_token: string | undefined) =>
    requestToken({ grant_type: 'refresh_token', refresh_token });

  test('logs everybody out, deletes keys, invitations and reset links, and makes signed file URLs invalid', async () => {
    const { mediaId } = await createPublicPost();
    await app.send('admin', 'PUT', '/config/site', { private: true });
    const signed =
      (await app.send<Media>('reviewer', 'GET', `/media/${mediaId}`)).body.original_file_url ?? '';
    expect(signed).toContain('seal=');
    expect(await fetchFile(signed)).toBe(200);
    await app.send('admin', 'POST', '/apikeys', {});
    const invited = await app.send('admin', 'POST', '/invitations', { role: 'user', max_uses: 5 });
    expect(invited.status, JSON.stringify(invited.body)).toBe(200);
    const token = (await logIn()).body;

    const actors = ['admin', 'reviewer', 'member'] as const;
    for (const actor of actors) expect([actor, await statusOf(actor, '/users/me')]).toEqual([actor, 200]);

    const ended = await endAccess();
    expect(ended.status).toBe(200);
    expect(ended.body.sessions).toBeGreaterThanOrEqual(1);
    expect(ended.body).toMatchObject({ api_keys: 1, invitations: 1 });
    for (const actor of actors) expect([actor, await statusOf(actor, '/users/me')]).toEqual([actor, 401]);
    expect((await refresh(token.refresh_token)).status).toBe(401);
    expect(await fetchFile(signed)).toBe(404);
    // Passwords stay.
    const again = await logIn();
    expect(again.status).toBe(200);
  });

  test('a token that is refreshed meanwhile is refused, not broken', async () => {
    const { refresh_token } = (await logIn()).body;
    let refreshing: ReturnType<typeof refresh> | undefined;
    await inTransaction(app.db, 'writes', async (tx) => {
      await sql`delete from sessions`.execute(tx);
      refreshing = refresh(refresh_token);
      // It waits for the row of its session.
      await eventually(async () => {
        const { rows } = await sql<{ waiting: boolean }>`
          select exists (select from pg_locks where not granted) as waiting`.execute(app.db);
        expect(rows[0]?.waiting).toBe(true);
      });
    });
    expect((await refreshing)?.status).toBe(401);
  });

  test('both are for administrators only, and are audited', async () => {
    for (const actor of ['passer-by', 'visitor', 'member', 'reviewer', 'settings manager'] as const)
      for (const reply of [
        await app.send(actor, 'GET', '/emergency'),
        await setHidden(true, actor),
        await endAccess(actor),
      ])
        expect([401, 403]).toContain(reply.status);
    expect((await setHidden('perhaps')).status).toBe(422);
    expect((await app.send('admin', 'POST', '/emergency/end-access', {})).status).toBe(422);
    await setHidden(true);
    await setHidden(false);
    const audit = await app.send<{ results: { action: string; subject: string }[] }>(
      'admin',
      'GET',
      '/audit?subject=emergency',
    );
    expect(audit.body.results.map(({ action }) => action)).toEqual(['delete', 'create']);
  });
});
