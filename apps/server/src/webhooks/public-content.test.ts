/** Webhooks with public content get public posts, and the ids of posts that are not public any more. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook, WebhookDelivery } from '@waypost/contract/webhooks/webhooks';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let receiver: Server;
let receiverUrl: string;
let app: TestApp;
let survey: TestSurvey;
const received: Record<string, unknown>[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push(JSON.parse(text) as Record<string, unknown>);
      response.end('thanks');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  app = await startTestApp({ allowedNetworks: ['127.0.0.0/8'] });
  survey = await createTestSurvey(app.db, { words: { type: 'varchar' } }, { hide_author: false });
});
afterAll(async () => {
  await app.close();
  receiver.close();
});
afterEach(async () => {
  await app.db.deleteFrom('webhooks').execute();
  received.length = 0;
});

const requestWebhook = (actor: 'settings manager' | 'admin', change: object = {}) =>
  app.send<Webhook>(actor, 'POST', '/webhooks', {
    name: 'Desk feed',
    url: receiverUrl,
    shared_secret: 'a secret of more than twenty',
    event_type: 'create',
    entity_type: 'post',
    ...change,
  });
const createWebhook = async (change: object = {}) => (await requestWebhook('admin', change)).body;
const createPost = async (change: object = {}) =>
  (
    await app.send<{ id: number }>('reviewer', 'POST', '/posts', {
      form: survey.id,
      title: 'Water is rising',
      status: 'draft',
      ...change,
    })
  ).body.id;
const updatePost = (id: number, change: object) =>
  app.send('reviewer', 'PUT', `/posts/${id}`, { form: survey.id, title: 'Water is rising', ...change });
const deliver = () => app.jobs.runPending();

test('the default content of a webhook is public', async () => {
  expect(await createWebhook()).toMatchObject({ content: 'public' });
  const id = await createPost();
  await deliver();
  expect(received).toEqual([]);
  await updatePost(id, { status: 'published' });
  await deliver();
  expect(received).toMatchObject([{ id, title: 'Water is rising', status: 'published' }]);
});

test('contacts and messages are left out, even if the survey shows authors', async () => {
  const contact = await app.db
    .insertInto('contacts')
    .values({
      type: 'phone',
      contact: '+2547',
      user_id: null,
      data_source: 'twilio',
      updated: null,
      opted_out: null,
      seen_message_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await createWebhook();
  await createWebhook({ name: 'All of it', content: 'everything' });
  const id = await createPost({ status: 'published' });
  await app.db.updateTable('posts').set({ contact_id: contact.id }).where('id', '=', id).execute();
  await deliver();
  expect(new Set(received.map((body) => body['contact_id']))).toEqual(new Set([contact.id, null]));
});

test('an unpublished post is sent as gone, with its id only', async () => {
  await createWebhook({ event_type: 'update' });
  await createWebhook({ event_type: 'delete' });
  const id = await createPost({ status: 'published' });
  await updatePost(id, { status: 'draft', title: 'Names somebody' });
  await deliver();
  expect(received).toHaveLength(2);
  for (const body of received)
    expect(body).toEqual({
      id,
      form_id: survey.id,
      gone: true,
      webhook_uuid: expect.any(String),
      source_field_key: null,
      destination_field_key: null,
    });
  received.length = 0;
  await updatePost(id, { status: 'draft', title: 'Names somebody else' });
  await app.send('admin', 'DELETE', `/posts/${id}`);
  await deliver();
  expect(received).toEqual([]);
});

test('a post that is not public any more at delivery is not sent', async () => {
  const { id: webhookId } = await createWebhook({ event_type: 'create' });
  const id = await createPost({ status: 'published' });
  await updatePost(id, { status: 'archived' });
  await deliver();
  expect(received).toEqual([]);
  const { body } = await app.send<{ results: WebhookDelivery[] }>(
    'admin',
    'GET',
    `/webhooks/${webhookId}/deliveries`,
  );
  expect(body.results).toMatchObject([{ state: 'delivered', status: null, fault: 'not-public' }]);
  await app.send('admin', 'POST', `/webhooks/${webhookId}/deliveries/${body.results[0]?.id}/repeat`);
  await deliver();
  expect(received).toEqual([]);
});

test('posts for some roles and posts of a private deployment are not public', async () => {
  await createWebhook();
  await createPost({ status: 'published', published_to: ['reviewer'] });
  await deliver();
  expect(received).toEqual([]);
  await app.send('admin', 'PUT', '/config/site', { private: true });
  await createPost({ status: 'published' });
  await deliver();
  expect(received).toEqual([]);
  await app.send('admin', 'PUT', '/config/site', { private: false });
});

test('a webhook for everything gets drafts too', async () => {
  await createWebhook({ content: 'everything' });
  await createWebhook({ content: 'everything', event_type: 'update' });
  const id = await createPost();
  await deliver();
  expect(received).toMatchObject([{ id, status: 'draft' }]);
  await updatePost(id, { status: 'draft', title: 'Higher' });
  await deliver();
  expect(received[1]).toMatchObject({ id, title: 'Higher', status: 'draft' });
});

test('the content setting is kept if a client does not send it, and changes are in the audit log', async () => {
  const { id } = await createWebhook({ content: 'everything' });
  const changed = await app.send<Webhook>('admin', 'PUT', `/webhooks/${id}`, { name: 'Another name' });
  expect(changed.body).toMatchObject({ content: 'everything' });
  const narrowed = await app.send<Webhook>('admin', 'PUT', `/webhooks/${id}`, { content: 'public' });
  expect(narrowed.body).toMatchObject({ content: 'public' });
  const log = await app.db
    .selectFrom('audit_log')
    .select('details')
    .where('subject', '=', 'webhooks')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(log.map((entry) => entry.details)).toEqual([
    { content: 'everything' },
    { changed: ['name'] },
    { changed: ['content'], content: 'public', deleted_deliveries: 0 },
  ]);
});

test('what a receiver of everything answered is in the status only for those who may read every post', async () => {
  const { id } = (await requestWebhook('admin', { content: 'everything' })).body;
  await sql`insert into channel_health (channel, failing_since, last_failure, error_code, error_message)
    values (${`webhook:${id}`}, now(), now(), 'refused', 'HTTP 500: echo of a hidden report')`.execute(
    app.db,
  );
  const readStatus = async (actor: 'admin' | 'settings manager') =>
    (await app.send<Webhook>(actor, 'GET', `/webhooks/${id}`)).body.status?.error;
  expect(await readStatus('admin')).toMatchObject({ message: 'HTTP 500: echo of a hidden report' });
  expect(await readStatus('settings manager')).toEqual({ code: 'refused', message: null });
});

test('everything is for those who may read every post: others neither choose it nor lead it elsewhere', async () => {
  const manager = 'settings manager';
  const refused = await requestWebhook(manager, { content: 'everything' });
  expect([refused.status, refused.body]).toMatchObject([403, { errors: [{ status: 403 }] }]);
  const own = (await requestWebhook(manager)).body;
  expect(own).toMatchObject({ content: 'public', allowed_contents: ['public'] });
  const path = `/webhooks/${own.id}`;
  expect((await app.send(manager, 'PUT', path, { content: 'everything' })).status).toBe(403);
  expect((await app.send(manager, 'PUT', path, { url: `${receiverUrl}elsewhere` })).status).toBe(200);

  const everything = await createWebhook({ content: 'everything' });
  expect(everything.allowed_contents).toEqual(['public', 'everything']);
  const theirs = `/webhooks/${everything.id}`;
  for (const change of [
    { url: `${receiverUrl}elsewhere` },
    { shared_secret: 'another secret of more than twenty' },
    { form_id: survey.id },
    { event_type: 'update' },
    { content: 'everything', url: `${receiverUrl}elsewhere` },
    { content: 'public', url: `${receiverUrl}elsewhere` },
  ])
    expect([change, (await app.send(manager, 'PUT', theirs, change)).status]).toEqual([change, 403]);
  // The whole webhook sent back, with another name.
  const renamed = await app.send<Webhook>(manager, 'PUT', theirs, { ...everything, name: 'Night desk' });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Night desk', content: 'everything' } });
  const id = await createPost();
  await deliver();
  expect(received).toMatchObject([{ id, status: 'draft' }]);
  for (const [actor, contents] of [
    [manager, ['public']],
    ['admin', ['public', 'everything']],
  ] as const)
    expect((await app.send(actor, 'GET', '/webhooks')).body).toMatchObject({ allowed_contents: contents });
});

test('a receiver is told how exact a masked place is', async () => {
  const fields = { where: { type: 'point', input: 'location' } } as const;
  const masked = await createTestSurvey(app.db, fields, { hide_location: true, place_mask: 'displaced' });
  const exact = await createTestSurvey(app.db, fields);
  await createWebhook();
  for (const { id: form, keyOf } of [masked, exact])
    await createPost({
      form,
      status: 'published',
      values: { [keyOf('where')]: [{ lat: -1.28, lon: 36.82 }] },
    });
  await deliver();
  expect(received.map((body) => [body['form_id'], body['place_precision']])).toEqual([
    [masked.id, { kind: 'displaced', radius: 2000, min_radius: 500 }],
    [exact.id, undefined],
  ]);
});
