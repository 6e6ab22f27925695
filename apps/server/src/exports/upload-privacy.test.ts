/** Uploads to the exchange contain personal and unpublished data only if chosen, and never in public datasets. */
import type { ExportJob, UploadPreview } from '@waypost/contract/exports/exports';
import { hxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import {
  type Actor,
  errorCodes,
  errorPointers,
  startTestApp,
  type TestApp,
} from '../testing/app/test-app.ts';
import { type ExchangeServer, startExchangeServer } from '../testing/servers/exchange-server.ts';

const hdxApiKey = 'abcdefgh-1234';
const affectedTagId = hxlTags.find((tag) => tag.tag_name === 'affected')?.id;
const phone = '+254700123456';
let app: TestApp;
let exchange: ExchangeServer;
let survey: TestSurvey;
let countId: number;

const metadata = {
  private: false,
  dataset_title: 'Floods',
  organisation_id: 'org-1',
  organisation_name: 'Red River Relief',
  source: 'Reports',
  license_id: 2,
};

const requestExport = (body: object = {}, kind: Actor = 'reviewer') =>
  app.send<ExportJob>(kind, 'POST', '/exports/jobs', {
    entity_type: 'post',
    include_hxl: true,
    send_to_hdx: true,
    filters: { status: ['all'] },
    hxl_heading_row: [{ form_attribute_id: countId, hxl_tag_id: affectedTagId }],
    ...body,
  });
const saveMetadata = (job: number, change: object = {}) =>
  app.send('reviewer', 'POST', '/hxl/metadata', { ...metadata, ...change, export_job_id: job });
const readPreview = async (job: number) =>
  (await app.send<UploadPreview>('reviewer', 'GET', `/exports/jobs/${job}/preview`)).body;

/** The file that the exchange got for a job, told with this metadata. */
async function exportAndUpload(body: object, change: object = {}): Promise<string> {
  const job = (await requestExport(body)).body;
  expect((await saveMetadata(job.id, change)).status).toBe(200);
  await app.jobs.runPending();
  const done = (await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${job.id}`)).body;
  expect([done.status, done.fault]).toEqual(['SUCCESS', null]);
  return exchange.datasets.at(-1)?.resources[0]?.file ?? '';
}

beforeAll(async () => {
  exchange = await startExchangeServer(hdxApiKey);
  app = await startTestApp({ exchangeUrl: exchange.url, allowedNetworks: ['127.0.0.1'] });
  survey = await createTestSurvey(
    app.db,
    {
      headline: { type: 'title' },
      count: { type: 'int' },
      place: { type: 'point' },
      witness: { type: 'varchar', private: true },
    },
    { hide_location: true, hide_time: true, hide_author: true },
  );
  const field = await app.db
    .selectFrom('attributes')
    .select('id')
    .where('label', '=', 'count')
    .executeTakeFirstOrThrow();
  countId = field.id;
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
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [title, status] of [
    ['Shown to all', 'published'],
    ['Still under review', 'draft'],
  ] as const) {
    const { id } = (
      await app.send<{ id: number }>('reviewer', 'POST', '/posts', {
        form: survey.id,
        title,
        status,
        values: {
          [survey.keyOf('count')]: [12],
          [survey.keyOf('place')]: [{ lat: 1.23456, lon: 36.54321 }],
          [survey.keyOf('witness')]: ['Ines at the mill'],
        },
      })
    ).body;
    await app.db
      .updateTable('posts')
      .set({ contact_id: contact.id, data_source_message_id: 'SM4711', source: 'sms' })
      .where('id', '=', id)
      .execute();
  }
  const owner = await app.idOf('reviewer');
  await app.send('reviewer', 'POST', `/users/${owner}/settings`, {
    config_key: 'hdx_api_key',
    config_value: hdxApiKey,
  });
});
beforeEach(() => {
  exchange.datasets.length = 0;
});
afterAll(async () => {
  await app.close();
  await exchange.close();
});

test.each([{ private: false }, { private: true }])(
  'a script that says nothing more sends what the public sees, %o',
  async (change) => {
    const file = await exportAndUpload({}, change);
    expect(file).toContain('Shown to all');
    expect(file).toContain('1.23');
    for (const hidden of [phone, 'SM4711', 'Contact', 'under review', 'Ines', '1.23456', 'witness'])
      expect([hidden, file.includes(hidden)]).toEqual([hidden, false]);
  },
);

test('an export to a file is not restricted', async () => {
  const job = (await requestExport({ send_to_hdx: false, send_to_browser: true })).body;
  await app.jobs.runPending();
  const { url } = (await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${job.id}`)).body;
  const file = (await app.fastify.inject({ url: (url ?? '').replace('https://report.example.org', '') }))
    .body;
  for (const part of [phone, 'SM4711', 'under review', 'Ines', '1.23456']) expect(file).toContain(part);
});

