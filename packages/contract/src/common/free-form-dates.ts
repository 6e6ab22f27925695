/** Dates in the notations that people and programs use besides ISO 8601 (API v3 §1.8). The order of a date is UTC. */
import { casual } from 'chrono-node/en';

/** Longer texts are no dates, and matching them takes long. */
const maxLength = 100;

/** Notations that the parser does not know or reads otherwise, and the same date in one that it reads. */
const rewrites: readonly [RegExp, (...parts: string[]) => string][] = [
  // 20120925, 20120925T100000Z
  [
    /^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?)?(?=\D|$)/,
    (_, year, month, day, hour = '00', minute = '00', second = '00') =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}`,
  ],
  // 25.09.2012, 25-09-2012: with dots and dashes the day is first.
  [
    /^(\d{1,2})([.-])(\d{1,2})\2(\d{4})(?!\d)/,
    (_, day, _separator, month, year) => `${year}-${month}-${day}`,
  ],
  // The name of the time zone in dates of JavaScript and of mails: "(Central European Summer Time)".
  [/ ?\([^()]*\)$/, () => ''],
  [/^midnight\b/i, () => 'today'],
  [/\bprevious\b/i, () => 'last'],
  [/^this (?:second|minute|hour|day|week|month|year)$/i, () => 'now'],
  [/\b(\d{1,4}) ?fortnights?\b/i, (_, count) => `${2 * Number(count)} weeks`],
];

/**
 * Numbers in another order than the usual one, and two digits for the year with other separators than slashes: `25/09/2012` (with
 * slashes the month is first), `2012-25-09`, `12-09-25`. The parser would exchange day and month.
 */
const ambiguousNumbers =
  /(?<!\d)(?:1[3-9]|[2-9]\d)\/\d{1,2}\/\d|^\d{4}([-/.])(?:1[3-9]|[2-9]\d)\1|^\d{1,2}([-.])\d{1,2}\2\d{1,3}(?!\d)/;

/** `today -1 week`, `2012-09-25 +2 days`: a date and what is added to it. */
const sumPattern = /^(.*[^\s+-]) ([+-] ?\d+ ?[a-z].*)$/i;

/** No zone is further from UTC, in minutes. */
const maxZoneOffset = 14 * 60;

/** A date, with the offset of the zone that it names in minutes east of UTC; null without one, which is read as UTC. */
export interface FreeFormDate {
  date: Date;
  offset: number | null;
}

function parseEpoch(text: string): FreeFormDate | null {
  const seconds = /^@(-?\d{1,12}(?:\.\d{1,6})?)$/.exec(text)?.[1];
  return seconds === undefined ? null : { date: new Date(Number(seconds) * 1000), offset: 0 };
}

function parseWords(text: string, now: Date): FreeFormDate | null {
  const [match, second] = casual.parse(text, { instant: now, timezone: 0 });
  // Only a part of the text is a date, or it has several.
  if (!match || second || match.end || match.text.length !== text.length) return null;
  const { start } = match;
  // `-1 week` keeps the time of day; days start at midnight.
  const isRelative = match.tags().has('result/relativeDate');
  const isDay = start.isCertain('day') && start.isCertain('month') && start.isCertain('year');
  // "5 September" has no year, "10 am" no day, and "next Friday" is either of two.
  if (!isRelative && !isDay) return null;
  const zoneOffset = start.get('timezoneOffset') ?? 0;
  const offset = start.isCertain('timezoneOffset') ? zoneOffset : null;
  if (Math.abs(zoneOffset) > maxZoneOffset) return null;
  if (isRelative || start.isCertain('hour')) return { date: start.date(), offset };
  const midnight = new Date(0);
  midnight.setUTCFullYear(start.get('year') ?? 0, (start.get('month') ?? 0) - 1, start.get('day') ?? 0);
  return { date: new Date(midnight.getTime() - zoneOffset * 60_000), offset };
}

function parseSum(text: string, now: Date): FreeFormDate | null {
  const [, date, steps] = sumPattern.exec(text) ?? [];
  if (date === undefined || steps === undefined) return parseEpoch(text) ?? parseWords(text, now);
  const start = parseSum(date, now);
  const sum = start && parseWords(steps, start.date);
  return sum && { date: sum.date, offset: start.offset };
}

/**
 * Parses a date as people write it and programs print it: `2012/09/25`, `9/25/2012` (month first), `25 September 2012`, RFC 2822,
 * the text of a JavaScript `Date`, `2012-9-25 10:00 PM`, `@1348567200`, `yesterday`, `-1 week`.
 * @param now what relative dates refer to
 * @returns null for anything else: no date, an impossible one, or one that can be read in several ways
 */
export function readFreeFormDate(text: string, now: Date): FreeFormDate | null {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  if (trimmed === '' || trimmed.length > maxLength) return null;
  const usual = rewrites.reduce((rest, [pattern, rewrite]) => rest.replace(pattern, rewrite), trimmed);
  if (ambiguousNumbers.test(usual)) return null;
  const found = parseSum(usual, now);
  if (!found || Number.isNaN(found.date.getTime())) return null;
  const year = found.date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? found : null;
}

/** The date that `readFreeFormDate` reads. Without a zone it is UTC. */
export const parseFreeFormDate = (text: string, now: Date): Date | null =>
  readFreeFormDate(text, now)?.date ?? null;
