import { expect, test } from 'vitest';
import { groupByDay } from './group-by-day.ts';

test('groups consecutive days in the given order', () => {
  const now = new Date(2026, 2, 10, 9);
  const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();
  const dates = [
    at(2026, 2, 10, 0),
    at(2026, 2, 9, 23),
    at(2026, 2, 9, 1),
    at(2026, 2, 5, 12),
    at(2026, 1, 20, 12),
    at(2025, 11, 1, 12),
    at(2023, 1, 1, 12),
  ];
  expect(
    groupByDay(
      dates.map((date) => ({ date })),
      now,
      'en',
    ),
  ).toEqual([
    { label: 'Today', count: 1 },
    { label: 'Yesterday', count: 2 },
    { label: '5 days ago', count: 1 },
    { label: '2 weeks ago', count: 1 },
    { label: '3 months ago', count: 1 },
    { label: '3 years ago', count: 1 },
  ]);
});

test('a post whose time is hidden is in the group of its UTC day, whatever the time zone', () => {
  const now = new Date('2026-03-10T03:00:00Z');
  expect(
    groupByDay(
      [
        { date: '2026-03-10T00:00:00+00:00', precision: 'day' },
        { date: '2026-03-09T00:00:00+00:00', precision: 'day' },
      ],
      now,
      'en',
    ),
  ).toEqual([
    { label: 'Today', count: 1 },
    { label: 'Yesterday', count: 1 },
  ]);
});
