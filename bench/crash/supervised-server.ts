/** A server as an operator runs it: under something that starts it again when it ends (`deploy/waypost.service`). */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../../apps/server/src/kernel/postgres/processes.ts';
import { startEmptyWaypost, type Waypost } from '../../e2e/support/waypost.ts';
import { descendantsOf } from '../processes.ts';

/** Milliseconds until it is started again. */
const restartDelayMs = 300;
/** Milliseconds that a start may take, the first one with its database and tables made. */
const startTimeoutMs = 240_000;
/** Milliseconds between looks whether it is there. */
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
  /** How often it came up. */
  startCount = 0;
  /** What the last one that ended, or did not start, said. */
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

  /** Starts it, and again whenever it ends. Resolves when it is up. */
  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    this.#isWanted = true;
    const before = this.startCount;
    this.#keeping = this.#keep();
    for (const begun = Date.now(); this.startCount === before; await wait(pollIntervalMs))
      if (Date.now() - begun > startTimeoutMs)
        throw new Error(`The server does not start: ${this.lastOutput}`);
  }

  /** Its process and those that it has started, its database among them. */
  async processIds(): Promise<number[]> {
    const pid = this.#current?.pid;
    return pid === undefined ? [] : [pid, ...(await descendantsOf(pid))];
  }

  /** Ends it for now. It is not started again before `start`. */
  async end(): Promise<void> {
    this.#isWanted = false;
    await this.#current?.end('SIGTERM');
    await this.#keeping;
  }

  /** Kills everything at once, and keeps it from being started again before `start`. */
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
        // Told to end while it was still starting.
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

/** Also one that is gone by now. */
export function killProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Somebody was faster.
  }
}
