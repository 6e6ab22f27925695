/**
 * How this process fares: requests, faults and times of the last minute, and what was turned away since it started. Kept in
 * memory, each process its own; nothing here says who asked or for what.
 */

/** Why a request was turned away before any work was done for it. */
export type RejectionReason = 'pressure' | 'address' | 'token' | 'slow';

/** Milliseconds, each bound about a third above the last. */
const bucketBoundsMs = Array.from({ length: 40 }, (_, at) => Math.ceil(1.35 ** at));
const windowSeconds = 60;

interface SecondMetrics {
  /** Since 1970. */
  timestamp: number;
  requests: number;
  failed: number;
  rejected: number;
  durationCounts: Uint32Array;
}

/** Figures of the last sixty seconds. Times are in milliseconds. */
export interface LastMinuteMetrics {
  requests: number;
  /** Answered with a fault of the server. */
  failed: number;
  /** Turned away: too many, or more than can be done. */
  rejected: number;
  /** Null where nothing was answered. */
  p50: number | null;
  p99: number | null;
}

const emptySecond = (at: number): SecondMetrics => ({
  timestamp: at,
  requests: 0,
  failed: 0,
  rejected: 0,
  durationCounts: new Uint32Array(bucketBoundsMs.length),
});

export class ProcessMetrics {
  readonly startedAt = new Date();
  readonly rejections: Record<RejectionReason, number> = { pressure: 0, address: 0, token: 0, slow: 0 };
  readonly #seconds = Array.from({ length: windowSeconds }, () => emptySecond(0));

  #currentSecond(): SecondMetrics {
    const at = Math.floor(Date.now() / 1000);
    const slot = at % windowSeconds;
    const kept = this.#seconds[slot];
    if (kept?.timestamp === at) return kept;
    const fresh = emptySecond(at);
    this.#seconds[slot] = fresh;
    return fresh;
  }

  /** A request was turned away. */
  countRejection(reason: RejectionReason): void {
    this.rejections[reason]++;
    this.#currentSecond().rejected++;
  }

  /** A request was answered. @param durationMs milliseconds */
  recordResponse(status: number, durationMs: number): void {
    const second = this.#currentSecond();
    second.requests++;
    if (status >= 500) second.failed++;
    const found = bucketBoundsMs.findIndex((bound) => durationMs <= bound);
    const at = found < 0 ? bucketBoundsMs.length - 1 : found;
    second.durationCounts[at] = (second.durationCounts[at] ?? 0) + 1;
  }

  lastMinute(): LastMinuteMetrics {
    const since = Math.floor(Date.now() / 1000) - windowSeconds;
    const recent = this.#seconds.filter((second) => second.timestamp > since);
    const sum = (of: (second: SecondMetrics) => number) =>
      recent.reduce((total, second) => total + of(second), 0);
    const times = bucketBoundsMs.map((_, at) => sum((second) => second.durationCounts[at] ?? 0));
    const answered = times.reduce((total, count) => total + count, 0);
    const percentile = (share: number): number | null => {
      let left = Math.ceil(share * answered);
      if (left === 0) return null;
      const at = times.findIndex((count) => (left -= count) <= 0);
      return bucketBoundsMs[at] ?? null;
    };
    return {
      requests: sum((second) => second.requests),
      failed: sum((second) => second.failed),
      rejected: sum((second) => second.rejected),
      p50: percentile(0.5),
      p99: percentile(0.99),
    };
  }
}
