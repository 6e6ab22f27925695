/**
 * Queue for processing pictures, which happens in separate processes (docs/decisions/0040): decoding in the server process
 * would occupy the few threads that also read files, and delay responses.
 */
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { limits } from '@waypost/contract/common/limits';
import type { PictureCover } from '@waypost/contract/media/picture-covers';
import type { Pool } from 'workerpool';
import { Problem } from '../kernel/http/problem.ts';
import { createWorkerPool, isTimeout } from '../kernel/workers/worker-pool.ts';
import type { Picture, PictureFault } from './make-picture.ts';
import { noPictureFacts, type PictureFacts } from './picture-facts.sql.ts';

/** Limits of the queue; each has a default. */
export interface PictureQueueOptions {
  /** Maximum pixels of a picture, or of one frame of an animation. */
  maxPixels?: number;
  /** Number of processes; each works on one picture at a time. */
  workers?: number;
  /** Maximum number of pictures that wait for a process. */
  maxWaiting?: number;
  /** Maximum number of pictures of one caller that wait or are processed; by default a quarter of all. */
  maxPerCaller?: number;
  /** Maximum seconds for one picture; a process that takes longer is terminated. */
  timeoutSeconds?: number;
}

/** Idle time after which the processes are terminated to free their memory. */
const idleTimeoutMs = 60_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/**
 * Key of a caller in the queue (docs/decisions/0049): an account, or all visitors of one network address, since visitors can
 * get any number of tokens. It is kept in memory only while a picture is processed.
 * @param account id; null for a visitor
 * @param address from `callerOf`
 */
export const queueCaller = (account: number | null, address: string): string =>
  account === null ? `address ${address}` : `account ${account}`;

/** Processes pictures in a pool of worker processes, with limits on waiting work. */
export class PictureQueue {
  readonly #options: Required<PictureQueueOptions>;
  #pool: Pool | undefined;
  #pending = 0;
  /** Number of pending pictures by caller. */
  readonly #pendingByCaller = new Map<string, number>();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: PictureQueueOptions = {}) {
    const {
      workers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
      maxWaiting = 24,
      maxPerCaller = Math.max(1, Math.floor((workers + maxWaiting) / 4)),
    } = options;
    const { maxPixels = limits.mediaPixels, timeoutSeconds = 30 } = options;
    this.#options = { workers, maxWaiting, maxPerCaller, maxPixels, timeoutSeconds };
  }

  /** Maximum pixels of a picture, or of one frame of an animation. */
  get maxPixels(): number {
    return this.#options.maxPixels;
  }

  #workers(): Pool {
    this.#pool ??= createWorkerPool(import.meta, 'picture-worker', { maxWorkers: this.#options.workers });
    return this.#pool;
  }

  /** @throws Problem 503 with the seconds to wait, where the queue or the caller's share of it is full */
  #enter(caller: string): void {
    const { workers, maxWaiting, maxPerCaller } = this.#options;
    const pendingOfCaller = this.#pendingByCaller.get(caller) ?? 0;
    if (this.#pending >= workers + maxWaiting || pendingOfCaller >= maxPerCaller)
      throw new Problem('server.busy').withRetryAfter(randomInt(5, 15));
    clearTimeout(this.#idleTimer);
    this.#pending++;
    this.#pendingByCaller.set(caller, pendingOfCaller + 1);
  }

  #leave(caller: string): void {
    const pendingOfCaller = this.#pendingByCaller.get(caller) ?? 0;
    if (pendingOfCaller > 1) this.#pendingByCaller.set(caller, pendingOfCaller - 1);
    else this.#pendingByCaller.delete(caller);
    this.#pending--;
    if (this.#pending > 0) return;
    this.#idleTimer = setTimeout(() => void this.close(), idleTimeoutMs);
    this.#idleTimer.unref();
  }

  /**
   * Processes a picture.
   * @param caller from `queueCaller`: whose share of the queue the picture counts towards
   * @returns the picture, or why the file cannot be used
   * @throws Problem 503 with the seconds to wait, while too many pictures wait, in total or of this caller
   */
  make(bytes: Uint8Array, caller: string): Promise<Picture | PictureFault> {
    return this.#run<Picture | PictureFault>('makePicture', [bytes, this.maxPixels], caller, 'fileBroken');
  }

  /**
   * Covers areas of a stored picture.
   * @param caller from `queueCaller`
   * @returns the picture, or why the file cannot be used
   * @throws Problem 503 as `make`
   */
  cover(bytes: Uint8Array, covers: readonly PictureCover[], caller: string): Promise<Picture | PictureFault> {
    const parameters = [bytes, covers, this.maxPixels];
    return this.#run<Picture | PictureFault>('coverPicture', parameters, caller, 'fileBroken');
  }

  /**
   * Reads the facts of a stored picture.
   * @throws Problem 503 while too many pictures wait
   */
  readFacts(bytes: Uint8Array): Promise<PictureFacts> {
    return this.#run('readPictureFacts', [bytes], 'facts', noPictureFacts);
  }

  /** Runs a function of the worker. @param ifBroken the result for a picture that takes too long or crashes the decoder */
  async #run<T>(method: string, parameters: unknown[], caller: string, ifBroken: T): Promise<T> {
    this.#enter(caller);
    try {
      return (await this.#workers()
        .exec(method, parameters)
        .timeout(this.#options.timeoutSeconds * 1000)) as T;
    } catch (error) {
      // A retry would not help.
      if (isTimeout(error) || /signalCode: `SIG/.test(messageOf(error))) return ifBroken;
      throw error;
    } finally {
      this.#leave(caller);
    }
  }

  /** Terminates the processes. The next picture starts new ones. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.terminate(true);
  }
}
