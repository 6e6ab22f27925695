/** The parts of the tests: those of `npm test`, and the further ones of `npm run test:all`. */
import { spawnSync } from 'node:child_process';
import { runChecks } from '../check.mjs';
import { inRoot } from '../lib/paths.mjs';
import { findPostgres } from '../system/find-postgres.mjs';
import { runPlaywright, runScript, runVitest } from './runners.mjs';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {number} [minutes] approximate duration on two cores: with less time left it is not started
 * @property {(how: import('./runners.mjs').Run) => Promise<import('./summary.mjs').Counts>} run
 */

const skipped = { passed: 0, failed: 0, skipped: 1 };

const projectFlags = (...names) => names.flatMap((name) => ['--project', name]);

/** @type {Part[]} */
export const defaultParts = [
  { name: 'checks', run: async () => ({ ...(await runChecks()), skipped: 0 }) },
  // All projects of vitest.config.ts except the server's.
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

/** Slow tests, and tests with real mail servers and object stores, which are skipped if these are not installed. */
const runSlowServerTests = (how) => runVitest(how, 'server-slow', projectFlags('server-slow'));

/** The server's tests on an external database server. */
async function runOnPostgres(how, version) {
  if (!(await findPostgres(version))) {
    console.log(`skipped: no PostgreSQL ${version} can be had here`);
    return skipped;
  }
  const command = [process.execPath, inRoot('tools/test-on-postgres.mjs'), '--version', version];
  return runVitest(how, `postgres-${version}`, [], command);
}

/** Supported versions besides the embedded one. */
const postgresVersions = ['15', '16', '17'];

/** The journeys without tag `@core`, in parts that fit into the remaining time of CI. */
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
  { name: 'slow server tests and peers', minutes: 7, run: runSlowServerTests },
  ...postgresVersions.map((version) => ({
    name: `server on PostgreSQL ${version}`,
    minutes: 8,
    run: (how) => runOnPostgres(how, version),
  })),
  ...otherJourneys,
  {
    // Behind nginx; processes are killed. Prints why it is skipped without nginx.
    name: 'several processes',
    minutes: 3,
    run: (how) => runPlaywright(how, 'several', ['-c', 'e2e/multi-process.config.ts']),
  },
];

/**
 * The further parts in the order for a commit: each commit starts with another one, so that every part runs at least once in as
 * many commits as there are parts.
 */
export function rotateFurtherParts() {
  const counted = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' });
  return rotate(furtherParts, Number.parseInt(counted.stdout, 10) || 0);
}

/** @template T @param {T[]} list @param {number} turn @returns {T[]} rotated by the turn */
export function rotate(list, turn) {
  const first = turn % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
