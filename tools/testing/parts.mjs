/** The parts that the tests consist of: what `npm test` runs, and what `npm run test:all` runs besides. */
import { spawnSync } from 'node:child_process';
import { runChecks } from '../check.mjs';
import { inRoot } from '../lib/paths.mjs';
import { findPostgres } from '../system/find-postgres.mjs';
import { ensureProgram } from '../system/system-packages.mjs';
import { runPlaywright, runScript, runVitest } from './runners.mjs';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {number} [minutes] how long it takes on two cores, roughly: with less left it is not begun
 * @property {(how: import('./runners.mjs').Run) => Promise<import('./summary.mjs').Counts>} run
 */

/** Only the build machine is given system packages unasked. */
const mayInstall = Boolean(process.env.CI);
const skipped = { passed: 0, failed: 0, skipped: 1 };

const projectFlags = (...names) => names.flatMap((name) => ['--project', name]);

/** @type {Part[]} */
export const defaultParts = [
  { name: 'checks', run: async () => ({ ...(await runChecks()), skipped: 0 }) },
  // Every project of vitest.config.ts but the server's.
  { name: 'unit and component tests', run: (how) => runVitest(how, 'unit', projectFlags('!server*')) },
  {
    name: 'server on the embedded database',
    run: (how) => runVitest(how, 'server', projectFlags('server', 'server-isolated')),
  },
  { name: 'sizes', run: (how) => runScript(how, 'tools/checks/web-size.mjs') },
  {
    name: 'core journeys',
    run: (how) => runPlaywright(how, 'core', ['-c', 'e2e', '--grep', '@core', '--pass-with-no-tests']),
  },
];

/** Long by nature, or with real mail servers and object stores, which are skipped where they are not installed. */
async function runSlowServerTests(how) {
  if (mayInstall) {
    await ensureProgram(['dovecot'], ['dovecot-imapd', 'dovecot-pop3d']);
    const store = ['proxy', 'account', 'container', 'object'].map((it) => `swift-${it}`);
    await ensureProgram(['swift-proxy-server'], store);
  }
  return runVitest(how, 'server-slow', projectFlags('server-slow'));
}

/** The server's tests again, on a database server beside it. */
async function runOnPostgres(how, version) {
  if (!(await findPostgres(version, { mayInstall }))) {
    console.log(`skipped: no PostgreSQL ${version} can be had here`);
    return skipped;
  }
  const command = [process.execPath, inRoot('tools/test-on-postgres.mjs'), '--version', version];
  return runVitest(how, `postgres-${version}`, [], command);
}

/** Supported beside the newest, which is the embedded one. */
const postgresVersions = ['15', '16', '17'];

/** The journeys that are not core ones, in pieces that fit what the build machine has left. */
const shardCount = 3;
const otherJourneys = Array.from({ length: shardCount }, (_, index) => ({
  name: `other journeys, ${index + 1} of ${shardCount}`,
  minutes: 8,
  run: (how) =>
    runPlaywright(how, `journeys-${index + 1}`, [
      '-c',
      'e2e',
      '--grep-invert=@core',
      '--pass-with-no-tests',
      `--shard=${index + 1}/${shardCount}`,
    ]),
}));

/** @type {Part[]} */
export const furtherParts = [
  { name: 'slow server tests and peers', minutes: 6, run: runSlowServerTests },
  ...postgresVersions.map((version) => ({
    name: `server on PostgreSQL ${version}`,
    minutes: 5,
    run: (how) => runOnPostgres(how, version),
  })),
  ...otherJourneys,
  {
    // Behind nginx, of which one process is killed. It says itself why it is skipped where no nginx can be had.
    name: 'several processes',
    minutes: 3,
    run: (how) => runPlaywright(how, 'several', ['-c', 'e2e/multi-process.config.ts']),
  },
];

/**
 * The further parts in the order in which a commit tries them: with each commit another one comes first, so that every part runs
 * at least once in as many commits as there are parts.
 */
export function rotateFurtherParts() {
  const counted = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' });
  return rotate(furtherParts, Number.parseInt(counted.stdout, 10) || 0);
}

/** @template T @param {T[]} list @param {number} turn @returns {T[]} beginning with the one whose turn it is */
export function rotate(list, turn) {
  const first = turn % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
