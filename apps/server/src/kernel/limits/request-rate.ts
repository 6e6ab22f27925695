/**
 * Rate of events in this process: a sliding window of one minute. Each of several processes sees its share of a flood; a shared
 * count would make all of them wait for one row.
 */

const minuteMs = 60_000;

/** Counts events and compares their rate with a usual maximum. */
export class RequestRate {
  readonly #maxPerMinute: number;
  readonly #now: () => number;
  #windowStart = 0;
  #previousCount = 0;
  #currentCount = 0;

  /**
   * @param maxPerMinute usual maximum per minute; 0 is unlimited
   * @param now current time in milliseconds
   */
  constructor(maxPerMinute = 0, now: () => number = Date.now) {
    this.#maxPerMinute = maxPerMinute;
    this.#now = now;
  }

  #advanceWindow(): number {
    const now = this.#now();
    const minutes = Math.floor((now - this.#windowStart) / minuteMs);
    if (minutes < 0 || minutes > 1) {
      this.#previousCount = 0;
      this.#currentCount = 0;
      this.#windowStart = now;
    } else if (minutes === 1) {
      this.#previousCount = this.#currentCount;
      this.#currentCount = 0;
      this.#windowStart += minuteMs;
    }
    return now;
  }

  /** Counts one event. */
  count(): void {
    this.#advanceWindow();
    this.#currentCount += 1;
  }

  /** Events of the last minute. The part before the current window is estimated from the previous one. */
  get lastMinute(): number {
    const previousShare = 1 - (this.#advanceWindow() - this.#windowStart) / minuteMs;
    return this.#previousCount * previousShare + this.#currentCount;
  }

  /** Events of the last minute divided by the usual maximum: above 1 is more than usual. */
  get pressure(): number {
    return this.#maxPerMinute === 0 ? 0 : this.lastMinute / this.#maxPerMinute;
  }
}
