/** What a webhook is told that shows what the public sees: published posts, and of those that are so no more only that. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook, WebhookDelivery } from '@waypost/contract/webhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

let receiver: Server;
let target: string;
let it: Deployment;
let survey: MadeSurvey;
const got: Record<string, unknown>[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      got.push(JSON.parse(text) as Record<string, unknown>);
      response.end('thanks');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  it = await startDeployment({ outgoingAllowed: ['127.0.0.0/8'] });
  survey = await aSurvey(it.db, { words: { type: 'varchar' } }, { hide_author: false });
});
afterAll(async () => {
  await it.close();
  receiver.close();
});
afterEach(async () => {
  await it.db.deleteFrom('webhooks').execute();
  got.length = 0;
});

const make = async (change: object = {}) =>
  (
    await it.send<Webhook>('settings manager', 'POST', '/webhooks', {
      name: 'Desk feed',
      url: target,
      shared_secret: 'a secret of more than twenty',
      event_type: 'create',
      entity_type: 'post',
      ...change,
    })
  ).body;
const post = async (change: object = {}) =>
  (
    await it.send<{ id: number }>('reviewer', 'POST', '/posts', {
      form: survey.id,
      title: 'Water is rising',
      status: 'draft',
      ...change,
    })
  ).body.id;
const put = (id: number, change: object) =>
  it.send('reviewer', 'PUT', `/posts/${id}`, { form: survey.id, title: 'Water is rising', ...change });
const deliver = () => it.jobs.workOff();

test('a webhook that a script adds without a word on it shows what the public sees', async () => {
  expect(await make()).toMatchObject({ content: 'public' });
  const id = await post();
  await deliver();
  expect(got).toEqual([]);
  await put(id, { status: 'published' });
  await deliver();
  expect(got).toMatchObject([{ id, title: 'Water is rising', status: 'published' }]);
});

test('no contact and no message goes along, though the survey shows authors', async () => {
  const contact = await it.db
    .insertInto('contacts')
    .values({
      type: 'phone',
      contact: '+2547',
      user_id: null,
      data_source: 'twilio',
      updated: null,
      stopped: null,
      seen_message_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await make();
  await make({ name: 'All of it', content: 'everything' });
  const id = await post({ status: 'published' });
  await it.db.updateTable('posts').set({ contact_id: contact.id }).where('id', '=', id).execute();
  await deliver();
  expect(new Set(got.map((it) => it['contact_id']))).toEqual(new Set([contact.id, null]));
});

test('what leaves publication is told to be gone, by its id alone', async () => {
  await make({ event_type: 'update' });
  await make({ event_type: 'delete' });
  const id = await post({ status: 'published' });
  await put(id, { status: 'draft', title: 'Names somebody' });
  await deliver();
  expect(got).toHaveLength(2);
  for (const body of got)
    expect(body).toEqual({
      id,
      form_id: survey.id,
      gone: true,
      webhook_uuid: expect.any(String),
      source_field_key: null,
      destination_field_key: null,
    });
  got.length = 0;
  await put(id, { status: 'draft', title: 'Names somebody else' });
  await it.send('admin', 'DELETE', `/posts/${id}`);
  await deliver();
  expect(got).toEqual([]);
});

test('what was published when it happened and is not when it is sent stays here', async () => {
  const { id: hook } = await make({ event_type: 'create' });
  const id = await post({ status: 'published' });
  await put(id, { status: 'archived' });
  await deliver();
  expect(got).toEqual([]);
  const { body } = await it.send<{ results: WebhookDelivery[] }>(
    'admin',
    'GET',
    `/webhooks/${hook}/deliveries`,
  );
  expect(body.results).toMatchObject([{ state: 'delivered', status: null, fault: 'not-public' }]);
  await it.send('admin', 'POST', `/webhooks/${hook}/deliveries/${body.results[0]?.id}/repeat`);
  await deliver();
  expect(got).toEqual([]);
});

test('posts for some roles, and those of a private deployment, are not the public’s', async () => {
  await make();
  await post({ status: 'published', published_to: ['reviewer'] });
  await deliver();
  expect(got).toEqual([]);
  await it.send('admin', 'PUT', '/config/site', { private: true });
  await post({ status: 'published' });
  await deliver();
  expect(got).toEqual([]);
  await it.send('admin', 'PUT', '/config/site', { private: false });
});

test('everything is what it was before there was a choice', async () => {
  await make({ content: 'everything' });
  await make({ content: 'everything', event_type: 'update' });
  const id = await post();
  await deliver();
  expect(got).toMatchObject([{ id, status: 'draft' }]);
  await put(id, { status: 'draft', title: 'Higher' });
  await deliver();
  expect(got[1]).toMatchObject({ id, title: 'Higher', status: 'draft' });
});

test('the choice is kept when a client sends the webhook back without it, and is in the log of changes', async () => {
  const { id } = await make({ content: 'everything' });
  const changed = await it.send<Webhook>('admin', 'PUT', `/webhooks/${id}`, { name: 'Another name' });
  expect(changed.body).toMatchObject({ content: 'everything' });
  const narrowed = await it.send<Webhook>('admin', 'PUT', `/webhooks/${id}`, { content: 'public' });
  expect(narrowed.body).toMatchObject({ content: 'public' });
  const log = await it.db
    .selectFrom('audit')
    .select('details')
    .where('subject', '=', 'webhooks')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(log.map((entry) => entry.details)).toEqual([
    { content: 'everything' },
    { changed: ['name'] },
    { changed: ['content'], content: 'public' },
  ]);
});
