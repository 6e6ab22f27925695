/**
 * `npm run test:mutants [-- --only filters,tiles]`: changes the code at each place of a fixed list (`mutants/list.mjs`)
 * and checks that a test fails. Prints the mutants that no test detects, and the score; fails if there are any.
 */
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { ensure } from './ensure.mjs';
import { inRoot } from './lib/paths.mjs';
import { mutants } from './mutants/list.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
const areas = options.only?.split(',');
const selectedMutants = mutants.filter((mutant) => !areas || areas.includes(mutant.area));

/** A mutant that makes a test time out counts as detected, so timeouts must not be caused by a busy machine. */
process.env.TEST_TIME_SCALE ??= '3';
const currentMutantKey = Symbol.for('waypost: mutant');

const startVitest = () =>
  createVitest('test', {
    config: inRoot('tools/mutants/vitest.config.mjs'),
    root: inRoot(),
    watch: false,
    reporters: [{}],
    retry: 0,
    maxWorkers: 1,
  });

/** @param {string} file @returns whether this test file fails */
async function isCaughtBy(vitest, file) {
  const all = await vitest.globTestSpecifications([file]);
  const specifications = all.filter((it) => it.moduleId === inRoot(file));
  if (specifications.length === 0) throw new Error(`There is no ${file}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return unhandledErrors.length > 0 || testModules.some((it) => it.state() === 'failed');
}

/** Checks that all tests pass without a mutant. A test that fails anyway would detect every mutant. */
async function checkBaseline(vitest) {
  for (const file of new Set(selectedMutants.flatMap((mutant) => mutant.tests))) {
    if (await isCaughtBy(vitest, file)) throw new Error(`${file} fails without any change`);
    console.log(`unchanged  ${file} passes`);
  }
}

/** @returns whether a test of the mutant fails with it */
async function isMutantKilled(vitest, mutant) {
  globalThis[currentMutantKey] = { ...mutant, isApplied: false };
  vitest.invalidateFile(inRoot(mutant.file));
  try {
    let detected = false;
    for (const file of mutant.tests) detected ||= await isCaughtBy(vitest, file);
    if (!globalThis[currentMutantKey].isApplied)
      throw new Error(`${mutant.file} was not loaded by ${mutant.tests.join(', ')}`);
    return detected;
  } finally {
    globalThis[currentMutantKey] = undefined;
    vitest.invalidateFile(inRoot(mutant.file));
  }
}

const formatMutant = ({ area, file, find, replace }) =>
  `${area}  ${file}: ${find}  →  ${replace || '(nothing)'}`;

const survivors = [];
async function checkMutant(vitest, mutant) {
  const detected = await isMutantKilled(vitest, mutant);
  console.log(`${detected ? 'killed  ' : 'SURVIVED'}  ${formatMutant(mutant)}`);
  if (!detected) survivors.push(mutant);
}

/** Runs a task with its own Vitest instance. */
async function withVitest(task) {
  const vitest = await startVitest();
  try {
    await task(vitest);
  } finally {
    await vitest.close();
  }
}

await ensure([]);
await withVitest(async (vitest) => {
  await checkBaseline(vitest);
  for (const mutant of selectedMutants.filter(({ changesDatabase }) => !changesDatabase))
    await checkMutant(vitest, mutant);
});
// The template database is shared by a Vitest instance: a mutant of the database needs one that is built with it.
for (const mutant of selectedMutants.filter(({ changesDatabase }) => changesDatabase))
  await withVitest((vitest) => checkMutant(vitest, mutant));
const killed = selectedMutants.length - survivors.length;
console.log(
  `\n${killed} of ${selectedMutants.length} mutants killed (${Math.round((100 * killed) / selectedMutants.length)} %)`,
);
process.exitCode = survivors.length > 0 ? 1 : 0;
