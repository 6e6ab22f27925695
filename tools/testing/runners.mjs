/** Runs vitest, Playwright and single programs as parts of the tests, each within a time limit. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, inRoot } from '../lib/paths.mjs';
import { ensureChromium } from '../system/find-chromium.mjs';
import { readPlaywrightReport } from './playwright-report.mjs';

/** Milliseconds for a stopped program to write its report and stop its children. */
const GRACE_MS = 20_000;

/**
 * @typedef {object} Run
 * @property {string} folder of reports
 * @property {number} [limit] milliseconds after which the part is stopped; none when absent
 */

/**
 * Runs a program and passes its output on.
 * @returns {Promise<{ ok: boolean, code: number | null, unfinished: boolean }>}
 */
function runWithLimit(program, args, { env = {}, limit } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: inRoot(),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // A process group, so that its children can be stopped with it.
      detached: limit !== undefined,
    });
    let unfinished = false;
    const signal = (name) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name);
      } catch {
        // It has ended already.
      }
    };
    const timers = [];
    if (limit !== undefined) {
      const stop = () => {
        unfinished = true;
        child.kill('SIGINT');
        timers.push(setTimeout(() => signal('SIGKILL'), GRACE_MS));
      };
      timers.push(setTimeout(stop, limit));
    }
    const end = (code) => {
      for (const timer of timers) clearTimeout(timer);
      if (unfinished) signal('SIGKILL');
      resolve({ ok: code === 0, code, unfinished });
    };
    child.once('error', () => end(null));
    child.once('close', end);
  });
}

/**
 * The counts of a runner. One that crashed before writing its report, or failed without a failed test, counts as one failure; one
 * that was stopped counts what it reported.
 */
async function readCounts({ ok, unfinished }, file, read) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const counts = text ? read(JSON.parse(text)) : { passed: 0, failed: 0, skipped: 0 };
  if (unfinished) return { ...counts, unfinished };
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** Reporter flags for vitest, or for a script that passes them on. */
const reporters = ['--reporter=default', `--reporter=${inRoot('tools/testing/vitest-report.mjs')}`];

/** @param {Run} how @param {string} name of the report @param {string[]} command that runs vitest; default: vitest itself */
export async function runVitest({ folder, limit }, name, args, command = [bin('vitest'), 'run']) {
  const file = join(folder, `${name}.json`);
  const [program, ...first] = command;
  const ended = await runWithLimit(program, [...first, ...args, ...reporters], {
    env: { VITEST_REPORT: file },
    limit,
  });
  return readCounts(ended, file, (it) => it);
}

/** @param {Run} how @param {string} name of the report @param {string[]} args of `playwright test` */
export async function runPlaywright({ folder, limit }, name, args) {
  const file = join(folder, `${name}.json`);
  const env = { CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON: file };
  const ended = await runWithLimit(bin('playwright'), ['test', ...args], { env, limit });
  return readCounts(ended, file, readPlaywrightReport);
}

/** A script that passes or fails as a whole. @param {Run} how */
export async function runScript({ limit }, file, args = []) {
  const { ok, unfinished } = await runWithLimit(process.execPath, [inRoot(file), ...args], { limit });
  if (unfinished) return { passed: 0, failed: 0, skipped: 0, unfinished };
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}
