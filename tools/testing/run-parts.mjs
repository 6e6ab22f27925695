/** Runs parts of the tests, gives failed tests a second try, and prints the summary. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { applySecondTry, failedOf, repeatableOf } from './results.mjs';
import { formatSummary } from './summary.mjs';

/** More failed tests than this in a part are a fault rather than an accident: another run of them would tell nothing new. */
const MAX_REPEATED = 20;

/** Runs something under a headline. @returns its report and seconds */
async function runTimed(headline, run) {
  console.log(`\n━━ ${headline}`);
  const begun = performance.now();
  const report = await run();
  return { ...report, seconds: (performance.now() - begun) / 1000 };
}

/** @param {import('./runners.mjs').Part} part @param {import('./summary.mjs').Result} result of its first try */
async function withSecondTry(part, result, folder) {
  const failed = repeatableOf(result.tests);
  if (!part.runAgain || failed.length === 0 || failed.length > MAX_REPEATED) return result;
  const second = await runTimed(`${part.name}: failed tests, once more and alone`, () =>
    part.runAgain(folder, failed),
  );
  return {
    ...result,
    ...applySecondTry(result.tests, second.tests),
    seconds: result.seconds + second.seconds,
  };
}

/**
 * @param {import('./runners.mjs').Part[]} parts
 * @returns {Promise<0 | 1>} exit code
 */
export async function runParts(parts) {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-test-'));
  const results = [];
  try {
    for (const part of parts)
      results.push({ name: part.name, ...(await runTimed(part.name, () => part.run(folder))) });
    // Last, so that nothing else runs then.
    for (const [at, part] of parts.entries()) results[at] = await withSecondTry(part, results[at], folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(formatSummary(results));
  return results.some(({ tests }) => failedOf(tests).length > 0) ? 1 : 0;
}
