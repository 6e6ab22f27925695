import { expect, test } from 'vitest';
import { computeCountScale, computeTimeTicks, formatCountTick, formatTimeTick } from './chart-scale.ts';

const parseTime = (text: string) => Date.parse(`${text}T00:00:00Z`);

test('count ticks are integers from 0 up to at least the largest count', () => {
  expect(computeCountScale(0, 6)).toEqual({ max: 1, ticks: [0, 1] });
  expect(computeCountScale(3, 6)).toEqual({ max: 3, ticks: [0, 1, 2, 3] });
  expect(computeCountScale(95, 6)).toEqual({ max: 100, ticks: [0, 20, 40, 60, 80, 100] });
  const many = computeCountScale(1_234_567, 6);
  expect([many.ticks[0], many.ticks.at(-1)]).toEqual([0, many.max]);
  expect(many.max).toBeGreaterThanOrEqual(1_234_567);
});

test('time ticks fall on whole days and show the year where it changes', () => {
  const days = computeTimeTicks(parseTime('2026-11-16'), parseTime('2026-11-19'), 8);
  expect(days.marks.map((mark) => formatTimeTick(mark, days.gap, 'en'))).toEqual([
    'Nov 16, 2026',
    'Nov 17',
    'Nov 18',
    'Nov 19',
  ]);
  const years = computeTimeTicks(parseTime('2024-11-20'), parseTime('2026-11-20'), 8);
  expect(years.marks.map((mark) => formatTimeTick(mark, years.gap, 'en'))).toEqual([
    'Jan 2025',
    'Apr',
    'Jul',
    'Oct',
    'Jan 2026',
    'Apr',
    'Jul',
    'Oct',
  ]);
  expect(computeTimeTicks(parseTime('2026-11-16'), parseTime('2026-11-16'), 8).marks).toHaveLength(1);
});

test('large numbers are abbreviated in the reader’s language', () => {
  expect(formatCountTick(9000, 9000, 'en')).toBe('9,000');
  expect(formatCountTick(20_000, 40_000, 'en')).toBe('20K');
  expect(formatCountTick(9000, 9000, 'de')).toBe('9.000');
});
