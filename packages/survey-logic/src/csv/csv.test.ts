import { joinAnswers } from '@waypost/contract/common/csv-cells';
import { describe, expect, test } from 'vitest';
import type { SurveyAttribute } from '../survey-definition.ts';
import { columnLetters, hasDuplicateHeading, parseMapping } from './column-mapping.ts';
import { guessCellFormat, guessIdColumn, guessMapping } from './guess-mapping.ts';
import { guessDateOrder, parseCsvDate } from './parse-csv-date.ts';
import { isSkippableRow, normaliseNumber, parseRow } from './parse-row.ts';
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
const cellFormat = { date_order: 'dmy', decimal: '.', separator: ',' } as const;

describe('dates', () => {
  test.each([
    ['2024-03-12', '2024-03-12T00:00:00.000Z'],
    ['2024-03-12T08:30:00+03:00', '2024-03-12T05:30:00.000Z'],
    ['12/03/2024', '2024-03-12T00:00:00.000Z'],
    ['12.3.24', '2024-03-12T00:00:00.000Z'],
    ['12-03-2024 8:30 PM', '2024-03-12T20:30:00.000Z'],
    ['12/03/2024 12:05 am', '2024-03-12T00:05:00.000Z'],
    ['2024/3/12 08:30', '2024-03-12T08:30:00.000Z'],
    ['12 Mar 2024', '2024-03-12T00:00:00.000Z'],
    ['12-Mar-98', '1998-03-12T00:00:00.000Z'],
    ['March 12, 2024', '2024-03-12T00:00:00.000Z'],
    ['Tuesday, 12th March 2024 08:30', '2024-03-12T08:30:00.000Z'],
    ['12 de marzo de 2024', '2024-03-12T00:00:00.000Z'],
    ['1er août 2024', '2024-08-01T00:00:00.000Z'],
    ['12 Agustus 2024', '2024-08-12T00:00:00.000Z'],
    ['20240312', '2024-03-12T00:00:00.000Z'],
    ['45363', '2024-03-12T00:00:00.000Z'],
    ['45363.354166667', '2024-03-12T08:30:00.000Z'],
    ['45363,354166667', '2024-03-12T08:30:00.000Z'],
    ['Tue Mar 12 2024 10:30:00 GMT+0200 (Eastern European Standard Time)', '2024-03-12T08:30:00.000Z'],
  ])('%s', (text, iso) => {
    expect(parseCsvDate(text, 'dmy')?.toISOString()).toBe(iso);
  });

  test('reads the month first if that order is chosen', () => {
    expect(parseCsvDate('12/03/2024', 'mdy')?.toISOString()).toBe('2024-12-03T00:00:00.000Z');
  });

  test.each([
    '',
    '0000-01-01',
    '31/02/2024',
    '13/13/2024',
    '03/25/2024',
    'yesterday',
    '12',
    '1234567',
    '12345',
    '12/03/2024 25:00',
    '12 Foo 2024',
  ])('is not a date: %s', (text) => {
    expect(parseCsvDate(text, 'dmy')).toBeNull();
  });

  test('guesses the order that all dates agree with', () => {
    expect(guessDateOrder(['01/02/2024', '13/02/2024'], 'mdy')).toEqual({
      order: 'dmy',
      isAmbiguous: false,
    });
    expect(guessDateOrder(['01/02/2024', '02/13/2024'], 'dmy')).toEqual({
      order: 'mdy',
      isAmbiguous: false,
    });
    expect(guessDateOrder(['2024-02-01', '', '02/02/2024'], 'dmy')).toEqual({
      order: 'dmy',
      isAmbiguous: false,
    });
  });

  test('reads dates that fit both orders in the usual one', () => {
    expect(guessDateOrder(['01/02/2024'], 'dmy')).toEqual({ order: 'dmy', isAmbiguous: true });
    expect(guessDateOrder(['01/02/2024'], 'mdy')).toEqual({ order: 'mdy', isAmbiguous: true });
    expect(guessDateOrder(['31/12/2024', '12/31/2024'], 'mdy')).toEqual({ order: 'mdy', isAmbiguous: false });
  });

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
      expect(resolveSiteDateOrder({ date_format, language, country })).toBe(order);
    },
  );
});

test.each([
  ['1,234.5', '.', '1234.5'],
  ['1.234,5', ',', '1234.5'],
  ['36,8', ',', '36.8'],
  ['1 234', '.', '1234'],
  ['\u22121.28', '.', '-1.28'],
  ['36,8', '.', '36,8'],
  ['many', '.', 'many'],
] as const)('the number %s with %s is %s', (text, decimal, plain) => {
  expect(normaliseNumber(text, decimal)).toBe(plain);
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

test('skips rows that are not posts', () => {
  expect(isSkippableRow(['', ' '])).toBe(true);
  expect(isSkippableRow(['', '#affected +killed +f', '#date'])).toBe(true);
  expect(isSkippableRow(['#1', 'x'])).toBe(false);
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
    expect(guessMapping(columns, attributes)).toEqual([null, ...mapsTo, null]);
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
    expect(guessMapping(columns, attributes)).toEqual([
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
    expect(guessMapping(columns, attributes)).toEqual([
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
    expect(guessMapping(columns.slice(0, 3), attributes)).toEqual([null, 'title', 'post_date']);
  });

  test.each([
    ['known answers', ['Food, water;Shelter', 'Shelter'], ';'],
    ['known answers with a slash', ['Shelter/Food, water', 'Food, water'], '/'],
    ['known answers with a comma in quotation marks', ['"Food, water",Shelter'], ','],
    ['repeated answers', ['Tents / blankets|Soap', 'Soap|Tents / blankets', 'Soap'], '|'],
    ['answers with spaces', ['Big tents,warm soup', 'Big tents'], ','],
    ['codes with spaces between them', ['tents soup', 'soup', 'tents'], ' '],
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
    expect(guessCellFormat(sample).separator).toBe(separator);
    const exported = { ...sample, columns: ['Post ID', 'Post Status', 'Needs'] };
    expect(guessCellFormat({ ...exported, mapsTo: [null, null, 'needs'] }).separator).toBe(',');
  });

  test('guesses the cell format', () => {
    const rows = [
      ['36,8', '13/02/2024', 'a|b'],
      ['1,5', '', 'c'],
    ];
    const usualDateOrder = 'mdy' as const;
    const sample = { columns: [], rows, delimiter: ';', attributes, categories: [], usualDateOrder };
    expect(guessCellFormat({ ...sample, mapsTo: [null, 'day', 'kinds'] })).toEqual({
      date_order: 'dmy',
      decimal: ',',
      separator: '|',
      isAmbiguous: false,
    });
  });
});
