import { readdir } from 'node:fs/promises';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { HxlLicense, HxlTag } from '@waypost/contract/hxl/hxl';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { type ExchangeServer, startExchangeServer } from '../testing/servers/exchange-server.ts';

const hdxApiKey = 'abcdefgh-1234';
let app: TestApp;
let exchange: ExchangeServer;
let survey: TestSurvey;
let tags: HxlTag[];
const ids: Record<string, number> = {};

const tagNamed = (name: string) => tags.find((tag) => tag.tag_name === name) as HxlTag;
const attribute = (tag: string, name: string) =>
  Object.values(tagNamed(tag).hxl_attributes).find((its) => its.attribute === name)?.id;
const headingChoice = (field: string, tag: string, name?: string) => ({
  form_attribute_id: ids[field],
  hxl_tag_id: tagNamed(tag).id,
  ...(name ? { hxl_attribute_id: attribute(tag, name) } : {}),
});

const requestExport = (body: object) =>
  app.send<ExportJob>('reviewer', 'POST', '/exports/jobs', {
    entity_type: 'post',
    include_hxl: true,
    ...body,
  });
const jobOf = async (id: number) =>
  (await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${id}`)).body;
const metadata = {
  private: true,
  dataset_title: 'Floods on the Red River',
  organisation_id: 'org-1',
  organisation_name: 'Red River Relief',
  source: 'Reports by people who live there',
  license_id: 2,
};
const createWaitingExport = async () =>
  (await requestExport({ send_to_hdx: true, hxl_heading_row: [headingChoice('count', 'affected')] })).body;
const saveMetadata = (body: object) => app.send('reviewer', 'POST', '/hxl/metadata', body);

async function saveApiKey(value: string): Promise<void> {
  const owner = await app.idOf('reviewer');
  await app.db.deleteFrom('user_settings').execute();
  await app.send('reviewer', 'POST', `/users/${owner}/settings`, {
    config_key: 'hdx_api_key',
    config_value: value,
  });
  await app.send('reviewer', 'POST', `/users/${owner}/settings`, {
    config_key: 'hdx_maintainer_id',
    config_value: 'someone',
  });
}

beforeAll(async () => {
  exchange = await startExchangeServer(hdxApiKey);
  app = await startTestApp({ exchangeUrl: exchange.url, allowedNetworks: ['127.0.0.1'] });
  survey = await createTestSurvey(app.db, {
    headline: { type: 'title' },
    count: { type: 'int' },
    place: { type: 'point' },
    when: { type: 'datetime' },
  });
  const fields = await app.db.selectFrom('attributes').select(['id', 'label']).execute();
  for (const { id, label } of fields) ids[label] = id;
  const values = { [survey.keyOf('count')]: [12], [survey.keyOf('place')]: [{ lat: 1.5, lon: 2.5 }] };
  await app.send('reviewer', 'POST', '/posts', {
    form: survey.id,
    title: 'Water',
    status: 'published',
    values,
  });
  tags = (await app.send<{ results: HxlTag[] }>('reviewer', 'GET', '/hxl/tags')).body.results;
});
beforeEach(() => {
  exchange.datasets.length = 0;
  exchange.requests.length = 0;
  exchange.nextResponses.clear();
});
afterAll(async () => {
  await app.close();
  await exchange.close();
});

test('returns the vocabulary in the format of API v3', async () => {
  expect(tags).toHaveLength(44);
  expect(Object.keys(tagNamed('meta').hxl_attributes)).toHaveLength(22);
  expect(tagNamed('geo').form_attribute_types).toEqual([{ form_attribute_type: 'point' }]);
  expect(Object.values(tagNamed('date').hxl_attributes).map((its) => its.attribute)).toEqual([
    'start',
    'end',
    'reported',
    'event',
  ]);
  const { body } = await app.send<{ results: HxlLicense[] }>('reviewer', 'GET', '/hxl/licenses?code=cc-by');
  expect(body.results).toMatchObject([
    { id: 2, code: 'cc-by', url: 'https://report.example.org/api/v3/hxl_license/2' },
  ]);
  expect((await app.send('reviewer', 'GET', '/hxl')).body).toEqual({ hxl: [] });
});

test('the second row contains tags, two for a place', async () => {
  const row = [
    headingChoice('count', 'affected', 'f'),
    headingChoice('count', 'affected', 'killed'),
    headingChoice('place', 'geo'),
    headingChoice('headline', 'description'),
  ];
  const response = await requestExport({ hxl_heading_row: row, send_to_browser: true });
  expect([response.status, response.body.hxl_heading_row]).toEqual([200, null]);
  await app.jobs.runPending();
  const job = await jobOf(response.body.id);
  const cells = ['#description', '#affected +f +killed', '#geo +lat', '#geo +lon', '', ''];
  expect(job.hxl_heading_row?.slice(11)).toEqual(cells);
  const file = await app.fastify.inject({ url: (job.url ?? '').replace('https://report.example.org', '') });
  expect(file.body.split('\r\n')[1]).toBe(`${','.repeat(11)}${cells.join(',')}`);
});

test('reports unsuitable, double and repeated tags, and an invalid destination', async () => {
  const wrong = async (body: object) => {
    const reply = await requestExport(body);
    return [reply.status, errorPointers(reply), errorCodes(reply)];
  };
  const at = (rule: string) => [422, ['/hxl_heading_row'], [rule]];
  expect(await wrong({ hxl_heading_row: [headingChoice('count', 'geo')] })).toEqual(at('hxlUnsuited'));
  expect(await wrong({ hxl_heading_row: [headingChoice('place', 'meta', 'killed')] })).toEqual(
    at('hxlUnsuited'),
  );
  expect(
    await wrong({ hxl_heading_row: [headingChoice('count', 'affected'), headingChoice('count', 'reached')] }),
  ).toEqual(at('hxlTwoTags'));
  const twice = headingChoice('count', 'affected', 'f');
  expect(await wrong({ hxl_heading_row: [twice, twice] })).toEqual(at('hxlTwice'));
  expect(await wrong({ hxl_heading_row: [{ ...twice, form_attribute_id: 99_999 }] })).toEqual(at('exists'));
  const destinations = ['/send_to_hdx', '/send_to_browser'];
  expect((await wrong({ send_to_hdx: true, send_to_browser: true }))[1]).toEqual(destinations);
  expect((await wrong({ send_to_hdx: false, send_to_browser: false }))[1]).toEqual(destinations);
  expect((await wrong({ send_to_hdx: true, include_hxl: false }))[1]).toEqual(['/include_hxl']);
});

test('uploads an export once its metadata is set, with key, fields and file', async () => {
  await saveApiKey(hdxApiKey);
  const list = await app.send('reviewer', 'GET', '/hxl/organisations');
  expect(list.body).toEqual({
    count: 1,
    results: [{ id: 'org-1', name: 'red-river', title: 'Red River Relief' }],
  });
  const job = await createWaitingExport();
  await app.jobs.runPending();
  expect(await jobOf(job.id)).toMatchObject({ status: 'PENDING', hxl_meta_data_id: null });
  expect((await saveMetadata({ ...metadata, export_job_id: job.id })).status).toBe(200);
  await app.jobs.runPending();
  const finished = await jobOf(job.id);
  expect(finished).toMatchObject({ status: 'SUCCESS', fault: null, total_rows: 1 });
  expect(exchange.requests.slice(1).map((its) => its.action)).toEqual([
    'package_show',
    'package_create',
    'resource_create',
  ]);
  expect(new Set(exchange.requests.map((its) => its.key))).toEqual(new Set([hdxApiKey]));
  const [dataset] = exchange.datasets;
  expect(dataset?.fields).toMatchObject({
    title: 'Floods on the Red River',
    private: true,
    owner_org: 'org-1',
    license_id: 'cc-by',
    dataset_source: 'Reports by people who live there',
    maintainer: 'someone',
  });
  expect(dataset?.fields['name']).toMatch(new RegExp(`^floods-on-the-red-river-\\d{8}-${job.id}$`));
  expect(finished.dataset_url).toBe(`${exchange.url}/dataset/${String(dataset?.fields['name'])}`);
  expect(dataset?.resources).toHaveLength(1);
  expect(dataset?.resources[0]).toMatchObject({
    fileName: 'posts.csv',
    type: 'text/csv',
    fields: { format: 'CSV' },
  });
  const mine = await app.fastify.inject({
    url: (finished.url ?? '').replace('https://report.example.org', ''),
  });
  expect(dataset?.resources[0]?.file.replace(/^\uFEFF/, '')).toBe(mine.body.replace(/^\uFEFF/, ''));
  expect(dataset?.resources[0]?.file).toContain('#affected');
});

test('shows the error text of the exchange, and can upload again', async () => {
  await saveApiKey(hdxApiKey);
  const job = await createWaitingExport();
  const errorReply = { success: false, error: { __type: 'Validation Error', dataset_source: ['Too vague'] } };
  exchange.nextResponses.set('package_create', { status: 409, body: errorReply });
  await saveMetadata({ ...metadata, export_job_id: job.id });
  await app.jobs.runPending();
  const refused = await jobOf(job.id);
  expect(refused).toMatchObject({
    status: 'FAILED',
    fault: { code: 'exchange-refused', text: 'dataset_source: Too vague' },
  });
  expect(refused.url).not.toBeNull();
  await saveMetadata({ ...metadata, source: 'Better', export_job_id: job.id });
  await app.jobs.runPending();
  expect(await jobOf(job.id)).toMatchObject({ status: 'SUCCESS', fault: null });
  expect(exchange.datasets[0]?.fields['dataset_source']).toBe('Better');
  const again = await saveMetadata({ ...metadata, export_job_id: job.id });
  expect([again.status, errorPointers(again)]).toEqual([422, ['/hxl_meta_data_id']]);
});

test('an exchange that repeats the key does not get it stored or shown', async () => {
  await saveApiKey(hdxApiKey);
  const encoded = Buffer.from(hdxApiKey).toString('base64');
  const error = {
    message: `Unknown key ${hdxApiKey} (${encoded})`,
    detail: `${'x'.repeat(460)}${hdxApiKey}`,
  };
  const answer = { status: 403, body: { success: false, error } };
  exchange.nextResponses.set('organization_list_for_user', answer);
  const list = await app.send('reviewer', 'GET', '/hxl/organisations');
  expect(JSON.stringify(list.body)).toContain('Unknown key … (…)');
  const job = await createWaitingExport();
  exchange.nextResponses.set('package_create', answer);
  await saveMetadata({ ...metadata, export_job_id: job.id });
  await app.jobs.runPending();
  expect((await jobOf(job.id)).fault?.text).toContain('Unknown key … (…)');
  const { rows } = await sql<{ fault: string }>`select fault::text from export_jobs`.execute(app.db);
  for (const text of [JSON.stringify(list.body), JSON.stringify(rows)])
    for (const form of [hdxApiKey.slice(0, 6), encoded]) expect(text).not.toContain(form);
});

test('retries a broken connection without creating a second dataset', async () => {
  await saveApiKey(hdxApiKey);
  const job = await createWaitingExport();
  exchange.nextResponses.set('resource_create', { status: 502, body: 'Bad gateway' });
  await saveMetadata({ ...metadata, export_job_id: job.id });
  await app.jobs.runPending();
  expect(await jobOf(job.id)).toMatchObject({ status: 'PENDING_HDX' });
  await app.jobs.runPending({ includeScheduled: true });
  expect(await jobOf(job.id)).toMatchObject({ status: 'SUCCESS' });
  expect(exchange.datasets.map((its) => its.resources.length)).toEqual([1]);
});

test("a wrong key, none, or somebody else's export", async () => {
  await saveApiKey('wrong-key-1234');
  const list = await app.send('reviewer', 'GET', '/hxl/organisations');
  expect([list.status, JSON.stringify(list.body)]).toEqual([422, expect.stringContaining('exchange.key')]);
  const job = await createWaitingExport();
  await saveMetadata({ ...metadata, export_job_id: job.id });
  await app.jobs.runPending();
  expect(await jobOf(job.id)).toMatchObject({
    status: 'FAILED',
    fault: { code: 'exchange-key', text: 'Access denied' },
  });
  await app.db.deleteFrom('user_settings').execute();
  expect((await app.send('reviewer', 'GET', '/hxl/organisations')).status).toBe(204);
  const foreign = await app.send('admin', 'POST', '/hxl/metadata', {
    ...metadata,
    export_job_id: (await createWaitingExport()).id,
  });
  expect(foreign.status).toBe(404);
  const nothing = await saveMetadata({});
  expect(errorPointers(nothing).sort()).toEqual(
    ['/dataset_title', '/license_id', '/organisation_id', '/organisation_name', '/private', '/source'].sort(),
  );
  expect(errorPointers(await saveMetadata({ ...metadata, license_id: 99 }))).toEqual(['/license_id']);
  const auditRows = await app.db.selectFrom('audit_log').select('details').execute();
  expect(JSON.stringify(auditRows)).not.toContain(hdxApiKey);
  expect(
    (await readdir(app.storageDir, { recursive: true })).filter((name) => name.includes('.unfinished/')),
  ).toEqual([]);
});

test('without an exchange the list of organisations is empty, with a key or without, and an upload fails with that reason', async () => {
  const withoutExchange = await startTestApp();
  try {
    const readOrganisations = async () => {
      const { status, body } = await withoutExchange.send('reviewer', 'GET', '/hxl/organisations');
      return [status, body];
    };
    expect(await readOrganisations()).toEqual([200, { count: 0, results: [] }]);
    const owner = await withoutExchange.idOf('reviewer');
    const setting = { config_key: 'hdx_api_key', config_value: hdxApiKey };
    await withoutExchange.send('reviewer', 'POST', `/users/${owner}/settings`, setting);
    expect(await readOrganisations()).toEqual([200, { count: 0, results: [] }]);

    await withoutExchange.send('reviewer', 'POST', '/posts', { title: 'Water', status: 'published' });
    const body = { entity_type: 'post', include_hxl: true, send_to_hdx: true };
    const job = await withoutExchange.send<ExportJob>('reviewer', 'POST', '/exports/jobs', body);
    expect(job.body).toMatchObject({ status: 'PENDING', send_to_hdx: true, send_to_browser: false });
    const details = { ...metadata, export_job_id: job.body.id };
    expect((await withoutExchange.send('reviewer', 'POST', '/hxl/metadata', details)).status).toBe(200);
    await withoutExchange.jobs.runPending();
    const path = `/exports/jobs/${job.body.id}`;
    expect((await withoutExchange.send<ExportJob>('reviewer', 'GET', path)).body).toMatchObject({
      status: 'FAILED',
      fault: { code: 'exchange-off' },
    });
  } finally {
    await withoutExchange.close();
  }
});

test('with HXL switched off, routes return 404, uploads are refused, and files have no tags', async () => {
  const value = JSON.stringify({ hxl: { enabled: false } });
  await app.db.insertInto('settings').values({ name: 'features', value }).execute();
  for (const url of ['/hxl', '/hxl/tags', '/hxl/licenses', '/hxl/organisations', '/hxl/metadata'])
    expect([url, (await app.send('reviewer', 'GET', url)).status]).toEqual([url, 404]);
  expect((await saveMetadata(metadata)).status).toBe(404);
  for (const send_to_browser of [undefined, false, true]) {
    const upload = await requestExport({ send_to_hdx: true, send_to_browser });
    expect([upload.status, errorPointers(upload), errorCodes(upload)]).toEqual([
      422,
      ['/send_to_hdx'],
      ['featureNotEnabled'],
    ]);
  }
  const response = await requestExport({ send_to_hdx: false, send_to_browser: true });
  expect(response.body).toMatchObject({ include_hxl: false, send_to_hdx: false, send_to_browser: true });
});
