/** Tables in the shapes that people make: titles above the headings, no headings, rows of other lengths, damaged characters. */
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { Import, ImportPreview, RejectedRow } from '@waypost/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { ImportTestApp } from './import-app.fixture.ts';
import { buildArchive, buildWorkbook, buildWorkbookFiles } from './sources/workbook.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const importGuessed = (file: string | Buffer, options: Partial<CsvOptions> = {}) =>
  importApp.importGuessed(importApp.survey, file, { options });
const titlesOf = (posts: readonly { title: string | null }[]) => posts.map(({ title }) => title);

const table = 'Title,Description,Latitude,Longitude\nBridge gone,Nobody can cross,-1.28,36.82\n';

describe('the row with the names of the columns', () => {
  test.each([
    ['below a title, a date and a blank row', `Flood register,,,\nas of 3 May 2024,,,\n,,,\n${table}`, 4],
    ['below a blank row', `,,,\n${table}`, 2],
    ['below empty lines', `\n\n${table}`, 3],
    ['below a title without separators', `Flood register\n\n${table}`, 3],
  ])('is found %s', async (_, file, heading_row) => {
    const { preview, posts, answers, done } = await importGuessed(file);
    expect(preview.options.heading_row).toBe(heading_row);
    expect(done.columns).toEqual(['Title', 'Description', 'Latitude', 'Longitude']);
    expect(preview.rows.map(({ row, line }) => [row, line])).toEqual([[1, heading_row + 1]]);
    expect(titlesOf(posts)).toEqual(['Bridge gone']);
    expect(answers('Place')).toEqual([{ lat: -1.28, lon: 36.82 }]);
  });

  test('is chosen in the wizard, and counts for the import and its rejected rows', async () => {
    const file = `Kept,elsewhere,,\n${table},no title,-1.29,36.83\n`;
    const { body } = await importApp.upload(file);
    const preview = (options: Partial<CsvOptions>) =>
      importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, {
        fixed: importApp.fixed(),
        options,
      });
    expect((await preview({})).body.first_rows).toEqual([
      { line: 1, cells: ['Kept', 'elsewhere'] },
      { line: 2, cells: ['Title', 'Description', 'Latitude', 'Longitude'] },
      { line: 3, cells: ['Bridge gone', 'Nobody can cross', '-1.28', '36.82'] },
      { line: 4, cells: ['no title', '-1.29', '36.83'] },
    ]);
    const chosen = (await preview({ heading_row: 1 })).body;
    expect(chosen.columns.map(({ name }) => name)).toEqual(['Kept', 'elsewhere', '', '']);
    const maps_to = ['title', 'content', null, null];
    const fixed = importApp.fixed();
    const saved = await importApp.request('PUT', `/csv/${body.id}`, {
      maps_to,
      fixed,
      options: { heading_row: 3 },
    });
    expect(saved.body).toMatchObject({ columns: ['Bridge gone', 'Nobody can cross', '-1.28', '36.82'] });
    await importApp.request('POST', `/csv/${body.id}/import`, {});
    await importApp.deployment.jobs.runPending();
    const rejected = await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${body.id}/errors`);
    expect(rejected.body.results.map(({ row, line }) => [row, line])).toEqual([[1, 4]]);
    const list = await importApp.request<string>('GET', `/csv/${body.id}/errors.csv`);
    expect(list.body.split('\r\n')[0]).toBe(
      '\uFEFFBridge gone,Nobody can cross,-1.28,36.82,Import line,Import problems',
    );
  });

  test('may be missing: every row is a report', async () => {
    const { preview, posts, done } = await importGuessed(
      'Bridge gone,Flooded,-1.28,36.82\nSchool,Closed,-1.29,36.83\n',
    );
    expect(preview.options.heading_row).toBe(0);
    expect(preview.columns.map(({ name }) => name)).toEqual(['', '', '', '']);
    expect([posts.length, done.columns]).toEqual([0, ['', '', '', '']]);
    const maps_to = ['title', 'content', 'Place.lat', 'Place.lon'].map((target) =>
      target.replace('Place', importApp.survey.keyOf('Place')),
    );
    const file = await importApp.importFile(
      'Bridge gone,Flooded,-1.28,36.82\n"School",Closed,1e9,36.83\n',
      maps_to,
    );
    expect([file.processed, file.errors]).toEqual(['2', '1']);
    expect(titlesOf(await importApp.readPosts())).toEqual(['Bridge gone']);
    const rejected = await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${file.id}/errors`);
    expect(rejected.body.results.map(({ row, line }) => [row, line])).toEqual([[2, 2]]);
  });

  test('is guessed again for another separator, and must be in the file', async () => {
    const { body } = await importApp.upload('Register;\nTitle;Notes, and more\nA;b\n');
    const preview = (options: Partial<CsvOptions>) =>
      importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, {
        fixed: importApp.fixed(),
        options,
      });
    const semicolons = (await preview({ delimiter: ';' })).body;
    expect([semicolons.options.heading_row, semicolons.columns.map(({ name }) => name)]).toEqual([
      2,
      ['Title', 'Notes, and more'],
    ]);
    const outside = await preview({ heading_row: 9 });
    expect([outside.status, errorPointers(outside), errorCodes(outside)]).toEqual([
      422,
      ['/options'],
      ['invalid'],
    ]);
    expect((await preview({ heading_row: -1 })).status).toBe(422);
  });
});

