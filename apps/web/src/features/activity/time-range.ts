/**
 * Which time is counted. Days begin at midnight UTC, as the server counts them, and weeks on Monday: one address shows the same
 * sums to everybody. Pure.
 */
import { utcDay, utcMonday, utcMonth } from 'd3-time';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import type { ActivitySearchParams } from './activity-search-params.ts';

export interface TimeRange {
  /** Milliseconds: the first instant and the last. Open where null. */
  from: number | null;
  to: number | null;
}

const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`);
const endOfDay = (day: string) => +utcDay.offset(new Date(startOfDay(day)), 1) - 1;

/** @param now milliseconds */
export function getTimeRange(search: ActivitySearchParams, now: number): TimeRange {
  const { interval, created_after, created_before } = search;
  if (interval === 'week') return { from: +utcMonday.floor(new Date(now)), to: null };
  if (interval === 'month') return { from: +utcMonth.floor(new Date(now)), to: null };
  if (interval !== 'custom') return { from: null, to: null };
  return {
    from: created_after ? startOfDay(created_after) : null,
    to: created_before ? endOfDay(created_before) : null,
  };
}

/** The filters that the server knows a range by. */
export const toDateFilters = ({
  from,
  to,
}: TimeRange): { created_after?: string; created_before?: string } => ({
  ...(from === null ? {} : { created_after: new Date(from).toISOString() }),
  ...(to === null ? {} : { created_before: new Date(to).toISOString() }),
});

/** `1 – 15 Nov 2026`; null for all time. @param now milliseconds, where the range is open at its end */
export function formatTimeRange({ from, to }: TimeRange, now: number, language: string): string | null {
  const format = new Intl.DateTimeFormat(resolveFormatLocale(language), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  if (from === null) return to === null ? null : `… – ${format.format(to)}`;
  return format.formatRange(from, Math.max(from, to ?? now));
}
