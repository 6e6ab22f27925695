/** Tasks that continue after the response and finish before the server stops. */

/** Starts tasks and waits for them. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  /** @param onError called with the error of each task that fails */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /**
   * Starts a task without waiting for it. It begins after what the caller still does without waiting, such as sending the response:
   * otherwise the duration of the response would reveal that there is a task.
   */
  start(task: () => Promise<void>): void {
    const running = new Promise((resolve) => setImmediate(resolve))
      .then(task)
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when all tasks are done, those included that tasks start. */
  async waitUntilIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
