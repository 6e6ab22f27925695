import { expect, test } from 'vitest';
import { z } from 'zod';
import { ColorIn, queryList, RelationIn } from './scalars.ts';

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
  const colors = ['2274b4', '#2274B4', '#aBc', 'aBc', '', null];
  expect(colors.map((it) => ColorIn.parse(it))).toEqual([
    '#2274b4',
    '#2274B4',
    '#aaBBcc',
    '#aaBBcc',
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
