/** Spreadsheets of LibreOffice and others (ODS): what the sheet shows, and nothing that it hides. */
import type { Import, ImportPreview } from '@waypost/contract/imports/imports';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes } from '../../testing/app/test-app.ts';
import { ImportTestApp } from '../import-app.fixture.ts';
import { buildArchive } from './workbook.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

const mimetype = 'application/vnd.oasis.opendocument.spreadsheet';
const namespaces = ['office', 'table', 'text', 'style', 'calcext', 'dc'].map(
  (it) => `xmlns:${it}="urn:${it}"`,
);
const hiddenStyle =
  '<office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
const content = (sheets: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces.join(' ')}>${hiddenStyle}<office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`;
const sheet = (rows: string, { name = 'Reports', style = 'ta1' } = {}) =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const text = (value: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${value}</text:p></table:table-cell>`;
const rowOf = (...values: string[]) => row(values.map((value) => text(value)).join(''));
/** A cell with a value, and what the sheet shows. */
const cell = (type: string, value: string, shown: string, formula = '') =>
  `<table:table-cell office:value-type="${type}" ${formula && `table:formula="${formula}"`} office:${['date', 'time', 'boolean'].includes(type) ? `${type}-value` : 'value'}="${value}"><text:p>${shown}</text:p></table:table-cell>`;
const buildOds = (sheets: string, others: Record<string, string> = {}) =>
  buildArchive({ mimetype, 'content.xml': content(sheets), ...others });

