/**
 * `npm run test:mutants [-- --only filters,tiles]`: changes the code at each place of a fixed list (`mutants/list.mjs`)
 * and checks that a test fails. Prints the mutants that no test detects, and the score; fails if there are any.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
const isSql = ({ file }) => file.endsWith('.sql');
const currentMutantKey = Symbol.for('waypost: mutant');

const startVitest = () =>
  createVitest('test', {
    config: inRoot('tools/mutants/vitest.config.mjs'),
    root: inRoot(),
    watch: false,
    reporters: [{}],
    retry: 0,
    bail: 1,
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

/**
 * @param {import('./mutants/list.mjs').Mutant} mutant of an SQL file
 * @returns a directory with the functions of the database, one of them changed
 */
function copyFunctionsWith({ file, find, replace }) {
  const directory = mkdtempSync(path.join(tmpdir(), 'waypost-mutant-'));
  cpSync(path.dirname(inRoot(file)), directory, { recursive: true });
  const text = readFileSync(inRoot(file), 'utf8');
  writeFileSync(
    path.join(directory, path.basename(file)),
    text.replace(find, () => replace),
  );
  return directory;
}

/**
 * The server reads SQL files at run time: instead of the file, the module is changed that says where they are.
 * @param {string} directory
 */
const changeOfDirectory = (directory) => ({
  file: 'apps/server/src/migrations/schema.ts',
  find: "path.join(import.meta.dirname, 'functions')",
  replace: JSON.stringify(directory),
});

/** @returns whether a test of the mutant fails with it */
async function isMutantKilled(vitest, mutant) {
  const directory = isSql(mutant) ? copyFunctionsWith(mutant) : undefined;
  const module = directory === undefined ? mutant : changeOfDirectory(directory);
  globalThis[currentMutantKey] = { module, isApplied: false };
  vitest.invalidateFile(inRoot(module.file));
  try {
    let detected = false;
    for (const file of mutant.tests) detected ||= await isCaughtBy(vitest, file);
    if (!globalThis[currentMutantKey].isApplied)
      throw new Error(`${module.file} was not loaded by ${mutant.tests.join(', ')}`);
    return detected;
  } finally {
    globalThis[currentMutantKey] = undefined;
    vitest.invalidateFile(inRoot(module.file));
    if (directory !== undefined) rmSync(directory, { recursive: true });
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
  for (const mutant of selectedMutants.filter((candidate) => !isSql(candidate)))
    await checkMutant(vitest, mutant);
});
// A Vitest makes its template database once: a change of the database's functions needs one made with it.
for (const mutant of selectedMutants.filter(isSql)) await withVitest((vitest) => checkMutant(vitest, mutant));
const killed = selectedMutants.length - survivors.length;
console.log(
  `\n${killed} of ${selectedMutants.length} mutants killed (${Math.round((100 * killed) / selectedMutants.length)} %)`,
);
process.exitCode = survivors.length > 0 ? 1 : 0;
