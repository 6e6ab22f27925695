/** People who report all the time, and send again with the same key until they hear that their report is safe. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { tokenFor, type Waypost } from '../../e2e/waypost.ts';

/** What became of tries that did not succeed. */
export interface Refusals {
  /** 503 or 429 that said when to come back. */
  told: number;
  /** The connection broke, was refused, or nothing came. */
  silent: number;
  /** Any other answer: faults of the server. */
  faults: Map<string, number>;
}

/** Milliseconds after which nobody waits for an answer any more. */
const patience = 20_000;
/** Milliseconds until it is tried again; devices wait longer. */
const pause = 100;

interface Try {
  status: number;
  saysWhen: boolean;
  words: string;
}

const silence: Try = { status: 0, saysWhen: false, words: '' };

export class Senders {
  /** Titles of reports that are safe, by what the server said. */
  readonly acknowledged: string[] = [];
  readonly refusals: Refusals = { told: 0, silent: 0, faults: new Map() };
  /** When the last report that was sent after `mark` was acknowledged first: milliseconds of `performance.now()`. */
  backAt: number | undefined;
  readonly #address: string;
  readonly #run: string;
  #token = '';
  #next = 0;
  #marked = Number.POSITIVE_INFINITY;
  #isOver = false;
  readonly #ends: Promise<void>[] = [];

  /** @param run what all titles begin with */
  constructor(address: string, run: string) {
    this.#address = address;
    this.#run = run;
  }

  start(sides: number): void {
    for (let side = 0; side < sides; side++) this.#ends.push(this.#report());
  }

  /** From now on the next report that is sent and acknowledged tells that the server is back. */
  mark(): void {
    this.#marked = performance.now();
    this.backAt = undefined;
  }

  /** Begins no more reports, and waits until those that were begun are safe. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#ends);
  }

  /** Gives up those that were begun, too. */
  giveUp(): Promise<void> {
    this.#isGivenUp = true;
    return this.stop();
  }
  #isGivenUp = false;

  async #report(): Promise<void> {
    while (!this.#isOver) {
      const title = `${this.#run} ${this.#next++}`;
      await this.#untilSafe(title, randomUUID());
    }
  }

  async #untilSafe(title: string, key: string): Promise<void> {
    while (!this.#isGivenUp) {
      const sent = performance.now();
      const tried = await this.#send(title, key).catch(() => silence);
      if (tried.status >= 200 && tried.status < 300) {
        this.acknowledged.push(title);
        if (sent >= this.#marked) this.backAt ??= performance.now();
        return;
      }
      this.#note(tried);
      await wait(pause);
    }
  }

  #note({ status, saysWhen, words }: Try): void {
    // A login may be over when the clock jumps; a device then asks for another.
    if (status === 401) this.#token = '';
    else if (status === 0) this.refusals.silent++;
    else if ((status === 503 || status === 429) && saysWhen) this.refusals.told++;
    else this.refusals.faults.set(words, (this.refusals.faults.get(words) ?? 0) + 1);
  }

  async #send(title: string, key: string): Promise<Try> {
    const address = { address: this.#address } as Waypost;
    if (this.#token === '') this.#token = await tokenFor(address, 'visitor');
    const answer = await fetch(`${this.#address}/api/v3/posts`, {
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
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      saysWhen: answer.headers.has('retry-after'),
      words: `${answer.status} ${text.slice(0, 120)}`,
    };
  }
}
