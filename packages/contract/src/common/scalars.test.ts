import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ColorIn, parseDate, queryList, RelationIn } from './scalars.ts';

describe('dates as clients send them', () => {
  test.each([
    ['2019-11-30', '2019-11-30T00:00:00.000Z'],
    ['2019-11-30 09:15:00', '2019-11-30T09:15:00.000Z'],
    ['2019-11-30T09:15:00.123Z', '2019-11-30T09:15:00.123Z'],
    ['2019-11-30T09:15:00+03:00', '2019-11-30T06:15:00.000Z'],
    ['2019-11-30T09:15:00+0300', '2019-11-30T06:15:00.000Z'],
    ['2019-11-30T09:15', '2019-11-30T09:15:00.000Z'],
    [' 2020-02-29 ', '2020-02-29T00:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(parseDate(text)?.toISOString()).toBe(expected);
  });

  test.each(['', 'soon', '2019-13-01', '2019-02-29', '31/12/2019', '2019-11-30T25:00:00', '0000'])(
    '"%s" is not a date',
    (text) => {
      expect(parseDate(text)).toBeNull();
    },
  );
});

test('accepts a reference as a number, digits, an object with an id, or nothing', () => {
  expect([12, '12', { id: '12', url: 'x' }, '', null].map((it) => RelationIn.parse(it))).toEqual([
    12,
    12,
    12,
    null,
    null,
  ]);
  expect(RelationIn.safeParse('twelve').success).toBe(false);
});

test('accepts a colour with or without #, and returns it with #', () => {
  expect(['2274b4', '#2274B4', '', null].map((it) => ColorIn.parse(it))).toEqual([
    '#2274b4',
    '#2274B4',
    null,
    null,
  ]);
});

test('reads a list from repeated keys, commas, or both', () => {
  const numbers = queryList(z.string().transform(Number));
  expect([numbers.parse('1,2'), numbers.parse(['1', '2,3']), numbers.parse(''), numbers.parse(7)]).toEqual([
    [1, 2],
    [1, 2, 3],
    [],
    [7],
  ]);
});