test('more than public data must be chosen, goes to a private dataset, and is recorded in the audit log', async () => {
  const choice = { include_unpublished: true, include_personal: ['contacts', 'sources', 'details'] };
  const file = await exportAndUpload(choice, { private: true });
  for (const part of [phone, 'SM4711', 'under review', 'Ines', '1.23456']) expect(file).toContain(part);
  const [entry] = await app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', 'exports')
    .orderBy('id', 'desc')
    .execute();
  expect(entry).toMatchObject({ action: 'create', details: choice, user_id: await app.idOf('reviewer') });
});

test('each kind of personal data is chosen separately', async () => {
  const contacts = await exportAndUpload({ include_personal: ['contacts'] }, { private: true });
  expect(contacts).toContain(phone);
  for (const hidden of ['SM4711', 'under review', 'Ines', '1.23456']) expect(contacts).not.toContain(hidden);
  const drafts = await exportAndUpload({ include_unpublished: true });
  expect(drafts).toContain('under review');
  for (const hidden of ['SM4711', phone, 'Ines', '1.23456']) expect(drafts).not.toContain(hidden);
});

test('a public dataset cannot contain personal data, in either order of requests', async () => {
  const job = (await requestExport({ include_personal: ['contacts'] })).body;
  const refused = await saveMetadata(job.id);
  expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
    422,
    ['/private'],
    ['publicDataset'],
  ]);
  const { id } = (await app.send<{ id: number }>('reviewer', 'POST', '/hxl/metadata', metadata)).body;
  const changed = await app.send('reviewer', 'PUT', `/exports/jobs/${job.id}`, { hxl_meta_data_id: id });
  expect([changed.status, errorPointers(changed)]).toEqual([422, ['/hxl_meta_data_id']]);
  for (const kind of ['contacts', 'sources', 'details']) {
    const response = await requestExport({ include_personal: [kind], hxl_meta_data_id: id });
    expect([response.status, errorPointers(response)]).toEqual([422, ['/include_personal']]);
  }
  const both = await app.send('reviewer', 'PUT', `/exports/jobs/${(await requestExport()).body.id}`, {
    hxl_meta_data_id: id,
    include_personal: ['contacts'],
  });
  expect([both.status, errorPointers(both)]).toEqual([422, ['/hxl_meta_data_id']]);
  const unknown = await requestExport({ hxl_meta_data_id: 999_999, fields: ['nothing'] });
  expect([unknown.status, errorPointers(unknown)]).toEqual([422, ['/hxl_meta_data_id']]);
  await app.jobs.runPending();
  expect(exchange.datasets).toEqual([]);
});

/** The name of the dataset of an upload: its title, the day and its number. */
const datasetNameOf = (job: ExportJob) =>
  `floods-${(job.created ?? '').slice(0, 10).replaceAll('-', '')}-${job.id}`;

