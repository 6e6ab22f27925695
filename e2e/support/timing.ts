/** Every time limit of the journeys goes through here, so that one variable fits them to a slow machine. */

/** A shared build machine stalls for seconds at times. */
const defaultScale = process.env['CI'] ? 3 : 1;

/** `TEST_TIME_SCALE`: how many times longer than on a quiet machine to wait before giving up. */
export const timeScale = Number(process.env['TEST_TIME_SCALE']) || defaultScale;

/** @param milliseconds a limit as it fits a quiet machine with two cores */
export const scaled = (milliseconds: number): number => Math.round(milliseconds * timeScale);

/**
 * The time limit of a whole journey: what it was given, or a minute on the slow machine, whichever is longer. A journey with a
 * generous limit is not given three times as much on a slow machine, so that one that hangs is found within about three minutes.
 * @param milliseconds a limit with reserve, on a quiet machine
 */
export const testLimit = (milliseconds: number): number => Math.max(milliseconds, scaled(60_000));

/** Waits between two looks at something that sends no event. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
