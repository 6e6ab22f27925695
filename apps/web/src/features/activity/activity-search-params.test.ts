/** Invalid or incomplete search parameters fall back to defaults (spec 2 §4). */
import { expect, test } from 'vitest';
import { parseActivitySearch } from './activity-search-params.ts';
import { getTimeRange, toDateFilters } from './time-range.ts';

/** A Saturday. */
const now = Date.parse('2026-11-21T15:30:00Z');
const readFilters = (raw: Record<string, unknown>) =>
  toDateFilters(getTimeRange(parseActivitySearch(raw), now));

test('“all” has no start; an unknown interval falls back to this week from Monday', () => {
  const week = { created_after: '2026-11-16T00:00:00.000Z' };
  expect(readFilters({})).toEqual({});
  expect(readFilters({ interval: 'all' })).toEqual({});
  expect(readFilters({ interval: 'week' })).toEqual(week);
  expect(readFilters({ interval: 'fortnight' })).toEqual(week);
  expect(readFilters({ interval: ['week', 'month'] })).toEqual(week);
  expect(readFilters({ interval: 'month' })).toEqual({ created_after: '2026-11-01T00:00:00.000Z' });
});

test('a custom range includes both days; an empty or reversed one falls back to this week', () => {
  const custom = (created_after?: string, created_before?: string) =>
    readFilters({ interval: 'custom', created_after, created_before });
  expect(custom('2026-02-01', '2026-02-28')).toEqual({
    created_after: '2026-02-01T00:00:00.000Z',
    created_before: '2026-02-28T23:59:59.999Z',
  });
  expect(custom('2026-02-01')).toEqual({ created_after: '2026-02-01T00:00:00.000Z' });
  expect(custom(undefined, '2026-02-28')).toEqual({ created_before: '2026-02-28T23:59:59.999Z' });
  for (const none of [custom(), custom('soon', '2026-02-30'), custom('2026-03-02', '2026-03-01')])
    expect(none).toEqual({ created_after: '2026-11-16T00:00:00.000Z' });
});

test('leaves out invalid and default parameters', () => {
  expect(
    parseActivitySearch({
      bars: 'tags',
      lines: 'weather',
      cumulative: 'yes',
      size: '7',
      page: '-3',
      linesAs: 'x',
    }),
  ).toEqual({});
  const selected = { bars: 'form', lines: 'status', cumulative: '1', size: '50', barsAs: 'table' };
  expect(parseActivitySearch({ ...selected, page: '4' })).toEqual({ ...selected, page: 4 });
});
