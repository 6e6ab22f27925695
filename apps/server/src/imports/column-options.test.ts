/** How the cells of single columns are read: what was guessed and why, and what the importer chooses. */
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { Import, ImportPreview } from '@waypost/contract/imports/imports';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes } from '../testing/app/test-app.ts';
import { ImportTestApp } from './import-app.fixture.ts';

const fields: Parameters<typeof createTestSurvey>[1] = {
  Title: { type: 'title', required: true },
  Place: { type: 'point', input: 'location' },
  Depth: { type: 'decimal', input: 'number' },
  Width: { type: 'decimal', input: 'number' },
  'Seen on': { type: 'datetime', input: 'date' },
  'Seen at': { type: 'datetime', input: 'datetime' },
  Needs: { type: 'varchar', input: 'checkbox', cardinality: 0, options: ['Water', 'Food'] },
  Help: { type: 'varchar', input: 'checkbox', cardinality: 0, options: ['Tent', 'Doctor'] },
};

let importApp: ImportTestApp;
let survey: TestSurvey;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
  survey = await createTestSurvey(importApp.deployment.db, fields);
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const importGuessed = (file: string, columns: CsvOptions['columns'] = {}) =>
  importApp.importGuessed(survey, file, { options: { columns } });

async function preview(file: string, settings: object = {}) {
  const { body } = await importApp.upload(file, { name: 'file.csv' });
  const fixed = { form: survey.id };
  return {
    id: body.id,
    ...(await importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, { fixed, ...settings })),
  };
}

/** The answers to a field, without its time of day. */
const daysOf = (values: unknown[]) => values.map((it) => String(it).slice(0, 10));

describe('each column is read as its own cells show', () => {
  test('dates of two orders', async () => {
    const { answers, preview: shown } = await importGuessed(
      'Title,Seen on,Seen at\nA,25/03/2024,3/26/2024 8:30\nB,04/03/2024,3/4/2024 9:00\n',
    );
    expect(daysOf(answers('Seen on'))).toEqual(['2024-03-25', '2024-03-04']);
    expect(daysOf(answers('Seen at'))).toEqual(['2024-03-26', '2024-03-04']);
    const orders = [1, 2].map((at) => shown.options.columns[at]?.date_order ?? shown.options.date_order);
    expect(orders).toEqual(['dmy', 'mdy']);
  });

  test('numbers of two languages', async () => {
    const { answers } = await importGuessed('Title;Depth;Width\nA;1,5;1.5\nB;1,250;1,250.5\nC;2,5;1.250\n');
    expect(answers('Depth').map(Number)).toEqual([1.5, 1.25, 2.5]);
    expect(answers('Width').map(Number)).toEqual([1.5, 1250.5, 1.25]);
  });

  test('lists of two separators', async () => {
    const { posts } = await importGuessed('Title,Needs,Help\nA,Water|Food,"Tent, Doctor"\nB,Food,Tent\n');
    const lists = posts.map(({ values }) => ['Needs', 'Help'].map((label) => values[survey.keyOf(label)]));
    expect(lists).toEqual([
      [
        ['Water', 'Food'],
        ['Tent', 'Doctor'],
      ],
      [['Food'], ['Tent']],
    ]);
  });

  test('a column that is mapped by hand is guessed too', async () => {
    const key = survey.keyOf('Depth');
    const { body } = await preview('Title,x\nA,"3,5"\nB,"1,250"\n', { maps_to: ['title', key] });
    expect(body.options.decimal).toBe(',');
    expect(body.rows.map(({ read }) => read[1])).toEqual(['3.5', '1.250']);
  });
});

