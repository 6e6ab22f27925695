/**
 * `npm run test:postgres [-- FILES]`: the server's tests on PostgreSQL servers of the system's packages instead of the embedded
 * one, the newest that is installed unless `--version 15` says otherwise. `TEST_DATABASE_URL` names one that runs already.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, inRoot } from './paths.mjs';

const packaged = '/usr/lib/postgresql';
const given = process.argv.slice(2);
const at = given.indexOf('--version');
const wanted = at < 0 ? undefined : given.splice(at, 2)[1];

function newest() {
  const versions = existsSync(packaged) ? readdirSync(packaged) : [];
  return versions.sort((a, b) => Number(a) - Number(b)).at(-1);
}

function idOf(flag) {
  const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** Starts a server on a free loopback port in a directory that goes when it ends. */
function start(version) {
  const programs = join(packaged, version, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'waypost-postgres-'));
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  chmodSync(folder, 0o700);
  // PostgreSQL refuses to run as root.
  const account = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (account.uid !== undefined)
    for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const data = join(folder, 'data');
  const run = (program, args) => {
    const { status, stdout, stderr } = spawnSync(join(programs, program), args, {
      ...account,
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program}: ${stderr || stdout}`);
  };
  run('initdb', [
    '-D',
    data,
    '-U',
    'waypost',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
  ]);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off`;
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', settings, 'start']);
  return {
    address: `postgresql://waypost:${password}@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const version = wanted ?? newest();
if (!process.env.TEST_DATABASE_URL && !(version && existsSync(join(packaged, version)))) {
  console.error(
    'No PostgreSQL server is installed here: apt-get install postgresql, or set TEST_DATABASE_URL to one.',
  );
  process.exit(1);
}
const server = process.env.TEST_DATABASE_URL ? undefined : start(version);
if (server) console.log(`On PostgreSQL ${version}`);
const child = spawn(bin('vitest'), ['run', '--project', 'server', ...given], {
  cwd: inRoot(),
  stdio: 'inherit',
  env: { ...process.env, ...(server ? { TEST_DATABASE_URL: server.address } : {}) },
});
process.on('SIGINT', () => undefined);
child.once('close', (code) => {
  server?.stop();
  process.exitCode = code ?? 1;
});
