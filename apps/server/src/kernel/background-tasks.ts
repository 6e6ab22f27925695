/** Work that goes on after the answer left, and is waited for before the server ends. */

export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  /** @param onError gets the errors: nobody else is there to hear them */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Starts work and goes on at once. */
  start(work: () => Promise<void>): void {
    const running = work()
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** When everything that was started is done, and what that started too. */
  async waitUntilIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
