/** What a measure is, and the arithmetic on what it finds. */
import type { Site } from './site.ts';

export interface ResultRow {
  /** What of the measure this is, such as `p50`; empty when it is all of it. */
  label: string;
  /** `ms`, `kB` (1,000 bytes), `MB` (1,000,000 bytes), or a rate such as `posts/s`. */
  unit: string;
}

/** Something to find out about a running deployment; it fills one row of the table, or a few at once. */
export interface Measure {
  name: string;
  rows: readonly ResultRow[];
  /**
   * Measures once.
   * @returns a value for each row, in their order
   * @throws with the reason when this cannot be measured here; the table then says so
   */
  runOnce: (site: Site) => Promise<readonly number[]>;
}

/** The smallest value that at least `share` of all values do not exceed (nearest rank). NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** The middle value; between the two middle ones when their number is even. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** The three rows that describe a latency. */
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

/** How long something takes, in milliseconds. */
export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Asks unrecorded, so that what is measured is a server that has been asked before. */
const warmUpRounds = 10;

/**
 * Does something many times, from one side or from several at once.
 * @param work told the number of the time, from 0
 * @param setUp done before each time, and not part of it
 * @returns how long each time took, in milliseconds
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
  const side = async () => {
    while (next < count) {
      const index = next++;
      await setUp();
      times.push(await timeMs(() => work(index)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, side));
  return times;
}
