/** Scales and ticks of the charts. Pure. */
import { tickStep, ticks } from 'd3-array';
import { utcMonday, utcTicks } from 'd3-time';
import { resolveFormatLocale } from '../i18n/format-locale.ts';

const dayMs = 86_400_000;

/** The axis of counts. */
export interface CountScale {
  /** End of the axis: the last tick. */
  max: number;
  ticks: readonly number[];
}

/**
 * Integers from 0 in equal steps, the last at or above the largest count.
 * @param targetTicks approximate number of ticks
 */
export function computeCountScale(maxCount: number, targetTicks: number): CountScale {
  const step = Math.max(1, tickStep(0, Math.max(maxCount, 1), Math.max(targetTicks, 1)));
  const top = Math.max(1, Math.ceil(maxCount / step)) * step;
  return { max: top, ticks: ticks(0, top, Math.round(top / step)).filter(Number.isInteger) };
}

/** A tick of the time axis. */
export interface TimeTick {
  timeMs: number;
  /** Whether the label contains the year, since it differs from that of the previous tick. */
  showsYear: boolean;
}

/** Ticks between two times in milliseconds, on whole days only. */
export function computeTimeTicks(
  from: number,
  to: number,
  targetTicks: number,
): { marks: TimeTick[]; gap: 'day' | 'month' | 'year' } {
  const wholeDays = utcTicks(new Date(from), new Date(to), Math.max(targetTicks, 2))
    .map(Number)
    .filter((timeMs) => timeMs % dayMs === 0);
  const gap = ((wholeDays.at(-1) ?? 0) - (wholeDays[0] ?? 0)) / Math.max(1, wholeDays.length - 1);
  // Weeks begin on Monday, as in the statistics; d3 starts them on Sunday.
  const all = gap === 7 * dayMs ? utcMonday.range(new Date(from), new Date(to + 1)).map(Number) : wholeDays;
  const year = (timeMs: number | undefined) =>
    timeMs === undefined ? undefined : new Date(timeMs).getUTCFullYear();
  return {
    marks: all.map((timeMs, index) => ({ timeMs, showsYear: year(timeMs) !== year(all[index - 1]) })),
    gap: gap > 360 * dayMs ? 'year' : gap > 27 * dayMs ? 'month' : 'day',
  };
}

/** The label of a tick: `12 Nov`, `Nov 2026`, `Nov`, `2026`. */
export function formatTimeTick(
  { timeMs, showsYear }: TimeTick,
  gap: 'day' | 'month' | 'year',
  language: string,
): string {
  const parts: Intl.DateTimeFormatOptions =
    gap === 'year'
      ? { year: 'numeric' }
      : {
          month: 'short',
          ...(gap === 'day' ? { day: 'numeric' } : {}),
          ...(showsYear ? { year: 'numeric' } : {}),
        };
  return new Intl.DateTimeFormat(resolveFormatLocale(language), { ...parts, timeZone: 'UTC' }).format(timeMs);
}

/** The label of a count; abbreviated from ten thousand on. */
export const formatCountTick = (value: number, top: number, language: string): string =>
  new Intl.NumberFormat(resolveFormatLocale(language), top >= 10_000 ? { notation: 'compact' } : {}).format(
    value,
  );
