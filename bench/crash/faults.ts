/** Faults of a server, and their recovery. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createFillableDisk } from '../../apps/server/src/testing/servers/small-disk.ts';
import { countTitles, countTitlesInDataDir } from '../load/compare-stored.ts';
import { createPowerLossDisk } from './disks.ts';
import { createMovableClock } from './movable-clock.ts';
import { OutsideDatabase } from './outside-database.ts';
import { killProcess, SupervisedServer } from './supervised-server.ts';

/** A server with a fault to cause. */
export interface FaultScenario {
  server: SupervisedServer;
  /** Causes the fault and ends it. @param round from 0 */
  inject: (round: number) => Promise<void>;
  /** The count of each title with this prefix. */
  countTitles: (beginning: string) => Promise<Map<string, number>>;
  end: () => Promise<void>;
}

export interface Fault {
  name: string;
  /** Description for the table. */
  description: string;
  /** @throws with the reason if this machine does not allow it */
  prepare: () => Promise<FaultScenario>;
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-crash-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Releases resources in reverse order, also after errors. */
class CleanupStack {
  readonly #all: (() => Promise<unknown>)[] = [];

  add(end: () => Promise<unknown>): void {
    this.#all.push(end);
  }

  readonly run = async (): Promise<void> => {
    for (const end of this.#all.splice(0).toReversed()) await end().catch(() => undefined);
  };
}

/** Prepares a fault; releases its resources if that fails. */
async function prepareScenario(
  make: (ends: CleanupStack) => Promise<Omit<FaultScenario, 'end'>>,
): Promise<FaultScenario> {
  const ends = new CleanupStack();
  try {
    return { ...(await make(ends)), end: ends.run };
  } catch (error) {
    await ends.run();
    throw error;
  }
}

/** A server with its own database in a folder. */
async function startEmbedded(
  folder: string,
  ends: CleanupStack,
): Promise<Omit<FaultScenario, 'end' | 'inject'>> {
  const server = new SupervisedServer(folder);
  ends.add(() => server.end());
  await server.start();
  return { server, countTitles: (beginning) => countTitlesInDataDir(folder, beginning) };
}

const embeddedFault = (injectFault: (server: SupervisedServer, round: number) => Promise<void>) => () =>
  prepareScenario(async (ends) => {
    const folder = await emptyFolder();
    ends.add(() => rm(folder, { recursive: true, force: true }));
    const scenario = await startEmbedded(folder, ends);
    return { ...scenario, inject: (round) => injectFault(scenario.server, round) };
  });

/** A server with an external database. @param environment of both */
async function startWithOutsideDatabase(
  ends: CleanupStack,
  environment: Record<string, string> = {},
): Promise<Omit<FaultScenario, 'end' | 'inject'> & { database: OutsideDatabase }> {
  const [home, folder] = [await emptyFolder(), await emptyFolder()];
  for (const folderPath of [home, folder]) ends.add(() => rm(folderPath, { recursive: true, force: true }));
  const database = await OutsideDatabase.in(folder, environment);
  ends.add(() => database.stop('SIGINT'));
  const server = new SupervisedServer(home, { DATABASE_URL: database.connectionString, ...environment });
  ends.add(() => server.end());
  await server.start();
  return { server, database, countTitles: (beginning) => countTitles(database.connectionString, beginning) };
}

/** Processes of database sessions. */
async function sessionProcesses(server: SupervisedServer): Promise<number[]> {
  const family = await server.processIds();
  const isSession = async (pid: number) =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).startsWith('postgres: waypost ');
  const are = await Promise.all(family.map(isSession));
  return family.filter((_, at) => are[at]);
}

const killServer: Fault = {
  name: 'kill the server',
  description: 'SIGKILL of the server, in every other round of its database at the same time',
  prepare: embeddedFault(async (server, round) => {
    const [main = 0, ...rest] = await server.processIds();
    for (const pid of round % 2 === 0 ? [main] : [main, ...rest]) killProcess(pid);
  }),
};

const killDatabase: Fault = {
  name: 'kill the database',
  description: 'SIGKILL of the embedded PostgreSQL alone',
  prepare: embeddedFault(async (server) => killProcess((await server.processIds())[1] ?? 0)),
};

const killSession: Fault = {
  name: 'kill a session of the database',
  description: 'SIGKILL of one session, after which PostgreSQL ends all others and recovers',
  prepare: embeddedFault(async (server, round) => {
    const sessions = await sessionProcesses(server);
    const pid = sessions[round % sessions.length];
    if (pid === undefined) throw new Error('the database has no session');
    killProcess(pid);
  }),
};

const cutConnections: Fault = {
  name: 'cut connections',
  description: 'terminates every session, like pg_terminate_backend, three times',
  prepare: embeddedFault(async (server) => {
    for (let time = 0; time < 3; time++) {
      for (const pid of await sessionProcesses(server)) killProcess(pid, 'SIGTERM');
      await wait(150);
    }
  }),
};

const stopDatabase: Fault = {
  name: 'stop the database',
  description:
    'an external PostgreSQL is stopped, alternately in fast and immediate mode, and started 1.5 s later',
  prepare: () =>
    prepareScenario(async (ends) => {
      const scenario = await startWithOutsideDatabase(ends);
      return {
        ...scenario,
        async inject(round) {
          await scenario.database.stop(round % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
          await wait(1500);
          await scenario.database.start();
        },
      };
    }),
};

const fullDisk: Fault = {
  name: 'full disk',
  description: 'a small disk (tmpfs) with everything on it is full for 3 s',
  prepare: () =>
    prepareScenario(async (ends) => {
      const disk = await createFillableDisk(512);
      ends.add(disk.remove);
      const scenario = await startEmbedded(disk.folder, ends);
      return {
        ...scenario,
        async inject() {
          await disk.fill();
          await wait(3000);
          await disk.clear();
        },
      };
    }),
};

const minute = 60;
const day = 86_400;
/** Offsets from the real time in seconds, by round. */
const clockOffsets = [90 * minute, 0, -90 * minute, 40, -40, 2 * day, 0, -2 * day, 400 * day, 5 * minute];

const clockJumps: Fault = {
  name: 'clock jumps',
  description: 'the time of day of server and database jumps by 40 s to 400 days, forward and back',
  prepare: () =>
    prepareScenario(async (ends) => {
      const clock = await createMovableClock();
      ends.add(clock.remove);
      const scenario = await startWithOutsideDatabase(ends, clock.environment);
      return {
        ...scenario,
        async inject(round) {
          await clock.set(clockOffsets[round % clockOffsets.length] ?? 0);
          await wait(500);
        },
      };
    }),
};

const powerLoss: Fault = {
  name: 'power loss',
  description:
    'the file system (ext4) shuts down without flushing its journal, all processes are killed, and it is mounted again',
  prepare: () =>
    prepareScenario(async (ends) => {
      const disk = await createPowerLossDisk(1024);
      ends.add(disk.remove);
      const scenario = await startEmbedded(disk.folder, ends);
      return {
        ...scenario,
        async inject() {
          await disk.cutPower();
          await scenario.server.killAll();
          await disk.remount();
          await scenario.server.start();
        },
      };
    }),
};

export const faults: readonly Fault[] = [
  killServer,
  killDatabase,
  killSession,
  cutConnections,
  stopDatabase,
  fullDisk,
  clockJumps,
  powerLoss,
];
