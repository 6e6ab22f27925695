import { describe, expect, test } from 'vitest';
import { readPlaywrightReport } from './playwright-report.mjs';
import { applySecondTry, countTests, repeatableOf } from './results.mjs';

const file = 'a.test.ts';
const testOf = (title, state, more = {}) => ({ file, title, state, ...more });
const late = testOf('is late', 'failed', { error: 'not yet' });

describe('a second try', () => {
  test('that passes makes a test flaky: it counts as passed, and is named with its first error', () => {
    const { tests, flaky } = applySecondTry(
      [late, testOf('fine', 'passed'), { ...late, file: 'b.test.ts', state: 'passed' }],
      [testOf('is late', 'passed'), testOf('fine', 'passed')],
    );
    expect(countTests(tests)).toEqual({ passed: 3, failed: 0, skipped: 0 });
    expect(flaky).toEqual([late]);
  });

  test('that fails again leaves it failed', () => {
    const { tests, flaky } = applySecondTry([late], [{ ...late, error: 'never' }]);
    expect(tests).toEqual([{ ...late, error: 'never' }]);
    expect(flaky).toEqual([]);
  });

  test('that does not reach a test, or skips it, hides nothing', () => {
    const crashed = { file: '', title: 'server', state: 'failed' };
    expect(applySecondTry([late], [crashed])).toEqual({ tests: [late, crashed], flaky: [] });
    expect(applySecondTry([late], [{ ...late, state: 'skipped' }]).flaky).toEqual([]);
  });

  test('covers a file that could not be loaded, whose tests are counted then', () => {
    const notLoaded = testOf('', 'failed', { error: 'hook failed' });
    const { tests, flaky } = applySecondTry([notLoaded], [testOf('one', 'passed'), testOf('two', 'passed')]);
    expect(countTests(tests)).toEqual({ passed: 2, failed: 0, skipped: 0 });
    expect(flaky).toEqual([notLoaded]);
  });

  test('repeats tests, not the failure of a runner', () => {
    expect(repeatableOf([late, { file: '', title: 'server', state: 'failed' }])).toEqual([late]);
  });
});

describe('the report of Playwright', () => {
  const specOf = (title, line, status, results, annotations = []) => ({
    title,
    line,
    file: 'posts/map.spec.ts',
    tests: [{ status, annotations, results }],
  });
  const read = (...specs) =>
    readPlaywrightReport({
      suites: [{ specs: specs.slice(0, 1), suites: [{ title: 'group', specs: specs.slice(1) }] }],
    });
  const place = { file: 'e2e/posts/map.spec.ts' };

  test('names journeys with their groups and first errors', () => {
    const error = { message: '\u001b[31mError: no pin\u001b[39m\n\nCall log' };
    expect(
      read(
        specOf('a', 3, 'expected', [{ duration: 1500 }]),
        specOf('b', 8, 'unexpected', [{ duration: 500, error }]),
      ),
    ).toEqual({
      tests: [
        { ...place, title: 'a', line: 3, state: 'passed' },
        { ...place, title: 'group > b', line: 8, state: 'failed', error: 'Error: no pin' },
      ],
      files: [{ file: 'e2e/posts/map.spec.ts', seconds: 2 }],
    });
  });

  test('tells a journey that is skipped on purpose from one that a failed hook prevented', () => {
    const { tests } = read(
      specOf('on purpose', 3, 'skipped', [], [{ type: 'skip' }]),
      specOf('prevented', 8, 'skipped', []),
    );
    expect(tests.map(({ state }) => state)).toEqual(['skipped', 'failed']);
  });
});
