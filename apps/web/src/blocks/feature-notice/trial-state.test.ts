import { expect, test } from 'vitest';
import { getTrialState } from './trial-state.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['no date is known', {}, 3, 'running', 30],
  ['it ends within the day', { expiration_date: '2026-03-10T18:00:00Z' }, 3, 'running', 1],
  ['it ends in two days and a half', { expiration_date: '2026-03-13' }, 24, 'running', 3],
  ['the post limit is reached', { expiration_date: '2026-03-13' }, 25, 'full', 3],
  ['it has ended', { expiration_date: '2026-03-10T12:00:00Z' }, 0, 'over', 0],
  ['it was extended', { expiration_date: '2026-03-01', extension_date: '2026-03-20' }, 0, 'running', 10],
  ['the extension is over', { expiration_date: '2026-02-01', extension_date: '2026-03-01' }, 30, 'over', 0],
  ['a date cannot be read', { expiration_date: 'soon' }, 0, 'running', 30],
] as const)('%s', (_, dates, posts, name, days) => {
  expect(getTrialState(dates, posts, now)).toEqual({ name, days });
});
