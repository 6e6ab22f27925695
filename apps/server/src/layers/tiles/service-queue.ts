/** Requests to one service: a few run at a time, some wait for their turn, and more are refused. */
import { Problem } from '../../kernel/http/problem.ts';

const maxRunning = 8;
/** About the tiles of two screens. */
const maxWaitingOfClient = 64;
const maxWaiting = 512;

/** The queue of one service. Visitors take turns, so that one who waits for many tiles does not keep others waiting. */
export class ServiceQueue {
  #running = 0;
  #waitingCount = 0;
  /** Those who wait, by their network address; the client whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Whether nothing runs or waits. */
  get isEmpty(): boolean {
    return this.#running === 0;
  }

  /** @throws Problem 503 when too many wait already: of this client, or of all */
  requirePlace(client: string): void {
    const countOfClient = this.#waiting.get(client)?.length ?? 0;
    if (countOfClient >= maxWaitingOfClient || this.#waitingCount >= maxWaiting)
      throw new Problem('server.busy');
  }

  /** Runs a request when it is its turn. */
  async run<T>(client: string, request: () => Promise<T>): Promise<T> {
    if (this.#running < maxRunning) this.#running += 1;
    // Whoever is finished leaves its turn to the next.
    else await new Promise<void>((resolve) => this.#add(client, resolve));
    try {
      return await request();
    } finally {
      const next = this.#takeNext();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #add(client: string, start: () => void): void {
    this.#waitingCount += 1;
    this.#waiting.set(client, [...(this.#waiting.get(client) ?? []), start]);
  }

  #takeNext(): (() => void) | undefined {
    const [entry] = this.#waiting;
    if (!entry) return undefined;
    const [client, [next, ...others]] = entry;
    this.#waitingCount -= 1;
    this.#waiting.delete(client);
    if (others.length > 0) this.#waiting.set(client, others);
    return next;
  }
}
