import { expect, test } from 'vitest';
import { formatRelativeDay, formatRelativeTime } from './relative-time.tsx';

const now = Date.parse('2026-03-10T12:00:00Z');
const formatAt = (text: string, language = 'en') => formatRelativeTime(new Date(text), now, language);

test('shows "now", hours and days ago, and a date beyond a week', () => {
  expect(formatAt('2026-03-10T11:59:30Z')).toBe('now');
  expect(formatAt('2026-03-10T09:10:00Z')).toBe('2 hours ago');
  expect(formatAt('2026-03-09T11:00:00Z')).toBe('yesterday');
  expect(formatAt('2026-01-05T12:00:00Z')).toBe('Jan 5, 2026');
});

test('uses the reader’s language', () => {
  expect(formatAt('2026-03-10T09:10:00Z', 'fr')).toBe('il y a 2 heures');
});

test('shows a day without a clock time in days of UTC', () => {
  const formatDay = (text: string) => formatRelativeDay(new Date(text), now, 'en');
  expect(formatDay('2026-03-10T00:00:00Z')).toBe('today');
  expect(formatDay('2026-03-09T00:00:00Z')).toBe('yesterday');
  expect(formatDay('2026-03-05T00:00:00Z')).toBe('5 days ago');
  expect(formatDay('2026-01-05T00:00:00Z')).toBe('Jan 5, 2026');
});
