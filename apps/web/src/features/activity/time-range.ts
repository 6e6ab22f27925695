/**
 * Time ranges of the statistics. Days start at midnight UTC, as on the server, and weeks on Monday, so that a URL shows everybody
 * the same numbers. Pure.
 */
import { utcDay, utcMonday, utcMonth } from 'd3-time';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import type { ActivitySearchParams } from './activity-search-params.ts';

/** A time range that may be open at both ends. */
export interface TimeRange {
  /** First and last instant in milliseconds since the epoch; null where the range is open. */
  from: number | null;
  to: number | null;
}

const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`);
const endOfDay = (day: string) => +utcDay.offset(new Date(startOfDay(day)), 1) - 1;

/**
 * The time range of the search parameters.
 * @param now milliseconds since the epoch
 */
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

/** The time range as query parameters of the API. */
export const toDateFilters = ({
  from,
  to,
}: TimeRange): { created_after?: string; created_before?: string } => ({
  ...(from === null ? {} : { created_after: new Date(from).toISOString() }),
  ...(to === null ? {} : { created_before: new Date(to).toISOString() }),
});

/**
 * A range such as `1 – 15 Nov 2026`; null for all time.
 * @param now milliseconds since the epoch; the end of a range without an end
 */
export function formatTimeRange({ from, to }: TimeRange, now: number, language: string): string | null {
  const format = new Intl.DateTimeFormat(resolveFormatLocale(language), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  if (from === null) return to === null ? null : `… – ${format.format(to)}`;
  return format.formatRange(from, Math.max(from, to ?? now));
}
