import { joinAnswers } from '@waypost/contract/common/csv-cells';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import { describe, expect, test } from 'vitest';
import type { SurveyAttribute } from '../survey-definition.ts';
import { measureGrowth } from '../testing/measure-growth.ts';
import { buildCellFormat, columnFormatOf } from './cell-format.ts';
import { columnLetters, hasDuplicateHeading, parseMapping } from './column-mapping.ts';
import { guessCellFormat } from './guess-cell-format.ts';
import { guessIdColumn, guessMapping } from './guess-mapping.ts';
import { isBlankRow, isHxlRow, parseRow, splitAnswers } from './parse-row.ts';
import { resolveSiteDateOrder } from './site-date-order.ts';

const createAttribute = (
  key: string,
  label: string,
  over: Partial<SurveyAttribute> = {},
): SurveyAttribute => ({
  id: 1,
  key,
  label,
  type: 'varchar',
  input: 'text',
  required: false,
  cardinality: 1,
  options: [],
  priority: 1,
  form_stage_id: 1,
  ...over,
});
const attributes = [
  createAttribute('t', 'Headline', { type: 'title' }),
  createAttribute('d', 'What happened', { type: 'description' }),
  createAttribute('where', 'Place', { type: 'point', input: 'location' }),
  createAttribute('dead', 'Injured', { type: 'int', input: 'number' }),
  createAttribute('day', 'Seen on', { type: 'datetime', input: 'date' }),
  createAttribute('needs', 'Needs', {
    input: 'checkbox',
    cardinality: 0,
    options: ['Food, water', 'Shelter'],
  }),
  createAttribute('kinds', 'Kind', { type: 'tags', input: 'tags', cardinality: 0 }),
];
const cellFormat = {
  date_order: 'dmy',
  decimal: '.',
  separator: ',',
  coordinate_order: 'lat_lon',
  timezone: 'UTC',
  headings: [],
  columns: new Map(),
} as const;

describe('the order of day and month', () => {
  test.each([
    ['n/j/Y', 'en-US', undefined, 'mdy'],
    ['n/j/Y', 'en', 'KE', 'dmy'],
    ['n/j/Y', 'en_US', 'US', 'mdy'],
    ['n/j/Y', 'es', 'US', 'dmy'],
    ['n/j/Y', 'fr', undefined, 'dmy'],
    ['n/j/Y', 'zh', undefined, 'dmy'],
    ['n/j/Y', 'not a language', '', 'dmy'],
    ['j/n/Y', 'en-US', 'US', 'dmy'],
    ['m/d/Y', 'fr', 'FR', 'mdy'],
  ])(
    'a site with the format %s in %s in the country %s writes %s',
    (date_format, language, country, order) => {
      expect(resolveSiteDateOrder({ date_format, language, country, timezone: 'UTC' })).toBe(order);
    },
  );

  test.each([
    ['America/Mexico_City', undefined, 'dmy'],
    ['Africa/Nairobi', '', 'dmy'],
    ['America/Chicago', undefined, 'mdy'],
    ['Africa/Nairobi', 'US', 'mdy'],
    ['UTC', undefined, 'mdy'],
  ])('a new site in the zone %s and the country %s writes %s', (timezone, country, order) => {
    expect(resolveSiteDateOrder({ date_format: 'n/j/Y', language: 'en-US', country, timezone })).toBe(order);
  });
});

describe('parseMapping', () => {
  const read = (mapsTo: (string | null)[], fixed = false) => parseMapping(mapsTo, attributes, fixed).errors;
  test('accepts properties, attributes, coordinates, and several answers', () => {
    expect(read(['title', null, 'where.lat', 'where.lon', 'needs.0', 'needs.1', 'values.dead'])).toEqual([]);
  });
  test('reports duplicate, incomplete, unknown and missing targets', () => {
    expect(read([null, null])).toEqual([{ rule: 'csvNone' }]);
    expect(read(['dead', 'dead', 'gone'])).toEqual([
      { rule: 'csvUnknown', value: 'gone' },
      { rule: 'csvTwice', fields: ['Injured'] },
    ]);
    expect(read(['where.lat', 'title'])).toEqual([{ rule: 'csvPlace', fields: ['Place'] }]);
    expect(read(['title', 'status'], true)).toEqual([{ rule: 'csvStatus' }]);
  });
  test('treats the keys of title and description as properties', () => {
    const { targets } = parseMapping(['t', 'd'], attributes, false);
    expect(targets.map((it) => it.name)).toEqual(['title', 'content']);
  });
});

