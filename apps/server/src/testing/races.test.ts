/**
 * Two simultaneous requests for the same entity get the responses of some sequential order, and never a server error.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from './app/create-test-survey.ts';
import { buildMultipart } from './app/multipart.ts';
import { type ApiReply, errorPointers, startTestApp, type TestApp } from './app/test-app.ts';
import { uploadPicture } from './security/owned-resources.ts';
import {
  createAccount,
  createPrivateResources,
  type PrivateResources,
} from './security/private-resources.ts';

let app: TestApp;
let resources: PrivateResources;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  resources = await createPrivateResources(app);
  survey = await createTestSurvey(app.db, { photo: { type: 'media', input: 'upload' } });
});
afterAll(() => app.close());

type Send = () => Promise<{ status: number; body: unknown }>;

/** Resolves when a connection waits for a lock, or when the response is there without one. */
async function waitForLock(response: ReturnType<Send>): Promise<void> {
  const answered = response.then(
    () => true,
    () => true,
  );
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
    if (rows.length > 0 || (await Promise.race([answered, wait(20, false)]))) return;
  }
}

/** Deletes a row in a transaction that only commits while the request waits for it. */
async function sendDuringDeletion(table: string, id: string, send: Send) {
  let response: ReturnType<Send> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await sql`delete from ${sql.table(table)} where id::text = ${id}`.execute(tx);
    response = send();
    await waitForLock(response);
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

describe('a new reference to a row that is being deleted', () => {
  const sendWithToken = (token: string, request: { url: string } & InjectOptions) => async () => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const response = await app.fastify.inject({ ...request, url: `/api/v3${request.url}`, headers });
    return { status: response.statusCode, body: response.json<unknown>() };
  };

  test('answers 404 for a row of the path', async () => {
    const { body: post } = await app.send<Post>('member', 'POST', '/posts', {
      form: survey.id,
      title: 'Bridge',
    });
    const response = await sendDuringDeletion('posts', String(post.id), () =>
      app.send('admin', 'PUT', `/posts/${post.id}/lock`, {}),
    );
    expect(response?.status).toBe(404);
  });

  test.each<[url: string, body: object]>([
    ['/users/{id}/settings', { config_key: 'font', config_value: 'large' }],
    ['/exports/jobs', { entity_type: 'post' }],
    ['/tos', { tos_version_date: '2026-01-01T00:00:00+00:00' }],
    ['/notifications', { set: '{set}' }],
    ['/media/uploads', { size: 9, name: 'bridge.png' }],
    ['/collections', { name: 'Bridges' }],
  ])('answers 401 for the account of the caller: POST %s', async (url, body) => {
    const account = await createAccount(app, `deleted${url.replaceAll(/\W/g, '')}`);
    const { body: set } = await app.send<{ id: number }>('admin', 'POST', '/collections', { name: 'Open' });
    const payload = JSON.stringify(body).replace('"{set}"', String(set.id));
    const send = sendWithToken(account.token, {
      method: 'POST',
      url: url.replace('{id}', account.id),
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(await sendDuringDeletion('users', account.id, send)).toMatchObject({ status: 401 });
  });

  test.each([
    ['/media', 'bridge.png'],
    ['/csv', 'bridges.csv'],
  ])('answers 401 for an upload of a deleted account and removes its files: POST %s', async (url, name) => {
    const account = await createAccount(app, `uploader${url.slice(1)}`);
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#a51a1a' } });
    const bytes = url === '/csv' ? Buffer.from('title\nBridge\n') : await picture.png().toBuffer();
    const listFiles = async () => {
      const entries = await readdir(app.storageDir, { recursive: true, withFileTypes: true });
      return entries
        .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
        .toSorted();
    };
    const filesBefore = await listFiles();
    const send = sendWithToken(account.token, {
      method: 'POST',
      url,
      ...buildMultipart({}, { name, bytes }),
    });
    expect(await sendDuringDeletion('users', account.id, send)).toMatchObject({ status: 401 });
    expect(await listFiles()).toEqual(filesBefore);
  });

  test('answers 422 at the field for the survey of a webhook', async () => {
    const { id } = await createTestSurvey(app.db, { words: { type: 'varchar' } });
    const webhook = {
      name: 'Desk',
      url: 'https://desk.example.org/',
      shared_secret: 'a secret of more than twenty',
      event_type: 'create',
      entity_type: 'post',
      form_id: id,
      source_field_key: null,
      destination_field_key: null,
    };
    const response = await sendDuringDeletion('surveys', String(id), () =>
      app.send('admin', 'POST', '/webhooks', webhook),
    );
    expect([response?.status, response && errorPointers(response as ApiReply)]).toEqual([422, ['/form_id']]);
  });

  test('answers 422 at the field for a role of a survey', async () => {
    const role = { name: 'helper', display_name: 'Helper', permissions: [] };
    const { body } = await app.send<{ id: number }>('admin', 'POST', '/roles', role);
    const response = await sendDuringDeletion('roles', String(body.id), () =>
      app.send('admin', 'PUT', `/forms/${survey.id}/roles`, { roles: [body.id] }),
    );
    expect([response?.status, response && errorPointers(response as ApiReply)]).toEqual([422, ['/role_id']]);
  });

  test('answers 422 at the field for a collection that is followed, and for a post that is added to one', async () => {
    const create = async (url: string, body: object) =>
      String((await app.send<{ id: number }>('admin', 'POST', url, body)).body.id);
    const followed = await create('/collections', { name: 'Open' });
    const notified = await sendDuringDeletion('sets', followed, () =>
      app.send('admin', 'POST', '/notifications', { set: Number(followed) }),
    );
    expect([notified?.status, notified && errorPointers(notified as ApiReply)]).toEqual([422, ['/set']]);
    const [collection, post] = [
      await create('/collections', { name: 'Open' }),
      await create('/posts', { form: survey.id, title: 'Bridge' }),
    ];
    const added = await sendDuringDeletion('posts', post, () =>
      app.send('admin', 'POST', `/collections/${collection}/posts`, { id: Number(post) }),
    );
    expect([added?.status, added && errorPointers(added as ApiReply)]).toEqual([422, ['/id']]);
  });
});

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
    await waitForLock(deletion);
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
