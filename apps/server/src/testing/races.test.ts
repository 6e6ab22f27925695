/**
 * Two simultaneous requests for the same entity get the responses of some sequential order, and never a server error.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from './app/create-test-survey.ts';
import { startTestApp, type TestApp } from './app/test-app.ts';
import { uploadPicture } from './security/owned-resources.ts';
import { createPrivateResources, type PrivateResources } from './security/private-resources.ts';

let app: TestApp;
let resources: PrivateResources;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  resources = await createPrivateResources(app);
  survey = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } });
});
afterAll(() => app.close());

/** Milliseconds until a request reaches the locked row. */
const requestDelayMs = 300;

type Send = () => Promise<{ status: number; body: unknown }>;

/** Deletes a row in a transaction that only commits while the request waits for it. */
async function sendDuringDeletion(table: string, id: string, send: Send) {
  let response: ReturnType<Send> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await sql`delete from ${sql.table(table)} where id::text = ${id}`.execute(tx);
    response = send();
    await wait(requestDelayMs);
  });
  return response;
}

const asOwner = (method: 'PUT' | 'DELETE', url: string, payload: object) => async () => {
  const headers = { authorization: `Bearer ${resources.owner}` };
  const response = await app.fastify.inject({ method, url: `/api/v3${url}`, headers, payload });
  return { status: response.statusCode, body: response.json<unknown>() };
};

/** For an owner, a contact that is gone answers as one of somebody else: only administrators learn that it does not exist. */
const statusOfDeleted = (kind: string) => (kind === 'contacts' ? 403 : 404);

test.each<[table: string, kind: string, body: object]>([
  ['post_translations', 'translation', { title: 'Changed' }],
  ['sets', 'collections', { name: 'Changed' }],
  ['sets', 'savedsearches', { name: 'Changed' }],
  ['notifications', 'notifications', { digest: 'daily' }],
  ['layers', 'layers', { name: 'Changed' }],
  ['contacts', 'contacts', { can_notify: false }],
  ['api_keys', 'apikeys', {}],
  ['webhooks', 'webhooks', { name: 'Changed' }],
  ['user_settings', 'setting', { config_value: 'large' }],
  ['imports', 'csv', { maps_to: null }],
  ['media', 'media', { caption: 'Changed' }],
  ['categories', 'tags', { tag: 'Changed' }],
])(
  'an update of a row in %s (%s) that is being deleted answers as for an unknown id',
  async (table, kind, body) => {
    const { ids } = resources;
    const [url, id] =
      kind === 'translation'
        ? [`/posts/${ids['posts']}/translations/${ids['translationId']}`, ids['translationId']]
        : kind === 'setting'
          ? [`/users/${ids['users']}/settings/${ids['settingId']}`, ids['settingId']]
          : [`/${kind}/${ids[kind]}`, ids[kind]];
    const isAdmins = ['layers', 'apikeys', 'webhooks', 'tags'].includes(kind);
    const send = isAdmins ? () => app.send('admin', 'PUT', url ?? '', body) : asOwner('PUT', url ?? '', body);
    const response = await sendDuringDeletion(table, id ?? '', send);
    expect(response).toMatchObject({ status: statusOfDeleted(kind) });
  },
);

test('only one of several requests deletes a picture', async () => {
  const { id } = await uploadPicture(app, await app.tokenOf('member'));
  const answers = await Promise.all([1, 2, 3].map(() => app.send('member', 'DELETE', `/media/${id}`)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
});

test('only one of several simultaneous posts gets a picture', async () => {
  const { id } = await uploadPicture(app, await app.tokenOf('member'));
  const values = { [survey.keyOf('photo')]: [id] };
  const form = { form: survey.id, title: 'Bridge', values };
  const answers = await Promise.all([1, 2, 3].map(() => app.send<Post>('member', 'POST', '/posts', form)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
});

test('a picture that is deleted while a post is created with it is not part of the post', async () => {
  for (let time = 0; time < 6; time++) {
    const { id } = await uploadPicture(app, await app.tokenOf('member'));
    const values = { [survey.keyOf('photo')]: [id] };
    const [created, deletion] = await Promise.all([
      app.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Bridge', values }),
      app.send<Media>('member', 'DELETE', `/media/${id}`),
    ]);
    expect([200, 422]).toContain(created.status);
    expect(deletion.status).toBe(200);
    expect((await app.send('member', 'GET', `/media/${id}`)).status).toBe(404);
    if (created.status !== 200) continue;
    const post = (await app.send<Post>('member', 'GET', `/posts/${created.body.id}`)).body;
    expect(JSON.stringify(post.values)).not.toContain(String(id));
  }
});

test('a picture that is attached while its deletion waits is removed from the post', async () => {
  const token = await app.tokenOf('member');
  const [{ id }, post] = [
    await uploadPicture(app, token),
    await app.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Bridge', values: {} }),
  ];
  let deletion: ReturnType<Send> | undefined;
  await app.db.transaction().execute(async (tx) => {
    // As when the post is saved.
    await sql`update posts set values = ${JSON.stringify({ [survey.keyOf('photo')]: [id] })}
      where id = ${post.body.id}`.execute(tx);
    await sql`insert into post_media (media_id, post_id, shown) values (${id}, ${post.body.id}, true)`.execute(
      tx,
    );
    await sql`update media set post_id = ${post.body.id}, attached = true where id = ${id}`.execute(tx);
    deletion = app.send('member', 'DELETE', `/media/${id}`);
    await wait(requestDelayMs);
  });
  expect((await deletion)?.status).toBe(200);
  const { rows } = await sql<{ values: object }>`select values from posts where id = ${post.body.id}`.execute(
    app.db,
  );
  expect(JSON.stringify(rows[0]?.values)).not.toContain(String(id));
});

test('deletes both a post and its picture at the same time', async () => {
  for (let time = 0; time < 6; time++) {
    const { id } = await uploadPicture(app, await app.tokenOf('member'));
    const values = { [survey.keyOf('photo')]: [id] };
    const form = { form: survey.id, title: 'Bridge', status: 'draft', values };
    const { body } = await app.send<Post>('member', 'POST', '/posts', form);
    const [post, media] = await Promise.all([
      app.send('member', 'DELETE', `/posts/${body.id}`),
      app.send('member', 'DELETE', `/media/${id}`),
    ]);
    expect([post.status, [200, 404].includes(media.status)]).toEqual([200, true]);
    const remaining = await sql<{ count: number }>`
      select count(*)::int as count from media where id = ${id}`.execute(app.db);
    expect(remaining.rows[0]?.count).toBe(0);
  }
});
