/** What can be taken from a server, and how it is given back. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fillableDisk } from '../../apps/server/src/testing/small-disk.ts';
import { titlesAt, titlesIn } from '../load/kept.ts';
import { movableClock } from './clock.ts';
import { powerlessDisk } from './disks.ts';
import { OutsideDatabase } from './outside-database.ts';
import { kill, Supervised } from './supervised.ts';

/** A server that something can be taken from. */
export interface Stage {
  server: Supervised;
  /** Takes it, and gives it back. @param round from 0 */
  strike: (round: number) => Promise<void>;
  /** How often each title that begins so is there. */
  titles: (beginning: string) => Promise<Map<string, number>>;
  end: () => Promise<void>;
}

export interface Fault {
  name: string;
  /** What is done, for those who read the table. */
  how: string;
  /** @throws with the reason where this machine does not let it be done */
  open: () => Promise<Stage>;
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-crash-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Ends what was begun, the last first, whatever goes wrong on the way. */
class Ends {
  readonly #all: (() => Promise<unknown>)[] = [];

  add(end: () => Promise<unknown>): void {
    this.#all.push(end);
  }

  readonly run = async (): Promise<void> => {
    for (const end of this.#all.splice(0).toReversed()) await end().catch(() => undefined);
  };
}

/** Prepares a stage; what was begun is ended when that fails. */
async function staged(make: (ends: Ends) => Promise<Omit<Stage, 'end'>>): Promise<Stage> {
  const ends = new Ends();
  try {
    return { ...(await make(ends)), end: ends.run };
  } catch (error) {
    await ends.run();
    throw error;
  }
}

/** A server with its own database in a folder. */
async function embeddedIn(folder: string, ends: Ends): Promise<Omit<Stage, 'end' | 'strike'>> {
  const server = new Supervised(folder);
  ends.add(() => server.end());
  await server.start();
  return { server, titles: (beginning) => titlesIn(folder, beginning) };
}

const embedded = (strike: (server: Supervised, round: number) => Promise<void>) => () =>
  staged(async (ends) => {
    const folder = await emptyFolder();
    ends.add(() => rm(folder, { recursive: true, force: true }));
    const stage = await embeddedIn(folder, ends);
    return { ...stage, strike: (round) => strike(stage.server, round) };
  });

/** A server on a database of its own. @param environment of both */
async function besideDatabase(
  ends: Ends,
  environment: Record<string, string> = {},
): Promise<Omit<Stage, 'end' | 'strike'> & { database: OutsideDatabase }> {
  const [home, folder] = [await emptyFolder(), await emptyFolder()];
  for (const made of [home, folder]) ends.add(() => rm(made, { recursive: true, force: true }));
  const database = await OutsideDatabase.in(folder, environment);
  ends.add(() => database.stop('SIGINT'));
  const server = new Supervised(home, { DATABASE_URL: database.connectionString, ...environment });
  ends.add(() => server.end());
  await server.start();
  return { server, database, titles: (beginning) => titlesAt(database.connectionString, beginning) };
}

/** Processes of the database that serve a session each. */
async function sessionsOf(server: Supervised): Promise<number[]> {
  const family = await server.family();
  const isSession = async (pid: number) =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).startsWith('postgres: waypost ');
  const are = await Promise.all(family.map(isSession));
  return family.filter((_, at) => are[at]);
}

const kills: Fault = {
  name: 'kill the server',
  how: 'SIGKILL of the server, in every other round of its database at the same time',
  open: embedded(async (server, round) => {
    const [main = 0, ...rest] = await server.family();
    for (const pid of round % 2 === 0 ? [main] : [main, ...rest]) kill(pid);
  }),
};

const killsDatabase: Fault = {
  name: 'kill the database',
  how: 'SIGKILL of the embedded PostgreSQL alone',
  open: embedded(async (server) => kill((await server.family())[1] ?? 0)),
};

const killsSession: Fault = {
  name: 'kill a session of the database',
  how: 'SIGKILL of one session, upon which PostgreSQL ends all others and recovers',
  open: embedded(async (server, round) => {
    const sessions = await sessionsOf(server);
    const pid = sessions[round % sessions.length];
    if (pid === undefined) throw new Error('the database has no session');
    kill(pid);
  }),
};

const cuts: Fault = {
  name: 'cut connections',
  how: 'what pg_terminate_backend does, to every session, three times',
  open: embedded(async (server) => {
    for (let time = 0; time < 3; time++) {
      for (const pid of await sessionsOf(server)) kill(pid, 'SIGTERM');
      await wait(150);
    }
  }),
};

const stops: Fault = {
  name: 'stop the database',
  how: 'an outside PostgreSQL is stopped, in order and at once in turn, and started 1.5 s later',
  open: () =>
    staged(async (ends) => {
      const stage = await besideDatabase(ends);
      return {
        ...stage,
        async strike(round) {
          await stage.database.stop(round % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
          await wait(1500);
          await stage.database.start();
        },
      };
    }),
};

const fills: Fault = {
  name: 'full disk',
  how: 'a small disk (tmpfs) with everything on it is filled for 3 s',
  open: () =>
    staged(async (ends) => {
      const disk = await fillableDisk(512);
      ends.add(disk.remove);
      const stage = await embeddedIn(disk.folder, ends);
      return {
        ...stage,
        async strike() {
          await disk.fill();
          await wait(3000);
          await disk.clear();
        },
      };
    }),
};

const minute = 60;
const day = 86_400;
/** Seconds from the real time, round after round. */
const times = [90 * minute, 0, -90 * minute, 40, -40, 2 * day, 0, -2 * day, 400 * day, 5 * minute];

const jumps: Fault = {
  name: 'clock jumps',
  how: 'the time of day of server and database moves by 40 s to 400 days, forth and back',
  open: () =>
    staged(async (ends) => {
      const clock = await movableClock();
      ends.add(clock.remove);
      const stage = await besideDatabase(ends, clock.environment);
      return {
        ...stage,
        async strike(round) {
          await clock.set(times[round % times.length] ?? 0);
          await wait(500);
        },
      };
    }),
};

const powerGoes: Fault = {
  name: 'power loss',
  how: 'the file system (ext4) goes down without its journal flushed, all is killed, and it is mounted again',
  open: () =>
    staged(async (ends) => {
      const disk = await powerlessDisk(1024);
      ends.add(disk.remove);
      const stage = await embeddedIn(disk.folder, ends);
      return {
        ...stage,
        async strike() {
          await disk.cut();
          await stage.server.killAll();
          await disk.mend();
          await stage.server.start();
        },
      };
    }),
};

export const faults: readonly Fault[] = [
  kills,
  killsDatabase,
  killsSession,
  cuts,
  stops,
  fills,
  jumps,
  powerGoes,
];
