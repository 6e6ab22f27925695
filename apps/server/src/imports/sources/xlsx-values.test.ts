/** An imported workbook gives what its sheet shows: texts with escapes, formatted numbers and merged cells. */
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes } from '../../testing/app/test-app.ts';
import { ImportTestApp } from '../import-app.fixture.ts';
import { findMerges } from './find-merges.ts';
import { buildArchive, buildWorkbookFiles, type SheetCell } from './workbook.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

type Rows = readonly (readonly SheetCell[] | undefined)[];
interface SheetOptions {
  date1904?: boolean;
  merges?: readonly string[];
  change?: (sheetXml: string) => string;
}

const sheetPath = 'xl/worksheets/sheet1.xml';
async function upload(
  rows: Rows,
  { date1904 = false, merges = [], change = (xml) => xml }: SheetOptions = {},
) {
  const files = buildWorkbookFiles([{ name: 'A', rows, merges }], { date1904 });
  return importApp.upload(await buildArchive({ ...files, [sheetPath]: change(files[sheetPath] ?? '') }), {
    name: 'a.xlsx',
  });
}

/** The headings of an uploaded workbook and its rows, with their line. */
async function readTable(...of: Parameters<typeof upload>) {
  const uploaded = await upload(...of);
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200);
  const { body } = await importApp.request<ImportPreview>('POST', `/csv/${uploaded.body.id}/preview`, {
    fixed: importApp.fixed(),
    maps_to: uploaded.body.columns.map(() => null),
  });
  return { columns: uploaded.body.columns, rows: body.rows.map(({ line, cells }) => [line, ...cells]) };
}

/** What cells of one row give. */
async function readCells(cells: readonly SheetCell[], options: SheetOptions = {}): Promise<string[]> {
  const headings = cells.map((_, at) => `Column ${at}`);
  const { rows } = await readTable([headings, cells], options);
  return rows[0]?.slice(1).map(String) ?? [];
}

describe('escapes in texts', () => {
  const texts: [stored: string, shown: string][] = [
    ['First_x000D_\nSecond', 'First\nSecond'],
    ['First_x000d_Second_x000A_Third', 'First\nSecond\nThird'],
    ['First\r\nSecond', 'First\nSecond'],
    ['Code _x005F_x000D_ kept', 'Code _x000D_ kept'],
    ['Tab_x0009_here', 'Tab\there'],
    ['a_x0000_b_x0007_c_xFFFF_d', 'abcd'],
    ['_xD83D__xDE00_ and _xD83D_ alone_xDE00__xD83D_', '😀 and  alone'],
    ['_x00e9_t_x00E9_', 'été'],
    ['_x12_ _x00041_ x000D_ _X0041_ __x0041__', '_x12_ _x00041_ x000D_ _X0041_ _A_'],
  ];
  const stored = texts.map(([text]) => text);
  const shown = texts.map(([, text]) => text);
  test.each<[string, (text: string) => SheetCell]>([
    ['shared', (text) => text],
    ['inline', (text) => ({ type: 'inlineStr', xml: `<is><t xml:space="preserve">${text}</t></is>` })],
    ['calculated', (text) => ({ type: 'str', xml: `<f>A1</f><v>${text}</v>` })],
  ])('are read: %s', async (_, toCell) => {
    expect(await readCells(stored.map(toCell))).toEqual(shown);
  });

  test('are read in headings and within one part of a rich text only', async () => {
    const rich = '<is><r><t>a_x00</t></r><r><t>41_b_x000D_</t></r><r><t>&#10;c</t></r></is>';
    const { columns, rows } = await readTable([
      ['A_x000D_\nB', 'C'],
      [{ type: 'inlineStr', xml: rich }, 'x'],
    ]);
    expect([columns, rows]).toEqual([['A\nB', 'C'], [[2, 'a_x0041_b\nc', 'x']]]);
  });

  test('do not cut off a text that is long only as it is stored', async () => {
    const [text] = await readCells([{ type: 'str', xml: `<v>${'_x0041_'.repeat(200_000)}</v>` }]);
    expect(text).toMatch(/^A/);
    expect((await upload([['Title'], ['_x005F_'.repeat(30_000)]])).status).toBe(200);
  });
});

