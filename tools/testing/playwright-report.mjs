/** Reads the JSON report of Playwright. */
import { firstLineOf } from './results.mjs';

/** All specs of a suite, with the titles of the groups that they are in. The outermost suite is the file. */
const listSpecs = (suite, groups = []) => [
  ...(suite.specs ?? []).map((spec) => ({ ...spec, title: [...groups, spec.title].join(' > ') })),
  ...(suite.suites ?? []).flatMap((inner) => listSpecs(inner, [...groups, inner.title])),
];

const resultsOf = (spec) => spec.tests.flatMap((test) => test.results);

const durationSeconds = (spec) => resultsOf(spec).reduce((sum, result) => sum + result.duration / 1000, 0);

const isSkippedOnPurpose = (test) => test.annotations.some(({ type }) => type === 'skip' || type === 'fixme');

/** @returns {import('./results.mjs').TestResult} */
function readResult(spec) {
  const result = { file: `e2e/${spec.file}`, title: spec.title, line: spec.line };
  if (spec.tests.every(isSkippedOnPurpose)) return { ...result, state: 'skipped' };
  if (spec.tests.every(({ status }) => status === 'expected')) return { ...result, state: 'passed' };
  // After the failure of a shared hook, the others of the file are reported as skipped.
  const error = resultsOf(spec).find((it) => it.error)?.error.message ?? 'It did not run.';
  return { ...result, state: 'failed', error: firstLineOf(error) };
}

/** @param {object} report of Playwright @returns {import('./results.mjs').Report} */
export function readPlaywrightReport({ suites }) {
  const specs = suites.flatMap((suite) => listSpecs(suite));
  const seconds = new Map();
  for (const spec of specs) seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + durationSeconds(spec));
  return {
    tests: specs.map(readResult),
    files: [...seconds].map(([file, sum]) => ({ file: `e2e/${file}`, seconds: sum })),
  };
}
