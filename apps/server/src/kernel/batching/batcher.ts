/**
 * Batches calls: those that arrive while a batch runs wait for the next one, which processes them together. There is no artificial
 * delay: a batch starts as soon as there is a call, and grows only while another one runs.
 */

interface PendingCall<In, Out> {
  input: In;
  resolve: (out: Out) => void;
  reject: (error: unknown) => void;
}

/** Collects inputs and processes them in batches, one batch at a time. */
export class Batcher<In, Out> {
  readonly #processBatch: (inputs: readonly In[]) => Promise<readonly Out[]>;
  readonly #maxBatchSize: number;
  #pending: PendingCall<In, Out>[] = [];
  #isRunning = false;

  /**
   * @param processBatch returns the outputs in the order of the inputs. When a batch fails, each of its inputs is processed again
   *   alone, so that no caller fails because of another's input: it must be safe to run twice.
   * @param maxBatchSize inputs per batch
   */
  constructor(processBatch: (inputs: readonly In[]) => Promise<readonly Out[]>, maxBatchSize = 200) {
    this.#processBatch = processBatch;
    this.#maxBatchSize = maxBatchSize;
  }

  /** Whether a call that arrives now has to wait. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Number of calls that wait for the next batch. */
  get waitingCount(): number {
    return this.#pending.length;
  }

  /** Processes an input in a batch that starts after this call. */
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

  async #runBatch(calls: readonly PendingCall<In, Out>[]): Promise<void> {
    try {
      const outputs = await this.#processBatch(calls.map(({ input }) => input));
      for (const [index, { resolve }] of calls.entries()) resolve(outputs[index] as Out);
    } catch (error) {
      if (calls.length === 1) calls[0]?.reject(error);
      else for (const call of calls) await this.#runBatch([call]);
    }
  }
}
