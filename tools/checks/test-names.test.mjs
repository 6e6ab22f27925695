import { expect, test } from 'vitest';
import { findProblems } from './test-names.mjs';

test.each([
  ["vi.mock('node:dns', () => ({}));"],
  ["vi.useFakeTimers({ toFake: ['setInterval'] });"],
  ["process.env['TZ'] = 'UTC';"],
  ['Date.prototype.getTime = () => 0;'],
])('a file that replaces something is isolated: %s', (source) => {
  expect(findProblems('a.test.ts', source)).toHaveLength(1);
  expect(findProblems('a.isolated.test.ts', source)).toEqual([]);
  expect(findProblems('a.slow.test.ts', source)).toEqual([]);
});

test('a file that replaces nothing is not isolated', () => {
  const source = "vi.useFakeTimers({ now: 5, toFake: ['Date'] }); const zone = process.env['TZ'];";
  expect(findProblems('a.test.ts', source)).toEqual([]);
  expect(findProblems('a.isolated.test.ts', source)).toHaveLength(1);
});

test.each([['vi.waitFor(() => 1)'], ["test('it', { timeout: 60_000 }, async"], ['}, 60_000);']])(
  'no time limit is absolute: %s',
  (source) => expect(findProblems('a.test.ts', source)).toHaveLength(1),
);
