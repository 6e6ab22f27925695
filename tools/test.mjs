/**
 * `npm test`: the checks of every change. `npm run test:all` (`--all`): everything. CI (`--turns --minutes 26`): `npm test`, then
 * further parts in turns until the minutes are used up. The last line is the sum of all parts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { SetupError } from './build/install.mjs';
import { ensure } from './ensure.mjs';
import { defaultParts, furtherParts, rotateFurtherParts } from './testing/parts.mjs';
import { formatSummary, sumCounts } from './testing/summary.mjs';

const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    turns: { type: 'boolean', default: false },
    minutes: { type: 'string' },
  },
});
const MINUTE = 60_000;
/** Maximum duration of the run in milliseconds. */
const budgetMs = options.minutes === undefined ? undefined : Number(options.minutes) * MINUTE;

/** Remaining milliseconds; undefined without a limit. performance.now() counts from the process's start. */
const remainingMs = () => (budgetMs === undefined ? undefined : Math.max(0, budgetMs - performance.now()));

/** @param {import('./testing/parts.mjs').Part} part @returns {Promise<import('./testing/summary.mjs').Result>} */
async function runPart(part, folder, limit) {
  console.log(`\n━━ ${part.name}`);
  const begun = performance.now();
  const counts = await part.run({ folder, limit });
  return { ...counts, name: part.name, seconds: (performance.now() - begun) / 1000 };
}

/** Runs further parts while there is time; the first one in any case. */
async function runFurtherParts(folder, results) {
  const skippedParts = [];
  const parts = rotateFurtherParts();
  for (const part of parts) {
    const isFirst = part === parts[0];
    if (remainingMs() === 0 || (!isFirst && remainingMs() < part.minutes * MINUTE))
      skippedParts.push(part.name);
    else results.push(await runPart(part, folder, remainingMs()));
  }
  return skippedParts;
}

async function runAll() {
  await ensure();
  const folder = await mkdtemp(join(tmpdir(), 'waypost-test-'));
  const results = [];
  let skippedParts = [];
  try {
    const parts = options.all ? [...defaultParts, ...furtherParts] : defaultParts;
    for (const part of parts) results.push(await runPart(part, folder));
    if (options.turns) skippedParts = await runFurtherParts(folder, results);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(formatSummary(results, skippedParts));
  process.exitCode = sumCounts(results).failed === 0 ? 0 : 1;
}

try {
  await runAll();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
