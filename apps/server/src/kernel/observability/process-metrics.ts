/**
 * Metrics of this process: requests, errors and durations of the last minute, and rejected requests since the start. Kept in the
 * memory of each process, without any data about clients or URLs.
 */

/** Why a request was rejected before any work: overload, rate limit of an address or token, slow client. */
export type RejectionReason = 'pressure' | 'address' | 'token' | 'slow';

/** Upper bounds of the buckets, each 35 % above the last. */
const bucketBoundsMs = Array.from({ length: 40 }, (_, index) => Math.ceil(1.35 ** index));
const windowSeconds = 60;

interface SecondMetrics {
  /** Seconds since 1970. */
  timestamp: number;
  requests: number;
  failed: number;
  rejected: number;
  durationCounts: Uint32Array;
}

/** Metrics of the last sixty seconds. */
export interface LastMinuteMetrics {
  requests: number;
  /** Responses with a status of 500 or above. */
  failed: number;
  /** Rejected requests. */
  rejected: number;
  /** Median duration in milliseconds; null without responses. */
  p50: number | null;
  /** 99th percentile of the durations in milliseconds. */
  p99: number | null;
}

const emptySecond = (timestamp: number): SecondMetrics => ({
  timestamp,
  requests: 0,
  failed: 0,
  rejected: 0,
  durationCounts: new Uint32Array(bucketBoundsMs.length),
});

/** Collects the metrics of one process. */
export class ProcessMetrics {
  readonly startedAt = new Date();
  readonly rejections: Record<RejectionReason, number> = { pressure: 0, address: 0, token: 0, slow: 0 };
  readonly #seconds = Array.from({ length: windowSeconds }, () => emptySecond(0));

  readonly #turnedAway = new WeakSet<object>();

  #currentSecond(): SecondMetrics {
    const timestamp = Math.floor(Date.now() / 1000);
    const slot = timestamp % windowSeconds;
    const existing = this.#seconds[slot];
    if (existing?.timestamp === timestamp) return existing;
    const second = emptySecond(timestamp);
    this.#seconds[slot] = second;
    return second;
  }

  /** Counts a rejected request. */
  countRejection(reason: RejectionReason): void {
    this.rejections[reason]++;
    this.#currentSecond().rejected++;
  }

  /** Marks a request that is rejected on purpose: whatever its status, it does not count as failed. */
  markTurnedAway(request: object): void {
    this.#turnedAway.add(request);
  }

  /** Records a response. */
  recordResponse(request: object, status: number, durationMs: number): void {
    const second = this.#currentSecond();
    second.requests++;
    if (status >= 500 && !this.#turnedAway.has(request)) second.failed++;
    const match = bucketBoundsMs.findIndex((bound) => durationMs <= bound);
    const bucket = match < 0 ? bucketBoundsMs.length - 1 : match;
    second.durationCounts[bucket] = (second.durationCounts[bucket] ?? 0) + 1;
  }

  /** The metrics of the last minute. */
  lastMinute(): LastMinuteMetrics {
    const since = Math.floor(Date.now() / 1000) - windowSeconds;
    const recent = this.#seconds.filter((second) => second.timestamp > since);
    const sum = (value: (second: SecondMetrics) => number) =>
      recent.reduce((total, second) => total + value(second), 0);
    const counts = bucketBoundsMs.map((_, bucket) => sum((second) => second.durationCounts[bucket] ?? 0));
    const responses = counts.reduce((total, count) => total + count, 0);
    const percentile = (share: number): number | null => {
      let remaining = Math.ceil(share * responses);
      if (remaining === 0) return null;
      const bucket = counts.findIndex((count) => (remaining -= count) <= 0);
      return bucketBoundsMs[bucket] ?? null;
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
