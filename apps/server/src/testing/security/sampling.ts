/**
 * Sampling of generated test cases: `npm test` runs a fixed part of them, `npm run test:all` (`FULL_SWEEP=1`, set by the project
 * server-slow in vitest.config.ts) runs all.
 */

/** Whether every generated case runs. */
export const isFullSweep = process.env['FULL_SWEEP'] === '1';

/**
 * Makes a function that selects every n-th case, or every case in a full sweep. The selection is the same in every run. Where
 * each of many fields is combined with a list of values, an n without a common divisor with the length of the list selects
 * every value for some field, and some values for every field.
 */
export function createSampler(n: number): () => boolean {
  let caseNumber = 0;
  return () => isFullSweep || caseNumber++ % n === 0;
}
