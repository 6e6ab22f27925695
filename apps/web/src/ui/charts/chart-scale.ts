/** From numbers and days to places on a chart, and the marks along its edges. Pure. */
import { tickStep, ticks } from 'd3-array';
import { utcMonday, utcTicks } from 'd3-time';
import { formatsOf } from '../formats-of.ts';

const day = 86_400_000;

export interface CountScale {
  /** Where the axis ends: at a mark. */
  top: number;
  marks: readonly number[];
}

/**
 * Whole numbers from 0, evenly apart, the last at or above the largest count.
 * @param about how many marks there is room for
 */
export function countScale(largest: number, about: number): CountScale {
  const step = Math.max(1, tickStep(0, Math.max(largest, 1), Math.max(about, 1)));
  const top = Math.max(1, Math.ceil(largest / step)) * step;
  return { top, marks: ticks(0, top, Math.round(top / step)).filter(Number.isInteger) };
}

export interface TimeMark {
  at: number;
  /** The year is said with it, since it is another than that of the mark before. */
  turns: boolean;
}

/** Marks of time, in milliseconds; never between days. */
export function timeMarks(
  from: number,
  to: number,
  about: number,
): { marks: TimeMark[]; gap: 'day' | 'month' | 'year' } {
  const found = utcTicks(new Date(from), new Date(to), Math.max(about, 2))
    .map(Number)
    .filter((at) => at % day === 0);
  const gap = ((found.at(-1) ?? 0) - (found[0] ?? 0)) / Math.max(1, found.length - 1);
  // Weeks begin on Monday here, as they are counted.
  const all = gap === 7 * day ? utcMonday.range(new Date(from), new Date(to + 1)).map(Number) : found;
  const year = (at: number | undefined) => (at === undefined ? undefined : new Date(at).getUTCFullYear());
  return {
    marks: all.map((at, index) => ({ at, turns: year(at) !== year(all[index - 1]) })),
    gap: gap > 360 * day ? 'year' : gap > 27 * day ? 'month' : 'day',
  };
}

/** What stands at a mark: `12 Nov`, `Nov 2026`, `Nov`, `2026`. */
export function markText({ at, turns }: TimeMark, gap: 'day' | 'month' | 'year', language: string): string {
  const parts: Intl.DateTimeFormatOptions =
    gap === 'year'
      ? { year: 'numeric' }
      : {
          month: 'short',
          ...(gap === 'day' ? { day: 'numeric' } : {}),
          ...(turns ? { year: 'numeric' } : {}),
        };
  return new Intl.DateTimeFormat(formatsOf(language), { ...parts, timeZone: 'UTC' }).format(at);
}

/** Numbers along an edge: short from ten thousand on. */
export const markNumber = (value: number, top: number, language: string): string =>
  new Intl.NumberFormat(formatsOf(language), top >= 10_000 ? { notation: 'compact' } : {}).format(value);
