import { describe, expect, test } from 'vitest';
import { rotate } from './parts.mjs';
import { readPlaywrightReport } from './playwright-report.mjs';
import { formatDuration, formatSummary } from './summary.mjs';

const part = { name: 'unit tests', passed: 3, failed: 0, skipped: 0, seconds: 65 };

describe('the summary of a run', () => {
  test('has the sum alone on its last line', () => {
    const other = { ...part, name: 'server', failed: 1, skipped: 2, seconds: 5 };
    expect(formatSummary([part]).split('\n').at(-1)).toBe('3 passed, 0 failed');
    expect(formatSummary([part, other]).split('\n').at(-1)).toBe('6 passed, 1 failed, 2 skipped');
  });

  test('has the time of each part and the ten slowest files, slowest first', () => {
    const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }));
    const text = formatSummary([{ ...part, files }]);
    expect(text).toContain('1 min 05 s  unit tests: 3 passed, 0 failed');
    expect(text.match(/\d+\.test\.ts/g)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `${at}.test.ts`),
    );
  });

  test('names failed tests, so that a cut log still has them', () => {
    const failedTests = ['a.test.ts: adds up: expected 3 to be 2'];
    expect(formatSummary([{ ...part, failed: 1, failedTests }])).toContain(
      '━━ 1 failed\na.test.ts: adds up: expected 3 to be 2',
    );
  });

  test('names tests that passed on the second try, unfinished parts and parts that did not run', () => {
    const text = formatSummary([{ ...part, secondTry: ['a.test.ts: is late'], unfinished: true }], ['sizes']);
    expect(text).toContain('1 passed on their second try\na.test.ts: is late');
    expect(text).toContain('not finished: unit tests');
    expect(text).toContain('Not run, their turn comes with other commits: sizes');
    expect(text).toMatch(/\n3 passed, 0 failed$/);
  });

  test('formats seconds and minutes', () => {
    expect([formatDuration(59.4), formatDuration(59.6), formatDuration(600)]).toEqual([
      '59 s',
      '1 min 00 s',
      '10 min 00 s',
    ]);
  });
});

test('each commit starts with another part, and none is left out', () => {
  const list = ['a', 'b', 'c'];
  expect([0, 1, 2, 3].map((turn) => rotate(list, turn)[0])).toEqual(['a', 'b', 'c', 'a']);
  expect(rotate(list, 2)).toEqual(['c', 'a', 'b']);
});

test('failed and flaky journeys of Playwright are named, and the flaky ones count as passed', () => {
  const error = { message: '\u001b[31mError: no pin\u001b[39m\n\nCall log' };
  const spec = (title, status) => ({
    title,
    file: 'posts/map.spec.ts',
    tests: [{ status, results: [{ duration: 1500 }, { duration: 500, error }] }],
  });
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 0 },
    suites: [
      { specs: [spec('a', 'expected'), spec('c', 'unexpected')], suites: [{ specs: [spec('b', 'flaky')] }] },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failedTests: ['e2e/posts/map.spec.ts: c: Error: no pin'],
    secondTry: ['e2e/posts/map.spec.ts: b'],
    files: [{ file: 'e2e/posts/map.spec.ts', seconds: 6 }],
  });
});
