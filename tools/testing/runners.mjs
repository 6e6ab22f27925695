/** Parts of the tests that vitest, Playwright or a single program runs. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, inRoot } from '../lib/paths.mjs';
import { ensureChromium } from '../system/find-chromium.mjs';
import { readPlaywrightReport } from './playwright-report.mjs';
import { failedOf } from './results.mjs';

/**
 * @typedef {import('./results.mjs').Report} Report
 * @typedef {object} Part
 * @property {string} name
 * @property {(folder: string) => Promise<Report>} run writes its report into the folder
 * @property {(folder: string, failed: import('./results.mjs').TestResult[]) => Promise<Report>} [runAgain] runs failed tests once more,
 *   one after the other; absent where nothing depends on time
 */

/** Runs a program and passes its output on. @returns {Promise<number | null>} its exit code; null if a signal ended it */
function runProgram(program, args, env = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'inherit', 'inherit'];
    const child = spawn(program, args, { cwd: inRoot(), stdio, env: { ...process.env, ...env } });
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
}

/** The report of a runner. One that crashed, or that failed without a failed test, is a failure by itself. */
async function readReport(name, code, file, read = (it) => it) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const report = text ? read(JSON.parse(text)) : { tests: [] };
  if (code === 0 || failedOf(report.tests).length > 0) return report;
  const failure = { file: '', title: name, state: 'failed', error: `The runner ended with code ${code}.` };
  return { ...report, tests: [...report.tests, failure] };
}

const fileNameOf = (name) => `${name.replaceAll(/\W+/g, '-')}.json`;
const filesOf = (tests) => [...new Set(tests.map(({ file }) => file))];

/** Reporter flags for vitest, or for a script that passes them on. */
const reporters = ['--reporter=default', `--reporter=${inRoot('tools/testing/vitest-report.mjs')}`];

/**
 * @param {string} name
 * @param {string[]} args
 * @param {string[]} command that runs vitest; default: vitest itself
 * @returns {Part} whose second try repeats whole files, since errors can be outside of their tests
 */
export function vitestPart(name, args, command = [bin('vitest'), 'run']) {
  const [program, ...first] = command;
  const run = async (reportName, folder, more = []) => {
    const file = join(folder, fileNameOf(reportName));
    const code = await runProgram(program, [...first, ...args, ...more, ...reporters], {
      VITEST_REPORT: file,
    });
    return readReport(name, code, file);
  };
  return {
    name,
    run: (folder) => run(name, folder),
    runAgain: (folder, failed) => run(`${name} again`, folder, ['--maxWorkers=1', ...filesOf(failed)]),
  };
}

/**
 * @param {string} name
 * @param {string[]} args of `playwright test`
 * @param {Record<string, string>} env
 * @returns {Part}
 */
export function playwrightPart(name, args, env = {}) {
  const run = async (reportName, folder, more = []) => {
    const file = join(folder, fileNameOf(reportName));
    const variables = { ...env, CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON: file };
    const code = await runProgram(bin('playwright'), ['test', ...args, ...more], variables);
    return readReport(name, code, file, readPlaywrightReport);
  };
  return {
    name,
    run: (folder) => run(name, folder),
    runAgain: (folder, failed) => {
      const places = failed.map(({ file, line }) => `${file}:${line}`);
      return run(`${name} again`, folder, ['--workers=1', ...new Set(places)]);
    },
  };
}

/** A script that passes or fails as a whole. @param {string} name @param {string} file @returns {Part} */
export function scriptPart(name, file) {
  return {
    name,
    run: async () => {
      const code = await runProgram(process.execPath, [inRoot(file)]);
      return { tests: [{ file, title: '', state: code === 0 ? 'passed' : 'failed' }] };
    },
  };
}
