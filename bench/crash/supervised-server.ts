/** A server under a supervisor that restarts it (`deploy/waypost.service`). */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../../apps/server/src/kernel/postgres/processes.ts';
import { startEmptyWaypost, type Waypost } from '../../e2e/support/waypost.ts';
import { descendantsOf } from '../processes.ts';

/** Delay before a restart in milliseconds. */
const restartDelayMs = 300;
/** Timeout of a start in milliseconds; the first one creates database and tables. */
const startTimeoutMs = 240_000;
/** Interval of the checks in milliseconds. */
const pollIntervalMs = 20;

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export class SupervisedServer {
  readonly dataDir: string;
  readonly #environment: Record<string, string>;
  /** Number of successful starts. */
  startCount = 0;
  /** Output of the last process that ended or failed to start. */
  lastOutput = '';
  #port = 0;
  #isWanted = false;
  #current: Waypost | undefined;
  #keeping: Promise<void> | undefined;

  constructor(dataDir: string, environment: Record<string, string> = {}) {
    this.dataDir = dataDir;
    this.#environment = environment;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, and restarts it whenever it ends. Resolves when it is ready. */
  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    this.#isWanted = true;
    const before = this.startCount;
    this.#keeping = this.#keep();
    for (const begun = Date.now(); this.startCount === before; await wait(pollIntervalMs))
      if (Date.now() - begun > startTimeoutMs)
        throw new Error(`The server does not start: ${this.lastOutput}`);
  }

  /** Its process and child processes, including its database. */
  async processIds(): Promise<number[]> {
    const pid = this.#current?.pid;
    return pid === undefined ? [] : [pid, ...(await descendantsOf(pid))];
  }

  /** Stops it until `start`. */
  async end(): Promise<void> {
    this.#isWanted = false;
    await this.#current?.end('SIGTERM');
    await this.#keeping;
  }

  /** Kills everything at once, without a restart until `start`. */
  async killAll(): Promise<void> {
    this.#isWanted = false;
    const family = await this.processIds();
    for (const pid of family) killProcess(pid);
    await this.#keeping;
    while (family.some(isAlive)) await wait(pollIntervalMs);
  }

  async #keep(): Promise<void> {
    while (this.#isWanted) {
      try {
        const waypost = await startEmptyWaypost(this.dataDir, this.#settings());
        this.#current = waypost;
        this.startCount++;
        // Stopped while it was starting.
        if (!this.#isWanted) await waypost.end('SIGTERM');
        while (isAlive(waypost.pid)) await wait(pollIntervalMs);
        this.lastOutput = waypost.output();
      } catch (error) {
        this.lastOutput = error instanceof Error ? error.message : String(error);
      }
      this.#current = undefined;
      if (this.#isWanted) await wait(restartDelayMs);
    }
  }

  #settings(): Record<string, string> {
    return {
      PORT: String(this.#port),
      VISITORS_PACE: '0',
      VISITORS_PRESSURE: '0',
      LOG_LEVEL: 'silent',
      ...this.#environment,
    };
  }
}

/** Ignores processes that have ended. */
export function killProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
