/** The interface of measures, and their statistics. */
import type { Site } from './site.ts';

export interface ResultRow {
  /** Part of the measure, such as `p50`; empty if it has one value. */
  label: string;
  /** `ms`, `kB` (1,000 bytes), `MB` (1,000,000 bytes), or a rate such as `posts/s`. */
  unit: string;
}

/** A measurement of a running deployment, for one or several rows of the table. */
export interface Measure {
  name: string;
  rows: readonly ResultRow[];
  /** Whether it reads only through API v3 or the browser client, so that another server can be measured beside ours. */
  isForAnyServer?: boolean;
  /** Whether it takes minutes, and is run only if `--only` names it in full. */
  isOnRequest?: boolean;
  /**
   * Measures once.
   * @returns a value for each row, in their order
   * @throws with the reason if this cannot be measured here; the table shows it
   */
  runOnce: (site: Site) => Promise<readonly number[]>;
}

/** Percentile by nearest rank. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** The median; the mean of the middle two for an even number. NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** The three rows of a latency. */
export const latencyRows: readonly ResultRow[] = [
  { label: 'p50', unit: 'ms' },
  { label: 'p95', unit: 'ms' },
  { label: 'p99', unit: 'ms' },
];

/** The values of those rows. @param times in milliseconds */
export const latencyValues = (times: readonly number[]): [p50: number, p95: number, p99: number] => [
  percentile(times, 0.5),
  percentile(times, 0.95),
  percentile(times, 0.99),
];

/** Duration in milliseconds. */
export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Warm-up without recording. */
const warmUpRounds = 10;

/**
 * Runs something many times, with a concurrency.
 * @param work gets the number of the run, from 0
 * @param setUp runs before each, and is not timed
 * @returns durations in milliseconds
 */
export async function measureTimes(
  count: number,
  work: (index: number) => Promise<unknown>,
  concurrency = 1,
  setUp: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  for (let index = 0; index < Math.min(warmUpRounds, count); index++) await work(index);
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      await setUp();
      times.push(await timeMs(() => work(index)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return times;
}
