/** CPU time of the server's process, its database, and this program under load. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { descendantsOf } from '../processes.ts';

/** Cores used by each: 1 is one core all the time. */
export interface CpuShares {
  server: number;
  database: number;
  callers: number;
}

/** Clock ticks per second of Linux. */
const ticksPerSecond = 100;

/** CPU seconds of a process, including ended children; 0 if it has ended. */
async function readCpuSeconds(pid: number | 'self'): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name in parentheses: state is the third field; user, system and children's times start at the fourteenth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, it) => sum + (Number(it) || 0), 0);
  return ticks / ticksPerSecond;
}

/** @param serverPid process of the server; the database is its child @returns a function to call at the end */
export async function measureCpuShares(serverPid: number): Promise<() => Promise<CpuShares>> {
  const database = await descendantsOf(serverPid);
  const takeSample = async () => {
    const processIds = [...new Set([...database, ...(await descendantsOf(serverPid))])];
    const all = await Promise.all(processIds.map(async (pid) => [pid, await readCpuSeconds(pid)] as const));
    return {
      at: performance.now(),
      server: await readCpuSeconds(serverPid),
      callers: await readCpuSeconds('self'),
      database: new Map(all),
    };
  };
  const before = await takeSample();
  return async () => {
    const after = await takeSample();
    const seconds = (after.at - before.at) / 1000;
    // Ended processes are counted by their parent.
    const usedSeconds = [...after.database].map(([pid, it]) =>
      Math.max(0, it - (before.database.get(pid) ?? 0)),
    );
    return {
      server: (after.server - before.server) / seconds,
      database: usedSeconds.reduce((sum, it) => sum + it, 0) / seconds,
      callers: (after.callers - before.callers) / seconds,
    };
  };
}

/** The limiting process, judged by CPU time. */
export function describeBottleneck(
  { server, database, callers }: CpuShares,
  processors = availableParallelism(),
): string {
  const busy = server + database + callers;
  if (server > 0.9) return "the server's one thread";
  if (busy > processors * 0.9)
    return `the processors (${processors}), which server, database and callers share`;
  if (database > 0.9) return 'the database, on one processor or more';
  return 'no processor: waiting for the disk, for locks, or for other programs of this machine';
}

export const formatShares = ({ server, database, callers }: CpuShares): string =>
  `processors in use: server ${server.toFixed(2)}, database ${database.toFixed(2)}, callers ${callers.toFixed(2)}`;