test('reads properties and answers from a row', () => {
  const { targets } = parseMapping(
    ['title', 'status', 'post_date', 'where.lat', 'where.lon', 'dead', 'needs', 'kinds', 'day'],
    attributes,
    false,
  );
  const cells = [
    "'=Bridge ",
    'Under_Review',
    '12/03/2024',
    ' -1.28 ',
    '36.82',
    '1,200',
    'food, water,SHELTER',
    'Roads, bridges,Water',
    'soon',
  ];
  expect(parseRow(cells, targets, cellFormat, ['Roads, bridges', 'Water'])).toEqual({
    properties: { title: '=Bridge', status: 'draft', post_date: '2024-03-12T00:00:00.000Z' },
    values: {
      where: [{ lat: '-1.28', lon: '36.82' }],
      dead: ['1200'],
      needs: ['Food, water', 'Shelter'],
      kinds: ['Roads, bridges', 'Water'],
      day: ['unreadable date'],
    },
  });
});

test('an answer in quotation marks may hold the separator', () => {
  const { targets } = parseMapping(['kinds'], attributes, false);
  const answers = ['Roads, bridges', '"Quoted"', 'A "word" in it', 'Plain'];
  const cell = joinAnswers(answers);
  expect(cell).toBe('"Roads, bridges","""Quoted""",A "word" in it,Plain');
  expect(parseRow([cell], targets, cellFormat).values).toEqual({ kinds: answers });
  expect(parseRow(['"open,b'], targets, cellFormat).values).toEqual({ kinds: ['"open', 'b'] });
});

test('splitting answers takes time in proportion to the length', () => {
  const texts = [',', 'a, ', '"a",', '"",', '"', 'Food, water,'];
  for (const text of texts)
    expect(
      measureGrowth((count) => splitAnswers(text.repeat(500 * count), ',', ['Food, water']), 2, 64),
    ).toBeLessThan(8);
});

test('columns are named like those of a spreadsheet', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  expect(hasDuplicateHeading(['Date', 'Title', 'date '], 0)).toBe(true);
  expect(hasDuplicateHeading(['Date', 'Title', 'date '], 1)).toBe(false);
});

test('several columns of one attribute keep their order, and 0 is an answer', () => {
  const { targets } = parseMapping(['needs.1', 'needs.0', 'dead'], attributes, false);
  expect(parseRow(['Shelter', 'Food, water', '0'], targets, cellFormat).values).toEqual({
    needs: ['Food, water', 'Shelter'],
    dead: ['0'],
  });
});

test('rows without text and rows of HXL hashtags are no posts', () => {
  expect(
    [
      ['', ' '],
      ['', 'x'],
    ].map(isBlankRow),
  ).toEqual([true, false]);
  expect(isHxlRow(['', '#affected +killed +f', '#date', '#geo+lat'])).toBe(true);
  expect(isHxlRow(['#x_depth', '#adm1+name'])).toBe(true);
  for (const cells of [
    ['#1', 'x'],
    ['#help'],
    ['#flood at the bridge'],
    ['#event', 'Bridge'],
    ['#'],
    ['#event+'],
  ])
    expect([cells, isHxlRow(cells)]).toEqual([cells, false]);
});

