import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ExportJob } from '@waypost/contract/exports';
import { nativeHeadings } from '@waypost/contract/exports';
import type { Post } from '@waypost/contract/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poolOf } from '../kernel/db.ts';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { type Deployment, type Kind, pointersOf, rulesOf, startDeployment } from '../testing/deployment.ts';
import { scaled } from '../testing/time.ts';

let it: Deployment;
let survey: MadeSurvey;
/** Has the bulk permission, and no other: may take along what everybody sees. */
let bulk: string;

const exportsAt = '/exports/jobs';

/** Cells of a file, as a spreadsheet reads them. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const body = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < body.length; at++) {
    const letter = body[at] ?? '';
    if (isQuoted && letter === '"' && body[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === ',') {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (!isQuoted && letter === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, ''));
      rows.push([]);
      cell = '';
    } else cell += letter;
  }
  return rows.slice(0, -1);
}

/** Rows as objects by heading. */
const tableOf = (text: string) => {
  const [head = [], , ...rows] = rowsOf(text);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
};

async function fetchFile(url: string) {
  return it.app.inject({ url: url.replace('https://report.example.org', '') });
}

/** Asks for an export, has it written, and reads it. */
async function exported(kind: Kind, asked: object) {
  const made = await it.send<ExportJob>(kind, 'POST', exportsAt, {
    entity_type: 'post',
    send_to_browser: true,
    ...asked,
  });
  expect([made.status, made.body.status, made.body.url]).toEqual([200, 'PENDING', null]);
  await it.jobs.workOff();
  const { body: job } = await it.send<ExportJob>(kind, 'GET', `${exportsAt}/${made.body.id}`);
  const file = job.url ? await fetchFile(job.url) : undefined;
  return { job, text: file?.body ?? '', file };
}

const filesLeft = async () =>
  (await readdir(it.storageDir, { recursive: true }))
    .filter((name) => /\.(csv|geojson|zip)$/.test(name))
    .sort();

