/** Work that goes on after the answer left, and is waited for before the server ends. */

export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #tell: (error: unknown) => void;

  /** @param tell gets the errors: nobody else is there to hear them */
  constructor(tell: (error: unknown) => void) {
    this.#tell = tell;
  }

  /** Starts work and goes on at once. */
  start(work: () => Promise<void>): void {
    const running = work()
      .catch(this.#tell)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** When everything that was started is done, and what that started too. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
