/**
 * Metrics of this process: requests, errors and durations of the last minute, and rejected requests since the start. Kept in the
 * memory of each process, without any data about clients or URLs.
 */
import { Summary } from 'prom-client';
import { RequestRate } from '../limits/request-rate.ts';

/** Why a request was rejected before any work: overload, rate limit of an address or token, slow client. */
export type RejectionReason = 'pressure' | 'address' | 'token' | 'slow';

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

/** Collects the metrics of one process. */
export class ProcessMetrics {
  readonly startedAt = new Date();
  readonly rejections: Record<RejectionReason, number> = { pressure: 0, address: 0, token: 0, slow: 0 };
  readonly #requests = new RequestRate();
  readonly #failed = new RequestRate();
  readonly #rejected = new RequestRate();
  readonly #durationsMs = new Summary({
    name: 'durations_of_the_last_minute',
    help: 'Not exported: read by lastMinute()',
    percentiles: [0.5, 0.99],
    maxAgeSeconds: 60,
    ageBuckets: 4,
    registers: [],
  });

  readonly #turnedAway = new WeakSet<object>();

  /** Counts a rejected request. */
  countRejection(reason: RejectionReason): void {
    this.rejections[reason]++;
    this.#rejected.count();
  }

  /** Marks a request that is rejected on purpose: whatever its status, it does not count as failed. */
  markTurnedAway(request: object): void {
    this.#turnedAway.add(request);
  }

  /** Records a response. */
  recordResponse(request: object, status: number, durationMs: number): void {
    this.#requests.count();
    if (status >= 500 && !this.#turnedAway.has(request)) this.#failed.count();
    this.#durationsMs.observe(durationMs);
  }

  /** The metrics of the last minute. */
  async lastMinute(): Promise<LastMinuteMetrics> {
    const { values } = await this.#durationsMs.get();
    const percentile = (quantile: number): number | null => {
      const value = values.find(({ labels }) => labels['quantile'] === quantile)?.value;
      return value === undefined || value === 0 ? null : Math.ceil(value);
    };
    return {
      requests: Math.round(this.#requests.lastMinute),
      failed: Math.round(this.#failed.lastMinute),
      rejected: Math.round(this.#rejected.lastMinute),
      p50: percentile(0.5),
      p99: percentile(0.99),
    };
  }
}