const formatted = (values: readonly (readonly [number | string, string | number, string])[]) =>
  values.map(([number, format]) => ({ number, format }));

describe('numbers with a format are as shown:', () => {
  test.each<[string, [stored: number | string, format: string | number, shown: string][]]>([
    [
      'percentages',
      [
        [0.25, 9, '25%'],
        [0.123456, 10, '12.3456%'],
        [0.07, '0%', '7%'],
        [0.29, '0.0%;[Red]-0.0%', '29%'],
        ['0.28999999999999998', 9, '29%'],
        ['0.30000000000000004', 9, '30%'],
        [-1.5, '0%', '-150%'],
        [0, 9, '0%'],
        ['1E-3', 9, '0.1%'],
        [0.5, '0" \\%"', '0.5'],
      ],
    ],
    [
      'elapsed time',
      [
        [1.104166666666667, 46, '26:30:00'],
        [1.104166666666667, '[h]:mm', '26:30'],
        [1.104166666666667, '[hh]:mm:ss;@', '26:30:00'],
        [-1.104166666666667, '[h]:mm', '-26:30'],
        [5_000_000, '[h]:mm', '120000000:00'],
        [0.0208333333333333, '[m]', '30'],
        [0.0208333333333333, '[mm]:ss', '30:00'],
        [0.5, '[s]', '43200'],
        [0, '[h]:mm;;', '0:00'],
        [0.0416666666666666, '[h]"h "mm', '1h 00'],
      ],
    ],
    [
      'times of day',
      [
        [0.354166666666667, 20, '08:30'],
        [0.354166666666667, 'h:mm AM/PM', '08:30'],
        [0.854166666666667, '[$-409]h:mm:ss\\ AM/PM;@', '20:30'],
        [45688.7292245, 'hh:mm:ss', '17:30:05'],
        [45688.5, 'h AM/PM', '12:00'],
        [0.999999999, 'h:mm', '00:00'],
        [0.0125, 45, '00:18:00'],
        [0.00382523148, 47, '00:05:30.5'],
        [-0.5, 20, '-0.5'],
      ],
    ],
    [
      'dates',
      [
        [45688, 14, '2025-01-31'],
        [45688.729166667, 14, '2025-01-31 17:30:00'],
        [45688.729166666664, 22, '2025-01-31 17:30:00'],
        ['45688.354166666667', 'd. mmmm yyyy', '2025-01-31 08:30:00'],
        [45688.9999999999, 'yyyy/mm/dd', '2025-02-01'],
        [45688, 'mmm', '2025-01-31'],
        [45688, '[$-F800]dddd, mmmm dd, yyyy', '2025-01-31'],
        [45688.5, 34, '2025-01-31 12:00:00'],
        [0.5, 'dd/mm/yyyy hh:mm', '12:00:00'],
        [60, 14, '1900-02-29'],
        [2_958_465.9999999, 14, '2958465.9999999'],
      ],
    ],
    [
      'identifiers',
      [
        [712345678, '0000000000', '0712345678'],
        [701, '00000', '00701'],
        [7, '"KE-"000', 'KE-007'],
        [123456789, '000\\-00\\-0000', '123-45-6789'],
        [5551234, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '555-1234'],
        [7123456789, '[<=9999999]###-####;(###) ###-####', '(712) 345-6789'],
        [712345678, '000 000 000', '712 345 678'],
        [712345678, '### ### ###', '712 345 678'],
        [1203, '00\\/00', '12/03'],
        [712.5, '0000000000', '712.5'],
        [0, '###-####', '0'],
        [7, '000;;;', '007'],
        [-7, '000;;;', '-7'],
        ['1234567890123456', '00000', '1234567890123456'],
      ],
    ],
    [
      'amounts are plain numbers',
      [
        ['36.820000000000001', 0, '36.82'],
        [1234567, '#,##0', '1234567'],
        [1234567, '# ##0', '1234567'],
        [1234567, '#\u00a0##0.00', '1234567'],
        [1234567, '#\\ ###\\ ##0\\ "€"', '1234567'],
        [1234567, '#\u202f000', '1234567'],
        [5, '# ?/?', '5'],
        [5000, '00.0E+00', '5000'],
        [5, '"$"#,##0.00', '5'],
        [5, '[$€-407] 000', '5'],
        [12, '0" km"', '12'],
        [12, '00" km"', '12'],
        [12, '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', '12'],
        [-12, '0;[Red]-0', '-12'],
        [5000, '00,', '5000'],
        [12, 49, '12'],
        [12, 'General" km"', '12'],
        [12, '00[', '12'],
        [12, '0'.repeat(5000), '12'],
      ],
    ],
  ])('%s', async (_, values) => {
    expect(await readCells(formatted(values))).toEqual(values.map(([, , shown]) => shown));
  });

  test('dates before 1900, which LibreOffice stores as numbers of days before', async () => {
    const values = [
      [-18_109, 14, '1850-06-01'],
      [-18_109.25, 22, '1850-05-31 18:00:00'],
      [-693_594, 14, '-693594'],
      [1, 14, '1900-01-01'],
      [60, 14, '1900-02-29'],
      [61, 14, '1900-03-01'],
    ] as const;
    expect(await readCells(formatted(values))).toEqual(values.map(([, , it]) => it));
  });

  test('a workbook that counts from 1904', async () => {
    const values = [
      [44226.729166667, 22, '2025-01-31 17:30:00'],
      [0, 14, '1904-01-01'],
      [-1, 14, '1903-12-31'],
      [-1450, 14, '1900-01-11'],
      [44226.729166667, 20, '17:30'],
      [1.104166666666667, 46, '26:30:00'],
      [2_958_000, 14, '2958000'],
    ] as const;
    expect(await readCells(formatted(values), { date1904: true })).toEqual(values.map(([, , it]) => it));
  });
});

