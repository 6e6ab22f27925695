import { expect, test } from 'vitest';
import { UsageError } from '../options.ts';
import { readCrashOptions } from './options.ts';
import { isUnharmed, type Round, table } from './report.ts';

const well: Round = {
  acknowledged: 100,
  lost: 0,
  twice: 0,
  backIn: 1500,
  restarts: 1,
  told: 3,
  silent: 8,
  faults: 0,
};

test('the table sums the rounds, tells how long it took to come back, and why a fault was not tried', () => {
  const found = new Map([['kill', [well, { ...well, backIn: 2500, told: 0 }]]]);
  const [heads, , line, , reason] = table(found, new Map([['full disk', 'mounting needs root']])).split('\n');
  expect(heads).toMatch(/^fault +rounds +acknowledged +lost/);
  expect(line?.split(/ +/)).toEqual(['kill', '2', '200', '0', '0', '2.00', '2.50', '2', '3', '16', '0']);
  expect(reason).toBe('not done: full disk: mounting needs root');
});

test('a round is no success when something is lost, there twice, or the server stays away', () => {
  expect(isUnharmed([well, well])).toBe(true);
  for (const harm of [{ lost: 1 }, { twice: 1 }, { backIn: undefined }])
    expect(isUnharmed([well, { ...well, ...harm }])).toBe(false);
  expect(table(new Map([['kill', [{ ...well, backIn: undefined }]]]))).toContain('never (1)');
});

test('flags that mean nothing are refused', () => {
  expect(readCrashOptions(['--rounds', '3', '--only', 'kill,disk'])).toEqual({
    rounds: 3,
    only: ['kill', 'disk'],
    sides: 8,
  });
  expect(readCrashOptions(['--help'])).toBeNull();
  for (const args of [['--rounds', '0'], ['--sides', 'x'], ['--fast']])
    expect(() => readCrashOptions(args)).toThrow(UsageError);
});
