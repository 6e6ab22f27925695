import { describe, expect, test } from 'vitest';
import type { SurveyAttribute } from '../survey-definition.ts';
import { buildCellFormat } from './cell-format.ts';
import { maxColumnsOf, parseMapping } from './column-mapping.ts';
import { guessCellFormat } from './guess-cell-format.ts';
import { guessMapping } from './guess-mapping.ts';
import { findUnreadableColumn } from './joined-columns.ts';
import { parseRow } from './parse-row.ts';

const createAttribute = (key: string, over: Partial<SurveyAttribute> = {}): SurveyAttribute => ({
  id: 1,
  key,
  label: key,
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
  createAttribute('t', { type: 'title' }),
  createAttribute('line'),
  createAttribute('long', { type: 'text', input: 'textarea' }),
  createAttribute('marked', { type: 'markdown', input: 'markdown' }),
  createAttribute('several', { cardinality: 0 }),
  createAttribute('choice', { input: 'select', options: ['A', 'B'] }),
  createAttribute('video', { input: 'video' }),
  createAttribute('count', { type: 'int', input: 'number' }),
  createAttribute('day', { type: 'datetime', input: 'date' }),
  createAttribute('at', { type: 'datetime', input: 'datetime' }),
  createAttribute('times', { type: 'datetime', input: 'datetime', cardinality: 0 }),
  createAttribute('where', { type: 'point', input: 'location' }),
  createAttribute('kinds', { type: 'tags', input: 'tags' }),
];

function readRow(
  mapsTo: (string | null)[],
  cells: string[],
  { headings = mapsTo.map(() => ''), timezone = 'America/Mexico_City' } = {},
) {
  const options = { date_order: 'mdy', decimal: '.', separator: ',', coordinate_order: 'lat_lon' } as const;
  const format = buildCellFormat(headings, { ...options, timezone, columns: {} }, 'UTC');
  return parseRow(cells, parseMapping(mapsTo, attributes, false).targets, format);
}

test('only times and texts with one answer have several columns', () => {
  const max = Object.fromEntries(attributes.map((attribute) => [attribute.key, maxColumnsOf({ attribute })]));
  expect(max).toEqual({
    t: 10,
    line: 10,
    long: 10,
    marked: 10,
    several: 1,
    choice: 1,
    video: 1,
    count: 1,
    day: 1,
    at: 2,
    times: 1,
    where: 1,
    kinds: 1,
  });
  const errorsOf = (mapsTo: string[]) => parseMapping(mapsTo, attributes, false).errors;
  expect(errorsOf(['title', 't', 'post_date', 'at', 'post_date', 'at'])).toEqual([]);
  expect(errorsOf(['post_date', 'post_date', 'post_date', 'count', 'count', 'where', 'where'])).toEqual([
    { rule: 'csvTwice', fields: ['post_date', 'count', 'where'] },
  ]);
  expect(errorsOf(Array.from({ length: 10 }, () => 'line'))).toEqual([]);
  expect(errorsOf(Array.from({ length: 11 }, () => 'line'))).toEqual([
    { rule: 'csvTwice', fields: ['line'] },
  ]);
});

describe('a date and a clock', () => {
  const readDate = (cells: string[], format: { headings?: string[]; timezone?: string } = {}) =>
    readRow(['post_date', 'post_date'], cells, format).properties['post_date'];
  const utc = { timezone: 'UTC' };
  test.each([
    ['2024-03-11', '08:30'],
    ['3/11/2024', '8:30 AM'],
    ['11 March 2024', 'at 8:30'],
    ['20240311', '08:30:00'],
    ['45362', '8h30'],
    ['2024-03-11 00:00:00', '08.30'],
    ['2024年3月11日', '上午8:30'],
    ['١١ مارس 2024', '٨:٣٠ ص'],
    ['3/11/2024', '8:30 a. m.'],
  ])('%s and %s in either order', (date, clock) => {
    expect(readDate([date, clock], utc)).toBe('2024-03-11T08:30:00.000Z');
    expect(readDate([clock, date], utc)).toBe('2024-03-11T08:30:00.000Z');
  });

  test('a zone that is named counts, that of the clock first', () => {
    const read = (headings: string[], clock = '08:30') => readDate(['2024-03-11', clock], { headings });
    expect(read(['Date', 'Time'])).toBe('2024-03-11T14:30:00.000Z');
    expect(read(['Date', 'Time (UTC+3)'])).toBe('2024-03-11T05:30:00.000Z');
    expect(read(['Date (UTC)', 'Time'])).toBe('2024-03-11T08:30:00.000Z');
    expect(read(['Date (UTC)', 'Time (UTC+3)'])).toBe('2024-03-11T05:30:00.000Z');
    expect(read(['Date', 'Time (UTC+3)'], '08:30 GMT+1')).toBe('2024-03-11T07:30:00.000Z');
    expect(read(['Date', 'Time (UTC+3)'], '')).toBe('2024-03-10T21:00:00.000Z');
  });

  test.each([
    ['the clock alone', ['', '08:30'], 0],
    ['the clock alone with seconds', ['', '08:30:15'], 0],
    ['a second clock', ['2024-03-11 08:30', '08:30'], 1],
    ['two dates', ['2024-03-11', '2024-03-12'], 1],
    ['a zone without a clock', ['2024-03-11', 'UTC+3'], 1],
    ['a clock that is none', ['2024-03-11', 'morning'], 1],
    ['a date that is none', ['yesterday', '08:30'], 0],
    ['a date in the other order', ['25/03/2024', '08:30'], 0],
  ])('%s is no date', (_, cells, column) => {
    expect(readDate(cells)).toBe('unreadable date');
    expect(findUnreadableColumn(cells, { column: 0, columns: [0, 1] }, 'mdy')).toBe(column);
  });

  test('the date alone is midnight, and nothing is nothing', () => {
    expect(readDate(['3/11/2024', ''])).toBe('2024-03-11T06:00:00.000Z');
    expect(readDate(['', '3/11/2024'])).toBe('2024-03-11T06:00:00.000Z');
    expect(readRow(['post_date', 'post_date'], ['', ' '])).toEqual({ properties: {}, values: {} });
  });

  test('of a field too, and columns between them do not matter', () => {
    expect(readRow(['at', 'title', 'at'], ['8:30 PM', 'A', '3/11/2024'])).toEqual({
      properties: { title: 'A' },
      values: { at: ['2024-03-12T02:30:00.000Z'] },
    });
  });

  test('clocks do not show the order of day and month', () => {
    const rows = [
      ['08.45.10', '25.03.2024'],
      ['09.40.10', '11.03.2024'],
    ];
    const guess = (usualDateOrder: 'dmy' | 'mdy') =>
      guessCellFormat({
        columns: ['Time', 'Date'],
        rows,
        delimiter: ',',
        mapsTo: ['post_date', 'post_date'],
        attributes,
        categories: [],
        usualDateOrder,
      });
    expect([guess('mdy').options.date_order, guess('mdy').ambiguous.date]).toEqual(['dmy', false]);
  });
});

describe('texts', () => {
  const headings = ['What', 'Damage', 'Any help?', ''];
  const read = (target: string, cells: string[]) => {
    const { properties, values } = readRow(
      cells.map(() => target),
      cells,
      { headings },
    );
    return properties[target] ?? values[target]?.[0];
  };
  test('of one line have commas', () => {
    expect(read('title', ['Storm', 'roof gone', '', 'north'])).toBe('Storm, roof gone, north');
    expect(read('line', ['', 'roof gone', 'no'])).toBe('roof gone, no');
  });
  test('of several lines have the headings of all columns but the first', () => {
    expect(read('content', ['Storm', 'roof gone', 'yes', 'north'])).toBe(
      'Storm\nDamage: roof gone\nAny help? yes\nnorth',
    );
    expect(read('long', ['', 'roof gone', '', ''])).toBe('Damage: roof gone');
    expect(read('marked', ['Storm', 'roof gone', '', ''])).toBe('Storm\n\nDamage: roof gone');
  });
});

describe('the guess joins a clock to the days', () => {
  const guess = (columns: string[], ...rows: string[][]) => guessMapping(columns, attributes, rows).mapsTo;
  test.each([
    ['Date', 'Time', '3/11/2024', '8:30 PM'],
    ['Fecha', 'Hora (UTC-6)', '11/03/2024', '8:30 p. m.'],
    ['Incident Date', 'Time of incident', '11/03/2024', '8:30'],
    ['Date', 'Heure', '11/03/2024', '8h30'],
    ['Data', 'Horário', '11/03/2024', '08:30:15'],
    ['Дата', 'Время', '11.03.2024', '8:30'],
    ['Дата', 'Година', '11.03.2024', '8:30'],
    ['التاريخ', 'الوقت', '٢٠٢٤/٠٣/١١', '٨:٣٠ ص'],
    ['दिनांक', 'समय', '11/03/2024', '8:30'],
    ['日期', '时间', '2024年3月11日', '下午8:30'],
    ['Tarehe', 'Saa', '11/03/2024', '8:30'],
    ['Tanggal', 'Jam', '11/03/2024', '20.30'],
    ['Dat', 'Lè', '11/03/2024', '8:30'],
  ])('%s, %s', (date, time, day, clock) => {
    expect(guess([date, 'X', time], [day, '1', clock], [day, '', ''])).toEqual([
      'post_date',
      null,
      'post_date',
    ]);
    expect(guess([time, date], [clock, day])).toEqual(['post_date', 'post_date']);
  });

  test('to those on its left, and never takes a duration for a clock', () => {
    const columns = ['Date', 'Time', 'at', 'Time'];
    expect(guess(columns, ['2024-03-11', '08:30', '2024-03-12', '9:30'])).toEqual([
      'post_date',
      'post_date',
      'at',
      'at',
    ]);
    expect(guess(['Report date', 'Response time'], ['2024-03-11', '0:30'])).toEqual(['post_date', null]);
  });

  test.each([
    ['dates with a clock', ['2024-03-11 10:00', '08:30']],
    ['what is no clock', ['2024-03-11', '8']],
    ['an empty column', ['2024-03-11', '']],
  ])('not to %s', (_, row) => {
    expect(guess(['Date', 'Time'], row)).toEqual(['post_date', null]);
  });

  test('not where there are no cells', () => {
    expect(guess(['Date', 'Time'])).toEqual(['post_date', null]);
  });
});
