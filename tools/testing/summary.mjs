/** The printed summary of a run of the tests. */
import { countTests, failedOf } from './results.mjs';

/**
 * @typedef {import('./results.mjs').Report & { name: string, seconds: number, flaky?: import('./results.mjs').TestResult[] }} Result
 *   of a part. `flaky`: tests that failed and then passed; they count as passed
 */

const SLOWEST = 10;

/** @param {number} seconds @returns {string} `4 min 05 s` */
export function formatDuration(seconds) {
  const totalSeconds = Math.round(seconds);
  return totalSeconds < 60
    ? `${totalSeconds} s`
    : `${Math.floor(totalSeconds / 60)} min ${String(totalSeconds % 60).padStart(2, '0')} s`;
}

/** @param {import('./results.mjs').Counts} counts */
const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** `a.test.ts: adds up: expected 3 to be 2` */
const formatTest = ({ file, title, error }) => [file, title, error].filter(Boolean).join(': ');

/** The slowest files of all parts. */
function slowestFiles(results) {
  const files = results.flatMap((result) => result.files ?? []);
  return files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
}

/**
 * The summary of a run: duration of each part, slowest files, flaky and failed tests with their first error. The last line is the
 * sum.
 * @param {Result[]} results
 * @returns {string}
 */
export function formatSummary(results) {
  const line = (seconds, text) => `${formatDuration(seconds).padStart(12)}  ${text}`;
  const lines = ['', '━━ time of each part'];
  for (const { name, seconds, tests } of results)
    lines.push(line(seconds, `${name}: ${formatCounts(countTests(tests))}`));
  const slowest = slowestFiles(results);
  if (slowest.length > 0) lines.push('', '━━ slowest files');
  for (const { file, seconds } of slowest) lines.push(line(seconds, file));
  const flaky = results.flatMap((result) => result.flaky ?? []);
  if (flaky.length > 0)
    lines.push(
      '',
      `━━ ${flaky.length} flaky: failed, and passed when run again alone`,
      ...flaky.map(formatTest),
    );
  const tests = results.flatMap((result) => result.tests);
  const failed = failedOf(tests);
  if (failed.length > 0) lines.push('', `━━ ${failed.length} failed`, ...failed.map(formatTest));
  lines.push('', formatCounts(countTests(tests)));
  return lines.join('\n');
}