describe('a dataset on the exchange that is not private', () => {
  const personal = { include_personal: ['contacts'] };
  const unpublished = { include_unpublished: true };

  /** @param isPrivate what the dataset that somebody made before says of itself; nothing where undefined */
  async function uploadInto(isPrivate: unknown, choice: object, change: object) {
    const job = (await requestExport(choice)).body;
    const fields = { name: datasetNameOf(job), ...(isPrivate === undefined ? {} : { private: isPrivate }) };
    exchange.datasets.push({ id: 'made-before', fields, resources: [] });
    expect((await saveMetadata(job.id, change)).status).toBe(200);
    await app.jobs.runPending();
    const { status, fault } = (await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${job.id}`)).body;
    expect(exchange.datasets).toHaveLength(1);
    return { status, fault: fault?.code ?? null, files: exchange.datasets[0]?.resources.length };
  }

  test.each([
    [false, personal],
    [undefined, personal],
    ['true', personal],
    [false, unpublished],
    [false, { ...personal, ...unpublished }],
  ])('gets only public data: private %o, chosen %o', async (isPrivate, choice) => {
    expect(await uploadInto(isPrivate, choice, { private: true })).toEqual({
      status: 'FAILED',
      fault: 'exchange-public',
      files: 0,
    });
  });

  test('gets public data, and what its owner chose to publish', async () => {
    const success = { status: 'SUCCESS', fault: null, files: 1 };
    expect(await uploadInto(true, personal, { private: true })).toEqual(success);
    exchange.datasets.length = 0;
    expect(await uploadInto(false, {}, { private: true })).toEqual(success);
    exchange.datasets.length = 0;
    expect(await uploadInto(false, unpublished, { private: false })).toEqual(success);
  });

  test('is checked again when it becomes public between attempts, or by the exchange', async () => {
    const job = (await requestExport(personal)).body;
    exchange.nextResponses.set('resource_create', { status: 502, body: 'Bad gateway' });
    await saveMetadata(job.id, { private: true });
    await app.jobs.runPending();
    const [dataset] = exchange.datasets;
    if (dataset) dataset.fields['private'] = false;
    await app.jobs.runPending({ includeScheduled: true });
    const late = (await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${job.id}`)).body;
    expect([late.status, late.fault?.code, dataset?.resources]).toEqual(['FAILED', 'exchange-public', []]);
    const other = (await requestExport(personal)).body;
    const result = { id: dataset?.id, private: false, resources: [] };
    exchange.nextResponses.set('package_create', { status: 200, body: { success: true, result } });
    await saveMetadata(other.id, { private: true });
    await app.jobs.runPending();
    const response = (await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${other.id}`)).body;
    expect([response.status, response.fault?.code, dataset?.resources]).toEqual([
      'FAILED',
      'exchange-public',
      [],
    ]);
  });
});

test('reports an unknown choice, and one for an export that is no upload', async () => {
  expect(errorPointers(await requestExport({ include_personal: ['everything'] }))).toEqual([
    '/include_personal',
  ]);
  const toBrowser = await requestExport({ send_to_hdx: false, include_personal: ['contacts'] });
  expect([toBrowser.status, errorPointers(toBrowser)]).toEqual([422, ['/include_personal']]);
});

test('the preview shows what the stored choice will send', async () => {
  const job = (await requestExport()).body;
  const first = await readPreview(job.id);
  expect(first).toMatchObject({
    posts: 1,
    left_out: 1,
    unpublished: 1,
    unreviewed: 1,
    by_status: [{ status: 'published', posts: 1 }],
    by_survey: [{ form: { id: survey.id }, name: 'Flood report', posts: 1 }],
    is_public: null,
    include_unpublished: false,
    include_personal: [],
  });
  const column = (preview: UploadPreview, label: string) =>
    preview.columns.find((entry) => entry.label === label);
  expect(column(first, 'Contact')).toEqual({ label: 'Contact', personal: 'contacts', sent: 'no' });
  expect(column(first, 'Data Source ID')).toEqual({
    label: 'Data Source ID',
    personal: 'sources',
    sent: 'no',
  });
  expect(column(first, 'witness')).toEqual({ label: 'witness', personal: 'details', sent: 'no' });
  expect(column(first, 'place')).toEqual({ label: 'place', personal: 'details', sent: 'rounded' });
  expect(column(first, 'count')).toEqual({ label: 'count', personal: null, sent: 'yes' });
  const put = await app.send<ExportJob>('reviewer', 'PUT', `/exports/jobs/${job.id}`, {
    include_unpublished: true,
    include_personal: ['details'],
  });
  expect(put.body).toMatchObject({
    include_unpublished: true,
    include_personal: ['details'],
    status: 'PENDING',
  });
  const second = await readPreview(job.id);
  expect(second).toMatchObject({
    posts: 2,
    left_out: 0,
    unpublished: 1,
    unreviewed: 1,
    include_unpublished: true,
  });
  expect(second.by_status).toEqual([
    { status: 'draft', posts: 1 },
    { status: 'published', posts: 1 },
  ]);
  expect(column(second, 'witness')?.sent).toBe('yes');
  expect(column(second, 'place')?.sent).toBe('yes');
  expect((await saveMetadata(job.id, { private: true })).status).toBe(200);
  expect(await readPreview(job.id)).toMatchObject({ is_public: false });
  const late = await app.send('reviewer', 'PUT', `/exports/jobs/${job.id}`, { include_personal: [] });
  expect([late.status, errorPointers(late)]).toEqual([422, ['/include_personal']]);
  for (const kind of ['admin', 'member'] as const)
    expect((await app.send(kind, 'GET', `/exports/jobs/${job.id}/preview`)).status).toBeGreaterThanOrEqual(
      403,
    );
  const own = (await requestExport({ send_to_hdx: false })).body;
  expect((await app.send('reviewer', 'GET', `/exports/jobs/${own.id}/preview`)).status).toBe(404);
});

test('the upload contains the posts at the time of the upload, not of the preview', async () => {
  await app.jobs.runPending();
  exchange.datasets.length = 0;
  const job = (await requestExport()).body;
  expect(await readPreview(job.id)).toMatchObject({ posts: 1 });
  await app.db.updateTable('posts').set({ status: 'archived' }).where('title', '=', 'Shown to all').execute();
  expect((await saveMetadata(job.id)).status).toBe(200);
  await app.jobs.runPending();
  expect(exchange.datasets).toEqual([]);
  await app.db
    .updateTable('posts')
    .set({ status: 'published' })
    .where('title', '=', 'Shown to all')
    .execute();
});
