/**
 * `npm test`: the checks of every change. `--ci`: what CI runs on every commit. `npm run test:all` (`--all`): everything. Tests that
 * failed run once more at the end, alone: what passes then is named as flaky, what fails again fails. The last line is the sum of all
 * parts.
 */
import { parseArgs } from 'node:util';
import { SetupError } from './build/install.mjs';
import { ensure } from './ensure.mjs';
import { allParts, ciParts, testParts } from './testing/parts.mjs';
import { runParts } from './testing/run-parts.mjs';

const { values: options } = parseArgs({
  options: { all: { type: 'boolean', default: false }, ci: { type: 'boolean', default: false } },
});

function choose() {
  if (options.all) return allParts;
  return options.ci ? ciParts : testParts;
}

try {
  await ensure();
  process.exitCode = await runParts(choose());
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
