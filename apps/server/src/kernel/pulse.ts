/**
 * How this process fares: requests, faults and times of the last minute, and what was turned away since it started. Kept in
 * memory, each process its own; nothing here says who asked or for what.
 */

/** Why a request was turned away before any work was done for it. */
export type TurnedAway = 'pressure' | 'address' | 'token' | 'slow';

/** Milliseconds, each bound about a third above the last. */
const bounds = Array.from({ length: 40 }, (_, at) => Math.ceil(1.35 ** at));
const seconds = 60;

interface Second {
  /** Since 1970. */
  at: number;
  requests: number;
  failed: number;
  refused: number;
  times: Uint32Array;
}

/** Figures of the last sixty seconds. Times are in milliseconds. */
export interface LastMinute {
  requests: number;
  /** Answered with a fault of the server. */
  failed: number;
  /** Turned away: too many, or more than can be done. */
  refused: number;
  /** Null where nothing was answered. */
  p50: number | null;
  p99: number | null;
}

const none = (at: number): Second => ({
  at,
  requests: 0,
  failed: 0,
  refused: 0,
  times: new Uint32Array(bounds.length),
});

export class Pulse {
  readonly started = new Date();
  readonly turnedAway: Record<TurnedAway, number> = { pressure: 0, address: 0, token: 0, slow: 0 };
  readonly #ring = Array.from({ length: seconds }, () => none(0));

  #now(): Second {
    const at = Math.floor(Date.now() / 1000);
    const slot = at % seconds;
    const kept = this.#ring[slot];
    if (kept?.at === at) return kept;
    const fresh = none(at);
    this.#ring[slot] = fresh;
    return fresh;
  }

  /** A request was turned away. */
  refuse(why: TurnedAway): void {
    this.turnedAway[why]++;
    this.#now().refused++;
  }

  /** A request was answered. @param took milliseconds */
  answered(status: number, took: number): void {
    const second = this.#now();
    second.requests++;
    if (status >= 500) second.failed++;
    const found = bounds.findIndex((bound) => took <= bound);
    const at = found < 0 ? bounds.length - 1 : found;
    second.times[at] = (second.times[at] ?? 0) + 1;
  }

  lastMinute(): LastMinute {
    const since = Math.floor(Date.now() / 1000) - seconds;
    const recent = this.#ring.filter((second) => second.at > since);
    const sum = (of: (second: Second) => number) => recent.reduce((total, second) => total + of(second), 0);
    const times = bounds.map((_, at) => sum((second) => second.times[at] ?? 0));
    const answered = times.reduce((total, count) => total + count, 0);
    const percentile = (share: number): number | null => {
      let left = Math.ceil(share * answered);
      if (left === 0) return null;
      const at = times.findIndex((count) => (left -= count) <= 0);
      return bounds[at] ?? null;
    };
    return {
      requests: sum((second) => second.requests),
      failed: sum((second) => second.failed),
      refused: sum((second) => second.refused),
      p50: percentile(0.5),
      p99: percentile(0.99),
    };
  }
}
