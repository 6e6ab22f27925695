/** Reads the JSON report of Playwright. */
import { firstLineOf } from './summary.mjs';

/** All specs of a suite. */
const listSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)];

const durationSeconds = (spec) =>
  spec.tests.flatMap((test) => test.results).reduce((sum, result) => sum + result.duration / 1000, 0);

/** The error of the last try. */
const errorOf = (spec) => firstLineOf(spec.tests.flatMap((test) => test.results).at(-1)?.error?.message);

/**
 * @param {object} report of Playwright
 * @returns {import('./summary.mjs').Counts} names in `failedTests` and `secondTry` begin with their file
 */
export function readPlaywrightReport({ stats, suites }) {
  const specs = suites.flatMap(listSpecs);
  const seconds = new Map();
  for (const spec of specs) seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + durationSeconds(spec));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failedTests: specs
      .filter((spec) => spec.tests.some((test) => test.status === 'unexpected'))
      .map((spec) => `e2e/${spec.file}: ${spec.title}: ${errorOf(spec)}`),
    secondTry: specs
      .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => `e2e/${spec.file}: ${spec.title}`),
    files: [...seconds].map(([file, sum]) => ({ file: `e2e/${file}`, seconds: sum })),
  };
}
