/**
 * `npm test`: everything the project is checked by, on a machine that may be bare. Static checks, tests of the programs,
 * sizes of what a browser loads, journeys in a real one. The last line is the sum of them all.
 */

import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensure } from './ensure.mjs';
import { SetupError } from './install.mjs';
import { bin, inRoot } from './paths.mjs';
import { findPostgres } from './postgres-programs.mjs';
import { ensureProgram } from './system-packages.mjs';

/** Runs a program with its output passed on. @returns {Promise<boolean>} whether it ended well */
const run = (program, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: inRoot(),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });

const heading = (text) => console.log(`\n━━ ${text}`);

/** A report that a runner wrote; a runner that fell over before it could counts as one failure. */
async function readReport(file, sum) {
  try {
    return sum(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** One failure more when the runner ended badly although no test of it failed. */
const honest = (ended, counts) => (ended || counts.failed > 0 ? counts : { ...counts, failed: 1 });

/** @param {string[]} command what runs vitest */
async function vitest(folder, name, [program, ...args]) {
  const file = join(folder, name);
  const ended = await run(program, [
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const counts = await readReport(file, (it) => ({
    passed: it.numPassedTests,
    failed: it.numFailedTests,
    skipped: it.numPendingTests + it.numTodoTests,
  }));
  return honest(ended, counts);
}

async function programTests(folder) {
  heading('programs');
  // A real mail server to fetch from; nobody's own machine gets one unasked, and without one its tests are skipped.
  if (process.env.CI) await ensureProgram(['dovecot'], ['dovecot-imapd', 'dovecot-pop3d']);
  // A real object store, for the same reason.
  const store = ['proxy', 'account', 'container', 'object'].map((it) => `swift-${it}`);
  if (process.env.CI) await ensureProgram(['swift-proxy-server'], store);
  return vitest(folder, 'vitest.json', [bin('vitest'), 'run']);
}

/** Supported beside the newest, which is the embedded one. */
const oldestPostgres = '15';
const laterPostgres = ['16', '17'];

/** Each time the oldest, and one of the others: with each commit it is another one's turn. */
function postgresVersions() {
  const counted = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' });
  const turn = Number.parseInt(counted.stdout, 10) || 0;
  return [oldestPostgres, laterPostgres[turn % laterPostgres.length]];
}

/** The server's tests again, on a database server beside it. */
async function onPostgres(folder, version) {
  heading(`the server on PostgreSQL ${version}`);
  if (!(await findPostgres(version, { mayInstall: Boolean(process.env.CI) }))) {
    console.log(`skipped: no PostgreSQL ${version} can be had here`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const script = inRoot('tools/test-on-postgres.mjs');
  return vitest(folder, `postgres-${version}.json`, [process.execPath, script, '--version', version]);
}

/** By the build machine, or where `--postgres` asks for it. */
async function outsideDatabases(folder) {
  if (!process.env.CI && !process.argv.includes('--postgres')) return [];
  const counts = [];
  for (const version of postgresVersions()) counts.push(await onPostgres(folder, version));
  return counts;
}

async function sizes() {
  heading('sizes');
  const ended = await run(process.execPath, [inRoot('tools/web-size.mjs')]);
  return { passed: ended ? 1 : 0, failed: ended ? 0 : 1, skipped: 0 };
}

/** @param {string} config of Playwright @param {string} name of its report */
async function inBrowser(folder, config, name) {
  const file = join(folder, name);
  const env = { CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON: file };
  const ended = await run(bin('playwright'), ['test', '-c', config], env);
  const counts = await readReport(file, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
  return honest(ended, counts);
}

function journeys(folder) {
  heading('journeys');
  return inBrowser(folder, 'e2e', 'playwright.json');
}

/** Several processes behind nginx, of which one is killed: by the build machine, since nobody else is given an nginx unasked. */
async function severalProcesses(folder) {
  if (!process.env.CI) return { passed: 0, failed: 0, skipped: 0 };
  heading('several processes');
  return inBrowser(folder, 'e2e/several.config.ts', 'several.json');
}

async function everything() {
  await ensure();
  const folder = await mkdtemp(join(tmpdir(), 'waypost-test-'));
  try {
    heading('checks');
    const parts = [
      await runChecks(),
      await programTests(folder),
      ...(await outsideDatabases(folder)),
      await sizes(),
      await journeys(folder),
      await severalProcesses(folder),
    ];
    const sum = (key) => parts.reduce((total, part) => total + (part[key] ?? 0), 0);
    return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  const { passed, failed, skipped } = await everything();
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
