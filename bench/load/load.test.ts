import { expect, test } from 'vitest';
import { UsageError } from '../options.ts';
import { compareStored } from './compare-stored.ts';
import { describeBottleneck } from './cpu-shares.ts';
import { requestKind } from './mix.ts';
import { readLoadOptions } from './options.ts';
import { narrowBounds, nextRate, type RateBounds, unknownBounds } from './rate-search.ts';
import { formatPercent, formatStatuses, formatSummary, summarize } from './summary.ts';

const loadResponse = (status: number, durationMs: number, hasRetryAfter = false) => ({
  status,
  durationMs,
  hasRetryAfter,
  body: '',
});

test('the mix is 80 % map and list, 15 % single posts, 5 % reports', () => {
  const kinds = Array.from({ length: 200 }, (_, at) => requestKind(at));
  const count = (kind: string) => kinds.filter((it) => it === kind).length;
  expect([count('tile') + count('list'), count('post'), count('report')]).toEqual([160, 30, 10]);
});

test('refusals with Retry-After are no failures, and times are those of successful responses', () => {
  const all = [
    loadResponse(200, 10),
    loadResponse(204, 30),
    loadResponse(503, 2, true),
    loadResponse(503, 2),
    loadResponse(0, 60_000),
  ];
  const summary = summarize(all, 2);
  expect(summary).toMatchObject({ sent: 5, answered: 2, shed: 1, failed: 2, rate: 1, p50: 10, p99: 30 });
  expect(formatStatuses(all)).toBe('503 × 2, 200 × 1, 204 × 1, none × 1');
  expect(formatSummary(40, summary)).toContain('p99 30 ms; refused 1 (p99 2 ms), failed 2');
  expect([formatPercent(1, 8), formatPercent(0, 0)]).toEqual(['12.5 %', '0 %']);
});

test('the highest good rate is found within 10 %', () => {
  const search = (first: number, maxRate: number) => {
    let bounds: RateBounds = unknownBounds;
    for (let rate = nextRate(bounds, first); rate !== undefined; rate = nextRate(bounds, first))
      bounds = narrowBounds(bounds, rate, rate <= maxRate);
    return bounds.good;
  };
  for (const maxRate of [3, 41, 700, 12_345]) {
    expect(search(40, maxRate)).toBeLessThanOrEqual(maxRate);
    expect(search(40, maxRate)).toBeGreaterThan(maxRate * 0.85 - 1);
  }
  expect(search(40, 0)).toBe(0);
});

test('lost, duplicate and unacknowledged reports are distinguished', () => {
  const storedCounts = new Map([
    ['a', 1],
    ['b', 2],
    ['d', 1],
  ]);
  expect(compareStored(['a', 'b', 'c'], storedCounts)).toEqual({
    lost: ['c'],
    duplicated: ['b'],
    unacknowledged: 1,
  });
});

test('the limiting process is named by CPU time', () => {
  expect(describeBottleneck({ server: 0.97, database: 0.5, callers: 0.2 }, 2)).toContain('one thread');
  expect(describeBottleneck({ server: 0.8, database: 0.8, callers: 0.3 }, 2)).toContain('share');
  expect(describeBottleneck({ server: 0.3, database: 0.3, callers: 0.1 }, 2)).toContain('disk');
});

test('unknown flags are refused', () => {
  expect(readLoadOptions(['--submit', '500', '--seconds', '60'])).toMatchObject({ submit: 500, seconds: 60 });
  expect(readLoadOptions([])?.submit).toBeUndefined();
  expect(readLoadOptions(['--help'])).toBeNull();
  for (const args of [['--submit', 'many'], ['--seconds', '0'], ['--size', 'x'], ['--fast']])
    expect(() => readLoadOptions(args)).toThrow(UsageError);
});