describe('merged cells', () => {
  const headings = ['District', 'Title', 'Notes'];
  test('fill their region, and what is stored under them is hidden', async () => {
    const rows = [
      headings,
      ['North', 'Bridge', 'a'],
      [null, 'School', 'b'],
      ['hidden', 'Well', { number: 0.25, format: 9 }],
      ['South', 'Road', 'hidden'],
      [null, 'Wide', null],
      [null, 'Path', 'c'],
    ];
    const table = await readTable(rows, { merges: ['A2:A4', 'C4:C5', 'B6:C6', 'A5:A6'] });
    expect(table.rows).toEqual([
      [2, 'North', 'Bridge', 'a'],
      [3, 'North', 'School', 'b'],
      [4, 'North', 'Well', '25%'],
      [5, 'South', 'Road', '25%'],
      [6, 'South', 'Wide', 'Wide'],
      [7, '', 'Path', 'c'],
    ]);
  });

  test('do not make a record of several rows come twice, or a title above fill its row', async () => {
    const rows = [
      ['All reports', null, null],
      headings,
      ['North', 'Bridge', 'a'],
      [null, null, null],
      [null, 'hidden', null],
      ['South', 'hidden', null],
      [null, null, 'b'],
    ];
    const merges = ['A1:C1', 'A3:A5', 'B3:B5', 'C3:C5', 'A6:B7', 'C100:C1048576'];
    const { columns, rows: read } = await readTable([undefined, ...rows.slice(1)], { merges });
    expect(columns).toEqual(headings);
    expect(read).toEqual([
      [3, 'North', 'Bridge', 'a'],
      [6, 'South', '', ''],
      [7, 'South', 'South', 'b'],
    ]);
    expect((await readTable(rows, { merges })).columns.filter((it) => it !== '')).not.toContain('hidden');
  });

  test('are found with a namespace prefix, and not in a text of a cell', async () => {
    const rows = [headings, ['North', 'Bridge', 'a'], [null, 'School', { type: 'inlineStr', xml: '' }]];
    const prefix = (xml: string) =>
      xml
        .replace('"></c>', '"><is><t><![CDATA[</sheetData><mergeCell ref="B2:B3"/>]]></t></is></c>')
        .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
        .replaceAll('<x:mergeCell ', "<x:mergeCell\n a='1' ")
        .replace('xmlns=', 'xmlns:x=');
    const table = await readTable(rows, { merges: ['A2:A3'], change: prefix });
    expect(table.rows.map((row) => row.slice(1, 3))).toEqual([
      ['North', 'Bridge'],
      ['North', 'School'],
    ]);
  });

  test('are found wherever the bytes are split', async () => {
    const xml =
      '<a><sheetData><row/></sheetData ><mergeCells><mergeCell ref="B3:A2"/><x:mergeCell ref=\'C1:E1\'></x:mergeCell>';
    async function* split(size: number) {
      for (let at = 0; at < xml.length; at += size)
        yield await Promise.resolve(Buffer.from(xml.slice(at, at + size)));
    }
    for (const size of [1, 2, 3, 5, 7, 11, 64, 1000])
      expect(await findMerges(split(size), 4)).toEqual([
        { top: 1, left: 2, bottom: 1, right: 3 },
        { top: 2, left: 0, bottom: 3, right: 1 },
      ]);
  });

  test('that are broken are ignored', async () => {
    const merges = [
      'A2',
      'A2:A2',
      'x',
      'A0:A3',
      'A2:B',
      ':',
      'A2:A3:A4',
      'AAAA1:B2',
      'ZZ2:ZZ3',
      'A2:A9999999',
    ];
    const { rows } = await readTable([headings, ['North', 'Bridge'], [null, 'School']], { merges });
    expect(rows.map(([, district]) => district)).toEqual(['North', '']);
  });
});

