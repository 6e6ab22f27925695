/**
 * How much comes in just now: a count of the last minute, in this process alone. Several processes each see their share of a
 * flood; counting together would make all of them wait for one row.
 */

const minute = 60_000;

export class Flood {
  readonly #most: number;
  readonly #now: () => number;
  #began = 0;
  #before = 0;
  #count = 0;

  /**
   * @param most in a minute, as usual; 0 is without bound
   * @param now milliseconds
   */
  constructor(most: number, now: () => number = Date.now) {
    this.#most = most;
    this.#now = now;
  }

  #turn(): number {
    const now = this.#now();
    const minutes = Math.floor((now - this.#began) / minute);
    if (minutes < 0 || minutes > 1) {
      this.#before = 0;
      this.#count = 0;
      this.#began = now;
    } else if (minutes === 1) {
      this.#before = this.#count;
      this.#count = 0;
      this.#began += minute;
    }
    return now;
  }

  /** One more came. */
  note(): void {
    this.#turn();
    this.#count += 1;
  }

  /** How many times as much came in the last minute as is usual: pressure is what is above 1. */
  get level(): number {
    if (this.#most === 0) return 0;
    const left = 1 - (this.#turn() - this.#began) / minute;
    return (this.#before * left + this.#count) / this.#most;
  }
}
