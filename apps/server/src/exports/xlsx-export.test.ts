import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Post } from '@waypost/contract/posts/posts';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { getConnectionPool } from '../kernel/db/database.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
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
  await send('Long ago', longText, { day: ['1899-12-31'], number: [123_456_789.1234], words: ['007'] });
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

/** The text of a part of a workbook, read by another program than the one that wrote it. */
async function readPart(file: Buffer, name: string): Promise<string> {
  const zip = await yauzl.fromBufferPromise(file);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  }
  return '';
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
  expect(second).toMatchObject({ day: '1899-12-31', number: 123_456_789.1234, words: '007' });
  expect(second?.['text']).toMatch(/^(?:😀)+ \[…\]$/u);
  const sheet = await readPart(streamed.rawPayload, 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('=HYPERLINK(');
  expect(sheet).not.toMatch(/<f[ >]/);
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
  const rows = await readRows(file.rawPayload);
  expect(rows).toHaveLength(3);
  expect(rows[0]?.['Post ID'] ?? '').toBe('');
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
