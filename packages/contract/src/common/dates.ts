/** Dates in requests (API v3 §1.8). */
import { parseFreeFormDate } from './free-form-dates.ts';

const isoPattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?\s?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const dayMs = 86_400_000;

/** `2012-269` or `2012269`: the 269th day of the year. */
const ordinalPattern = /^(\d{4})-?(\d{3})(?=$|[T ])/;
/** `2012-W39-2` or `2012W392`: the Tuesday of week 39. */
const weekPattern = /^(\d{4})(-?)W(\d\d)\2([1-7])(?=$|[T ])/;

/** Milliseconds of the Monday of week 1, which contains 4 January (ISO 8601). */
function startOfIsoYear(year: number): number {
  const fourth = new Date(0);
  fourth.setUTCFullYear(year, 0, 4);
  return fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * dayMs;
}

const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** `2012-09-25` for `2012-W39-2`. A week that the year does not have stays as it is, and so is no date. */
const replaceWeekDate = (text: string): string =>
  text.replace(weekPattern, (sent, year: string, _dash: string, week: string, weekday: string) => {
    const time = startOfIsoYear(Number(year)) + ((Number(week) - 1) * 7 + Number(weekday) - 1) * dayMs;
    return Number(week) >= 1 && time < startOfIsoYear(Number(year) + 1) ? formatDay(time) : sent;
  });

/** `2012-09-25` for `2012-269`. A day that the year does not have stays as it is, and so is no date. */
const replaceOrdinalDate = (text: string): string =>
  text.replace(ordinalPattern, (sent, year: string, day: string) => {
    const time = Date.parse(`${year}-01-01T00:00:00Z`) + (Number(day) - 1) * dayMs;
    return formatDay(time).startsWith(`${year}-`) ? formatDay(time) : sent;
  });

/** Whether a day is in its month, unlike `2024-02-30`. Every month has 28 days. */
const isDayOfMonth = (day: string): boolean =>
  day.slice(-2) <= '28' || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/**
 * Parses ISO 8601 with or without a zone, also its week and ordinal dates, `Y-m-d` and `Y-m-d H:i:s`. Without a zone it is UTC.
 * @returns null for anything else, such as 31 February
 */
export function parseIsoDate(text: string): Date | null {
  const trimmed = replaceOrdinalDate(replaceWeekDate(text.trim()));
  // There is no year 0, and PostgreSQL has none either.
  if (!isoPattern.test(trimmed) || trimmed.startsWith('0000')) return null;
  const day = trimmed.slice(0, 10);
  const timeAndZone = trimmed.slice(11).replace(' ', '');
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(timeAndZone);
  const date = new Date(timeAndZone === '' ? `${day}T00:00:00Z` : `${day}T${timeAndZone}${zoned ? '' : 'Z'}`);
  if (Number.isNaN(date.getTime())) return null;
  return isDayOfMonth(day) ? date : null;
}

/**
 * Parses a date as clients send it, in a body, a value or a filter: ISO 8601, and on the server every notation of
 * `parseFreeFormDate`.
 * @returns null for anything else
 */
export const parseDate = (text: string): Date | null =>
  parseIsoDate(text) ?? parseFreeFormDate(text, new Date());
