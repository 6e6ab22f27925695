/** The parts of the tests: those of `npm test`, those that CI runs, and those of `npm run test:all`. The same for every commit. */
import { runChecks } from '../check.mjs';
import { inRoot } from '../lib/paths.mjs';
import { findPostgres } from '../system/find-postgres.mjs';
import { playwrightPart, scriptPart, vitestPart } from './runners.mjs';

/** @typedef {import('./runners.mjs').Part} Part */

export const projectFlags = (...names) => names.flatMap((name) => ['--project', name]);

export const checks = { name: 'checks', run: async () => ({ tests: await runChecks() }) };

export const journeys = (name, flags, env) =>
  playwrightPart(name, ['-c', 'e2e', ...flags, '--pass-with-no-tests'], env);

/** @type {Part[]} */
const partsWithoutJourneys = [
  checks,
  // All projects of vitest.config.ts except the server's.
  vitestPart('unit and component tests', projectFlags('!server*')),
  vitestPart('server on the embedded database', projectFlags('server', 'server-isolated')),
  scriptPart('sizes', 'tools/checks/web-size.mjs'),
];

/** `npm test`. @type {Part[]} */
export const testParts = [...partsWithoutJourneys, journeys('core journeys', ['--grep=@core'])];

/** `.ci/run`: that of `npm test`, and the other journeys that take seconds. In one part, since each prepares databases. @type {Part[]} */
export const ciParts = [...partsWithoutJourneys, journeys('journeys', ['--grep=@core|@full'])];

/** The server's tests on an external database server. @returns {Part} */
function postgresPart(version) {
  const command = [process.execPath, inRoot('tools/test-on-postgres.mjs'), '--version', version];
  const part = vitestPart(`server on PostgreSQL ${version}`, [], command);
  return {
    ...part,
    run: async (folder) => {
      if (await findPostgres(version)) return part.run(folder);
      console.log(`skipped: no PostgreSQL ${version} can be had here`);
      return { tests: [{ file: '', title: part.name, state: 'skipped' }] };
    },
  };
}

/** `npm run test:all`. @type {Part[]} */
export const allParts = [
  ...partsWithoutJourneys,
  // With all screens in the sweeps (e2e/support/screens.ts).
  journeys('all journeys', [], { FULL_SWEEP: '1' }),
  // Slow tests, and tests with real mail servers and object stores, which are skipped if these are not installed.
  vitestPart('slow server tests and peers', projectFlags('server-slow')),
  // Supported versions besides the embedded one.
  ...['15', '16', '17'].map(postgresPart),
  // Behind nginx; processes are killed. Prints why it is skipped without nginx.
  playwrightPart('several processes', ['-c', 'e2e/multi-process.config.ts']),
];
