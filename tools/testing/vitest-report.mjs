/**
 * A vitest reporter: counts, the duration of each file, failed tests, and tests that passed on the second try, as JSON in the file
 * `VITEST_REPORT`. Rewritten after each file, so that a stopped run leaves its results.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../lib/paths.mjs';
import { firstLineOf } from './summary.mjs';

/** Duration of a file in milliseconds: loading, hooks and tests. */
function durationMs(testModule) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    testModule.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}

/** Errors of loading a file, or of its hooks. */
const findErrorsOutsideTests = (testModule) => [
  ...testModule.errors(),
  ...[...testModule.children.allSuites()].flatMap((suite) => suite.errors()),
];

/** @returns {import('./summary.mjs').Counts} of one file */
function countResults(testModule) {
  const file = relative(root, testModule.moduleId);
  const counts = { passed: 0, failed: 0, skipped: 0, failedTests: [], secondTry: [] };
  for (const test of testModule.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'passed') counts.passed++;
    else if (state === 'failed') {
      counts.failed++;
      counts.failedTests.push(`${file}: ${test.fullName}: ${firstLineOf(errors?.[0]?.message)}`);
    } else counts.skipped++;
    if (test.diagnostic()?.flaky) counts.secondTry.push(`${file}: ${test.fullName}`);
  }
  for (const error of findErrorsOutsideTests(testModule)) {
    counts.failed++;
    counts.failedTests.push(`${file}: ${firstLineOf(error.message)}`);
  }
  if (testModule.state() === 'failed') counts.failed = Math.max(1, counts.failed);
  return { ...counts, files: [{ file, seconds: durationMs(testModule) / 1000 }] };
}

const addCounts = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failedTests: [...a.failedTests, ...b.failedTests],
  secondTry: [...a.secondTry, ...b.secondTry],
  files: [...a.files, ...b.files],
});
const noCounts = { passed: 0, failed: 0, skipped: 0, failedTests: [], secondTry: [], files: [] };

export default class VitestReport {
  #ended = new Map();

  #write() {
    const report = [...this.#ended.values()].reduce(addCounts, noCounts);
    if (process.env.VITEST_REPORT) writeFileSync(process.env.VITEST_REPORT, JSON.stringify(report));
  }

  onTestModuleEnd(testModule) {
    this.#ended.set(testModule, countResults(testModule));
    this.#write();
  }

  onTestRunEnd(testModules) {
    for (const testModule of testModules) this.#ended.set(testModule, countResults(testModule));
    this.#write();
  }
}
