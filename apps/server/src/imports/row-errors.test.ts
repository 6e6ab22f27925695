/** What the reader of a rejected row is told, and that other rows of a faulty file are imported. */
import type { ImportPreview, RejectedRow } from '@waypost/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ImportTestApp } from './import-app.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const readRejected = async (id: number) =>
  (await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${id}/errors`)).body.results;

test('a date in the other order of day and month is explained, and numbers of Excel are dates', async () => {
  const file =
    'Title,Seen\nA one,31/12/2024\nB two,1/31/2025 5:30 PM\nC three,45688.729166667\nD four,never\nE five,30/12/2024\n';
  const seen = importApp.survey.keyOf('Seen');
  const { body } = await importApp.upload(file);
  const preview = await importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, {
    fixed: importApp.fixed(),
  });
  expect(preview.body.options.date_order).toBe('dmy');
  expect(preview.body.rows.map(({ cells, read }) => [cells[1], read[1]])).toEqual([
    ['31/12/2024', '2024-12-31'],
    ['1/31/2025 5:30 PM', '1/31/2025 5:30 PM'],
    ['45688.729166667', '2025-01-31'],
    ['never', 'never'],
    ['30/12/2024', '2024-12-30'],
  ]);
  const done = await importApp.importFile(file, ['title', seen]);
  expect((await readRejected(done.id)).map(({ line, errors }) => [line, errors])).toMatchObject([
    [3, [{ column: 'Seen', column_index: 1, code: 'csvMonthFirst', value: '1/31/2025 5:30 PM' }]],
    [5, [{ column: 'Seen', code: 'valueType', value: 'never' }]],
  ]);
  const { body: again } = await importApp.request<string>('GET', `/csv/${done.id}/errors.csv`);
  expect(again).toContain('Seen has the month first, unlike the other dates');
});

test('the error of a missing answer names the field', async () => {
  const injured = importApp.survey.keyOf('Injured');
  const empty = await importApp.importFile('Title,Injured\n,5\n', ['title', injured]);
  expect(await readRejected(empty.id)).toMatchObject([{ errors: [{ column: 'Title', code: 'required' }] }]);
  await sql`update attributes set label = 'Headline' where label = 'Title'`.execute(importApp.deployment.db);
  const unmapped = await importApp.importFile('Name,Injured\nX,5\n', [null, injured]);
  await sql`update attributes set label = 'Title' where label = 'Headline'`.execute(importApp.deployment.db);
  expect(await readRejected(unmapped.id)).toMatchObject([
    { errors: [{ column: null, code: 'required', params: { label: 'Headline' } }] },
  ]);
  const { body } = await importApp.request<string>('GET', `/csv/${unmapped.id}/errors.csv`);
  expect(body).toContain('X,5,2,Headline must not be empty');
});

test('columns of the same name are told apart', async () => {
  const file = 'Name,Seen,Seen\nA one,31/12/2024,never\n';
  const done = await importApp.importFile(file, ['title', null, importApp.survey.keyOf('Seen')]);
  expect(await readRejected(done.id)).toMatchObject([
    { errors: [{ column: 'Seen', column_index: 2, value: 'never' }] },
  ]);
  const { body } = await importApp.request<string>('GET', `/csv/${done.id}/errors.csv`);
  expect(body).toContain('Seen (column C) must be a date');
});

test('broken rows do not affect the others, and lines are counted like in an editor', async () => {
  const file = [
    'Title,Description',
    'A one,"two\r\nlines"',
    'B two,"never closed',
    'C three,x\0y',
    `${'x'.repeat(400)},too long a title`,
    'E five,"closed, with ""quotes"""',
    'F,six,cells',
  ].join('\r\n');
  const done = await importApp.importFile(file, ['title', 'content']);
  expect((await importApp.readPosts()).map(({ title, content }) => [title, content?.slice(0, 20)])).toEqual([
    ['A one', 'two\r\nlines'],
    ['C three', 'xy'],
    ['E five', 'closed, with "quotes'],
  ]);
  expect(
    (await readRejected(done.id)).map(({ line, errors }) => [line, errors[0]?.code, errors[0]?.value]),
  ).toEqual([
    [4, 'csvQuote', 'B two | "never closed'],
    [6, 'maxlength', 'x'.repeat(100)],
    [8, 'csvCells', 'F | six | cells'],
  ]);
});
