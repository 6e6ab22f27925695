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
