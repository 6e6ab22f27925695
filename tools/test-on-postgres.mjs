/**
 * `npm run test:postgres [-- --version 16] [FILES]`: the server's tests on a PostgreSQL server beside it instead of the embedded
 * one. Of the system's packages, the newest that is installed unless a version is said; one that is not installed comes from
 * the registry, into `.cache`. `TEST_DATABASE_URL` names a server that runs already. Ends with 3 where no server can be had.
 */
import { spawn } from 'node:child_process';
import { bin, inRoot } from './paths.mjs';
import { findPostgres } from './postgres-programs.mjs';
import { startPostgres } from './postgres-server.mjs';

const noServer = 3;
const given = process.argv.slice(2);
const at = given.indexOf('--version');
const wanted = at < 0 ? undefined : given.splice(at, 2)[1];
const isGiven = process.env.TEST_DATABASE_URL !== undefined;

// As root of a build machine; nobody's own machine gets packages unasked.
const programs = isGiven ? undefined : await findPostgres(wanted, { mayInstall: Boolean(process.env.CI) });
if (!isGiven && !programs) {
  console.error(
    'No PostgreSQL server: apt-get install postgresql, say --version 15, or set TEST_DATABASE_URL.',
  );
  process.exit(noServer);
}
const server = programs && startPostgres(programs);
if (programs) console.log(`On PostgreSQL ${programs.version}`);
// The embedded database has tests of its own, which no other server takes part in.
const left = ['--exclude', 'apps/server/src/kernel/postgres/**'];
const flags = ['run', '--project', 'server', '--project', 'server-isolated', ...left, ...given];
const child = spawn(bin('vitest'), flags, {
  cwd: inRoot(),
  stdio: 'inherit',
  env: { ...process.env, ...(server ? { TEST_DATABASE_URL: server.address } : {}) },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => {
  server?.stop();
  process.exitCode = code ?? 1;
});
