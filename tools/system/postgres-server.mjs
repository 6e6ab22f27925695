/** A PostgreSQL server for tests, with a temporary directory. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

/** Nothing that is tested outlives the run. */
const noDurabilityFlags = ['fsync', 'synchronous_commit', 'full_page_writes']
  .map((name) => `-c ${name}=off`)
  .join(' ');

/** PostgreSQL refuses to run as root: its own account, or `nobody`. */
function serverAccount() {
  if (process.getuid() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid) return { uid: Number(uid), gid: Number(gid) };
  }
  return {};
}

/**
 * Starts one on a free loopback port.
 * @param {import('./find-postgres.mjs').Programs} programs
 * @returns {{ address: string, stop: () => void }}
 */
export function startPostgres({ directory }) {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-postgres-'));
  chmodSync(folder, 0o700);
  const as = serverAccount();
  let programs = directory;
  // The account may lack access to the folders above the repository.
  if (as.uid !== undefined && directory.startsWith(root)) {
    programs = join(folder, 'programs');
    cpSync(directory, programs, { recursive: true, verbatimSymlinks: true });
  }
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (as.uid !== undefined) for (const path of [folder, passwordFile]) chownSync(path, as.uid, as.gid);
  const run = (program, ...args) => {
    const options = { ...as, cwd: folder, encoding: 'utf8' };
    const { status, stdout, stderr } = spawnSync(join(programs, 'bin', program), args, options);
    if (status !== 0) throw new Error(`${program}: ${stderr || stdout}`);
  };
  const [data, log] = [join(folder, 'data'), join(folder, 'log')];
  let port = 0;
  const begin = (tries) => {
    port = 20_000 + Math.floor(Math.random() * 10_000);
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' ${noDurabilityFlags}`;
    try {
      run('pg_ctl', '-D', data, '-l', log, '-w', '-o', settings, 'start');
    } catch (error) {
      // The port may be taken.
      if (tries <= 1) throw error;
      begin(tries - 1);
    }
  };
  try {
    run(
      'initdb',
      '-D',
      data,
      '-U',
      'waypost',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
    );
    begin(3);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    address: `postgresql://waypost:${password}@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
