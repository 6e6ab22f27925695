/** Searches the highest good rate: increases by more than half until one is too high, then bisects. */

export interface RateBounds {
  /** The highest good rate so far; 0 initially. */
  good: number;
  /** The lowest rate that was too high. */
  bad: number;
}

export const unknownBounds: RateBounds = { good: 0, bad: Number.POSITIVE_INFINITY };

export const narrowBounds = ({ good, bad }: RateBounds, rate: number, isGood: boolean): RateBounds =>
  isGood ? { good: Math.max(good, rate), bad } : { good, bad: Math.min(bad, rate) };

/** The next rate; undefined if both are within 10 %, or no rate is low enough. */
export function nextRate({ good, bad }: RateBounds, startRate: number): number | undefined {
  if (!Number.isFinite(bad)) return good === 0 ? startRate : Math.round(good * 1.6);
  if (bad <= 1 || bad - good <= good * 0.1) return undefined;
  const between = Math.round((good + bad) / 2);
  return between === good || between === bad ? undefined : between;
}
