/** Has documents of services read in a process of its own, with limits of time and memory. */
import type { ServiceLayers } from '@waypost/contract/layers/service-layers';
import type { Pool } from 'workerpool';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';
import { createWorkerPool, isOutOfMemory, isTimeout } from '../../kernel/workers/worker-pool.ts';

/** One for 5 MB of a common service takes less than a second, and 150 MB. */
const documentLimits = { timeMs: 30_000, heapMegabytes: 400 };
/** Time without documents after which the process is ended. */
const idleTimeoutMs = 60_000;

/** Reads documents one at a time. */
export class DocumentReader {
  #pool: Pool | undefined;
  #pending = 0;
  readonly #limits: typeof documentLimits;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<typeof documentLimits> = {}) {
    this.#limits = { ...documentLimits, ...limits };
  }

  /**
   * Reads which layers a service offers.
   * @param query text that the title or name of a layer has
   * @returns undefined if the document is none of the type
   * @throws ContentRefusal when it takes too much time or memory
   */
  readCapabilities(text: string, type: 'tile' | 'wms', query = ''): Promise<ServiceLayers | undefined> {
    return this.#run('readCapabilities', [text, type, query]);
  }

  /**
   * Finds what the map library would not draw.
   * @returns undefined if it draws all of the style
   * @throws ContentRefusal when this takes too much time or memory
   */
  findStyleFault(style: object): Promise<string | undefined> {
    return this.#run('findStyleFault', [style]);
  }

  async #run<T>(method: string, parameters: unknown[]): Promise<T> {
    clearTimeout(this.#idleTimer);
    this.#pending += 1;
    this.#pool ??= createWorkerPool(import.meta, 'document-worker', {
      maxHeapMegabytes: this.#limits.heapMegabytes,
    });
    try {
      return (await this.#pool.exec(method, parameters).timeout(this.#limits.timeMs)) as T;
    } catch (error) {
      if (!isTimeout(error) && !isOutOfMemory(error)) throw error;
      throw new ContentRefusal('layerDocumentComplex', {}, { cause: error });
    } finally {
      this.#pending -= 1;
      if (this.#pending === 0) {
        this.#idleTimer = setTimeout(() => void this.close(), idleTimeoutMs);
        this.#idleTimer.unref();
      }
    }
  }

  /** Ends the process. The next document starts another. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.terminate(true);
  }
}
