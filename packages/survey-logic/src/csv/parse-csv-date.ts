/** Parses dates in the cells of a file, whose times may be in any zone. */
import { toInstant, toLocalTime } from '@waypost/contract/common/time-zones';
import { type DateOrder, readWrittenDate, type WrittenDate } from './written-date.ts';

const minuteMs = 60_000;

/** The moment of a date. @param timezone the zone of a time without one, an IANA name or an offset such as `+03:00` */
export const toMoment = ({ local, offset }: WrittenDate, timezone: string): Date =>
  offset === null ? toInstant(local, timezone) : new Date(local.getTime() - offset * minuteMs);

/**
 * The moment that a cell names (`readWrittenDate`).
 * @param timezone the zone of a time without one, an IANA name or an offset such as `+03:00`
 * @returns null for no date
 */
export function parseCsvDate(text: string, order: DateOrder, timezone: string): Date | null {
  const written = readWrittenDate(text, order);
  return written && toMoment(written, timezone);
}

/**
 * The day that a cell names, `2024-12-31`, as it is written: a zone does not move it.
 * @param timezone decides the day of a count of seconds
 */
export function parseCsvDay(text: string, order: DateOrder, timezone: string): string | null {
  const written = readWrittenDate(text, order);
  const local = written?.isCount ? toLocalTime(written.local, timezone) : written?.local;
  return local?.toISOString().slice(0, 10) ?? null;
}
