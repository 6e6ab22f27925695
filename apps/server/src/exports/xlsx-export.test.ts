import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Post } from '@waypost/contract/posts/posts';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getConnectionPool } from '../kernel/db/database.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { readZipPart } from '../testing/read-zip-part.ts';
import { scaled } from '../testing/time.ts';

let app: TestApp;
let survey: TestSurvey;
const longText = `${'😀'.repeat(20_000)} end`;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, {
    headline: { type: 'title' },
    text: { type: 'description' },
    words: { type: 'varchar', cardinality: 0 },
    day: { type: 'datetime', input: 'date' },
    moment: { type: 'datetime', input: 'datetime' },
    place: { type: 'point' },
    number: { type: 'decimal' },
    count: { type: 'int' },
  });
  const send = async (title: string, content: string, values: Record<string, unknown[]>) => {
    const body = {
      form: survey.id,
      title,
      content,
      status: 'published',
      post_date: '2024-03-05T06:07:08Z',
      values: Object.fromEntries(
        Object.entries(values).map(([name, answers]) => [survey.keyOf(name), answers]),
      ),
    };
    expect((await app.send<Post>('reviewer', 'POST', '/posts', body)).status).toBe(200);
  };
  await send('=HYPERLINK("http://evil")', 'Two\nlines, _x000D_ & <tags>', {
    words: ['@one', '-2'],
    day: ['2024-02-29'],
    moment: ['2024-02-29T10:11:12Z'],
    place: [{ lat: -1.286389, lon: 36.817223 }],
    number: [-3.5],
    count: [12],
  });
  await send('Long ago', longText, {
    day: ['0049-12-31'],
    moment: ['1970-01-14T23:59:48Z'],
    place: [{ lat: 89.999_999_999_999_99, lon: 1e-7 }],
    number: [123_456_789_012.5],
    words: ['007'],
  });
});
afterAll(() => app.close());

const fetchFile = async (path: string) =>
  app.fastify.inject({ url: path, headers: { authorization: `Bearer ${await app.tokenOf('reviewer')}` } });

async function readRows(file: Buffer) {
  const rows = [];
  for await (const { values } of streamXlsxRows(file)) rows.push(values);
  const [head = [], ...cells] = rows;
  return cells.map((row) => Object.fromEntries(head.map((name, at) => [String(name), row[at]])));
}

test('a workbook has the columns of the table, with real dates and numbers, and no formula', async () => {
  const streamed = await fetchFile(`/api/v3/posts/export?format=xlsx&form=${survey.id}`);
  expect(streamed.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringMatching(/^attachment; filename="posts-\d{8}\.xlsx"$/),
  });
  const [first, second] = await readRows(streamed.rawPayload);
  expect(first).toMatchObject({
    'Post ID': expect.any(Number),
    'Post Status': 'published',
    'Post Status Label': 'Published',
    'Post Date (UTC)': new Date('2024-03-05T06:07:08Z'),
    headline: '=HYPERLINK("http://evil")',
    text: 'Two\nlines, _x000D_ & <tags>',
    words: '@one,-2',
    day: new Date('2024-02-29T00:00:00Z'),
    moment: new Date('2024-02-29T10:11:12Z'),
    'place.lat': -1.286389,
    'place.lon': 36.817223,
    number: -3.5,
    count: 12,
  });
  // Workbooks know no day before 1900, and no longer text.
  expect(second).toMatchObject({
    day: '0049-12-31',
    moment: new Date('1970-01-14T23:59:48Z'),
    'place.lat': 89.999_999_999_999_99,
    'place.lon': 1e-7,
    number: 123_456_789_012.5,
    words: '007',
  });
  expect(second?.['text']).toMatch(/^(?:😀)+ \[…\]$/u);
  const sheet = await readZipPart(streamed.rawPayload, 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('=HYPERLINK(');
  expect(sheet).not.toMatch(/<f[ >]/);
  // LibreOffice cuts off what is left of a second.
  const days = Number(/<v>(25582\.\d+)<\/v>/.exec(sheet)?.[1]);
  expect(Math.floor((days - 25_569) * 86_400)).toBe(Date.UTC(1970, 0, 14, 23, 59, 48) / 1000);
  const csv = (await fetchFile(`/api/v3/posts/export?form=${survey.id}`)).body;
  expect(Object.keys(first ?? {})).toEqual(csv.slice(1, csv.indexOf('\r\n')).split(','));
});

test('a job writes the same workbook, with HXL tags where they were asked for', async () => {
  const input = {
    entity_type: 'post',
    send_to_browser: true,
    format: 'xlsx',
    filters: { form: [survey.id] },
    include_hxl: true,
    hxl_heading_row: [],
  };
  const created = await app.send<ExportJob>('reviewer', 'POST', '/exports/jobs', input);
  await app.jobs.runPending();
  const { body } = await app.send<ExportJob>('reviewer', 'GET', `/exports/jobs/${created.body.id}`);
  expect(body).toMatchObject({ status: 'SUCCESS', total_rows: 2, format: 'xlsx' });
  const file = await app.fastify.inject({ url: (body.url ?? '').replace('https://report.example.org', '') });
  expect(file.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="posts-\d{8}\.xlsx"$/);
  const rows = await readRows(file.rawPayload);
  expect(rows).toHaveLength(3);
  expect(rows[0]?.['Post ID'] ?? '').toBe('');
  expect((await app.send('reviewer', 'DELETE', `/exports/jobs/${created.body.id}`)).status).toBe(200);
  const gone = await app.fastify.inject({ url: (body.url ?? '').replace('https://report.example.org', '') });
  expect(gone.statusCode).toBe(404);
});

test('the words of statuses are those of the exporter’s language, else of the site’s', async () => {
  const labelOf = async () => {
    const { body } = await fetchFile(`/api/v3/posts/export?format=geojson&form=${survey.id}`);
    const { features } = JSON.parse(body) as { features: { properties: Record<string, unknown> }[] };
    return [features[0]?.properties['status'], features[0]?.properties['status_label']];
  };
  expect((await app.send('admin', 'PUT', '/config/site', { language: 'fr' })).status).toBe(200);
  expect(await labelOf()).toEqual(['published', 'Publié']);
  await sql`update users set language = 'ar' where id = ${await app.idOf('reviewer')}`.execute(app.db);
  expect(await labelOf()).toEqual(['published', 'منشور']);
});

test('a download of a workbook that is aborted ends its query', async () => {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${await app.tokenOf('reviewer')}` };
  const path = '/api/v3/posts/export?format=xlsx';
  for (let call = 0; call < 3; call++) {
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false });
    const ended = new Promise((resolve) => {
      request.on('error', resolve);
    });
    await once(app.fastify.server, 'request');
    request.destroy();
    await ended;
  }
  await expect.poll(async () => (await fetchFile(path)).statusCode, { timeout: scaled(10_000) }).toBe(200);
  await expect
    .poll(() => getConnectionPool(app.db)?.idleCount === getConnectionPool(app.db)?.totalCount)
    .toBe(true);
});
