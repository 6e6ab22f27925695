/** Time limits of tests, which scale with the speed of the machine. */
import { vi } from 'vitest';

/** Factor for time limits (`vitest.config.ts` has the default). */
const scale = Number(process.env['TEST_TIME_SCALE']) || 1;

/** A time limit in milliseconds, scaled for this machine. */
export const scaled = (milliseconds: number): number => milliseconds * scale;

/**
 * Repeats an attempt until it passes.
 * @param milliseconds unscaled limit, after which the last error is thrown
 */
export const eventually = <T>(attempt: () => T | Promise<T>, milliseconds = 5000): Promise<T> =>
  vi.waitFor(attempt, { timeout: scaled(milliseconds), interval: 50 });

/** Processor time that this process spends during an action, on all threads, in microseconds: other load on the machine is not in it. */
async function measureCpuTime(action: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/**
 * Compares the work that this process does for two kinds of requests, by the least processor time of several rounds.
 * @returns the time of the first, divided by that of the second
 */
export async function compareCpuTime(
  first: (round: number) => Promise<unknown>,
  second: (round: number) => Promise<unknown>,
  rounds = 9,
): Promise<number> {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
  for (let round = 0; round < rounds; round++) {
    least[0] = Math.min(least[0], await measureCpuTime(() => first(round)));
    least[1] = Math.min(least[1], await measureCpuTime(() => second(round)));
  }
  return least[0] / least[1];
}
