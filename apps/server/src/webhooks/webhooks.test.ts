import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Post } from '@waypost/contract/posts/posts';
import type { Webhook, WebhookDelivery } from '@waypost/contract/webhooks/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

const secret = 'a secret of more than twenty';

interface ReceivedRequest {
  headers: IncomingMessage['headers'];
  text: string;
}

/** Requests that the test receiver got, and its next response. */
const received: ReceivedRequest[] = [];
let nextResponse: { status: number; text?: string } = { status: 200 };
let receiver: Server;
let receiverUrl: string;
let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, text });
      response.statusCode = nextResponse.status;
      response.end(nextResponse.text ?? 'thanks');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in?from=waypost`;
  app = await startTestApp({ allowedNetworks: ['127.0.0.0/8'] });
  survey = await createTestSurvey(app.db, {
    words: { type: 'varchar' },
    secret: { type: 'varchar', private: true },
  });
});
afterAll(async () => {
  await app.close();
  receiver.close();
});
afterEach(async () => {
  nextResponse = { status: 200 };
  await app.db.deleteFrom('webhooks').execute();
  received.length = 0;
});

const webhookInput = (change: object = {}) => ({
  name: 'Desk feed',
  url: receiverUrl,
  shared_secret: secret,
  event_type: 'create',
  entity_type: 'post',
  ...change,
});
const createWebhook = async (change: object = {}) =>
  (await app.send<Webhook>('settings manager', 'POST', '/webhooks', webhookInput(change))).body;
const createPost = async (change: object = {}) =>
  (await app.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Water is rising', ...change }))
    .body;
const receivedBodies = () => received.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
const readDeliveryLog = async (id: number) =>
  (await app.send<{ results: WebhookDelivery[] }>('admin', 'GET', `/webhooks/${id}/deliveries`)).body.results;
const deliver = () => app.jobs.runPending();

describe('a webhook', () => {
  test('is created, read, changed and deleted in the format of existing clients', async () => {
    const created = await app.send<Webhook>(
      'settings manager',
      'POST',
      '/webhooks',
      webhookInput({ form_id: survey.id }),
    );
    expect(created.status).toBe(200);
    const { id } = created.body;
    expect(created.body).toEqual({
      id,
      url: receiverUrl,
      user: { id: await app.idOf('settings manager'), url: expect.stringMatching(/\/api\/v3\/users\/\d+$/) },
      form_id: survey.id,
      name: 'Desk feed',
      shared_secret: secret,
      webhook_uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      event_type: 'create',
      entity_type: 'post',
      content: 'public',
      allowed_contents: ['public'],
      only_shared: true,
      source_field_key: null,
      destination_field_key: null,
      created: expect.any(String),
      updated: null,
      paused: null,
      status: { state: 'unused', last_success: null, failing_since: null, error: null },
      failures: 0,
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
    });
    const changed = await app.send<Webhook>('admin', 'PUT', `/webhooks/${id}`, {
      ...webhookInput(),
      event_type: 'update',
    });
    expect(changed.body).toMatchObject({ id, event_type: 'update', form_id: survey.id });
    expect((await app.send<Webhook>('admin', 'GET', `/webhooks/${id}`)).body).toEqual(changed.body);
    expect((await app.send('admin', 'DELETE', `/webhooks/${id}`)).status).toBe(200);
    expect((await app.send('admin', 'GET', `/webhooks/${id}`)).status).toBe(404);
  });

  test('is refused at the invalid field', async () => {
    const refused = async (change: object) =>
      errorPointers(await app.send('admin', 'POST', '/webhooks', webhookInput(change)));
    expect(await refused({ name: 'ab' })).toEqual(['/name']);
    expect(await refused({ shared_secret: 'nineteen characters' })).toEqual(['/shared_secret']);
    for (const url of ['', 'hooks.example.net', 'ftp://example.net/', 'https://me:word@example.net/'])
      expect([url, await refused({ url })]).toEqual([url, ['/url']]);
    expect(await refused({ event_type: 'read', entity_type: 'user' })).toEqual([
      '/event_type',
      '/entity_type',
    ]);
    expect(await refused({ form_id: 999_999 })).toEqual(['/form_id']);
    expect(await refused({ form_id: survey.id, source_field_key: 'no-such' })).toEqual(['/source_field_key']);
    expect(await refused({ destination_field_key: survey.keyOf('words') })).toEqual([
      '/destination_field_key',
    ]);
  });
});

describe('a delivery', () => {
  test('contains the post as anonymous visitors see it, with both signatures', async () => {
    const { webhook_uuid } = await createWebhook({ form_id: survey.id, source_field_key: null });
    const { id } = await createPost({
      values: { [survey.keyOf('words')]: ['up to the knees'], [survey.keyOf('secret')]: ['call 12345'] },
    });
    await deliver();
    expect(receivedBodies()).toMatchObject([
      {
        id,
        form_id: survey.id,
        user_id: expect.any(Number),
        title: 'Water is rising',
        status: 'published',
        created: expect.any(Number),
        post_date: {
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.000000$/),
          timezone_type: 3,
          timezone: 'UTC',
        },
        values: { [survey.keyOf('words')]: ['up to the knees'] },
        webhook_uuid,
        source_field_key: null,
        destination_field_key: null,
      },
    ]);
    const [{ headers, text } = { headers: {}, text: '' }] = received;
    expect(text).not.toContain('12345');
    const signed = createHmac('sha256', secret)
      .update(receiverUrl + text)
      .digest('base64');
    expect(headers['x-ushahidi-signature']).toBe(signed);
    const [, time = '', timed] =
      /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['x-waypost-signature'])) ?? [];
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
    expect(timed).toBe(createHmac('sha256', secret).update(`${time}.${receiverUrl}.${text}`).digest('hex'));
  });

  test('is sent for its event and survey only, also for deletions', async () => {
    const other = await createTestSurvey(app.db, {});
    await createWebhook({ event_type: 'update' });
    await createWebhook({ event_type: 'delete', form_id: survey.id });
    await createWebhook({ form_id: other.id });
    const { id } = await createPost();
    await deliver();
    expect(receivedBodies()).toEqual([]);
    await app.send('member', 'PUT', `/posts/${id}`, { form: survey.id, title: 'Higher still' });
    await deliver();
    expect(receivedBodies()).toMatchObject([{ id, title: 'Higher still' }]);
    await app.send('admin', 'DELETE', `/posts/${id}`);
    await deliver();
    expect(receivedBodies()[1]).toMatchObject({ id, form_id: survey.id });
    expect(receivedBodies()[1]).not.toHaveProperty('title');
    expect(received).toHaveLength(2);
  });

  test('that is refused is retried and logged with the response, and does not delay others', async () => {
    const { id } = await createWebhook();
    const good = await createWebhook({ name: 'Another' });
    nextResponse = { status: 500, text: `out\u0000 of order, ${secret} is wrong` };
    await createPost();
    await deliver();
    expect(await readDeliveryLog(id)).toMatchObject([
      { state: 'waiting', attempts: 1, status: 500, response: 'out  of order, … is wrong', fault: null },
    ]);
    nextResponse = { status: 204 };
    await app.jobs.runPending({ includeScheduled: true });
    expect(await readDeliveryLog(id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 204 }]);
    expect(await readDeliveryLog(good.id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('can be repeated manually, with the post as it is then', async () => {
    const { id } = await createWebhook();
    const { id: postId } = await createPost();
    await deliver();
    const [delivery] = await readDeliveryLog(id);
    await app.send('member', 'PUT', `/posts/${postId}`, { form: survey.id, title: 'As it is now' });
    const path = `/webhooks/${id}/deliveries/${delivery?.id}/repeat`;
    const again = await Promise.all(
      Array.from({ length: 4 }, () => app.send<WebhookDelivery>('admin', 'POST', path)),
    );
    expect(new Set(again.map((response) => response.body.state))).toEqual(new Set(['waiting']));
    expect(await deliver()).toContainEqual(['deliver-webhook', 'done']);
    expect(receivedBodies().map(({ title }) => title)).toEqual(['Water is rising', 'As it is now']);
    expect((await app.send('admin', 'POST', `/webhooks/${id}/deliveries/999999/repeat`)).status).toBe(404);
  });

  test('is not sent to private networks', async () => {
    const closed = await startTestApp();
    const { body } = await closed.send<Webhook>(
      'admin',
      'POST',
      '/webhooks',
      webhookInput({ url: 'https://nowhere.invalid/' }),
    );
    // Since then its name leads to a private network.
    await closed.db.updateTable('webhooks').set({ url: receiverUrl }).execute();
    const own = await createTestSurvey(closed.db, {});
    await closed.send('member', 'POST', '/posts', { form: own.id, title: 'For nobody' });
    await closed.jobs.runPending();
    const { body: list } = await closed.send<{ results: WebhookDelivery[] }>(
      'admin',
      'GET',
      `/webhooks/${body.id}/deliveries`,
    );
    expect(list.results).toMatchObject([{ fault: 'address', status: null }]);
    expect(received).toEqual([]);
    await closed.close();
  });
});

test('a webhook that keeps failing is paused; events are held, and sent when it is resumed', async () => {
  const { id } = await createWebhook();
  nextResponse = { status: 503 };
  for (let count = 0; count < 5; count++) await createPost();
  await app.jobs.runPending({ includeScheduled: true });
  const paused = (await app.send<Webhook>('admin', 'GET', `/webhooks/${id}`)).body;
  expect(paused).toMatchObject({ failures: 5, paused: expect.any(String) });
  expect((await readDeliveryLog(id)).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 5 }, () => ['failed', 6]),
  );
  received.length = 0;
  nextResponse = { status: 200 };
  const { id: late } = await createPost({ title: 'Meanwhile' });
  await deliver();
  expect([received.length, (await readDeliveryLog(id))[0]?.state]).toEqual([0, 'held']);
  const resumed = await app.send<Webhook>('settings manager', 'PUT', `/webhooks/${id}`, { paused: false });
  expect(resumed.body).toMatchObject({ paused: null, failures: 0, name: 'Desk feed' });
  await deliver();
  expect(receivedBodies()).toMatchObject([{ id: late, title: 'Meanwhile' }]);
});
