/** Processes from `/proc`, on Linux only. */
import { readdir, readFile, readlink } from 'node:fs/promises';

/** Parents by process. A process may end before it is read. */
async function parents(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The name in parentheses may contain anything; state and parent follow it.
      return [pid, Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2])] as const;
    }),
  );
  return new Map(entries);
}

/** All descendants of a process, nearest first. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const byProcess = await parents();
  const processIds = [pid];
  for (const ancestor of processIds) {
    for (const [child, parent] of byProcess) if (parent === ancestor) processIds.push(child);
  }
  return processIds.slice(1);
}

const kilobytes = (text: string, key: string, file: string): number => {
  const value = new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  if (!value) throw new Error(`${file} has no ${key}`);
  return Number(value) * 1024;
};

/** Resident memory of a process in bytes, including shared memory. */
export async function residentBytes(pid: number): Promise<number> {
  const file = `/proc/${pid}/status`;
  return kilobytes(await readFile(file, 'utf8'), 'VmRSS', file);
}

/** Proportional memory of a process in bytes, which can be summed. */
export async function proportionalBytes(pid: number): Promise<number> {
  const file = `/proc/${pid}/smaps_rollup`;
  return kilobytes(await readFile(file, 'utf8'), 'Pss', file);
}

/** Working directory of a process: for PostgreSQL, its data directory. */
export const workingDirectory = (pid: number): Promise<string> => readlink(`/proc/${pid}/cwd`);
