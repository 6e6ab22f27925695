import { expect, test } from 'vitest';
import { faultsIn } from './test-names.mjs';

test.each([
  ["vi.mock('node:dns', () => ({}));"],
  ["vi.useFakeTimers({ toFake: ['setInterval'] });"],
  ["process.env['TZ'] = 'UTC';"],
  ['Date.prototype.getTime = () => 0;'],
])('a file that replaces something is isolated: %s', (source) => {
  expect(faultsIn('a.test.ts', source)).toHaveLength(1);
  expect(faultsIn('a.isolated.test.ts', source)).toEqual([]);
  expect(faultsIn('a.slow.test.ts', source)).toEqual([]);
});

test('one that replaces nothing is not', () => {
  const source = "vi.useFakeTimers({ now: 5, toFake: ['Date'] }); const zone = process.env['TZ'];";
  expect(faultsIn('a.test.ts', source)).toEqual([]);
  expect(faultsIn('a.isolated.test.ts', source)).toHaveLength(1);
});

test.each([['vi.waitFor(() => 1)'], ["test('it', { timeout: 60_000 }, async"], ['}, 60_000);']])(
  'no time limit is absolute: %s',
  (source) => expect(faultsIn('a.test.ts', source)).toHaveLength(1),
);
