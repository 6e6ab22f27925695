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
  expect(groupByDay(dates, now, 'en')).toEqual([
    { label: 'Today', count: 1 },
    { label: 'Yesterday', count: 2 },
    { label: '5 days ago', count: 1 },
    { label: '2 weeks ago', count: 1 },
    { label: '3 months ago', count: 1 },
    { label: '3 years ago', count: 1 },
  ]);
});
