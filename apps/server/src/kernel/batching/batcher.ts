/**
 * Work that callers share: what is asked for while a round is under way waits for the next one, which does it for all of them
 * at once. Nobody waits on purpose: a round begins as soon as there is something to do, and grows only where it has to wait.
 */

interface PendingCall<In, Out> {
  input: In;
  resolve: (out: Out) => void;
  reject: (error: unknown) => void;
}

export class Batcher<In, Out> {
  readonly #processBatch: (input: readonly In[]) => Promise<readonly Out[]>;
  readonly #maxBatchSize: number;
  #pending: PendingCall<In, Out>[] = [];
  #isRunning = false;

  /**
   * @param work answers in the order in which it was asked. When it fails it is done again for each alone, so that nobody
   *   fails for another's sake: it must bear to be done twice.
   * @param maxBatchSize in one round
   */
  constructor(work: (input: readonly In[]) => Promise<readonly Out[]>, maxBatchSize = 200) {
    this.#processBatch = work;
    this.#maxBatchSize = maxBatchSize;
  }

  /** Whether somebody who comes now has to wait. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** How many wait for a round that has not begun. */
  get waitingCount(): number {
    return this.#pending.length;
  }

  /** Has something done by a round that begins after this was called. */
  enqueue(input: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ input, resolve, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    while (this.#pending.length > 0) await this.#runBatch(this.#pending.splice(0, this.#maxBatchSize));
    this.#isRunning = false;
  }

  async #runBatch(waiting: readonly PendingCall<In, Out>[]): Promise<void> {
    try {
      const outputs = await this.#processBatch(waiting.map((it) => it.input));
      for (const [at, { resolve }] of waiting.entries()) resolve(outputs[at] as Out);
    } catch (error) {
      if (waiting.length === 1) waiting[0]?.reject(error);
      else for (const one of waiting) await this.#runBatch([one]);
    }
  }
}
