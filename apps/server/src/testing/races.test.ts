/** Two requests for one thing at the same time: each is answered as if one had come after the other, and never by a fault. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from './app/create-test-survey.ts';
import { startTestApp, type TestApp } from './app/test-app.ts';
import { uploadPicture } from './security/owned-resources.ts';
import { createPrivateResources, type PrivateResources } from './security/private-resources.ts';

let it: TestApp;
let things: PrivateResources;
let survey: TestSurvey;
beforeAll(async () => {
  it = await startTestApp();
  things = await createPrivateResources(it);
  survey = await createTestSurvey(it.db, { photo: { type: 'media', input: 'upload' } });
});
afterAll(() => it.close());

/** Long enough for a request to reach the row that somebody holds, in milliseconds. */
const reaching = 300;

type Send = () => Promise<{ status: number; body: unknown }>;

/** Deletes a row in a transaction that ends only when the request waits for it. */
async function whileDeleted(table: string, id: string, send: Send) {
  let answer: ReturnType<Send> | undefined;
  await it.db.transaction().execute(async (tx) => {
    await sql`delete from ${sql.table(table)} where id::text = ${id}`.execute(tx);
    answer = send();
    await wait(reaching);
  });
  return answer;
}

const asOwner = (method: 'PUT' | 'DELETE', url: string, payload: object) => async () => {
  const headers = { authorization: `Bearer ${things.owner}` };
  const answer = await it.fastify.inject({ method, url: `/api/v3${url}`, headers, payload });
  return { status: answer.statusCode, body: answer.json<unknown>() };
};

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
])('a change of a row in %s (%s) that is being deleted is answered 404', async (table, kind, body) => {
  const { ids } = things;
  const [url, id] =
    kind === 'translation'
      ? [`/posts/${ids['posts']}/translations/${ids['translationId']}`, ids['translationId']]
      : kind === 'setting'
        ? [`/users/${ids['users']}/settings/${ids['settingId']}`, ids['settingId']]
        : [`/${kind}/${ids[kind]}`, ids[kind]];
  const isAdmins = ['layers', 'apikeys', 'webhooks', 'tags'].includes(kind);
  const send = isAdmins ? () => it.send('admin', 'PUT', url ?? '', body) : asOwner('PUT', url ?? '', body);
  const answer = await whileDeleted(table, id ?? '', send);
  expect(answer).toMatchObject({ status: 404 });
});

test('of several requests to delete a picture, one does', async () => {
  const { id } = await uploadPicture(it, await it.tokenOf('member'));
  const answers = await Promise.all([1, 2, 3].map(() => it.send('member', 'DELETE', `/media/${id}`)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
});

test('of several posts that name a picture at the same time, one gets it', async () => {
  const { id } = await uploadPicture(it, await it.tokenOf('member'));
  const values = { [survey.keyOf('photo')]: [id] };
  const form = { form: survey.id, title: 'Bridge', values };
  const answers = await Promise.all([1, 2, 3].map(() => it.send<Post>('member', 'POST', '/posts', form)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
});

test('a picture that a post takes while it is deleted is taken by no post, or leaves the post again', async () => {
  for (let time = 0; time < 6; time++) {
    const { id } = await uploadPicture(it, await it.tokenOf('member'));
    const values = { [survey.keyOf('photo')]: [id] };
    const [made, gone] = await Promise.all([
      it.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Bridge', values }),
      it.send<Media>('member', 'DELETE', `/media/${id}`),
    ]);
    expect([200, 422]).toContain(made.status);
    expect(gone.status).toBe(200);
    expect((await it.send('member', 'GET', `/media/${id}`)).status).toBe(404);
    if (made.status !== 200) continue;
    const post = (await it.send<Post>('member', 'GET', `/posts/${made.body.id}`)).body;
    expect(JSON.stringify(post.values)).not.toContain(String(id));
  }
});

test('a post takes a picture while its deletion waits: the post lets go of it', async () => {
  const token = await it.tokenOf('member');
  const [{ id }, post] = [
    await uploadPicture(it, token),
    await it.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Bridge', values: {} }),
  ];
  let gone: ReturnType<Send> | undefined;
  await it.db.transaction().execute(async (tx) => {
    // As a save of the post does it.
    await sql`update posts set values = ${JSON.stringify({ [survey.keyOf('photo')]: [id] })}
      where id = ${post.body.id}`.execute(tx);
    await sql`insert into post_media (media_id, post_id, shown) values (${id}, ${post.body.id}, true)`.execute(
      tx,
    );
    await sql`update media set post_id = ${post.body.id}, attached = true where id = ${id}`.execute(tx);
    gone = it.send('member', 'DELETE', `/media/${id}`);
    await wait(reaching);
  });
  expect((await gone)?.status).toBe(200);
  const { rows } = await sql<{ values: object }>`select values from posts where id = ${post.body.id}`.execute(
    it.db,
  );
  expect(JSON.stringify(rows[0]?.values)).not.toContain(String(id));
});

test('a post and its picture that are deleted at the same time are both gone', async () => {
  for (let time = 0; time < 6; time++) {
    const { id } = await uploadPicture(it, await it.tokenOf('member'));
    const values = { [survey.keyOf('photo')]: [id] };
    const form = { form: survey.id, title: 'Bridge', status: 'draft', values };
    const { body } = await it.send<Post>('member', 'POST', '/posts', form);
    const [post, media] = await Promise.all([
      it.send('member', 'DELETE', `/posts/${body.id}`),
      it.send('member', 'DELETE', `/media/${id}`),
    ]);
    expect([post.status, [200, 404].includes(media.status)]).toEqual([200, true]);
    const left = await sql<{ count: number }>`
      select count(*)::int as count from media where id = ${id}`.execute(it.db);
    expect(left.rows[0]?.count).toBe(0);
  }
});