beforeAll(async () => {
  it = await startDeployment();
  const [{ id }] = (
    await sql<{ id: number }>`
    insert into categories (tag, slug) values ('Roads', 'roads'), ('Water, clean', 'water') returning id`.execute(
      it.db,
    )
  ).rows as [{ id: number }];
  survey = await aSurvey(
    it.db,
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
  const send = async (body: object) => (await it.send<Post>('reviewer', 'POST', '/posts', body)).body.id;
  await send({
    form: survey.id,
    title: '=HYPERLINK("http://evil")',
    content: 'Two\nlines, "quoted"',
    status: 'published',
    post_date: '2024-03-05T06:07:08Z',
    values: {
      [survey.key('word')]: ['one', '-2', '+254700111222'],
      [survey.key('day')]: ['2024-02-29'],
      [survey.key('moment')]: ['2024-02-29T10:11:12Z'],
      [survey.key('place')]: [{ lat: -1.286389, lon: 36.817223 }],
      [survey.key('number')]: [-3.5],
      [survey.key('about')]: [id, id + 1],
      [survey.key('secret')]: ['@hidden'],
      [survey.key('inside')]: ['for the team'],
    },
  });
  await send({ form: survey.id, title: 'A draft', status: 'draft', values: {} });
  await send({ title: 'Loose', content: 'Without a survey', status: 'published' });
  await sql`insert into roles (name, display_name, permissions)
    values ('bulk', 'bulk', ${['Bulk Data Import and Export']}::text[])`.execute(it.db);
  bulk = 'settings manager';
});
afterAll(() => it.close());

test('a file has the columns of the wire: headings, the row of tags, and a row for each post', async () => {
  const { job, text, file } = await exported('reviewer', {});
  expect(job).toMatchObject({
    status: 'SUCCESS',
    total_rows: 3,
    total_batches: 1,
    filters: { status: ['all'] },
    fault: null,
  });
  expect([file?.statusCode, file?.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(file?.headers['content-disposition']).toMatch(/^attachment; filename="posts-\d{8}\.csv"$/);
  const [head, tags, ...rows] = rowsOf(text);
  expect(head).toEqual([
    ...nativeHeadings,
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
  ]);
  expect(head).toEqual(job.header_row);
  expect(tags?.every((cell) => cell === '')).toBe(true);
  expect(rows).toHaveLength(3);
  const [first, second, loose] = tableOf(text);
  expect(first).toMatchObject({
    'Post Status': 'published',
    'Post Date (UTC)': '2024-03-05 06:07:08',
    headline: '\'=HYPERLINK("http://evil")',
    text: 'Two\nlines, "quoted"',
    word: 'one,-2,+254700111222',
    day: '2024-02-29',
    moment: '2024-02-29 10:11:12',
    'place.lat': '-1.286389',
    'place.lon': '36.817223',
    number: '-3.5000',
    about: 'Roads,Water, clean',
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

test('filters and fields that were chosen hold; a field that is none is told', async () => {
  const filters = { status: ['published'], form: [survey.id] };
  const fields = [survey.key('number'), survey.key('headline')];
  const { job, text } = await exported('reviewer', { filters, fields });
  expect(rowsOf(text)[0]).toEqual([...nativeHeadings, 'headline', 'number']);
  expect([job.total_rows, job.fields, job.filters]).toEqual([1, fields, filters]);
  const wrong = await it.send('reviewer', 'POST', exportsAt, {
    entity_type: 'post',
    fields: ['nothing'],
    filters: { status: ['no such'] },
  });
  expect([wrong.status, pointersOf(wrong)]).toEqual([422, ['/filters']]);
  const unknown = await it.send('reviewer', 'POST', exportsAt, { entity_type: 'post', fields: ['nothing'] });
  expect([pointersOf(unknown), rulesOf(unknown)]).toEqual([['/fields'], ['exists']]);
  const none = await exported('reviewer', { filters: { status: ['archived'] } });
  expect(none.job).toMatchObject({ status: 'FAILED', fault: { code: 'empty' }, url: null });
});

test('whoever lacks Manage Posts takes along what everybody sees, and nothing else', async () => {
  await it.db
    .updateTable('users')
    .set({ role: 'bulk' })
    .where('id', '=', await it.idOf('settings manager'))
    .execute();
  const { job, text } = await exported(bulk as Kind, {});
  expect(job.total_rows).toBe(2);
  const [first, loose] = tableOf(text);
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
  const { job } = await exported('reviewer', {});
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect(
      (await it.send('admin', method, `${exportsAt}/${job.id}`, method === 'PUT' ? {} : undefined)).status,
    ).toBe(404);
  const list = await it.send<{ results: ExportJob[] }>(
    'admin',
    'GET',
    `${exportsAt}?user=${await it.idOf('reviewer')}`,
  );
  expect(list.body.results).toEqual([]);
  const url = job.url ?? '';
  expect((await fetchFile(url.replace(/seal=./, 'seal=_'))).statusCode).toBe(404);
  expect((await fetchFile(url.split('?')[0] ?? '')).statusCode).toBe(404);
  const now = Math.floor(Date.now() / 1000);
  expect(job.url_expiration).toBeGreaterThan(now + 86_400);
  const live = (at: number) =>
    it.send<{ results: ExportJob[] }>('reviewer', 'GET', `${exportsAt}?user=me&max_expiration=${at}`);
  expect((await live(now)).body.results.map((its) => its.id)).toContain(job.id);
  await it.db
    .updateTable('export_jobs')
    .set({ expires: new Date((now - 1) * 1000) })
    .where('id', '=', job.id)
    .execute();
  expect((await live(now)).body.results.map((its) => its.id)).not.toContain(job.id);
  expect((await it.send<ExportJob>('reviewer', 'GET', `${exportsAt}/${job.id}`)).body.url).toBeNull();
  const before = await filesLeft();
  await sweep();
  expect((await filesLeft()).length).toBe(before.length - 1);
});

test('an attempt that breaks off leaves no half file, and the next one begins anew', async () => {
  const made = await it.send<ExportJob>('reviewer', 'POST', exportsAt, { entity_type: 'post' });
  const before = await filesLeft();
  const row = await it.db
    .selectFrom('export_jobs')
    .selectAll()
    .where('id', '=', made.body.id)
    .executeTakeFirstOrThrow();
  // As a full disk would: where the file is to go there is something else.
  await mkdir(path.join(it.storageDir, row.file, 'in the way'), { recursive: true });
  const ended = await it.jobs.workOff();
  expect(ended).toContainEqual(['write-export', 'failed']);
  expect(await readdir(path.join(it.storageDir, '.unfinished'))).toEqual([]);
  await rm(path.join(it.storageDir, row.file), { recursive: true });
  expect((await it.send<ExportJob>('reviewer', 'GET', `${exportsAt}/${row.id}`)).body).toMatchObject({
    status: 'QUEUED',
    url: null,
    progress: { done: 3, total: 3 },
  });
  await it.jobs.workOff({ later: true });
  expect((await it.send<ExportJob>('reviewer', 'GET', `${exportsAt}/${row.id}`)).body.status).toBe('SUCCESS');
  expect(await filesLeft()).toEqual([...before, row.file].sort());
});

test('an export that is called off is not done, and one that is deleted takes its file along', async () => {
  const { job } = await exported('reviewer', {});
  const before = await filesLeft();
  expect((await it.send('reviewer', 'DELETE', `${exportsAt}/${job.id}`)).status).toBe(200);
  expect(await filesLeft()).toHaveLength(before.length - 1);
  expect((await fetchFile(job.url ?? '')).statusCode).toBe(404);
  const made = await it.send<ExportJob>('reviewer', 'POST', exportsAt, { entity_type: 'post' });
  await it.send('reviewer', 'DELETE', `${exportsAt}/${made.body.id}`);
  expect((await it.jobs.workOff()).map(([name]) => name)).not.toContain('write-export');
  expect(await filesLeft()).toHaveLength(before.length - 1);
});

test('whoever loses the right before the file is written gets none', async () => {
  const role = { role: 'bulk' };
  const id = await it.idOf('settings manager');
  await it.db.updateTable('users').set(role).where('id', '=', id).execute();
  const made = await it.send<ExportJob>('settings manager', 'POST', exportsAt, { entity_type: 'post' });
  await it.db.updateTable('users').set({ role: 'user' }).where('id', '=', id).execute();
  await it.jobs.workOff();
  expect((await it.send('settings manager', 'GET', `${exportsAt}/${made.body.id}`)).status).toBe(403);
  await it.db.updateTable('users').set(role).where('id', '=', id).execute();
  const { body } = await it.send<ExportJob>('settings manager', 'GET', `${exportsAt}/${made.body.id}`);
  expect(body).toMatchObject({ status: 'FAILED', fault: { code: 'rights' }, url: null });
});

test('places for map programs, and the same at once', async () => {
  const { text, file } = await exported('reviewer', {
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
  const token = await it.tokenOf('reviewer');
  const at = (url: string) =>
    it.app.inject({ url: `/api/v3${url}`, headers: { authorization: `Bearer ${token}` } });
  const geo = await at('/posts/export?format=geojson&status=published');
  expect(JSON.parse(geo.body)).toEqual(JSON.parse(text));
  const csv = await at(`/posts/export?status[]=draft&fields=${survey.key('headline')}`);
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="posts-\d{8}\.csv"$/);
  expect(tableOf(csv.body)).toMatchObject([{ headline: 'A draft', 'Post Status': 'draft' }]);
});

test('an export whose reader hangs up before it begins keeps nobody else waiting', async () => {
  await it.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = it.app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${await it.tokenOf('reviewer')}` };
  for (let call = 0; call < 3; call++) {
    const request = get({ host: '127.0.0.1', port, path: '/api/v3/posts/export', headers, agent: false });
    const ended = new Promise((resolve) => {
      request.on('error', resolve);
    });
    await once(it.app.server, 'request');
    request.destroy();
    await ended;
  }
  const next = async () => (await it.app.inject({ url: '/api/v3/posts/export', headers })).statusCode;
  await expect.poll(next, { timeout: scaled(10_000) }).toBe(200);
  await expect.poll(() => poolOf(it.db)?.idleCount === poolOf(it.db)?.totalCount).toBe(true);
});

test('the pictures of posts that one may see, with a list of them', async () => {
  const pictured = await aSurvey(it.db, {
    photo: { type: 'media' },
    closed: { type: 'media', private: true },
  });
  const files = ['a/open.jpg', 'a/closed.jpg', 'a/gone.jpg'];
  await mkdir(path.join(it.storageDir, 'a'), { recursive: true });
  const ids: string[] = [];
  const user_id = await it.idOf('reviewer');
  for (const file of files) {
    if (file !== 'a/gone.jpg') await writeFile(path.join(it.storageDir, file), `picture ${file}`);
    const row = { user_id, mime: 'image/jpeg', file, thumbnail: file, size: 1, width: 1, height: 1 };
    ids.push(
      String((await it.db.insertInto('media').values(row).returning('id').executeTakeFirstOrThrow()).id),
    );
  }
  const [open, closed, gone] = ids;
  const values = { [pictured.key('photo')]: [open], [pictured.key('closed')]: [closed] };
  const send = (its: object) =>
    it.send<Post>('reviewer', 'POST', '/posts', {
      form: pictured.id,
      title: 'Seen',
      status: 'published',
      values: its,
    });
  const { id } = (await send(values)).body;
  await send({ [pictured.key('photo')]: [gone] });
  const filters = { form: [pictured.id] };
  const whole = await exported('reviewer', { format: 'media', filters });
  expect([whole.job.status, whole.file?.headers['content-type']]).toEqual(['SUCCESS', 'application/zip']);
  const names = (zip: string) => [...new Set(zip.match(/[\w/]+\.(?:jpg|csv)/g))].sort();
  expect(names(whole.text)).toEqual(
    [`${id}/${closed}.jpg`, `${id}/${open}.jpg`, 'a/closed.jpg', 'a/open.jpg', 'pictures.csv'].sort(),
  );
  expect(whole.text).toContain('picture a/open.jpg');
  const partly = await exported('settings manager', { format: 'media', filters });
  expect(partly.text).toContain('picture a/open.jpg');
  expect(partly.text).not.toContain('closed');
  const none = await exported('reviewer', { format: 'media', filters: { form: [survey.id] } });
  expect(none.job).toMatchObject({ status: 'FAILED', fault: { code: 'empty' } });
});

/** Runs the job of the schedule. */
async function sweep() {
  const { sweepExports } = await import('./sweep-exports.ts');
  const { inTransaction } = await import('../kernel/db.ts');
  await inTransaction(it.db, 'writes', (tx) => it.jobs.add(tx, sweepExports, {}));
  const ended = await it.jobs.workOff();
  expect(ended.filter(([name]) => name === 'sweep-exports')).toEqual([['sweep-exports', 'done']]);
}
