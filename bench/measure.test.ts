import { expect, test } from 'vitest';
import { measureTimes, median, percentile } from './measure.ts';
import { Results } from './results.ts';
import { formatFigure } from './table.ts';

test('percentiles are measured values, independent of their order', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 99, 100]);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('the median of an even number lies between the middle two', () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([1, 2, 4, 100])).toBe(3);
  expect(median([])).toBeNaN();
});

test('every run is timed once, with any concurrency', async () => {
  const done: number[] = [];
  const times = await measureTimes(20, async (index) => done.push(index), 8);
  expect(times).toHaveLength(20);
  const afterWarmUp = done.slice(-20).toSorted((a, b) => a - b);
  expect(afterWarmUp).toEqual(Array.from({ length: 20 }, (_, at) => at));
});

test('numbers have three significant digits', () => {
  expect([0, 0.1234, 1.2345, 12.345, 123.45, 12_345.6, Number.NaN].map(formatFigure)).toEqual([
    '0',
    '0.12',
    '1.23',
    '12.3',
    '123',
    '12,346',
    '–',
  ]);
});

test('the table has medians, ratios within a round, and reasons for missing values', () => {
  const [small, large] = [
    { label: '10k', posts: 10_000 },
    { label: '100k', posts: 100_000 },
  ];
  const rows = [{ label: 'p50', unit: 'ms' }];
  const list = { name: 'list', rows, runOnce: async () => [] };
  const map = { name: 'map', rows, runOnce: async () => [] };
  const results = new Results([small, large], [list, map]);
  // A slow second round for both.
  for (const [under, over] of [[1, 2] as const, [10, 30] as const, [2, 8] as const]) {
    results.add(small, list, [under]);
    results.add(large, list, [over]);
    results.add(small, map, [5]);
    results.addMissing(large, map, 'no browser');
  }
  expect(results.print().split('\n')).toEqual([
    'measure    unit   10k  100k  100k ÷ 10k',
    '─────────  ────  ────  ────  ──────────',
    'list, p50  ms    2.00  8.00        3.00',
    'map, p50   ms    5.00     –           –',
    '',
    'not measured: map (100k): no browser',
  ]);
});

test('figures are also multiples of what the machine could do in that round', () => {
  const size = { label: '10k', posts: 10_000 };
  const loop = { name: 'loop', rows: [{ label: '', unit: 'ms' }], units: /^ms$/, runOnce: async () => [] };
  const list = {
    name: 'list',
    rows: [
      { label: 'p50', unit: 'ms' },
      { label: 'rate', unit: '/s' },
    ],
    runOnce: async () => [],
  };
  const results = new Results([size], [list], [loop]);
  // The machine is slow in the second round.
  results.add(size, loop, [10]);
  results.add(size, list, [20, 5]);
  results.add(size, loop, [30]);
  results.add(size, list, [60, 5]);
  expect(results.print().split('\n').slice(2)).toEqual([
    'loop        ms    20.0    1.00',
    'list, p50   ms    40.0    2.00',
    'list, rate  /s    5.00       –',
  ]);
});
