/** Uploads to the exchange whose export is deleted, or may contain data that is erased, while they are in progress. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ExportJob } from '@waypost/contract/exports/exports';
import { hxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { type ExchangeServer, startExchangeServer } from '../testing/servers/exchange-server.ts';
import { scaled } from '../testing/time.ts';

const key = 'abcdefgh-1234';
const phone = '+254700123456';
let app: TestApp;
let exchange: ExchangeServer;
let survey: TestSurvey;
beforeAll(async () => {
  exchange = await startExchangeServer(key);
  app = await startTestApp({ exchangeUrl: exchange.url, allowedNetworks: ['127.0.0.1'] });
  survey = await createTestSurvey(app.db, { count: { type: 'int' }, photo: { type: 'media' } });
  const setting = { config_key: 'hdx_api_key', config_value: key };
  await app.send('reviewer', 'POST', `/users/${await app.idOf('reviewer')}/settings`, setting);
});
beforeEach(() => {
  exchange.datasets.length = 0;
});
afterAll(async () => {
  await app.close();
  await exchange.close();
});

/** A post that came from a phone number, which is in a new upload. */
async function requestUpload(): Promise<number> {
  const values = { [survey.keyOf('count')]: [12] };
  const body = { form: survey.id, title: 'Bridge', status: 'published', values };
  const { id } = (await app.send<Post>('reviewer', 'POST', '/posts', body)).body;
  const contact = await app.db
    .insertInto('contacts')
    .values({
      type: 'phone',
      contact: phone,
      user_id: null,
      data_source: 'twilio',
      updated: null,
      opted_out: null,
      seen_message_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (contact)
    await app.db.updateTable('posts').set({ contact_id: contact.id }).where('id', '=', id).execute();
  const field = await app.db
    .selectFrom('attributes')
    .select('id')
    .where('label', '=', 'count')
    .executeTakeFirstOrThrow();
  const tag = hxlTags.find(({ tag_name }) => tag_name === 'affected')?.id;
  const job = await app.send<ExportJob>('reviewer', 'POST', '/exports/jobs', {
    entity_type: 'post',
    include_hxl: true,
    send_to_hdx: true,
    filters: { status: ['all'] },
    hxl_heading_row: [{ form_attribute_id: field.id, hxl_tag_id: tag }],
  });
  const metadata = {
    private: true,
    dataset_title: 'Floods',
    organisation_id: 'org-1',
    organisation_name: 'Red River Relief',
    source: 'Reports',
    license_id: 2,
    export_job_id: job.body.id,
  };
  expect((await app.send('reviewer', 'POST', '/hxl/metadata', metadata)).status).toBe(200);
  return job.body.id;
}

const readJob = (id: number) => app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${id}`);
const erase = async () => {
  const body = { contact: phone, posts: true };
  expect((await app.send('admin', 'POST', '/contact-data/erase', body)).status).toBe(200);
};
const coverPicture = async () => {
  const background = '#275';
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'gate.png', bytes });
  const authorization = `Bearer ${await app.tokenOf('reviewer')}`;
  const uploaded = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  const covers = [{ shape: 'box', x: 0, y: 0, width: 1, height: 1 }];
  const url = `/media/${uploaded.json<Media>().id}/cover`;
  expect((await app.send('reviewer', 'POST', url, { covers })).status).toBe(200);
};
/** Whether something happens in the time in which an upload has to be stopped. */
const happensSoon = (event: Promise<unknown>) =>
  Promise.race([event.then(() => true), wait(scaled(4000), false)]);

test.each([
  ['erasing data', erase],
  ['covering a picture', coverPicture],
])('%s stops an upload that may contain it, and the export says so', async (_, work) => {
  const id = await requestUpload();
  let isStopped: boolean | undefined;
  exchange.nextWaits.set('resource_create', async (closed) => {
    await work();
    isStopped = await happensSoon(closed);
  });
  await app.jobs.runPending();
  expect(isStopped).toBe(true);
  const { body } = await readJob(id);
  expect(body).toMatchObject({
    status: 'FAILED',
    fault: { code: 'exchange-erased', text: null },
    url: null,
    dataset_url: `${exchange.url}/dataset/${String(exchange.datasets[0]?.fields['name'])}`,
  });
  await app.jobs.runPending({ includeScheduled: true });
  expect((await readJob(id)).body).toEqual(body);
});

test('an upload that ends right after data was erased does not count as finished', async () => {
  const id = await requestUpload();
  exchange.nextWaits.set('resource_create', erase);
  await app.jobs.runPending();
  expect(exchange.datasets[0]?.resources).toHaveLength(1);
  expect((await readJob(id)).body).toMatchObject({
    status: 'FAILED',
    fault: { code: 'exchange-erased' },
    url: null,
  });
});

test('an exchange that fails after data was erased does not hide that, and nothing is uploaded again', async () => {
  const id = await requestUpload();
  exchange.nextWaits.set('resource_create', erase);
  const error = { message: 'Too late' };
  exchange.nextResponses.set('resource_create', { status: 409, body: { success: false, error } });
  await app.jobs.runPending();
  await app.jobs.runPending({ includeScheduled: true });
  expect((await readJob(id)).body).toMatchObject({ status: 'FAILED', fault: { code: 'exchange-erased' } });
  expect(exchange.datasets[0]?.resources).toHaveLength(0);
});

test('deleting an export stops its upload', async () => {
  const id = await requestUpload();
  let isStopped: boolean | undefined;
  exchange.nextWaits.set('resource_create', async (closed) => {
    expect((await app.send('reviewer', 'DELETE', `/exports/jobs/${id}`)).status).toBe(200);
    isStopped = await happensSoon(closed);
  });
  await app.jobs.runPending();
  expect(isStopped).toBe(true);
  expect((await readJob(id)).status).toBe(404);
});
