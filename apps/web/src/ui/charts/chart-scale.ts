/** From numbers and days to places on a chart, and the marks along its edges. Pure. */
import { tickStep, ticks } from 'd3-array';
import { utcMonday, utcTicks } from 'd3-time';
import { resolveFormatLocale } from '../i18n/format-locale.ts';

const dayMs = 86_400_000;

export interface CountScale {
  /** Where the axis ends: at a mark. */
  max: number;
  ticks: readonly number[];
}

/**
 * Whole numbers from 0, evenly apart, the last at or above the largest count.
 * @param targetTicks how many marks there is room for
 */
export function computeCountScale(maxCount: number, targetTicks: number): CountScale {
  const step = Math.max(1, tickStep(0, Math.max(maxCount, 1), Math.max(targetTicks, 1)));
  const top = Math.max(1, Math.ceil(maxCount / step)) * step;
  return { max: top, ticks: ticks(0, top, Math.round(top / step)).filter(Number.isInteger) };
}

export interface TimeTick {
  timeMs: number;
  /** The year is said with it, since it is another than that of the mark before. */
  showsYear: boolean;
}

/** Marks of time, in milliseconds; never between days. */
export function computeTimeTicks(
  from: number,
  to: number,
  targetTicks: number,
): { marks: TimeTick[]; gap: 'day' | 'month' | 'year' } {
  const found = utcTicks(new Date(from), new Date(to), Math.max(targetTicks, 2))
    .map(Number)
    .filter((at) => at % dayMs === 0);
  const gap = ((found.at(-1) ?? 0) - (found[0] ?? 0)) / Math.max(1, found.length - 1);
  // Weeks begin on Monday here, as they are counted.
  const all = gap === 7 * dayMs ? utcMonday.range(new Date(from), new Date(to + 1)).map(Number) : found;
  const year = (at: number | undefined) => (at === undefined ? undefined : new Date(at).getUTCFullYear());
  return {
    marks: all.map((timeMs, index) => ({ timeMs, showsYear: year(timeMs) !== year(all[index - 1]) })),
    gap: gap > 360 * dayMs ? 'year' : gap > 27 * dayMs ? 'month' : 'day',
  };
}

/** What stands at a mark: `12 Nov`, `Nov 2026`, `Nov`, `2026`. */
export function formatTimeTick(
  { timeMs: at, showsYear: turns }: TimeTick,
  gap: 'day' | 'month' | 'year',
  language: string,
): string {
  const parts: Intl.DateTimeFormatOptions =
    gap === 'year'
      ? { year: 'numeric' }
      : {
          month: 'short',
          ...(gap === 'day' ? { day: 'numeric' } : {}),
          ...(turns ? { year: 'numeric' } : {}),
        };
  return new Intl.DateTimeFormat(resolveFormatLocale(language), { ...parts, timeZone: 'UTC' }).format(at);
}

/** Numbers along an edge: short from ten thousand on. */
export const formatCountTick = (value: number, top: number, language: string): string =>
  new Intl.NumberFormat(resolveFormatLocale(language), top >= 10_000 ? { notation: 'compact' } : {}).format(
    value,
  );