const upload = async (file: string | Buffer, name = 'Reports.ods') => {
  const reply = await importApp.upload(file, { name });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
const preview = async ({ id }: Import, options: object = {}) => {
  const body = { fixed: importApp.fixed(), options };
  const reply = await importApp.request<ImportPreview>('POST', `/csv/${id}/preview`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
/** The cells of the rows of a sheet with the columns A and B. */
const readCells = async (rows: string) => {
  const { rows: read } = await preview(await upload(await buildOds(sheet(rowOf('A', 'B') + rows))));
  return read.map(({ cells }) => cells);
};

test('a spreadsheet is imported, with its sheets to choose from', async () => {
  const file = await buildOds(
    sheet(rowOf('Secret'), { name: 'Hidden', style: 'ta2' }) +
      sheet(rowOf('A note'), { name: 'Read me' }) +
      sheet(
        rowOf('Title', 'Injured', 'Seen') +
          row(
            text('Bridge') + cell('float', '3', '3') + cell('date', '2024-03-12T08:30:00', '12.03.24 08:30'),
          ),
        { name: 'May &amp; June' },
      ) +
      sheet(rowOf('Title', 'Injured') + rowOf('Well', 'two'), { name: 'July' }),
  );
  const uploaded = await upload(file);
  expect(uploaded.source).toEqual({
    type: 'ods',
    sheet: 'May & June',
    other_sheets: 2,
    sheets: ['Read me', 'May & June', 'July'],
  });
  const july = await preview(uploaded, { sheet: 2 });
  expect(july.rows.map(({ cells, line }) => [line, cells])).toEqual([[2, ['Well', 'two']]]);
  const { posts, answers, done } = await importApp.importGuessed(importApp.survey, file, {
    name: 'Reports.ods',
  });
  expect(done).toMatchObject({ processed: '1', errors: '0' });
  expect([posts[0]?.title, answers('Injured'), answers('Seen')]).toEqual([
    'Bridge',
    [3],
    ['2024-03-12 00:00:00'],
  ]);
});

test.each<[string, string, string]>([
  ['a number with leading zeros', cell('float', '123', '00123'), '00123'],
  ['a telephone number', cell('float', '4930123456', '493012-3456'), '493012-3456'],
  ['a code with letters', cell('float', '7', 'ID-00007'), 'ID-00007'],
  ['a code with letters and no zeros', cell('float', '12345', 'KE-12345'), 'KE-12345'],
  ['a number with a word before it', cell('float', '42', 'No. 042'), 'No. 042'],
  ['a code with dots', cell('float', '1234567890', '012.345.678-90'), '012.345.678-90'],
  ['digits with a colon', cell('float', '42', '00:42'), '00:42'],
  ['an international telephone number', cell('float', '254712345678', '+254 712 345678'), '+254 712 345678'],
  ['a telephone number in pairs', cell('float', '1234567890', '12 34 56 78 90'), '12 34 56 78 90'],
  ['an amount in groups with spaces', cell('float', '1234567', '1 234 567'), '1234567'],
  ['an amount with a sign', cell('float', '5', '+5'), '5'],
  ['nothing with decimals', cell('float', '0', '0,00'), '0'],
  ['an amount with a unit', cell('float', '5', '05 km'), '5'],
  ['a fraction', cell('float', '5', '500/100'), '5'],
  ['an amount in groups', cell('float', '1234567.5', '1,234,567.50'), '1234567.5'],
  ['a negative amount in parentheses', cell('float', '-1234.5', '(1,234.50)'), '-1234.5'],
  ['a number with all its digits', cell('float', '50.4501234', '50.45'), '50.4501234'],
  ['an amount of money', cell('currency', '1234.5', '1.234,50 €'), '1234.5'],
  ['a percentage', cell('percentage', '0.12345', '12.35%'), '12.345%'],
  ['a date', cell('date', '2024-03-05', '5.3.24'), '2024-03-05'],
  ['a date before 1900', cell('date', '1850-06-07', '07.06.1850'), '1850-06-07'],
  [
    'a time that is not stored exactly',
    cell('date', '2024-03-05T14:07:59.999999999', '14:08'),
    '2024-03-05 14:08:00',
  ],
  ['a time of day', cell('time', 'PT18H00M00S', '06:00 PM'), '18:00'],
  ['elapsed hours', cell('time', 'PT26H30M00S', '26:30'), '26:30'],
  ['elapsed hours in words', cell('time', 'PT36H00M00S', '36h 00m'), '36h 00m'],
  ['elapsed hours alone', cell('time', 'PT100H48M00S', '100 hrs'), '100 hrs'],
  ['elapsed minutes alone', cell('time', 'PT36H00M00S', '2160'), '2160'],
  ['elapsed seconds alone', cell('time', 'PT36H00M00S', '129600'), '129600'],
  ['elapsed minutes', cell('time', 'PT01H30M00S', '90:00'), '90:00'],
  ['hours of a day that is not shown', cell('time', 'PT26H30M00S', '02:30'), '02:30'],
  ['a day that does not exist', cell('date', '2025-02-30', '30/02'), '30/02'],
  ['a percentage without its value', cell('percentage', '', '50 %'), '50 %'],
  ['a negative time', cell('time', '-PT01H30M00S', '-01:30'), '-01:30'],
  ['yes, as another number', cell('boolean', '5', 'TRUE'), 'TRUE'],
  ['no', cell('boolean', 'false', 'FALSCH'), 'FALSE'],
  ['yes and no', cell('boolean', 'true', 'WAHR'), 'TRUE'],
  ['an error of a formula', cell('float', '0', '#DIV/0!', 'of:=1/0'), ''],
  ['a text that looks like an error', text('#N/A'), '#N/A'],
  [
    'several lines',
    `<table:table-cell office:value-type="string"><text:p>one<text:line-break/>two</text:p><text:p/><text:p>three</text:p></table:table-cell>`,
    'one\ntwo\n\nthree',
  ],
  ['spaces and tabs', text('a<text:s text:c="2"/>b<text:tab/>c'), 'a  b\tc'],
  [
    'a link in a text',
    text('see <text:a xlink="x">this <text:span>page</text:span></text:a>'),
    'see this page',
  ],
  [
    'a text with a comment',
    `<table:table-cell office:value-type="string"><office:annotation><dc:creator>Ann</dc:creator><text:p>secret</text:p></office:annotation><text:p>open</text:p></table:table-cell>`,
    'open',
  ],
  [
    'a text with a drawing',
    `<table:table-cell office:value-type="string"><draw:rect xmlns:draw="d"><text:p>drawn</text:p></draw:rect><text:p>open</text:p></table:table-cell>`,
    'open',
  ],
  [
    'a value that is stored without its text',
    '<table:table-cell office:value-type="string" office:string-value="quiet"/>',
    'quiet',
  ],
])('%s is what the sheet shows', async (_, xml, expected) => {
  expect(await readCells(row(text('x') + xml))).toEqual([['x', expected]]);
});

describe('the shape of a sheet', () => {
  test('repeated cells and rows are as many, and empty ones at the end are none', async () => {
    const cells = await readCells(
      row(text('same', 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"') +
        row('<table:table-cell/>', 'table:number-rows-repeated="2"') +
        row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="3"') +
        row(`<table:table-cell/>${text('last')}`) +
        row('<table:table-cell/>', 'table:number-rows-repeated="1048000"'),
    );
    expect(cells).toEqual([
      ['same', 'same'],
      ['same', 'same'],
      ['', 'last'],
    ]);
  });

  test('merged cells have their value in each row', async () => {
    const covered = '<table:covered-table-cell/>';
    const cells = await readCells(
      row(text('North', 'table:number-rows-spanned="3"') + text('Alpha')) +
        row(covered + text('Beta')) +
        row(covered + text('Gamma')) +
        rowOf('South', 'Delta'),
    );
    expect(cells).toEqual([
      ['North', 'Alpha'],
      ['North', 'Beta'],
      ['North', 'Gamma'],
      ['South', 'Delta'],
    ]);
  });

  test('rejected rows have the numbers of the sheet', async () => {
    const rows =
      rowOf('Monthly report') +
      row('<table:table-cell/>', 'table:number-rows-repeated="2"') +
      rowOf('Title', 'Injured') +
      rowOf('Bridge', '2') +
      rowOf('Well', 'many');
    const { rows: read } = await preview(await upload(await buildOds(sheet(rows))));
    expect(read.map(({ line, errors }) => [line, errors.length])).toEqual([
      [5, 0],
      [6, 1],
    ]);
  });
});

test('tables in drawings are none of the sheet', async () => {
  const chart = sheet(rowOf('x', 'y')).replace(/table:name="[^"]*"/, '');
  const drawing = (content: string) =>
    `<table:shapes><office:spreadsheet>${content}</office:spreadsheet></table:shapes>`;
  expect(await readCells(rowOf('a', 'b'))).toEqual([['a', 'b']]);
  const file = await buildOds(sheet(drawing(chart) + rowOf('Title', 'Injured') + rowOf('Bridge', '2')));
  const { rows } = await importApp.readRows(file, 'a.ods');
  expect(rows).toEqual([{ Title: 'Bridge', Injured: '2' }]);
});

test.each<[string, string]>([
  ['a text of spaces', text(`a${' '.repeat(300_000)}b`)],
  [
    'repeated rows below merged cells',
    `${text('x', 'table:number-rows-spanned="1000000" table:number-columns-spanned="1000"')}</table:table-row><table:table-row table:number-rows-repeated="900000">${'<table:covered-table-cell/>'.repeat(1000)}`,
  ],
])('%s takes no more than seconds', async (_, cells) => {
  const reply = await importApp.upload(await buildOds(sheet(rowOf('A', 'B') + row(cells))), {
    name: 'a.ods',
  });
  expect([200, 422]).toContain(reply.status);
});

test('a spreadsheet in a single file, and one without a type, are read', async () => {
  const sheets = sheet(rowOf('Title', 'Injured') + rowOf('Bridge', '2'));
  const flat = content(sheets).replaceAll('office:document-content', 'office:document');
  for (const file of [
    flat,
    await buildArchive({ 'content.xml': content(sheets), 'META-INF/manifest.xml': '<manifest/>' }),
  ])
    expect(await upload(file, 'a.fods')).toMatchObject({
      source: { type: 'ods', sheet: 'Reports' },
      columns: ['Title', 'Injured'],
    });
});

test.each<[string, () => Promise<Buffer>, string]>([
  [
    'a password',
    () =>
      buildOds('', {
        'META-INF/manifest.xml':
          '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
      }),
    'importPassword',
  ],
  ['nothing in it', () => buildOds(sheet('')), 'csvEmpty'],
  ['only hidden sheets', () => buildOds(sheet(rowOf('Title'), { style: 'ta2' })), 'csvEmpty'],
  [
    'a text document in it',
    () => buildArchive({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content('') }),
    'importTableFormat',
  ],
  ['a document type', () => buildArchive({ mimetype, 'content.xml': '<!DOCTYPE a><a/>' }), 'importUnsafe'],
  [
    'more rows than a sheet has',
    () =>
      buildOds(sheet(rowOf('Title', 'x').repeat(2) + row(text('x'), 'table:number-rows-repeated="1048576"'))),
    'importBroken',
  ],
  [
    'a row that is repeated more often than a sheet has rows',
    () => buildOds(sheet(row(text('x'), 'table:number-rows-repeated="2147483648"'))),
    'importBroken',
  ],
  [
    'a long text that is repeated',
    () =>
      buildOds(
        sheet(rowOf('Title', 'x') + row(text('x'.repeat(10_000)), 'table:number-rows-repeated="100000"')),
      ),
    'importTooLarge',
  ],
  [
    'more columns than a file may have',
    () => buildOds(sheet(row(text('x', 'table:number-columns-repeated="16384"')))),
    'csvColumns',
  ],
  [
    'too many columns in each row of a sheet',
    () =>
      buildOds(
        sheet(
          row(text('x', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"'),
        ),
      ),
    'csvColumns',
  ],
])('a spreadsheet with %s is refused in words', async (_, build, code) => {
  const reply = await importApp.upload(await build(), { name: 'a.ods' });
  expect([reply.status, errorCodes(reply)]).toEqual([422, [code]]);
});
