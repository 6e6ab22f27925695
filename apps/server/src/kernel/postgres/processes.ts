/** Questions about other processes that a bare pid cannot answer, since pids are used again. */
import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCode } from './errors.ts';

const execFileAsync = promisify(execFile);

/** Whether a process with this pid exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * A text that is the same for one process as long as it lives and differs for any later process that gets
 * its pid: when it started, and in which boot of the machine. Undefined when no such process is found.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return commandLine(pid, 'lstart=');
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold blanks; start time is field 22.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return `${started} ${boot.trim()}`;
  } catch {
    return undefined;
  }
}

/** Whether this pid is a PostgreSQL server working on this cluster directory. */
export async function isPostgresOn(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    return ((await commandLine(pid, 'command=')) ?? '').includes(`-D ${clusterDir}`);
  }
  try {
    // PostgreSQL works inside its cluster directory. Of a process that we may not look at, the server
    // cannot be ours: it always belongs to the owner of the directory.
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(clusterDir));
  } catch {
    return false;
  }
}

/** Waits until the process is gone; false when it still lives after the given milliseconds. */
export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await sleep(25);
  }
  return true;
}

async function commandLine(pid: number, column: string): Promise<string | undefined> {
  const { stdout } = await execFileAsync('ps', ['-ww', '-o', column, '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim() || undefined;
}