test('a time is in the zone of the import, unless the heading or the cell names one; a day has none', () => {
  const columns = ['Reported', 'Time (UTC)', 'Seen', 'Seen GMT+3', 'Utca'];
  const zone = 'America/Mexico_City';
  const listTimezones = (headings: string[], chosen: CsvOptions['columns'] = {}) => {
    const format = buildCellFormat(headings, { ...cellFormat, timezone: null, columns: chosen }, zone);
    return headings.map((_, at) => columnFormatOf(format, at).timezone);
  };
  expect(listTimezones(columns)).toEqual([zone, '+00:00', zone, '+03:00', zone]);
  const offsets = ['UTC\u22126', '(UTC +0300)', 'GMT+5.5', 'UTC+3:99', 'UTC+14:59', 'GMT+5:5'];
  expect(listTimezones(offsets)).toEqual(['-06:00', '+03:00', '+05:30', zone, zone, zone]);
  const own = ['Post ID', 'Post Status', 'Seen'];
  expect(listTimezones(['Created (UTC)', 'Post Date (UTC)', 'Seen'])[2]).toBe('UTC');
  expect(listTimezones(own)).toEqual(['UTC', 'UTC', 'UTC']);
  const at = createAttribute('at', 'At', { type: 'datetime', input: 'datetime' });
  const all = [...attributes, at];
  const read = (mapsTo: (string | null)[], cells: string[]) =>
    parseRow(
      cells,
      parseMapping(mapsTo, all, false).targets,
      buildCellFormat(columns, { ...cellFormat, timezone: zone, columns: {} }, 'UTC'),
    );
  expect(read(['post_date', 'at'], ['12/03/2024 23:30', '2024-03-12 08:30'])).toEqual({
    properties: { post_date: '2024-03-13T05:30:00.000Z' },
    values: { at: ['2024-03-12T08:30:00.000Z'] },
  });
  expect(read([null, null, 'day', 'at'], ['', '', '12/03/2024 23:30', '12/03/2024 23:30']).values).toEqual({
    day: ['2024-03-12T00:00:00.000Z'],
    at: ['2024-03-12T20:30:00.000Z'],
  });
  expect(read(['at', null, 'day'], ['2024-03-12', '', '2024-03-12T23:30:00-06:00']).values).toEqual({
    at: ['2024-03-12T06:00:00.000Z'],
    day: ['2024-03-12T00:00:00.000Z'],
  });
});

