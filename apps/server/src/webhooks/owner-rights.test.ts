/** A webhook sends unpublished posts only while whoever made it may read them; others neither read its secret nor its log. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Webhook,
  WebhookChange,
  type WebhookDelivery,
  webhookSecretMask,
} from '@waypost/contract/webhooks/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let receiver: Server;
let app: TestApp;
let survey: number;
let url: string;
let reviewerId: number;
const received: { id: number }[] = [];
const secret = 'a secret of more than twenty';
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push(JSON.parse(text) as { id: number });
      response.end('thanks');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  app = await startTestApp({ allowedNetworks: ['127.0.0.0/8'] });
  survey = (await createTestSurvey(app.db, { words: { type: 'varchar' } })).id;
  reviewerId = await app.idOf('reviewer');
  await app.send('admin', 'POST', '/roles', {
    name: 'desk',
    display_name: 'Desk',
    permissions: ['Manage Settings', 'Manage Posts'],
  });
});
afterAll(async () => {
  await app.close();
  receiver.close();
});
beforeEach(async () => {
  await app.db.deleteFrom('webhooks').execute();
  await setPermissions(['Manage Settings', 'Manage Posts']);
  await setRole('desk');
  received.length = 0;
});

const setRole = async (role: string) =>
  expect((await app.send('admin', 'PUT', `/users/${reviewerId}`, { role })).status).toBe(200);
async function setPermissions(permissions: string[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from roles where name = 'desk'`.execute(app.db);
  expect((await app.send('admin', 'PUT', `/roles/${rows[0]?.id}`, { permissions })).status).toBe(200);
}
const createWebhook = async (content: 'public' | 'everything' = 'everything') =>
  (
    await app.send<Webhook>('reviewer', 'POST', '/webhooks', {
      name: 'Desk feed',
      url,
      shared_secret: secret,
      event_type: 'create',
      entity_type: 'post',
      content,
    })
  ).body;
const createDraft = async (status = 'draft') =>
  (
    await app.send<{ id: number }>('admin', 'POST', '/posts', {
      form: survey,
      title: 'Water is rising',
      status,
    })
  ).body.id;
const read = async (id: number) => (await app.send<Webhook>('admin', 'GET', `/webhooks/${id}`)).body;

describe.each([
  ['its role lost the right', () => setPermissions(['Manage Settings'])],
  ['it became a plain member', () => setRole('user')],
])('when an account made a webhook for everything, and %s', (_name, takeRightAway) => {
  test('it pauses with the reason, and goes on only by somebody with the right', async () => {
    const { id } = await createWebhook();
    await takeRightAway();
    const draft = await createDraft();
    await app.jobs.runPending();
    expect(received).toEqual([]);
    expect(await read(id)).toMatchObject({ paused: expect.any(String), pause_reason: 'owner' });
    const log = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'details'])
      .where('subject', '=', 'webhooks')
      .where('subject_id', '=', String(id))
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(log).toEqual([{ user_id: null, details: { changed: ['paused'], reason: 'owner' } }]);
    const refused = await app.send('settings manager', 'PUT', `/webhooks/${id}`, { paused: false });
    expect(refused.status).toBe(403);
    const resumed = await app.send<Webhook>('admin', 'PUT', `/webhooks/${id}`, { paused: false });
    expect(resumed.body.pause_reason).toBeUndefined();
    await app.jobs.runPending();
    expect(received.map((body) => body.id)).toEqual([draft]);
    expect((await read(id)).user?.id).toBe(await app.idOf('admin'));
  });

  test('one with public content goes on', async () => {
    await createWebhook('public');
    await takeRightAway();
    const post = await createDraft('published');
    await app.jobs.runPending();
    expect(received.map((body) => body.id)).toEqual([post]);
  });
});

test('it pauses when the account is gone', async () => {
  const { id } = await createWebhook();
  await sql`update webhooks set user_id = null where id = ${id}`.execute(app.db);
  await createDraft();
  await app.jobs.runPending();
  expect(received).toEqual([]);
  expect((await read(id)).pause_reason).toBe('owner');
});

test('who may not read what it sends reads neither its secret nor its deliveries', async () => {
  const { id } = await createWebhook();
  const draft = await createDraft();
  await app.jobs.runPending();
  const path = `/webhooks/${id}`;
  const { body } = await app.send<Webhook>('settings manager', 'GET', path);
  expect(body.shared_secret).toBe(webhookSecretMask);
  const list = await app.send<{ results: Webhook[] }>('settings manager', 'GET', '/webhooks');
  expect(JSON.stringify(list.body)).not.toContain(secret);
  const log = await app.send<{ results: WebhookDelivery[] }>('admin', 'GET', `${path}/deliveries`);
  expect(log.body.results).toMatchObject([{ post_id: draft }]);
  const delivery = log.body.results[0]?.id;
  expect((await app.send('settings manager', 'GET', `${path}/deliveries`)).status).toBe(403);
  expect((await app.send('settings manager', 'POST', `${path}/deliveries/${delivery}/repeat`)).status).toBe(
    403,
  );
  // The mask sent back keeps the secret, also by those who may read it.
  for (const actor of ['settings manager', 'admin'] as const)
    expect((await app.send(actor, 'PUT', path, { ...body, name: `By ${actor}` })).status).toBe(200);
  expect((await read(id)).shared_secret).toBe(secret);
  const created = await app.send('admin', 'POST', '/webhooks', { ...body, entity_type: 'post' });
  expect([created.status, errorPointers(created)]).toEqual([422, ['/shared_secret']]);
});

describe('when a webhook that sent everything is to send what is public', () => {
  const listLog = async (actor: 'admin' | 'settings manager', id: number) =>
    (await app.send<{ results: WebhookDelivery[] }>(actor, 'GET', `/webhooks/${id}/deliveries`)).body.results;

  test('only those who may read everything change it; others may pause it', async () => {
    const { id } = await createWebhook();
    await createDraft();
    await app.jobs.runPending();
    const path = `/webhooks/${id}`;
    for (const change of [
      { content: 'public' },
      { content: 'public', url: `${url}elsewhere` },
      { content: 'public', paused: true },
    ]) {
      const refused = await app.send('settings manager', 'PUT', path, change);
      expect([change, refused.status]).toEqual([change, 403]);
    }
    const { body } = await app.send<Webhook>('settings manager', 'GET', path);
    expect(body).toMatchObject({ content: 'everything', shared_secret: webhookSecretMask, paused: null });
    expect((await app.send('settings manager', 'GET', `${path}/deliveries`)).status).toBe(403);
    expect((await app.send('settings manager', 'PUT', path, { paused: true })).status).toBe(200);
  });

  test('its log is deleted, and the audit log says so', async () => {
    const { id } = await createWebhook();
    await createDraft();
    await app.jobs.runPending();
    expect(await listLog('admin', id)).toHaveLength(1);
    expect((await app.send('admin', 'PUT', `/webhooks/${id}`, { content: 'public' })).status).toBe(200);
    expect(await listLog('settings manager', id)).toEqual([]);
    const { details } = await app.db
      .selectFrom('audit_log')
      .select('details')
      .where('subject', '=', 'webhooks')
      .where('subject_id', '=', String(id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ changed: ['content'], content: 'public', deleted_deliveries: 1 });
  });

  test('deliveries that it held are sent for public posts only', async () => {
    const hook = await createWebhook();
    const removals = await createWebhook();
    await app.send('admin', 'PUT', `/webhooks/${removals.id}`, { event_type: 'delete' });
    for (const { id } of [hook, removals])
      expect((await app.send('reviewer', 'PUT', `/webhooks/${id}`, { paused: true })).status).toBe(200);
    const draft = await createDraft();
    const published = await createDraft('published');
    const deleted = await createDraft();
    expect((await app.send('admin', 'DELETE', `/posts/${deleted}`)).status).toBe(200);
    await app.jobs.runPending();
    const stored = await app.db.selectFrom('webhook_deliveries').select(['post_id', 'state']).execute();
    expect(stored.map((row) => `${row.post_id} ${row.state}`).toSorted()).toEqual(
      [draft, published, deleted, deleted].map((post) => `${post} held`).toSorted(),
    );
    const storedTime = new Date(Date.now() - 3_600_000);
    await app.db
      .updateTable('webhook_deliveries')
      .set({
        created: storedTime,
        attempts: 1,
        last_attempt: storedTime,
        status: 500,
        response: 'Post 7 is refused',
      })
      .execute();
    for (const { id } of [hook, removals])
      expect((await app.send('reviewer', 'PUT', `/webhooks/${id}`, { content: 'public' })).status).toBe(200);
    expect(await listLog('settings manager', removals.id)).toEqual([]);
    // A time from before would tell when the post was still a draft.
    const [remaining, ...others] = await listLog('settings manager', hook.id);
    expect([remaining, others]).toMatchObject([
      { post_id: published, state: 'held', attempts: 0, status: null, response: null, tried: null },
      [],
    ]);
    expect(Date.parse(remaining?.created ?? '')).toBeGreaterThan(storedTime.getTime() + 1_800_000);
    for (const { id } of [hook, removals])
      await app.send('settings manager', 'PUT', `/webhooks/${id}`, { paused: false, url: `${url}elsewhere` });
    await app.jobs.runPending();
    expect(received.map((body) => body.id)).toEqual([published]);
  });
});

test('everything is chosen together with all that decides what is sent where', async () => {
  const { id } = await createWebhook('public');
  const path = `/webhooks/${id}`;
  const change = {
    content: 'everything',
    url,
    shared_secret: 'another secret of the reviewer',
    event_type: 'create',
    form_id: null,
    only_shared: true,
    source_field_key: null,
    destination_field_key: null,
  };
  const ownFields = Object.keys(WebhookChange.shape).filter(
    (field) => !['content', 'name', 'entity_type', 'paused'].includes(field),
  );
  for (const field of ownFields) {
    const refused = await app.send('reviewer', 'PUT', path, { ...change, [field]: undefined });
    expect([field, refused.status, errorPointers(refused)]).toEqual([field, 422, [`/${field}`]]);
  }
  const unsigned = await app.send('reviewer', 'PUT', path, { ...change, shared_secret: webhookSecretMask });
  expect([unsigned.status, errorPointers(unsigned)]).toEqual([422, ['/shared_secret']]);
  expect((await read(id)).content).toBe('public');
  const changed = await app.send<Webhook>('reviewer', 'PUT', path, change);
  expect(changed).toMatchObject({ status: 200, body: { content: 'everything' } });
  const repeated = await app.send('reviewer', 'PUT', path, { content: 'everything', name: 'Night desk' });
  expect(repeated.status).toBe(200);
});
