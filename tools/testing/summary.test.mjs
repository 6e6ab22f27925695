import { describe, expect, test } from 'vitest';
import { formatDuration, formatSummary } from './summary.mjs';

const passed = { file: 'a.test.ts', title: 'adds up', state: 'passed' };
const failed = { ...passed, state: 'failed', error: 'expected 3 to be 2' };
const part = { name: 'unit tests', tests: [passed, passed, passed], seconds: 65 };

describe('the summary of a run', () => {
  test('has the sum alone on its last line', () => {
    const skipped = { ...passed, state: 'skipped' };
    const other = { name: 'server', tests: [failed, skipped, skipped], seconds: 5 };
    expect(formatSummary([part]).split('\n').at(-1)).toBe('3 passed, 0 failed');
    expect(formatSummary([part, other]).split('\n').at(-1)).toBe('3 passed, 1 failed, 2 skipped');
  });

  test('has the time of each part and the ten slowest files, slowest first', () => {
    const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }));
    const text = formatSummary([{ ...part, files }]);
    expect(text).toContain('1 min 05 s  unit tests: 3 passed, 0 failed');
    expect(text.match(/\d+\.test\.ts/g)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `${at}.test.ts`),
    );
  });

  test('names failed and flaky tests with their error, so that a cut log still has them', () => {
    const text = formatSummary([
      { ...part, tests: [passed, failed], flaky: [{ ...failed, title: 'is late' }] },
    ]);
    expect(text).toContain('━━ 1 failed\na.test.ts: adds up: expected 3 to be 2');
    expect(text).toContain(
      '━━ 1 flaky: failed, and passed when run again alone\na.test.ts: is late: expected 3 to be 2',
    );
    expect(text).toMatch(/\n1 passed, 1 failed$/);
  });

  test('formats seconds and minutes', () => {
    expect([formatDuration(59.4), formatDuration(59.6), formatDuration(600)]).toEqual([
      '59 s',
      '1 min 00 s',
      '10 min 00 s',
    ]);
  });
});
