/** Results of the parts of the tests, and their printed summary. */
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [failedTests] tests, or files that could not be loaded, with the first line of their error
 * @property {string[]} [secondTry] tests that failed and then passed; they count as passed
 * @property {{ file: string, seconds: number }[]} [files]
 *
 * @typedef {Counts & { name: string, seconds: number, unfinished?: boolean }} Result `unfinished`: stopped at its time limit
 */

const SLOWEST = 10;

/** @param {number} seconds @returns {string} `4 min 05 s` */
export function formatDuration(seconds) {
  const totalSeconds = Math.round(seconds);
  return totalSeconds < 60
    ? `${totalSeconds} s`
    : `${Math.floor(totalSeconds / 60)} min ${String(totalSeconds % 60).padStart(2, '0')} s`;
}

/** The first line of an error's message, without colours. */
export const firstLineOf = (message = '') => stripVTControlCharacters(message).trim().split('\n')[0];

/** @param {Counts} counts */
const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** The slowest files of all parts. */
function slowestFiles(results) {
  const files = results.flatMap((result) => result.files ?? []);
  return files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
}

/**
 * The summary of a run: duration of each part, slowest files, failed tests, tests that passed on the second try, unfinished parts,
 * parts that did not run. The last line is the sum.
 * @param {Result[]} results
 * @param {string[]} notRun names of parts that had no time left
 * @returns {string}
 */
export function formatSummary(results, notRun = []) {
  const lines = ['', '━━ time of each part'];
  for (const result of results)
    lines.push(
      `${formatDuration(result.seconds).padStart(12)}  ${result.name}: ${formatCounts(result)}${result.unfinished ? ', not finished' : ''}`,
    );
  const slowest = slowestFiles(results);
  if (slowest.length > 0) lines.push('', '━━ slowest files');
  for (const { file, seconds } of slowest) lines.push(`${formatDuration(seconds).padStart(12)}  ${file}`);
  const failedTests = results.flatMap((result) => result.failedTests ?? []);
  if (failedTests.length > 0) lines.push('', `━━ ${failedTests.length} failed`, ...failedTests);
  const secondTry = results.flatMap((result) => result.secondTry ?? []);
  if (secondTry.length > 0) lines.push('', `━━ ${secondTry.length} passed on their second try`, ...secondTry);
  const unfinished = results.filter((result) => result.unfinished).map((result) => result.name);
  if (unfinished.length > 0) lines.push('', `Out of time, not finished: ${unfinished.join(', ')}`);
  if (notRun.length > 0) lines.push('', `Not run, their turn comes with other commits: ${notRun.join(', ')}`);
  lines.push('', formatCounts(sumCounts(results)));
  return lines.join('\n');
}

/** @param {Counts[]} results @returns {Counts} */
export function sumCounts(results) {
  const total = (key) => results.reduce((all, result) => all + result[key], 0);
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
}