describe('what was chosen for a column counts', () => {
  test('the order of its dates and its zone, beside the guesses of others', async () => {
    const file = 'Title,Seen on,Seen at\nA,03/04/2024,2024-03-04 08:30\nB,25/03/2024,2024-03-05 09:00\n';
    const { answers, done } = await importGuessed(file, {
      1: { date_order: 'mdy' },
      2: { timezone: 'Africa/Nairobi' },
    });
    expect(done.options?.columns).toEqual({ 1: { date_order: 'mdy' }, 2: { timezone: 'Africa/Nairobi' } });
    expect([done.errors, answers('Seen on')]).toEqual(['1', ['2024-03-04 00:00:00']]);
    expect(answers('Seen at')).toEqual(['2024-03-04 05:30:00']);
  });

  test('the zone of a column counts more than that of its heading', async () => {
    const { answers } = await importGuessed('Title,Seen at (UTC)\nA,2024-03-04 08:30\n', {
      1: { timezone: 'Africa/Nairobi' },
    });
    expect(answers('Seen at')).toEqual(['2024-03-04 05:30:00']);
  });

  test('the order of coordinates', async () => {
    const { answers } = await importGuessed('Title,Place\nA,"25.2, 56.5"\n', {
      1: { coordinate_order: 'lon_lat' },
    });
    expect(answers('Place')).toEqual([{ lat: 56.5, lon: 25.2 }]);
  });

  test('the rejected row says which order the others of its column have', async () => {
    const file =
      'Title,Seen on,Seen at\nA,25/03/2024,3/26/2024\nB,26/03/2024,27/3/2024\nC,01/02/2024,3/28/2024\n';
    const { preview: shown } = await importGuessed(file);
    expect(shown.rows.map(({ errors }) => errors.map(({ code, column }) => [code, column]))).toEqual([
      [],
      [['csvDayFirst', 'Seen at']],
      [],
    ]);
  });

  test.each([
    ['a column that the file does not have', { 2: { date_order: 'mdy' } }],
    ['an order that is none', { 1: { date_order: 'ymd' } }],
    ['a zone that is none', { 1: { timezone: 'Mars/Olympus' } }],
    ['a column that is no number', { title: { date_order: 'mdy' } }],
    ['a number with zeros in front', { '01': { date_order: 'mdy' } }],
    ['a list', [{ date_order: 'mdy' }]],
  ])('%s is refused', async (_, columns) => {
    const { id, ...reply } = await preview('Title,Seen on\nA,2024-03-04\n', { options: { columns } });
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body)).toContain('options');
    const stored = await importApp.request<Import>('PUT', `/csv/${id}`, {
      columns: [],
      options: { columns },
    });
    expect([stored.status, errorCodes(stored)]).toEqual([422, errorCodes(reply)]);
    expect((await importApp.readImport(id)).options?.columns).toEqual({});
  });

  test('other columns of the file have no options of their own', async () => {
    const { id } = await preview('Report\nTitle,Seen on\nA,2024-03-04\n');
    const put = (options: object) => importApp.request('PUT', `/csv/${id}`, { columns: [], options });
    expect((await put({ columns: { 1: { date_order: 'mdy' } } })).status).toBe(200);
    expect((await importApp.readImport(id)).options?.columns).toEqual({ 1: { date_order: 'mdy' } });
    expect((await put({ heading_row: 1 })).status).toBe(200);
    expect((await importApp.readImport(id)).options?.columns).toEqual({});
  });
});

describe('the preview says', () => {
  test('why a column was guessed, and how many of its cells can be read', async () => {
    const file =
      'Name,Depth,Reported,Seen on\nA,1.5,2024-03-04,2024-03-04\nB,deep,2024-03-05,soon\nC,2,,2024-03-06\n';
    const { body } = await preview(file);
    expect(body.columns.map(({ reason, readable }) => [reason, readable])).toEqual([
      ['heading', null],
      ['label', { count: 2, of: 3 }],
      ['heading', { count: 2, of: 2 }],
      ['label', { count: 2, of: 3 }],
    ]);
    // A field that somebody has chosen was not guessed.
    const chosen = await preview(file, { maps_to: ['title', survey.keyOf('Width'), 'post_date', null] });
    expect(chosen.body.columns.map(({ reason }) => reason)).toEqual(['heading', null, 'heading', null]);
    expect(chosen.body.columns[1]?.readable).toEqual({ count: 2, of: 3 });
  });

  test('the cells that can be read in two ways first, and what changes them', async () => {
    const rows = [
      '2024-03-01',
      'soon',
      '13/03/2024',
      '2024-03-02',
      '05/05/2024',
      '03/04/2024',
      '04/03/2024 8:30',
    ];
    const { body } = await preview(`Title,Seen at\n${rows.map((date, at) => `${at},${date}`).join('\n')}\n`);
    const [, column] = body.columns;
    expect(column).toMatchObject({ choices: ['date_order', 'timezone'], ambiguous: false });
    expect(column?.examples).toEqual([
      { cell: '13/03/2024', read: '2024-03-13' },
      { cell: '04/03/2024 8:30', read: '2024-03-04 08:30:00' },
      { cell: '2024-03-01', read: '2024-03-01' },
    ]);
    const clear = await preview('Title,Seen on,Depth,Place\nA,2024-03-04,1.5,"-1.2921, 136.8219"\n');
    expect(clear.body.columns.map(({ choices }) => choices)).toEqual([[], [], [], ['coordinate_order']]);
  });

  test('which columns nothing in the file decides', async () => {
    const { body } = await preview(
      'Title,Seen on,Depth,Width,Place\nA,03/04/2024,"1,250",1.5,"25.2, 56.5"\nB,05/06/2024,"2,500",2,"25.1, 56.4"\n',
    );
    expect(body.columns.map(({ ambiguous }) => ambiguous)).toEqual([false, true, false, false, true]);
    const alone = await preview('Title,Depth\nA,"1,250"\n');
    expect(alone.body.columns[1]).toMatchObject({
      ambiguous: true,
      choices: ['decimal'],
      examples: [{ cell: '1,250', read: '1250' }],
    });
  });

  test('at the first column of a joined time what is said of both', async () => {
    const { body } = await preview(`Title,Date,Time\n${'A,03/04/2024,8:30\n'.repeat(19)}B,soon,9:30\n`);
    expect(body.columns.slice(1).map(({ reason, readable }) => [reason, readable])).toEqual([
      ['heading', { count: 19, of: 20 }],
      ['heading', undefined],
    ]);
    expect(body.columns[1]?.examples?.[0]).toEqual({
      cell: '03/04/2024 · 8:30',
      read: '2024-03-04 08:30:00',
    });
  });
});
