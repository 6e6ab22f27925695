import { expect, test } from 'vitest';
import { UsageError } from '../options.ts';
import { readCrashOptions } from './options.ts';
import { formatTable, isSuccessful, type Round } from './report.ts';

const healthyRound: Round = {
  acknowledged: 100,
  lost: 0,
  duplicated: 0,
  recoveryMs: 1500,
  restarts: 1,
  refusedWithRetryAfter: 3,
  unanswered: 8,
  faults: 0,
};

test('the table sums the rounds, with the recovery time and the reasons for skipped faults', () => {
  const roundsByFault = new Map([
    ['kill', [healthyRound, { ...healthyRound, recoveryMs: 2500, refusedWithRetryAfter: 0 }]],
  ]);
  const [heads, , line, , reason] = formatTable(
    roundsByFault,
    new Map([['full disk', 'mounting needs root']]),
  ).split('\n');
  expect(heads).toMatch(/^fault +rounds +acknowledged +lost/);
  expect(line?.split(/ +/)).toEqual(['kill', '2', '200', '0', '0', '2.00', '2.50', '2', '3', '16', '0']);
  expect(reason).toBe('skipped: full disk: mounting needs root');
});

test('a round fails if something is lost or stored twice, or the server does not recover', () => {
  expect(isSuccessful([healthyRound, healthyRound])).toBe(true);
  for (const failure of [{ lost: 1 }, { duplicated: 1 }, { recoveryMs: undefined }])
    expect(isSuccessful([healthyRound, { ...healthyRound, ...failure }])).toBe(false);
  expect(formatTable(new Map([['kill', [{ ...healthyRound, recoveryMs: undefined }]]]))).toContain(
    'never (1)',
  );
});

test('unknown flags are refused', () => {
  expect(readCrashOptions(['--rounds', '3', '--only', 'kill,disk'])).toEqual({
    rounds: 3,
    only: ['kill', 'disk'],
    sides: 8,
  });
  expect(readCrashOptions(['--help'])).toBeNull();
  for (const args of [['--rounds', '0'], ['--sides', 'x'], ['--fast']])
    expect(() => readCrashOptions(args)).toThrow(UsageError);
});