describe('the sheet of a workbook', () => {
  const workbook = () =>
    buildWorkbook(
      { name: 'Empty', rows: [] },
      { name: 'About', rows: [['Notes'], ['Read the second sheet']] },
      {
        name: 'Sites',
        rows: [
          ['Title', 'Description'],
          ['Bridge', 'gone'],
        ],
      },
      { name: 'Secret', isHidden: true, rows: [['Title'], ['x']] },
      {
        name: 'Wells',
        rows: [['Register of wells'], ['Title', 'Latitude', 'Longitude'], ['Well', -1.5, 36.5]],
      },
    );

  test('is the first with a table, and another one can be chosen', async () => {
    const uploaded = await importApp.upload(await workbook(), { name: 'all.xlsx' });
    expect(uploaded.body).toMatchObject({
      columns: ['Title', 'Description'],
      source: { type: 'xlsx', sheet: 'Sites', other_sheets: 3, sheets: ['About', 'Sites', 'Wells'] },
      options: { sheet: 1, heading_row: 1 },
    });
    await importApp.deletePosts();
    const { preview, posts, answers, done } = await importApp.importGuessed(
      importApp.survey,
      await workbook(),
      { name: 'all.xlsx', options: { sheet: 2 } },
    );
    expect([preview.options.heading_row, preview.rows.map(({ line }) => line)]).toEqual([2, [3]]);
    expect(done).toMatchObject({ source: { sheet: 'Wells' }, columns: ['Title', 'Latitude', 'Longitude'] });
    expect([titlesOf(posts), answers('Place')]).toEqual([['Well'], [{ lat: -1.5, lon: 36.5 }]]);
  });

  test('must be one that was read, and the others do not stop the import', async () => {
    const files = {
      ...buildWorkbookFiles([
        {
          name: 'Sites',
          rows: [
            ['Title', 'Description'],
            ['Bridge', 'gone'],
          ],
        },
        { name: 'Broken', rows: [['x']] },
      ]),
      'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row r="2"/><row r="1"/>',
    };
    const { body } = await importApp.upload(await buildArchive(files), { name: 'a.xlsx' });
    expect(body.source).toMatchObject({ sheet: 'Sites', other_sheets: 1, sheets: ['Sites'] });
    for (const [method, url] of [
      ['POST', `/csv/${body.id}/preview`],
      ['PUT', `/csv/${body.id}`],
    ] as const) {
      const refused = await importApp.request(method, url, {
        fixed: importApp.fixed(),
        options: { sheet: 1 },
      });
      expect([refused.status, errorPointers(refused)]).toEqual([422, ['/options']]);
    }
  });
});

test('missing last cells are empty, and text beyond the last column rejects the row', async () => {
  const { posts, answers, done } = await importGuessed(`${table}A,b\nC,d,1.5,36.5,,\nE,f,1.5,36.5,g\nH\n`);
  expect(titlesOf(posts)).toEqual(['Bridge gone', 'A', 'C', 'H']);
  expect(answers('Place').map((place) => place !== undefined)).toEqual([true, false, true, false]);
  expect([done.processed, done.errors]).toEqual(['5', '1']);
  const list = await importApp.request<string>('GET', `/csv/${done.id}/errors.csv`);
  expect(list.body.split('\r\n')[1]).toMatch(/^E,f,1\.5,36\.5,5,.*,g$/);
  const again = await importGuessed(list.body);
  expect([again.done.processed, again.done.errors]).toEqual(['1', '1']);
});

