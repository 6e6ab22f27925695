import { expect, test } from 'vitest';
import { timeSince } from './time-since.ts';

test('the largest unit that fits, never the future', () => {
  const now = Date.UTC(2026, 0, 31);
  const ago = (seconds: number) => timeSince(now - seconds * 1000, now, 'en');
  expect(ago(0)).toBe('now');
  expect(ago(-90)).toBe('now');
  expect(ago(59)).toBe('59 seconds ago');
  expect(ago(3600)).toBe('1 hour ago');
  expect(ago(86_400)).toBe('yesterday');
  expect(ago(40 * 86_400)).toBe('last month');
  expect(ago(800 * 86_400)).toBe('2 years ago');
});
