/**
 * Picture work waits in a queue of its own and is done in processes of its own (docs/decisions/0040): decoding in this one
 * would take the few threads that files are read by, and serving them would wait.
 */
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { limits } from '@waypost/contract/common/limits';
import workerpool, { type Pool } from 'workerpool';
import { Problem } from '../kernel/http/problem.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { Picture, PictureFault } from './make-picture.ts';

export interface PictureQueueOptions {
  /** Pixels of a picture, or of a frame of an animation; what has more is refused. */
  maxPixels?: number;
  /** Processes; each works on one picture at a time. */
  workers?: number;
  /** Pictures that may wait for a process. */
  maxWaiting?: number;
  /** Pictures of one caller that may wait or be worked on at the same time; unless given, a quarter of all. */
  maxPerCaller?: number;
  /** Seconds that one picture may take; the process that exceeds it is ended. */
  timeoutSeconds?: number;
}

/** Milliseconds without work after which the processes end and give back their memory. */
const idleTimeoutMs = 60_000;

/** In the sources a worker is TypeScript, in the build a file beside the server's. */
const isSource = import.meta.filename.endsWith('.ts');
const workerScript = path.join(import.meta.dirname, isSource ? 'picture-worker.ts' : 'picture-worker.js');

/** What the system needs to start a program, and nothing of the server's own settings. */
const workerEnvironment = () => {
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot, LD_LIBRARY_PATH } = process.env;
  return omitUndefined({ PATH, HOME, TMPDIR, TEMP, SystemRoot, LD_LIBRARY_PATH });
};

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/**
 * Who shares one part of the queue (docs/decisions/0049): an account, or everybody without one behind a network address, since
 * anybody gets as many visitors' tokens as they ask for. Kept in memory only, as long as a picture is worked on.
 * @param account id; null for a visitor
 * @param address from `callerOf`
 */
export const queueCaller = (account: number | null, address: string): string =>
  account === null ? `address ${address}` : `account ${account}`;

export class PictureQueue {
  readonly #options: Required<PictureQueueOptions>;
  #pool: Pool | undefined;
  #pending = 0;
  /** Of each caller who has any. */
  readonly #pendingOf = new Map<string, number>();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: PictureQueueOptions = {}) {
    const {
      workers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
      maxWaiting = 24,
      maxPerCaller = Math.max(1, Math.floor((workers + maxWaiting) / 4)),
    } = options;
    const { maxPixels = limits.mediaPixels, timeoutSeconds: timeout = 30 } = options;
    this.#options = { workers, maxWaiting, maxPerCaller, maxPixels, timeoutSeconds: timeout };
  }

  get maxPixels(): number {
    return this.#options.maxPixels;
  }

  #workers(): Pool {
    this.#pool ??= workerpool.pool(workerScript, {
      workerType: 'process',
      maxWorkers: this.#options.workers,
      workerTerminateTimeout: 500,
      forkOpts: {
        serialization: 'advanced',
        cwd: import.meta.dirname,
        env: workerEnvironment(),
        execArgv: isSource ? ['--import', 'tsx'] : [],
      },
    });
    return this.#pool;
  }

  /** @throws Problem 503, with the seconds to wait, where the queue or the caller's share of it is full */
  #enter(caller: string): void {
    const { workers, maxWaiting, maxPerCaller } = this.#options;
    const own = this.#pendingOf.get(caller) ?? 0;
    if (this.#pending >= workers + maxWaiting || own >= maxPerCaller)
      throw new Problem('server.busy').withRetryAfter(randomInt(5, 15));
    clearTimeout(this.#idle);
    this.#pending++;
    this.#pendingOf.set(caller, own + 1);
  }

  #leave(caller: string): void {
    const own = this.#pendingOf.get(caller) ?? 0;
    if (own > 1) this.#pendingOf.set(caller, own - 1);
    else this.#pendingOf.delete(caller);
    this.#pending--;
    if (this.#pending > 0) return;
    this.#idle = setTimeout(() => void this.close(), idleTimeoutMs);
    this.#idle.unref();
  }

  /**
   * Makes a picture, or tells why there is none.
   * @param caller whose share of the queue it counts towards
   * @throws Problem 503, with the seconds to wait, while too many pictures wait already, of all or of this caller
   */
  async make(bytes: Uint8Array, caller: string): Promise<Picture | PictureFault> {
    const { maxPixels, timeoutSeconds: timeout } = this.#options;
    this.#enter(caller);
    try {
      return (await this.#workers()
        .exec('makePicture', [bytes, maxPixels])
        .timeout(timeout * 1000)) as Picture | PictureFault;
    } catch (error) {
      // It took too long, or the decoder fell over it: another try would do no better.
      if (isTimeout(error) || /signalCode: `SIG/.test(messageOf(error))) return 'fileBroken';
      throw error;
    } finally {
      this.#leave(caller);
    }
  }

  /** Ends the processes; the next picture starts new ones. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.terminate(true);
  }
}
