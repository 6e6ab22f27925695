/** An external PostgreSQL, which can be stopped and started while the server runs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../apps/server/src/kernel/db/database.ts';
import { type Binaries, prepareBinaries } from '../../apps/server/src/kernel/postgres/binaries.ts';
import { resolveClusterLocation } from '../../apps/server/src/kernel/postgres/cluster-location.ts';
import { defaultSettings } from '../../apps/server/src/kernel/postgres/settings.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/start-embedded.ts';

const ignoreLog = () => undefined;

/** Shutdown modes of `postgres`: fast closes sessions and flushes, immediate stops at once. */
export type StopSignal = 'SIGINT' | 'SIGQUIT';

export class OutsideDatabase {
  readonly connectionString: string;
  readonly #environment: Record<string, string>;
  readonly #location: Awaited<ReturnType<typeof resolveClusterLocation>>;
  readonly #binaries: Binaries;
  #child: ChildProcess | undefined;

  private constructor(
    connectionString: string,
    environment: Record<string, string>,
    place: Awaited<ReturnType<typeof resolveClusterLocation>>,
    binaries: Binaries,
  ) {
    this.connectionString = connectionString;
    this.#environment = environment;
    this.#location = place;
    this.#binaries = binaries;
  }

  /** Creates one in a folder with a short path, and starts it. @param environment of its process */
  static async in(folder: string, environment: Record<string, string> = {}): Promise<OutsideDatabase> {
    const postgres = await startEmbeddedPostgres({
      dataDir: folder,
      log: { info: ignoreLog, warn: ignoreLog },
    });
    await postgres.stop();
    const place = await resolveClusterLocation(folder);
    const binaries = await prepareBinaries(place.home, place.account);
    const database = new OutsideDatabase(postgres.connectionString, environment, place, binaries);
    await database.start();
    return database;
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    const { clusterDir, home, account } = this.#location;
    const settings = {
      ...defaultSettings(),
      unix_socket_directories: clusterDir,
      unix_socket_permissions: '0700',
      listen_addresses: '',
      max_connections: '60',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#child = spawn(this.#binaries.postgres, ['-D', clusterDir, ...flags], {
      cwd: home,
      env: { PATH: process.env['PATH'], LC_MESSAGES: 'C', ...this.#environment },
      stdio: 'ignore',
      detached: true,
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    await this.#answers();
  }

  async stop(how: StopSignal): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(how);
    await exited;
  }

  async #answers(): Promise<void> {
    const db = openDatabase(this.connectionString, { maxConnections: 2 });
    try {
      for (const begun = Date.now(); Date.now() - begun < 60_000; await wait(50)) {
        const isThere = await db
          .selectNoFrom((of) => of.lit(1).as('one'))
          .execute()
          .then(
            () => true,
            () => false,
          );
        if (isThere) return;
      }
      throw new Error('the database does not answer');
    } finally {
      await db.destroy();
    }
  }
}
