/** Time limits of the journeys. One variable adapts all of them to a slow machine. */

/** Build machines of a CI stall for seconds at times. */
const defaultScale = process.env['CI'] ? 3 : 1;

/** `TEST_TIME_SCALE`: how many times longer than on an idle machine to wait. */
export const timeScale = Number(process.env['TEST_TIME_SCALE']) || defaultScale;

/** A time limit, scaled. @param milliseconds suitable for an idle machine with two cores */
export const scaled = (milliseconds: number): number => Math.round(milliseconds * timeScale);

/**
 * The time limit of a whole journey: the given limit or a scaled minute, whichever is longer. A generous limit is not multiplied
 * on a slow machine, so that a journey that hangs is found within about three minutes.
 * @param milliseconds a generous limit for an idle machine
 */
export const testLimit = (milliseconds: number): number => Math.max(milliseconds, scaled(60_000));

/** Waits, between two polls of something that sends no event. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
