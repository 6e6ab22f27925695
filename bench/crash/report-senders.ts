/** Clients that send reports continuously and repeat each with the same key until it is acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { tokenFor, type Waypost } from '../../e2e/support/waypost.ts';

/** Counts of failed attempts. */
export interface Refusals {
  /** 503 or 429 with `Retry-After`. */
  withRetryAfter: number;
  /** The connection broke or was refused, or there was no response. */
  unanswered: number;
  /** Any other response: errors of the server. */
  faults: Map<string, number>;
}

/** Timeout of a request in milliseconds. */
const requestTimeoutMs = 20_000;
/** Delay before a retry in milliseconds; devices wait longer. */
const retryDelayMs = 100;

interface Attempt {
  status: number;
  hasRetryAfter: boolean;
  summary: string;
}

const noResponse: Attempt = { status: 0, hasRetryAfter: false, summary: '' };

export class ReportSenders {
  /** Titles of acknowledged reports. */
  readonly acknowledged: string[] = [];
  readonly refusals: Refusals = { withRetryAfter: 0, unanswered: 0, faults: new Map() };
  /** When a report that was sent after `markFault` was first acknowledged: milliseconds of `performance.now()`. */
  recoveredAt: number | undefined;
  readonly #address: string;
  readonly #run: string;
  #token = '';
  #next = 0;
  #markedAt = Number.POSITIVE_INFINITY;
  #isOver = false;
  readonly #ends: Promise<void>[] = [];

  /** @param run prefix of all titles */
  constructor(address: string, run: string) {
    this.#address = address;
    this.#run = run;
  }

  start(sides: number): void {
    for (let sender = 0; sender < sides; sender++) this.#ends.push(this.#report());
  }

  /** From now on the next report that is sent and acknowledged shows that the server recovered. */
  markFault(): void {
    this.#markedAt = performance.now();
    this.recoveredAt = undefined;
  }

  /** Starts no more reports, and waits until the started ones are acknowledged. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#ends);
  }

  /** Also aborts started reports. */
  giveUp(): Promise<void> {
    this.#isGivenUp = true;
    return this.stop();
  }
  #isGivenUp = false;

  async #report(): Promise<void> {
    while (!this.#isOver) {
      const title = `${this.#run} ${this.#next++}`;
      await this.#sendUntilAcknowledged(title, randomUUID());
    }
  }

  async #sendUntilAcknowledged(title: string, key: string): Promise<void> {
    while (!this.#isGivenUp) {
      const sentAtMs = performance.now();
      const attempt = await this.#send(title, key).catch(() => noResponse);
      if (attempt.status >= 200 && attempt.status < 300) {
        this.acknowledged.push(title);
        if (sentAtMs >= this.#markedAt) this.recoveredAt ??= performance.now();
        return;
      }
      this.#note(attempt);
      await wait(retryDelayMs);
    }
  }

  #note({ status, hasRetryAfter, summary }: Attempt): void {
    // A token may expire when the clock jumps; a device then requests another.
    if (status === 401) this.#token = '';
    else if (status === 0) this.refusals.unanswered++;
    else if ((status === 503 || status === 429) && hasRetryAfter) this.refusals.withRetryAfter++;
    else this.refusals.faults.set(summary, (this.refusals.faults.get(summary) ?? 0) + 1);
  }

  async #send(title: string, key: string): Promise<Attempt> {
    const address = { baseUrl: this.#address } as Waypost;
    if (this.#token === '') this.#token = await tokenFor(address, 'visitor');
    const response = await fetch(`${this.#address}/api/v3/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        title,
        content: 'The water has reached the bridge.',
        form: { id: 1 },
        values: {},
      }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await response.text();
    return {
      status: response.status,
      hasRetryAfter: response.headers.has('retry-after'),
      summary: `${response.status} ${text.slice(0, 120)}`,
    };
  }
}
