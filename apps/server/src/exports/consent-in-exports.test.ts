/** What reporters agreed to, in exports, webhooks, messages and templates. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Post } from '@waypost/contract/posts/posts';
import type { TemplateInput } from '@waypost/contract/templates/template-format';
import type { Webhook, WebhookDelivery } from '@waypost/contract/webhooks/webhooks';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let receiver: Server;
const received: { id: number }[] = [];
let app: TestApp;
let survey: TestSurvey;
let shared: number;
let unanswered: number;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push(JSON.parse(text) as { id: number });
      response.end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  app = await startTestApp({ allowedNetworks: ['127.0.0.0/8'] });
  survey = await createTestSurvey(app.db, { words: { type: 'varchar' } });
  await report();
  await app.send('admin', 'PUT', `/forms/${survey.id}`, {
    consent: { text: 'Read this', uses: ['share', 'contact'] },
  });
  shared = await report({ version: 1, agreed: ['share'] });
  await report({ version: 1, agreed: [] });
  unanswered = await report();
});
afterAll(async () => {
  await app.close();
  receiver.close();
});

const report = async (consent?: object) =>
  (
    await app.send<Post>('member', 'POST', '/posts', {
      form: survey.id,
      title: 'A wall fell',
      status: 'published',
      consent,
    })
  ).body.id;

async function readCsv(query: string) {
  const { body } = await app.fastify.inject({
    url: `/api/v3/posts/export?form=${survey.id}&${query}`,
    headers: { authorization: `Bearer ${await app.tokenOf('reviewer')}` },
  });
  const [head = [], ...rows]: string[][] = parse(body, { bom: true });
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
}

test('a file for the team has what each reporter agreed to', async () => {
  const rows = await readCsv('');
  expect(rows.find((row) => row['Post ID'] === String(shared))).toMatchObject({
    'Consent Version': '1',
    'Consent To Publish': '',
    'Consent To Share': 'yes',
    'Consent To Contact': 'no',
    'Consent Time (UTC)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    'Consent Source': 'report',
  });
  expect(rows.find((row) => row['Post ID'] === String(unanswered))).toMatchObject({
    'Consent Version': '',
    'Consent To Share': '',
  });
});

test('a file for partners has only reports whose reporters agreed to sharing', async () => {
  const ids = (await readCsv('only_shared=true')).map((row) => row['Post ID']);
  expect(ids).toEqual([String(shared)]);
  expect((await readCsv('')).length).toBe(4);
  const job = await app.send<ExportJob>('reviewer', 'POST', '/exports/jobs', {
    entity_type: 'post',
    filters: { form: [survey.id] },
    format: 'geojson',
    only_shared: true,
  });
  expect(job.body).toMatchObject({ only_shared: true });
  await app.jobs.runPending();
  const done = await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${job.body.id}`);
  expect(done.body.total_rows).toBe(1);
  const file = await app.fastify.inject({
    url: (done.body.url ?? '').replace('https://report.example.org', ''),
  });
  expect(file.json()).toMatchObject({
    features: [{ id: shared, properties: { consent: { version: 1, agreed: ['share'] } } }],
  });
});

test('a webhook gets only reports whose reporters agreed to sharing, unless it is changed', async () => {
  const { body } = await app.send<Webhook>('admin', 'POST', '/webhooks', {
    name: 'Partners',
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    shared_secret: 'a secret of more than twenty',
    event_type: 'create',
    entity_type: 'post',
  });
  expect(body.only_shared).toBe(true);
  const refused = await report({ version: 1, agreed: [] });
  const agreed = await report({ version: 1, agreed: ['share'] });
  await app.jobs.runPending();
  expect(received.map(({ id }) => id)).toEqual([agreed]);
  const { body: log } = await app.send<{ results: WebhookDelivery[] }>(
    'admin',
    'GET',
    `/webhooks/${body.id}/deliveries`,
  );
  expect(log.results.find(({ post_id }) => post_id === refused)).toMatchObject({ fault: 'not-shared' });
  await app.send('admin', 'PUT', `/webhooks/${body.id}`, { only_shared: false });
  const later = await report();
  await app.jobs.runPending();
  expect(received.at(-1)?.id).toBe(later);
});

test('a template holds what a survey asks', async () => {
  const { body: template } = await app.send<TemplateInput>('admin', 'GET', '/templates/export');
  const other = await startTestApp();
  const applied = await other.send('admin', 'POST', '/templates/apply', { template });
  expect(applied.status).toBe(200);
  const again = await other.send<TemplateInput>('admin', 'GET', '/templates/export');
  const consents = (it: TemplateInput) => (it.forms ?? []).map(({ name, consent }) => ({ name, consent }));
  expect(consents(again.body)).toEqual(expect.arrayContaining(consents(template)));
  expect(JSON.stringify(consents(again.body))).toContain('Read this');
  const planned = await other.send<{ changes: { action: string }[] }>('admin', 'POST', '/templates/preview', {
    template,
    mode: 'replace',
  });
  expect(planned.body.changes.filter(({ action }) => action === 'update')).toEqual([]);
  await other.close();
});
