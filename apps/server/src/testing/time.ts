/** Time limits of tests: what takes a second on a quiet machine may take several on a busy one. */
import { vi } from 'vitest';

/** How many times longer than on a quiet machine (`vitest.config.ts` says how many where nothing is set). */
const scale = Number(process.env['TEST_TIME_SCALE']) || 1;

/** A time limit in milliseconds on a quiet machine, as it is on this one. */
export const scaled = (milliseconds: number): number => milliseconds * scale;

/**
 * Tries again and again until it passes.
 * @param milliseconds after which the last failure is thrown, on a quiet machine
 */
export const eventually = <T>(attempt: () => T | Promise<T>, milliseconds = 5000): Promise<T> =>
  vi.waitFor(attempt, { timeout: scaled(milliseconds), interval: 50 });