describe('a file that is read in another way', () => {
  const sheets = () =>
    buildWorkbook(
      {
        name: 'One',
        rows: [
          ['Title', 'Description', 'Id'],
          ['A', 'one', '1'],
          ['B', 'two', '2'],
        ],
      },
      { name: 'Two', rows: [['Title'], ['C'], ['D'], ['E']] },
    );

  test('begins again from its first row, and with no mapping', async () => {
    const { body } = await importApp.upload(await sheets(), { name: 'a.xlsx' });
    const fixed = importApp.fixed();
    const save = (settings: object) => importApp.request<Import>('PUT', `/csv/${body.id}`, settings);
    await save({ maps_to: ['title', 'content', null], fixed, options: { id_column: 2 } });
    const stopped = sql`update imports set status = 'FAILED', failure = 'survey', last_row = 2, processed = 2, errors = 1
      where id = ${body.id}`;
    await stopped.execute(importApp.deployment.db);
    const other = (await save({ options: { sheet: 1 } })).body;
    expect(other).toMatchObject({
      maps_to: null,
      columns: ['Title'],
      options: { sheet: 1, id_column: null },
    });
    await save({ maps_to: ['title'] });
    await importApp.request('POST', `/csv/${body.id}/import`, {});
    await importApp.deployment.jobs.runPending();
    expect(await importApp.readImport(body.id)).toMatchObject({
      status: 'SUCCESS',
      processed: '3',
      errors: '0',
    });
    expect(titlesOf(await importApp.readPosts())).toEqual(['C', 'D', 'E']);
  });

  test('goes on where it stopped when it is read alike', async () => {
    const { body } = await importApp.upload(await sheets(), { name: 'a.xlsx' });
    const settings = { maps_to: ['title', 'content', null], fixed: importApp.fixed(), options: body.options };
    await importApp.request('PUT', `/csv/${body.id}`, settings);
    await sql`update imports set status = 'FAILED', failure = 'survey', last_row = 1, processed = 1
      where id = ${body.id}`.execute(importApp.deployment.db);
    await importApp.request('PUT', `/csv/${body.id}`, settings);
    await importApp.request('POST', `/csv/${body.id}/import`, {});
    await importApp.deployment.jobs.runPending();
    expect(titlesOf(await importApp.readPosts())).toEqual(['B']);
  });

  test('is searched for a person in its own encoding', async () => {
    const { body } = await importApp.upload('Title,Mail\nA,jo@example.org\n');
    await importApp.request('PUT', `/csv/${body.id}`, { options: { encoding: 'utf-16le' } });
    const found = await importApp.deployment.send('admin', 'POST', '/contact-data', {
      contact: 'jo@example.org',
    });
    expect(found.body).toMatchObject({ imports: 1 });
  });
});

test('the columns of a file without headings are those of its widest row', async () => {
  const { body } = await importApp.upload('Bridge,12345\nRoad,55555,extra note\nPath,77777,other note\n');
  expect([body.options?.heading_row, body.columns]).toEqual([0, ['', '', '']]);
});

test('a quotation mark that is not closed in a heading is part of it', async () => {
  const { preview } = await importGuessed('"Title,People\nA,3\nB,4\n');
  expect(preview.columns.map(({ name }) => name)).toEqual(['"Title', 'People']);
});

test('a cell of very many characters is shortened in the preview', async () => {
  const { preview, posts } = await importGuessed(`Title,Description\nA,${'x'.repeat(20_000)}\n`);
  expect(preview.rows[0]?.cells[1]).toHaveLength(5001);
  expect(posts[0]?.content).toHaveLength(20_000);
});

test('an error is at the coordinate that is none, or at the date that is missing', async () => {
  const file =
    'Title,Latitude,Longitude,Date,Time\nA,-1.2,360.8,2024-05-01,08:00\nB,-1.2,36.8,,09:15\nC,-1.2,36.8,2024-05-02,09:30\n';
  const { done } = await importGuessed(file);
  const rejected = await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${done.id}/errors`);
  expect(
    rejected.body.results.map(({ line, errors }) => [line, errors.map((it) => [it.column, it.value])]),
  ).toEqual([
    [2, [['Longitude', '360.8']]],
    [3, [['Date', '']]],
  ]);
});

describe('a character that the file has lost', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `Incêndio ${at},Não há água\n`).join('');
  const file = Buffer.concat([
    Buffer.from(`Title,Description,Note\n${rows}`),
    Buffer.from('Last,caf\xe9,\nOther,fine,caf\xe9\n', 'latin1'),
  ]);

  test('is named in the column that is imported from it', async () => {
    const { preview, posts, done } = await importGuessed(file);
    expect([preview.options.encoding, preview.options.damaged]).toEqual(['utf-8', 'reject']);
    expect([posts[0]?.title, posts.length]).toEqual(['Incêndio 0', 41]);
    const rejected = await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${done.id}/errors`);
    expect(
      rejected.body.results.map(({ line, errors }) => [
        line,
        errors.map((it) => [it.column, it.code, it.value]),
      ]),
    ).toEqual([[42, [['Description', 'csvDamaged', 'caf\uFFFD']]]]);
    const list = await importApp.request<string>('GET', `/csv/${done.id}/errors.csv`);
    expect(list.body).toContain('Description has lost a character');
    const again = await importGuessed(list.body);
    expect([again.preview.options.damaged, again.done.errors]).toEqual(['reject', '1']);
  });

  test('is imported as it is where that is chosen, and where an earlier program has lost it', async () => {
    const { posts } = await importGuessed(file, { damaged: 'keep' });
    expect(posts.at(-2)).toMatchObject({ title: 'Last', content: 'caf\uFFFD' });
    await importApp.deletePosts();
    const other = await importGuessed('Title,Description\nBridge,caf\uFFFD\n');
    expect([other.preview.options.damaged, other.posts.length]).toEqual(['keep', 1]);
  });
});
