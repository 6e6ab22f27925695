import { expect, test } from 'vitest';
import { formatDistance, formatTimeDifference } from './format-comparison.ts';

test('distances are in metres, and in kilometres from one kilometre', () => {
  expect([0, 200, 999, 1000, 1549, 12_300].map((it) => formatDistance(it, 'en'))).toEqual([
    '0 m',
    '200 m',
    '999 m',
    '1 km',
    '1.5 km',
    '12 km',
  ]);
});

test('durations are in the unit that says enough', () => {
  expect(
    [59, 60, -600, 3600, 100_000, 172_800, 8_000_000, 217_814_400].map((it) =>
      formatTimeDifference(it, 'en'),
    ),
  ).toEqual([null, '1 minute', '10 minutes', '1 hour', '28 hours', '2 days', '3 months', '7 years']);
  expect(formatTimeDifference(600, 'ht')).toBe('10 minutes');
});
