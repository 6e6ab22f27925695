/** Results of the tests, and what a second try changes in them. */
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} TestResult
 * @property {string} file relative to the repository's root; empty when a runner as a whole failed
 * @property {string} title with those of its groups; empty for a failure outside the tests: while a file was loaded, or in a hook
 * @property {number} [line] where the runner can run a single test again
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} [error] first line of the first error
 *
 * @typedef {object} Report
 * @property {TestResult[]} tests
 * @property {{ file: string, seconds: number }[]} [files]
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** The first line of an error's message, without colours. */
export const firstLineOf = (message = '') => stripVTControlCharacters(message).trim().split('\n')[0];

/** @param {TestResult[]} tests @returns {Counts} */
export function countTests(tests) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { state } of tests) counts[state]++;
  return counts;
}

/** @param {TestResult[]} tests */
export const failedOf = (tests) => tests.filter(({ state }) => state === 'failed');

/** Failed tests that can run again: not the failure of a runner as a whole. @param {TestResult[]} tests */
export const repeatableOf = (tests) => failedOf(tests).filter(({ file }) => file !== '');

const isSamePlace = (a, b) => a.file === b.file && a.line === b.line;
const isSameTest = (a, b) => isSamePlace(a, b) && a.title === b.title;

/**
 * Puts the results of a second try in place of the first ones. What the second try did not reach stays failed.
 * @param {TestResult[]} first
 * @param {TestResult[]} second
 * @returns {{ tests: TestResult[], flaky: TestResult[] }} `flaky`: what failed at first only, with its first error
 */
export function applySecondTry(first, second) {
  const isRepeated = (test) => second.some((it) => isSamePlace(it, test));
  const notPassed = second.filter(({ state }) => state !== 'passed');
  return {
    tests: [...first.filter((test) => !isRepeated(test)), ...second],
    flaky: failedOf(first).filter(
      (test) => isRepeated(test) && !notPassed.some((it) => isSameTest(it, test)),
    ),
  };
}
