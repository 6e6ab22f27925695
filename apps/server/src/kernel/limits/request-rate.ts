/**
 * How much comes in just now: a count of the last minute, in this process alone. Several processes each see their share of a
 * flood; counting together would make all of them wait for one row.
 */

const minuteMs = 60_000;

export class RequestRate {
  readonly #maxPerMinute: number;
  readonly #now: () => number;
  #windowStart = 0;
  #previousCount = 0;
  #currentCount = 0;

  /**
   * @param maxPerMinute in a minute, as usual; 0 is without bound
   * @param now milliseconds
   */
  constructor(maxPerMinute: number, now: () => number = Date.now) {
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

  /** One more came. */
  count(): void {
    this.#advanceWindow();
    this.#currentCount += 1;
  }

  /** How many times as much came in the last minute as is usual: pressure is what is above 1. */
  get pressure(): number {
    if (this.#maxPerMinute === 0) return 0;
    const left = 1 - (this.#advanceWindow() - this.#windowStart) / minuteMs;
    return (this.#previousCount * left + this.#currentCount) / this.#maxPerMinute;
  }
}