describe('hostile merged cells', () => {
  const rows = (count: number, xml: string) =>
    Array.from({ length: count }, (_, at) => `<row r="${at + 2}">${xml}</row>`).join('');
  const withRows = (text: string) => (xml: string) => xml.replace('</row>', `</row>${text}`);
  const cell = '<c><v>1</v></c>';

  test('a hundred thousand that overlap take no time', async () => {
    const overlapping = Array.from(
      { length: 120_000 },
      (_, at) => `A${(at % 5000) + 1}:${at % 2 ? 'B' : 'ALM'}1048576`,
    );
    const disjoint = Array.from({ length: 50_000 }, (_, at) => `A${at * 2 + 3}:A${at * 2 + 4}`);
    for (const merges of [overlapping, disjoint]) {
      const { columns } = await readTable([['Title', 'Other']], {
        merges,
        change: withRows(rows(5000, cell)),
      });
      expect(columns[0]).toBe('Title');
    }
  });

  test('a region of all rows and columns creates no rows, and is refused when filled rows become too large', async () => {
    const merges = ['A2:XFD1048576'];
    const { rows: read } = await readTable([['Title', 'B'], ['x']], { merges });
    expect(read).toEqual([[2, 'x', '']]);
    const first = `<row r="2">${cell}<c r="B2" t="str"><v>${'x'.repeat(500)}</v></c></row>`;
    const others = rows(1000, cell).slice(rows(1, cell).length);
    const large = await upload([['Title', 'B']], {
      merges: ['B2:ALK1048576'],
      change: withRows(first + others),
    });
    expect(errorCodes(large)).toEqual(['importTooLarge']);
  });
});
