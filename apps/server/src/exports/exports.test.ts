import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ExportJob } from '@waypost/contract/exports/exports';
import { baseColumnHeadings } from '@waypost/contract/exports/exports';
import type { Post } from '@waypost/contract/posts/posts';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getConnectionPool } from '../kernel/db/database.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { scaled } from '../testing/time.ts';

let app: TestApp;
let survey: TestSurvey;
/** A user with the export permission only, who may export what everybody sees. */
let bulkImporterToken: string;

const exportsUrl = '/exports/jobs';
/** Cells of a file. */
const parseCsv = (text: string): string[][] => parse(text, { bom: true, relaxColumnCount: true });

/** Rows as objects by heading. */
const readTable = (text: string) => {
  const [head = [], ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
};

async function fetchFile(url: string) {
  return app.fastify.inject({ url: url.replace('https://report.example.org', '') });
}

/** Creates an export, runs its job and reads the file. */
async function createExportAndWait(kind: Actor, input: object) {
  const created = await app.send<ExportJob>(kind, 'POST', exportsUrl, {
    entity_type: 'post',
    send_to_browser: true,
    ...input,
  });
  expect([created.status, created.body.status, created.body.url]).toEqual([200, 'PENDING', null]);
  await app.jobs.runPending();
  const { body: job } = await app.send<ExportJob>(kind, 'GET', `${exportsUrl}/${created.body.id}`);
  const file = job.url ? await fetchFile(job.url) : undefined;
  return { job, text: file?.body ?? '', file };
}

const listStoredFiles = async () =>
  (await readdir(app.storageDir, { recursive: true }))
    .filter((name) => /\.(csv|xlsx|geojson|zip)$/.test(name))
    .sort();

beforeAll(async () => {
  app = await startTestApp();
  const [{ id }] = (
    await sql<{ id: number }>`
    insert into categories (tag, slug) values ('Roads', 'roads'), ('Water, clean', 'water') returning id`.execute(
      app.db,
    )
  ).rows as [{ id: number }];
  survey = await createTestSurvey(
    app.db,
    {
      headline: { type: 'title' },
      text: { type: 'description' },
      word: { type: 'varchar', cardinality: 0 },
      day: { type: 'datetime', input: 'date' },
      moment: { type: 'datetime', input: 'datetime' },
      place: { type: 'point' },
      number: { type: 'decimal' },
      about: { type: 'tags', options: [id, id + 1], cardinality: 0 },
      secret: { type: 'varchar', private: true },
      inside: { type: 'varchar', task: 'team' },
    },
    { hide_location: true, hide_time: true, hide_author: true, tasks: { team: { internal: true } } },
  );
  const send = async (body: object) => (await app.send<Post>('reviewer', 'POST', '/posts', body)).body.id;
  await send({
    form: survey.id,
    title: '=HYPERLINK("http://evil")',
    content: 'Two\nlines, "quoted"',
    status: 'published',
    post_date: '2024-03-05T06:07:08Z',
    values: {
      [survey.keyOf('word')]: ['one', '-2', '+254700111222'],
      [survey.keyOf('day')]: ['2024-02-29'],
      [survey.keyOf('moment')]: ['2024-02-29T10:11:12Z'],
      [survey.keyOf('place')]: [{ lat: -1.286389, lon: 36.817223 }],
      [survey.keyOf('number')]: [-3.5],
      [survey.keyOf('about')]: [id, id + 1],
      [survey.keyOf('secret')]: ['@hidden'],
      [survey.keyOf('inside')]: ['for the team'],
    },
  });
  await send({ form: survey.id, title: 'A draft', status: 'draft', values: {} });
  await send({ title: 'Loose', content: 'Without a survey', status: 'published' });
  await sql`insert into roles (name, display_name, permissions)
    values ('bulk', 'bulk', ${['Bulk Data Import and Export']}::text[])`.execute(app.db);
  bulkImporterToken = 'settings manager';
});
afterAll(() => app.close());

test('a file has headings and a row per post', async () => {
  const { job, text, file } = await createExportAndWait('reviewer', {});
  expect(job).toMatchObject({
    status: 'SUCCESS',
    total_rows: 3,
    total_batches: 1,
    filters: { status: ['all'] },
    fault: null,
  });
  expect([file?.statusCode, file?.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(file?.headers['content-disposition']).toMatch(/^attachment; filename="posts-\d{8}\.csv"$/);
  const [head, ...rows] = parseCsv(text);
  expect(head).toEqual([
    ...baseColumnHeadings,
    'headline',
    'text',
    'word',
    'day',
    'moment',
    'place.lat',
    'place.lon',
    'number',
    'about',
    'secret',
    'inside',
    'Post Status Label',
  ]);
  expect(head).toEqual(job.header_row);
  expect(rows).toHaveLength(3);
  const [first, second, loose] = readTable(text);
  expect(first).toMatchObject({
    'Post Status': 'published',
    'Post Status Label': 'Published',
    'Post Date (UTC)': '2024-03-05 06:07:08',
    headline: '\'=HYPERLINK("http://evil")',
    text: 'Two\nlines, "quoted"',
    word: 'one,-2,+254700111222',
    day: '2024-02-29',
    moment: '2024-02-29 10:11:12',
    'place.lat': '-1.286389',
    'place.lon': '36.817223',
    number: '-3.5000',
    about: 'Roads,"Water, clean"',
    secret: "'@hidden",
    inside: 'for the team',
    'Unstructured Description': '',
  });
  expect(second).toMatchObject({ headline: 'A draft', 'Post Status': 'draft', word: '' });
  expect(loose).toMatchObject({
    Survey: 'Unstructured',
    'Unstructured Description': 'Without a survey',
    headline: '',
  });
});

test('a category as filter exports its reports alone', async () => {
  const { rows } = await sql<{ id: number }>`select id from categories where tag = 'Roads'`.execute(app.db);
  const filters = { tags: [rows[0]?.id ?? 0] };
  const { job, text } = await createExportAndWait('reviewer', { filters });
  expect([job.total_rows, text.includes('HYPERLINK')]).toEqual([1, true]);
});

test('applies filters and chosen fields; unknown fields have no column', async () => {
  const filters = { status: ['published'], form: [survey.id] };
  const fields = [survey.keyOf('number'), survey.keyOf('headline')];
  const { job, text } = await createExportAndWait('reviewer', { filters, fields });
  const headings = [...baseColumnHeadings, 'headline', 'number', 'Post Status Label'];
  expect(parseCsv(text)[0]).toEqual(headings);
  expect([job.total_rows, job.fields, job.filters]).toEqual([1, fields, filters]);
  const wrong = await app.send('reviewer', 'POST', exportsUrl, {
    entity_type: 'post',
    fields: ['nothing'],
    filters: { status: ['no such'] },
  });
  expect([wrong.status, errorPointers(wrong)]).toEqual([422, ['/filters']]);
  const unknown = await createExportAndWait('reviewer', { fields: ['nothing', ...fields] });
  expect(parseCsv(unknown.text)[0]).toEqual(headings);
  const onlyUnknown = await createExportAndWait('reviewer', { filters, fields: ['nothing'] });
  expect(parseCsv(onlyUnknown.text)[0]).toEqual([...baseColumnHeadings, 'Post Status Label']);
  const none = await createExportAndWait('reviewer', { filters: { status: ['archived'] } });
  expect(none.job).toMatchObject({ status: 'FAILED', fault: { code: 'empty' }, url: null });
});

test('without Manage Posts an export contains only what everybody sees', async () => {
  await app.db
    .updateTable('users')
    .set({ role: 'bulk' })
    .where('id', '=', await app.idOf('settings manager'))
    .execute();
  const { job, text } = await createExportAndWait(bulkImporterToken as Actor, {});
  expect(job.total_rows).toBe(2);
  const [first, loose] = readTable(text);
  expect(first).toMatchObject({
    'Post Date (UTC)': '2024-03-05 00:00:00',
    moment: '2024-02-29 00:00:00',
    'place.lat': '-1.29',
    'place.lon': '36.82',
    secret: '',
    Source: '',
  });
  expect(first).not.toHaveProperty('inside');
  expect(loose?.['Unstructured Description']).toBe('Without a survey');
  expect(text).not.toMatch(/hidden|for the team|A draft|1\.286|06:07/);
});

test("an export is its owner's alone, its address cannot be guessed, and it lapses", async () => {
  const { job } = await createExportAndWait('reviewer', {});
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect(
      (await app.send('admin', method, `${exportsUrl}/${job.id}`, method === 'PUT' ? {} : undefined)).status,
    ).toBe(404);
  const list = await app.send<{ results: ExportJob[] }>(
    'admin',
    'GET',
    `${exportsUrl}?user=${await app.idOf('reviewer')}`,
  );
  expect(list.body.results).toEqual([]);
  const url = job.url ?? '';
  const withOtherSeal = url.replace(/seal=(.)/, (_, first) => `seal=${first === '_' ? '-' : '_'}`);
  expect((await fetchFile(withOtherSeal)).statusCode).toBe(404);
  expect((await fetchFile(url.split('?')[0] ?? '')).statusCode).toBe(404);
  const now = Math.floor(Date.now() / 1000);
  expect(job.url_expiration).toBeGreaterThan(now + 86_400);
  const live = (at: number) =>
    app.send<{ results: ExportJob[] }>('reviewer', 'GET', `${exportsUrl}?user=me&max_expiration=${at}`);
  expect((await live(now)).body.results.map((its) => its.id)).toContain(job.id);
  await app.db
    .updateTable('export_jobs')
    .set({ expires: new Date((now - 1) * 1000) })
    .where('id', '=', job.id)
    .execute();
  expect((await live(now)).body.results.map((its) => its.id)).not.toContain(job.id);
  expect((await app.send<ExportJob>('reviewer', 'GET', `${exportsUrl}/${job.id}`)).body.url).toBeNull();
  const before = await listStoredFiles();
  await runDeletion();
  // The file of the export that has expired.
  await app.jobs.runPending();
  expect((await listStoredFiles()).length).toBe(before.length - 1);
});

test('a failed attempt leaves no partial file, and the next one starts again', async () => {
  const created = await app.send<ExportJob>('reviewer', 'POST', exportsUrl, { entity_type: 'post' });
  const before = await listStoredFiles();
  const row = await app.db
    .selectFrom('export_jobs')
    .selectAll()
    .where('id', '=', created.body.id)
    .executeTakeFirstOrThrow();
  // As a full disk would: where the file is to go there is something else.
  await mkdir(path.join(app.storageDir, row.file, 'in the way'), { recursive: true });
  const ended = await app.jobs.runPending();
  expect(ended).toContainEqual(['write-export', 'failed']);
  expect(await readdir(path.join(app.storageDir, '.unfinished'))).toEqual([]);
  await rm(path.join(app.storageDir, row.file), { recursive: true });
  expect((await app.send<ExportJob>('reviewer', 'GET', `${exportsUrl}/${row.id}`)).body).toMatchObject({
    status: 'QUEUED',
    url: null,
    progress: { done: 3, total: 3 },
  });
  await app.jobs.runPending({ includeScheduled: true });
  expect((await app.send<ExportJob>('reviewer', 'GET', `${exportsUrl}/${row.id}`)).body.status).toBe(
    'SUCCESS',
  );
  expect(await listStoredFiles()).toEqual([...before, row.file].sort());
});

test('a cancelled export is not run, and a deleted one is removed with its file', async () => {
  const { job } = await createExportAndWait('reviewer', {});
  const before = await listStoredFiles();
  expect((await app.send('reviewer', 'DELETE', `${exportsUrl}/${job.id}`)).status).toBe(200);
  await app.jobs.runPending();
  expect(await listStoredFiles()).toHaveLength(before.length - 1);
  expect((await fetchFile(job.url ?? '')).statusCode).toBe(404);
  const created = await app.send<ExportJob>('reviewer', 'POST', exportsUrl, { entity_type: 'post' });
  await app.send('reviewer', 'DELETE', `${exportsUrl}/${created.body.id}`);
  expect((await app.jobs.runPending()).map(([name]) => name)).not.toContain('write-export');
  expect(await listStoredFiles()).toHaveLength(before.length - 1);
});

test('no file is written when the owner has lost the permission', async () => {
  const role = { role: 'bulk' };
  const id = await app.idOf('settings manager');
  await app.db.updateTable('users').set(role).where('id', '=', id).execute();
  const created = await app.send<ExportJob>('settings manager', 'POST', exportsUrl, { entity_type: 'post' });
  await app.db.updateTable('users').set({ role: 'user' }).where('id', '=', id).execute();
  await app.jobs.runPending();
  expect((await app.send('settings manager', 'GET', `${exportsUrl}/${created.body.id}`)).status).toBe(403);
  await app.db.updateTable('users').set(role).where('id', '=', id).execute();
  const { body } = await app.send<ExportJob>('settings manager', 'GET', `${exportsUrl}/${created.body.id}`);
  expect(body).toMatchObject({ status: 'FAILED', fault: { code: 'rights' }, url: null });
});

test('exports GeoJSON as a job and as a stream', async () => {
  const { text, file } = await createExportAndWait('reviewer', {
    format: 'geojson',
    filters: { status: ['published'] },
  });
  expect(file?.headers['content-type']).toMatch(/^application\/geo\+json/);
  const { features } = JSON.parse(text) as {
    features: { geometry: unknown; properties: Record<string, unknown> }[];
  };
  expect(features).toHaveLength(2);
  expect(features[0]).toMatchObject({
    geometry: { type: 'Point', coordinates: [36.817223, -1.286389] },
    properties: {
      survey: 'Flood report',
      post_date: '2024-03-05T06:07:08Z',
      number: -3.5,
      about: ['Roads', 'Water, clean'],
    },
  });
  expect(features[1]).toMatchObject({ geometry: null, properties: { survey: 'Unstructured' } });
  const token = await app.tokenOf('reviewer');
  const at = (url: string) =>
    app.fastify.inject({ url: `/api/v3${url}`, headers: { authorization: `Bearer ${token}` } });
  const geo = await at('/posts/export?format=geojson&status=published');
  expect(JSON.parse(geo.body)).toEqual(JSON.parse(text));
  const csv = await at(`/posts/export?status[]=draft&fields=${survey.keyOf('headline')}`);
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="posts-\d{8}\.csv"$/);
  expect(readTable(csv.body)).toMatchObject([{ headline: 'A draft', 'Post Status': 'draft' }]);
});

test('a download that is aborted before it starts does not block others', async () => {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${await app.tokenOf('reviewer')}` };
  for (let call = 0; call < 3; call++) {
    const request = get({ host: '127.0.0.1', port, path: '/api/v3/posts/export', headers, agent: false });
    const ended = new Promise((resolve) => {
      request.on('error', resolve);
    });
    await once(app.fastify.server, 'request');
    request.destroy();
    await ended;
  }
  const next = async () => (await app.fastify.inject({ url: '/api/v3/posts/export', headers })).statusCode;
  await expect.poll(next, { timeout: scaled(10_000) }).toBe(200);
  await expect
    .poll(() => getConnectionPool(app.db)?.idleCount === getConnectionPool(app.db)?.totalCount)
    .toBe(true);
});

test('exports visible pictures with a list', async () => {
  const pictured = await createTestSurvey(app.db, {
    photo: { type: 'media' },
    closed: { type: 'media', private: true },
  });
  const files = ['a/open.jpg', 'a/closed.jpg', 'a/gone.jpg'];
  await mkdir(path.join(app.storageDir, 'a'), { recursive: true });
  const ids: string[] = [];
  const user_id = await app.idOf('reviewer');
  for (const file of files) {
    if (file !== 'a/gone.jpg') await writeFile(path.join(app.storageDir, file), `picture ${file}`);
    const row = { user_id, mime: 'image/jpeg', file, thumbnail: file, size: 1, width: 1, height: 1 };
    ids.push(
      String((await app.db.insertInto('media').values(row).returning('id').executeTakeFirstOrThrow()).id),
    );
  }
  const [open, closed, deletedId] = ids;
  const values = { [pictured.keyOf('photo')]: [open], [pictured.keyOf('closed')]: [closed] };
  const send = (its: object) =>
    app.send<Post>('reviewer', 'POST', '/posts', {
      form: pictured.id,
      title: 'Seen',
      status: 'published',
      values: its,
    });
  const { id } = (await send(values)).body;
  await send({ [pictured.keyOf('photo')]: [deletedId] });
  const filters = { form: [pictured.id] };
  const exportJob = await createExportAndWait('reviewer', { format: 'media', filters });
  expect([exportJob.job.status, exportJob.file?.headers['content-type']]).toEqual([
    'SUCCESS',
    'application/zip',
  ]);
  const names = (zip: string) => [...new Set(zip.match(/[\w/]+\.(?:jpg|csv)/g))].sort();
  expect(names(exportJob.text)).toEqual(
    [`${id}/${closed}.jpg`, `${id}/${open}.jpg`, 'a/closed.jpg', 'a/open.jpg', 'pictures.csv'].sort(),
  );
  expect(exportJob.text).toContain('picture a/open.jpg');
  const partly = await createExportAndWait('settings manager', { format: 'media', filters });
  expect(partly.text).toContain('picture a/open.jpg');
  expect(partly.text).not.toContain('closed');
  const none = await createExportAndWait('reviewer', { format: 'media', filters: { form: [survey.id] } });
  expect(none.job).toMatchObject({ status: 'FAILED', fault: { code: 'empty' } });
});

/** Runs the job of the schedule. */
async function runDeletion() {
  const { deleteOldExportsJob } = await import('./delete-old-exports.ts');
  const { inTransaction } = await import('../kernel/db/database.ts');
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, deleteOldExportsJob, {}));
  const ended = await app.jobs.runPending();
  expect(ended.filter(([name]) => name === 'delete-old-exports')).toEqual([['delete-old-exports', 'done']]);
}
