import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Post } from '@waypost/contract/posts';
import type { Webhook, WebhookDelivery } from '@waypost/contract/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { type Deployment, pointersOf, startDeployment } from '../testing/deployment.ts';

const secret = 'a secret of more than twenty';

interface Got {
  headers: IncomingMessage['headers'];
  text: string;
}

/** A program that is told: what it got, and what it answers. */
const got: Got[] = [];
let answers: { status: number; text?: string } = { status: 200 };
let receiver: Server;
let target: string;
let it: Deployment;
let survey: MadeSurvey;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers, text });
      response.statusCode = answers.status;
      response.end(answers.text ?? 'thanks');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in?from=waypost`;
  it = await startDeployment({ outgoingAllowed: ['127.0.0.0/8'] });
  survey = await aSurvey(it.db, {
    words: { type: 'varchar' },
    secret: { type: 'varchar', private: true },
  });
});
afterAll(async () => {
  await it.close();
  receiver.close();
});
afterEach(async () => {
  answers = { status: 200 };
  await it.db.deleteFrom('webhooks').execute();
  got.length = 0;
});

const hook = (change: object = {}) => ({
  name: 'Desk feed',
  url: target,
  shared_secret: secret,
  event_type: 'create',
  entity_type: 'post',
  ...change,
});
const make = async (change: object = {}) =>
  (await it.send<Webhook>('settings manager', 'POST', '/webhooks', hook(change))).body;
const post = async (change: object = {}) =>
  (await it.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Water is rising', ...change }))
    .body;
const bodies = () => got.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
const log = async (id: number) =>
  (await it.send<{ results: WebhookDelivery[] }>('admin', 'GET', `/webhooks/${id}/deliveries`)).body.results;
const deliver = () => it.jobs.workOff();

describe('a webhook', () => {
  test('is made, read, changed and deleted, in the shape that existing clients know', async () => {
    const made = await it.send<Webhook>(
      'settings manager',
      'POST',
      '/webhooks',
      hook({ form_id: survey.id }),
    );
    expect(made.status).toBe(200);
    const { id } = made.body;
    expect(made.body).toEqual({
      id,
      url: target,
      user: { id: await it.idOf('settings manager'), url: expect.stringMatching(/\/api\/v3\/users\/\d+$/) },
      form_id: survey.id,
      name: 'Desk feed',
      shared_secret: secret,
      webhook_uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      event_type: 'create',
      entity_type: 'post',
      content: 'public',
      source_field_key: null,
      destination_field_key: null,
      created: expect.any(String),
      updated: null,
      paused: null,
      failures: 0,
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
    });
    const changed = await it.send<Webhook>('admin', 'PUT', `/webhooks/${id}`, {
      ...hook(),
      event_type: 'update',
    });
    expect(changed.body).toMatchObject({ id, event_type: 'update', form_id: survey.id });
    expect((await it.send<Webhook>('admin', 'GET', `/webhooks/${id}`)).body).toEqual(changed.body);
    expect((await it.send('admin', 'DELETE', `/webhooks/${id}`)).status).toBe(200);
    expect((await it.send('admin', 'GET', `/webhooks/${id}`)).status).toBe(404);
  });

  test('says at which field it is wrong', async () => {
    const refused = async (change: object) =>
      pointersOf(await it.send('admin', 'POST', '/webhooks', hook(change)));
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
    expect(await refused({ destination_field_key: survey.key('words') })).toEqual(['/destination_field_key']);
  });
});

describe('a delivery', () => {
  test('holds the post as a stranger sees it, with both signatures', async () => {
    const { webhook_uuid } = await make({ form_id: survey.id, source_field_key: null });
    const { id } = await post({
      values: { [survey.key('words')]: ['up to the knees'], [survey.key('secret')]: ['call 12345'] },
    });
    await deliver();
    expect(bodies()).toMatchObject([
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
        values: { [survey.key('words')]: ['up to the knees'] },
        webhook_uuid,
        source_field_key: null,
        destination_field_key: null,
      },
    ]);
    const [{ headers, text } = { headers: {}, text: '' }] = got;
    expect(text).not.toContain('12345');
    const signed = createHmac('sha256', secret)
      .update(target + text)
      .digest('base64');
    expect(headers['x-ushahidi-signature']).toBe(signed);
    const [, time = '', timed] =
      /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['x-waypost-signature'])) ?? [];
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
    expect(timed).toBe(createHmac('sha256', secret).update(`${time}.${target}.${text}`).digest('hex'));
  });

  test('goes out for its event and its survey alone, deletions too', async () => {
    const other = await aSurvey(it.db, {});
    await make({ event_type: 'update' });
    await make({ event_type: 'delete', form_id: survey.id });
    await make({ form_id: other.id });
    const { id } = await post();
    await deliver();
    expect(bodies()).toEqual([]);
    await it.send('member', 'PUT', `/posts/${id}`, { form: survey.id, title: 'Higher still' });
    await deliver();
    expect(bodies()).toMatchObject([{ id, title: 'Higher still' }]);
    await it.send('admin', 'DELETE', `/posts/${id}`);
    await deliver();
    expect(bodies()[1]).toMatchObject({ id, form_id: survey.id });
    expect(bodies()[1]).not.toHaveProperty('title');
    expect(got).toHaveLength(2);
  });

  test('that is refused is tried again, logged with what came back, and holds up no other', async () => {
    const { id } = await make();
    const good = await make({ name: 'Another' });
    answers = { status: 500, text: 'out\u0000 of order' };
    await post();
    await deliver();
    expect(await log(id)).toMatchObject([
      { state: 'waiting', attempts: 1, status: 500, response: 'out  of order', fault: null },
    ]);
    answers = { status: 204 };
    await it.jobs.workOff({ later: true });
    expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 204 }]);
    expect(await log(good.id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('can be sent again by hand, as the post is then', async () => {
    const { id } = await make();
    const { id: postId } = await post();
    await deliver();
    const [delivery] = await log(id);
    await it.send('member', 'PUT', `/posts/${postId}`, { form: survey.id, title: 'As it is now' });
    const path = `/webhooks/${id}/deliveries/${delivery?.id}/repeat`;
    const again = await Promise.all(
      Array.from({ length: 4 }, () => it.send<WebhookDelivery>('admin', 'POST', path)),
    );
    expect(new Set(again.map((it) => it.body.state))).toEqual(new Set(['waiting']));
    expect(await deliver()).toContainEqual(['deliver-webhook', 'done']);
    expect(bodies().map(({ title }) => title)).toEqual(['Water is rising', 'As it is now']);
    expect((await it.send('admin', 'POST', `/webhooks/${id}/deliveries/999999/repeat`)).status).toBe(404);
  });

  test('reaches nothing behind the server', async () => {
    const closed = await startDeployment();
    const { body } = await closed.send<Webhook>('admin', 'POST', '/webhooks', hook());
    const own = await aSurvey(closed.db, {});
    await closed.send('member', 'POST', '/posts', { form: own.id, title: 'For nobody' });
    await closed.jobs.workOff();
    const { body: list } = await closed.send<{ results: WebhookDelivery[] }>(
      'admin',
      'GET',
      `/webhooks/${body.id}/deliveries`,
    );
    expect(list.results).toMatchObject([{ fault: 'address', status: null }]);
    expect(got).toEqual([]);
    await closed.close();
  });
});

test('a webhook that fails and fails is paused; what happens meanwhile is kept, and sent when it goes on', async () => {
  const { id } = await make();
  answers = { status: 503 };
  for (let at = 0; at < 5; at++) await post();
  await it.jobs.workOff({ later: true });
  const paused = (await it.send<Webhook>('admin', 'GET', `/webhooks/${id}`)).body;
  expect(paused).toMatchObject({ failures: 5, paused: expect.any(String) });
  expect((await log(id)).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 5 }, () => ['failed', 6]),
  );
  got.length = 0;
  answers = { status: 200 };
  const { id: late } = await post({ title: 'Meanwhile' });
  await deliver();
  expect([got.length, (await log(id))[0]?.state]).toEqual([0, 'held']);
  const on = await it.send<Webhook>('settings manager', 'PUT', `/webhooks/${id}`, { paused: false });
  expect(on.body).toMatchObject({ paused: null, failures: 0, name: 'Desk feed' });
  await deliver();
  expect(bodies()).toMatchObject([{ id: late, title: 'Meanwhile' }]);
});