describe('guesses', () => {
  test('by label, by synonym, by coordinates', () => {
    const columns = [
      'ID',
      'headline',
      'Description',
      'Place Latitude',
      'place_lng',
      'INJURED',
      'Date',
      'Category',
      '?',
    ];
    const mapsTo = ['title', 'content', 'where.lat', 'where.lon', 'dead', 'post_date', 'kinds'];
    expect(guessMapping(columns, attributes, []).mapsTo).toEqual([null, ...mapsTo, null]);
    expect(guessIdColumn(columns, [['1'], ['2']], [null, ...mapsTo, null])).toBe(0);
    expect(guessIdColumn(columns, [['1'], ['1']], [null, ...mapsTo, null])).toBeNull();
  });
  test('the headings of an export', () => {
    const columns = [
      'Post ID',
      'Survey',
      'Post Status',
      'Created (UTC)',
      'Updated (UTC)',
      'Post Date (UTC)',
      'Contact ID',
      'Contact',
      'Data Source ID',
      'Source',
      'Unstructured Description',
      'Headline',
      'What happened',
      'Place.lat',
      'Place.lon',
      'Kind',
    ];
    expect(guessMapping(columns, attributes, []).mapsTo).toEqual([
      null,
      'form',
      'status',
      null,
      null,
      'post_date',
      null,
      null,
      null,
      null,
      null,
      'title',
      'content',
      'where.lat',
      'where.lon',
      'kinds',
    ]);
  });
  test('headings with words around the name', () => {
    const columns = [
      '#',
      'INCIDENT TITLE',
      'INCIDENT DATE',
      'LOCATION',
      'DESCRIPTION (required)',
      'Incident Category',
      'LATITUDE',
      'LONGITUDE',
      'Injured [persons]',
      'Report headline',
    ];
    expect(guessMapping(columns, attributes, []).mapsTo).toEqual([
      null,
      null,
      'post_date',
      null,
      'content',
      'kinds',
      'where.lat',
      'where.lon',
      'dead',
      'title',
    ]);
    expect(guessMapping(columns.slice(0, 3), attributes, []).mapsTo).toEqual([null, 'title', 'post_date']);
  });

  test.each([
    ['known answers', ['Food, water;Shelter', 'Shelter'], ';'],
    ['known answers with a slash', ['Shelter/Food, water', 'Food, water'], '/'],
    ['known answers with a comma in quotation marks', ['"Food, water",Shelter'], ','],
    ['repeated answers', ['Tents / blankets|Soap', 'Soap|Tents / blankets', 'Soap'], '|'],
    ['answers with spaces', ['Big tents,warm soup', 'Big tents'], ','],
    ['words with spaces', ['Shelter tents', 'tents', 'Shelter'], ','],
  ])('the separator that makes %s', (_, cells, separator) => {
    const rows = cells.map((cell) => [cell]);
    const sample = {
      columns: ['Needs'],
      rows,
      delimiter: ',',
      mapsTo: ['needs'],
      attributes,
      categories: [],
      usualDateOrder: 'dmy' as const,
    };
    expect(guessCellFormat(sample).options.separator).toBe(separator);
    const exported = { ...sample, columns: ['Post ID', 'Post Status', 'Needs'] };
    expect(guessCellFormat({ ...exported, mapsTo: [null, null, 'needs'] }).options.separator).toBe(',');
  });

  test('spaces separate answers only if they are all offered, and never categories', () => {
    const codes = [createAttribute('needs', 'Needs', { cardinality: 0, options: ['tents', 'soup'] })];
    const kinds = [createAttribute('needs', 'Kind', { type: 'tags', input: 'tags', cardinality: 0 })];
    const guess = (cells: string[], fields: SurveyAttribute[]) =>
      guessCellFormat({
        columns: ['Needs'],
        rows: cells.map((cell) => [cell]),
        delimiter: ',',
        mapsTo: ['needs'],
        attributes: fields,
        categories: ['Water', 'shortage,'],
        usualDateOrder: 'dmy',
      }).options.separator;
    expect(guess(['tents soup', 'soup', 'tents'], codes)).toBe(' ');
    expect(guess(['tents soup', 'soup bread', 'tents'], codes)).toBe(',');
    expect(guess(['Water shortage, Road damage', 'Food shortage, Bridge damage', 'Road damage'], kinds)).toBe(
      ',',
    );
    expect(guess(['Water Water', 'Water'], kinds)).toBe(',');
  });

  test('guesses the cell format', () => {
    const rows = [
      ['36,8', '13/02/2024', 'a|b'],
      ['1,5', '', 'c'],
    ];
    const usualDateOrder = 'mdy' as const;
    const fields = [...attributes, createAttribute('depth', 'Depth', { type: 'decimal', input: 'number' })];
    const sample = { columns: [], rows, delimiter: ';', attributes: fields, categories: [], usualDateOrder };
    expect(guessCellFormat({ ...sample, mapsTo: ['depth', 'day', 'kinds'] })).toEqual({
      options: { date_order: 'dmy', decimal: ',', separator: '|', coordinate_order: 'lat_lon', columns: {} },
      ambiguous: { date: false, decimal: false, coordinateOrder: false },
      ambiguousColumns: [],
    });
  });

  test.each([
    ['3/11/2024', 'mdy'],
    ['11-03-2024', 'mdy'],
    ['11.03.2024 8.30', 'dmy'],
    ['понедельник, 11. 3. 24', 'dmy'],
    ['11.03.2024;3/11/2024;3/12/2024', 'mdy'],
    ['١١/٠٣/٢٠٢٤', 'dmy'],
  ])('where the month is first, %s is read as %s, and asked', (dates, order) => {
    const sample = {
      columns: [],
      rows: dates.split(';').map((date) => [date]),
      delimiter: ',',
      attributes,
      categories: [],
      mapsTo: ['day'],
    };
    const guessed = guessCellFormat({ ...sample, usualDateOrder: 'mdy' });
    expect([guessed.options.date_order, guessed.ambiguous.date]).toEqual([order, true]);
  });
});
