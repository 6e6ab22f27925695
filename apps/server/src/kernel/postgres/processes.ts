/** Identifies other processes, for which a pid is not enough, since pids are reused. */
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
 * A text that identifies a process, different for any later process with the same pid: its start time and the boot id of the
 * machine. Undefined when there is no such process.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return commandLine(pid, 'lstart=');
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program name in parentheses and may contain spaces; the start time is field 22.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return `${started} ${boot.trim()}`;
  } catch {
    return undefined;
  }
}

/** Whether a pid is a PostgreSQL server of this cluster directory. */
export async function isPostgresOn(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    return ((await commandLine(pid, 'command=')) ?? '').includes(`-D ${clusterDir}`);
  }
  try {
    // The working directory of PostgreSQL is its cluster directory. A process that may not be inspected cannot be
    // this server, which belongs to the owner of the directory.
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(clusterDir));
  } catch {
    return false;
  }
}

/** Waits until the process has exited; false on timeout. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
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
