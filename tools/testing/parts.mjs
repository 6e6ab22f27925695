/** The parts that the tests consist of: what `npm test` runs, and what `npm run test:all` runs besides. */
import { spawnSync } from 'node:child_process';
import { runChecks } from '../check.mjs';
import { inRoot } from '../paths.mjs';
import { findPostgres } from '../postgres-programs.mjs';
import { ensureProgram } from '../system-packages.mjs';
import { playwright, script, vitest } from './runners.mjs';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {number} [minutes] how long it takes on two cores, roughly: with less left it is not begun
 * @property {(how: import('./runners.mjs').Run) => Promise<import('./result.mjs').Counts>} run
 */

/** Only the build machine is given system packages unasked. */
const mayInstall = Boolean(process.env.CI);
const skipped = { passed: 0, failed: 0, skipped: 1 };

const projects = (...names) => names.flatMap((name) => ['--project', name]);

/** @type {Part[]} */
export const usualParts = [
  { name: 'checks', run: async () => ({ ...(await runChecks()), skipped: 0 }) },
  // Every project of vitest.config.ts but the server's.
  { name: 'unit and component tests', run: (how) => vitest(how, 'unit', projects('!server*')) },
  {
    name: 'server on the embedded database',
    run: (how) => vitest(how, 'server', projects('server', 'server-isolated')),
  },
  { name: 'sizes', run: (how) => script(how, 'tools/web-size.mjs') },
  {
    name: 'core journeys',
    run: (how) => playwright(how, 'core', ['-c', 'e2e', '--grep', '@core', '--pass-with-no-tests']),
  },
];

/** Long by nature, or with real mail servers and object stores, which are skipped where they are not installed. */
async function slowServer(how) {
  if (mayInstall) {
    await ensureProgram(['dovecot'], ['dovecot-imapd', 'dovecot-pop3d']);
    const store = ['proxy', 'account', 'container', 'object'].map((it) => `swift-${it}`);
    await ensureProgram(['swift-proxy-server'], store);
  }
  return vitest(how, 'server-slow', projects('server-slow'));
}

/** The server's tests again, on a database server beside it. */
async function onPostgres(how, version) {
  if (!(await findPostgres(version, { mayInstall }))) {
    console.log(`skipped: no PostgreSQL ${version} can be had here`);
    return skipped;
  }
  const command = [process.execPath, inRoot('tools/test-on-postgres.mjs'), '--version', version];
  return vitest(how, `postgres-${version}`, [], command);
}

/** Supported beside the newest, which is the embedded one. */
const postgresVersions = ['15', '16', '17'];

/** The journeys that are not core ones, in pieces that fit what the build machine has left. */
const shards = 3;
const restOfJourneys = Array.from({ length: shards }, (_, index) => ({
  name: `other journeys, ${index + 1} of ${shards}`,
  minutes: 8,
  run: (how) =>
    playwright(how, `journeys-${index + 1}`, [
      '-c',
      'e2e',
      '--grep-invert=@core',
      '--pass-with-no-tests',
      `--shard=${index + 1}/${shards}`,
    ]),
}));

/** @type {Part[]} */
export const furtherParts = [
  { name: 'slow server tests and peers', minutes: 6, run: slowServer },
  ...postgresVersions.map((version) => ({
    name: `server on PostgreSQL ${version}`,
    minutes: 5,
    run: (how) => onPostgres(how, version),
  })),
  ...restOfJourneys,
  {
    // Behind nginx, of which one process is killed. It says itself why it is skipped where no nginx can be had.
    name: 'several processes',
    minutes: 3,
    run: (how) => playwright(how, 'several', ['-c', 'e2e/several.config.ts']),
  },
];

/**
 * The further parts in the order in which a commit tries them: with each commit another one comes first, so that every part runs
 * at least once in as many commits as there are parts.
 */
export function partsByTurn() {
  const counted = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' });
  return rotated(furtherParts, Number.parseInt(counted.stdout, 10) || 0);
}

/** @template T @param {T[]} list @param {number} turn @returns {T[]} beginning with the one whose turn it is */
export function rotated(list, turn) {
  const first = turn % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
