/**
 * `npm run test:postgres [-- --version 16] [FILES]`: the server's tests on a PostgreSQL server beside it instead of the embedded
 * one. Of the system's packages, the newest that is installed unless a version is said; one that is not installed comes from
 * the registry, into `.cache`. `TEST_DATABASE_URL` names a server that runs already. Ends with 3 where no server can be had.
 */
import { spawn } from 'node:child_process';
import { bin, inRoot } from './lib/paths.mjs';
import { findPostgres } from './system/find-postgres.mjs';
import { startPostgres } from './system/postgres-server.mjs';

const exitNoServer = 3;
const args = process.argv.slice(2);
const versionIndex = args.indexOf('--version');
const version = versionIndex < 0 ? undefined : args.splice(versionIndex, 2)[1];
const isExternalServer = process.env.TEST_DATABASE_URL !== undefined;

// As root of a build machine; nobody's own machine gets packages unasked.
const programs = isExternalServer
  ? undefined
  : await findPostgres(version, { mayInstall: Boolean(process.env.CI) });
if (!isExternalServer && !programs) {
  console.error(
    'No PostgreSQL server: apt-get install postgresql, say --version 15, or set TEST_DATABASE_URL.',
  );
  process.exit(exitNoServer);
}
const server = programs && startPostgres(programs);
if (programs) console.log(`On PostgreSQL ${programs.version}`);
// The embedded database has tests of its own, which no other server takes part in.
const excluded = ['--exclude', 'apps/server/src/kernel/postgres/**'];
const flags = ['run', '--project', 'server', '--project', 'server-isolated', ...excluded, ...args];
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
