/** Reads dates as people and programs write them. */

import { parseIsoDate } from '@waypost/contract/common/dates';
import { readFreeFormDate } from '@waypost/contract/common/free-form-dates';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import { toAsciiDigits } from '../personal-data/ascii-digits.ts';
import { foldDateWord, loadDateWords } from './date-words.ts';

export type DateOrder = CsvOptions['date_order'];

/** A date as it is written. */
export interface WrittenDate {
  /** The day and the time that are written, as if they were UTC. */
  local: Date;
  /** Minutes east of UTC of the zone that is named; null without one. */
  offset: number | null;
  /** Whether it is a count of seconds, whose day depends on the zone. */
  isCount: boolean;
}

/** Longer texts are no dates. */
const maxLength = 100;
const minuteMs = 60_000;

/** Marks of direction, which dates in Arabic carry. */
const directionMarks = /[\u200e\u200f\u061c\u2066-\u2069]/g;

/** Letters, digits and separators of English with single spaces: most dates. */
const normalPattern = /^[\w:.,/+-]+(?: [\w:.,/+-]+)*$/;

/** With digits and separators as in English and single spaces, so that one pattern reads all scripts. */
export function normaliseText(text: string): string {
  const start = text.slice(0, 2 * maxLength);
  if (normalPattern.test(start)) return start;
  return toAsciiDigits(start)
    .replace(directionMarks, '')
    .replaceAll('\u060c', ',')
    .replaceAll('\uff1a', ':')
    .replaceAll('\u2212', '-')
    .replace(/\s+/g, ' ')
    .trim();
}

const datePartSeparator = ' ?[-/. ] ?';
const numericDatePattern = new RegExp(
  `^(\\d{1,2})${datePartSeparator}(\\d{1,2})${datePartSeparator}(\\d{4}|\\d{2})(?!\\d)`,
);
const yearFirstPattern = new RegExp(
  `^(\\d{4})${datePartSeparator}(\\d{1,2})${datePartSeparator}(\\d{1,2})(?!\\d)`,
);
const chinesePattern = /^(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号號]/;
const word = '\\p{L}[\\p{L}\\p{M}]*\\.?';
const dayMonthNamePattern = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?[-/. ]*(?:de )?(${word})[-/., ]*(?:de )?(\\d{4}|\\d{2})(?!\\d)`,
  'iu',
);
const monthNameDayPattern = new RegExp(
  `^(${word})[-/. ]*(\\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\\d{4}|\\d{2})(?!\\d)`,
  'iu',
);
const leadingWordPattern = new RegExp(`^(${word}),? ?`, 'u');

/** Two-digit years up to 69 are of this century, as in current spreadsheets. */
const expandYear = (digits: string) => {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
};

/** Years that a report is about. Others belong to another calendar, such as 1403 or 2567, or are no years. */
const isUsualYear = (year: number) => year >= 1700 && year < 2300;

/** Without the name of the day before or after a date. */
function withoutWeekday(text: string): string {
  const [lead = '', name] = leadingWordPattern.exec(text) ?? [];
  if (name === undefined) return text;
  return loadDateWords().weekdays.has(foldDateWord(name)) ? text.slice(lead.length) : text;
}

interface DateParts {
  year: number;
  month: number;
  day: number;
  /** What follows the date. */
  rest: string;
}

function parseDateParts(text: string, order: DateOrder): DateParts | null {
  const inOrder = yearFirstPattern.exec(text) ?? chinesePattern.exec(text);
  if (inOrder) {
    const [all, year, month, day] = inOrder;
    return { year: Number(year), month: Number(month), day: Number(day), rest: text.slice(all.length) };
  }
  const numeric = numericDatePattern.exec(text);
  if (numeric) {
    const [all, a = '', b = '', year = ''] = numeric;
    const [day, month] = order === 'dmy' ? [a, b] : [b, a];
    const rest = text.slice(all.length);
    return { year: expandYear(year), month: Number(month), day: Number(day), rest };
  }
  const dayFirst = dayMonthNamePattern.exec(text);
  const [all = '', first = '', second = '', year = ''] = dayFirst ?? monthNameDayPattern.exec(text) ?? [];
  const [day, name] = dayFirst ? [first, second] : [second, first];
  const month = loadDateWords().months.get(foldDateWord(name));
  if (month === undefined) return null;
  return { year: expandYear(year), month, day: Number(day), rest: text.slice(all.length) };
}

/** The time of day, in milliseconds, and the offset of a zone. */
interface TimeParts {
  time: number;
  offset: WrittenDate['offset'];
}

/** Words between a date and its time, and the mark of a year in Russian and Ukrainian. */
const fillers = new Set(
  'at à a às as las la um uhr alle ore kl kl. om pukul jam saa saat o о в во об г р року года r g को الساعة الساعه nan'.split(
    ' ',
  ),
);

/** `p. m.` as `pm`, and Chinese clocks with colons. */
const normaliseClockWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(?<!\p{L})([ap])\.? ?m(?!\p{L})\.?/gu, '$1m')
    .replace(/(\d) ?[時时點点] ?/g, '$1:')
    .replace(/(\d) ?分(?: ?(\d{1,2}) ?秒)?/g, (_, minute: string, second?: string) =>
      second === undefined ? minute : `${minute}:${second}`,
    );

/** What follows a date, without words. */
const wordlessPattern = /^[\d:., +-]*$/;

/** What follows a date, with clocks as in English. */
const normaliseTime = (text: string): string =>
  (wordlessPattern.test(text) ? text : normaliseClockWords(text)).replace(/:(?= |$)/, ':00');

const clockPattern = /^(\d{1,2})(?:[:.h] ?(\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?)?(h)?(?!\d)/;
const zonePattern = /^(?:(z|utc|gmt)(?!\p{L}))? ?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/u;

/** The letters, and the spaces and commas around them, at the beginning of a text. */
const wordsPattern = /^[ ,.]*([\p{L}\p{M}]+\.?)[ ,]*/u;

/** Takes a half of the day from the beginning of a text. */
function takeHalf(text: string): { half: 0 | 12 | undefined; rest: string } {
  const [all = '', name] = wordsPattern.exec(text) ?? [];
  const half = name === undefined ? undefined : loadDateWords().halves.get(foldDateWord(name));
  return half === undefined ? { half, rest: text } : { half, rest: text.slice(all.length) };
}

/** Takes words between a date and its time from the beginning of a text. */
function withoutFillers(text: string): string {
  let rest = text;
  for (;;) {
    const [all = '', name = ''] = wordsPattern.exec(rest) ?? [];
    if (!fillers.has(name.replace(/\.$/, ''))) return rest;
    rest = rest.slice(all.length);
  }
}

/** No zone is further from UTC, in minutes. */
const maxOffset = 14 * 60;

/** The zone at the end of a time. @param text begins with what follows the clock: `08:30-09:30` is no time with an offset */
function readOffset(text: string): { offset: number | null } | null {
  const zone = text.trim();
  if (zone === '') return { offset: null };
  const isSpan = /^-\d{1,2}:\d\d$/.test(text);
  const [all, , sign, hours = '0', minutes = '0'] = isSpan ? [] : (zonePattern.exec(zone) ?? []);
  const offset = Number(hours) * 60 + Number(minutes);
  const isOffset = all !== undefined && offset <= maxOffset && Number(minutes) < 60;
  return isOffset ? { offset: sign === '-' ? -offset : offset } : null;
}

/** The hour of the day; null for none. A half is tolerated beside an hour of 24: `20:30 PM`. */
function readHour(digits: string, half: 0 | 12 | undefined): number | null {
  const hour = Number(digits);
  if (hour > 23 || (half === 0 && hour > 12)) return null;
  return half === undefined || hour > 12 ? hour : (hour % 12) + half;
}

/** A zone in brackets, which after an offset is only its name, as in dates of JavaScript. */
const unwrapZone = (text: string): string =>
  text.replace(/([+-]\d\d:?\d\d) ?\([^()]*\)$/, '$1').replace(/\(([^()]*)\)$/, ' $1');

/** Parses what follows a date: nothing, a time, a zone. */
function parseTime(text: string): TimeParts | null {
  const trimmed = withoutWeekday(unwrapZone(text).replace(/^(?:[ ,.]|T(?=\d))+/, ''));
  const before = takeHalf(withoutFillers(normaliseTime(trimmed)));
  const clock = clockPattern.exec(before.rest);
  if (!clock) {
    const zone = before.half === undefined ? readOffset(before.rest) : null;
    return zone && { time: 0, offset: zone.offset };
  }
  const [all, hours = '', minutes, seconds = '0', mark] = clock;
  const after = before.half === undefined ? takeHalf(before.rest.slice(all.length)) : null;
  const half = before.half ?? after?.half;
  const isClock = minutes !== undefined || mark !== undefined || half !== undefined;
  const hour = readHour(hours, half);
  const rest = withoutFillers(after?.rest ?? before.rest.slice(all.length));
  const zone = readOffset(rest);
  const [minute, second] = [Number(minutes ?? 0), Number(seconds)];
  if (!isClock || hour === null || minute > 59 || second > 59 || !zone) return null;
  return { time: ((hour * 60 + minute) * 60 + second) * 1000, offset: zone.offset };
}

/** A day of the calendar; null for 31 February. */
function toDay({ year, month, day }: DateParts): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** Dates that spreadsheets save as numbers, in days since 1899-12-30: from 1954 to 2119, so that no other number is taken for one. */
const serialRange = { min: 20_000, max: 80_000 };
const unixEpochSerial = 25_569;
const serialPattern = /^\d{5}(?:[.,]\d{1,15})?$/;

/** Whether a text is the number of a date in a spreadsheet, such as `45688.729` for 2025-01-31 17:30. */
export function isDateSerial(text: string): boolean {
  const trimmed = text.trim();
  if (!serialPattern.test(trimmed)) return false;
  const serial = Number(trimmed.replace(',', '.'));
  return serial >= serialRange.min && serial < serialRange.max;
}

const parseDateSerial = (text: string): Date =>
  new Date(Math.round((Number(text.replace(',', '.')) - unixEpochSerial) * 86_400) * 1000);

/** Seconds since 1970 from 2001 to 2033, or milliseconds: 10 or 13 digits. Ten that begin with 2 may be a date. */
function parseEpoch(text: string): Date | null {
  const [, whole] = /^(1(?:\d{9}|\d{12}))(?:\.\d{1,9})?$/.exec(text) ?? [];
  return whole === undefined ? null : new Date(Math.round(Number(text) * (whole.length === 10 ? 1000 : 1)));
}

/** The offset at the end of a date in ISO 8601, in minutes; null without one. */
function readIsoOffset(text: string): number | null {
  // The time begins after the day: `-0600` of `2012-0600` is none.
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(text.slice(10)) ?? [];
  if (sign !== undefined) return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return text.endsWith('Z') ? 0 : null;
}

const toWrittenDate = (instant: Date, offset: number | null): WrittenDate | null =>
  isUsualYear(instant.getUTCFullYear())
    ? { local: new Date(instant.getTime() + (offset ?? 0) * minuteMs), offset, isCount: false }
    : null;

/** Dates with a year that the patterns here do not match: `20241231`, RFC 2822, the text of a JavaScript `Date`. */
function parseOtherNotation(text: string): WrittenDate | null {
  // `12/03/2024 +2 weeks` is a calculation.
  const isSum = /\d ?(?:sec|min|hour|day|week|fortnight|month|year)/i.test(text);
  const found = /^@|\d{4}/.test(text) && !isSum ? readFreeFormDate(text, new Date()) : null;
  return found && toWrittenDate(found.date, found.offset);
}

/** A time in a zone that only has a name, such as EAT. */
const namedZonePattern = /^[ ,T]{0,3}\d{1,2}:\d\d(?::\d\d)? ?(?:[ap]m)? {1,2}[a-z]{2,5}$/i;

/**
 * Reads a date with or without a time: ISO 8601, `31/12/2024`, `12-31-24 5:30 pm`, `2024.12.31`, `31 Dec 2024`, `December 31, 2024`,
 * `2024年12月31日下午5:30`, `١١/٠٣/٢٠٢٤`, `11/03/2024 8:30 p. m. GMT-6`, the number of a date in a spreadsheet, seconds or milliseconds
 * since 1970.
 * @param order which of two numbers before the year is the day
 * @returns null for anything else, such as 31 February, and words such as `yesterday`, since the file is older than the import
 */
export function readWrittenDate(text: string, order: DateOrder): WrittenDate | null {
  const normalised = normaliseText(text);
  if (isDateSerial(normalised)) return { local: parseDateSerial(normalised), offset: null, isCount: false };
  if (normalised.length < 6 || normalised.length > maxLength) return null;
  const epoch = parseEpoch(normalised);
  if (epoch) return { local: epoch, offset: 0, isCount: true };
  // `2024312` is a number, not the 312th day.
  const iso = /^\d{7}$/.test(normalised) ? null : parseIsoDate(normalised);
  if (iso) return toWrittenDate(iso, readIsoOffset(normalised));
  const parts = parseDateParts(withoutWeekday(normalised), order);
  if (!parts) return parseOtherNotation(normalised);
  const [day, clock] = [toDay(parts), parseTime(parts.rest)];
  if (day === null || !isUsualYear(parts.year)) return null;
  if (clock) return { local: new Date(day + clock.time), offset: clock.offset, isCount: false };
  const rest = unwrapZone(parts.rest).trim();
  return namedZonePattern.test(rest)
    ? parseOtherNotation(`${new Date(day).toISOString().slice(0, 10)} ${rest.replace(/ {2,}/g, ' ')}`)
    : null;
}

/** Whether a date is written as where the day always comes first: with dots, or only with digits of another script. */
export const hasDayFirstNotation = (text: string): boolean => {
  const date = withoutWeekday(normaliseText(text));
  return numericDatePattern.test(date) && (/^\d+ ?\./.test(date) || !/\d/.test(text));
};

/**
 * Guesses the order of day and month that all dates agree with.
 * @param dates sampled dates; empty ones are ignored
 * @param usualOrder applies where the dates do not show it
 * @returns `isAmbiguous` if some dates are valid in both orders, and the others show neither or both
 */
export function guessDateOrder(
  dates: readonly string[],
  usualOrder: DateOrder,
): { order: DateOrder; isAmbiguous: boolean } {
  const pairs = dates.flatMap((text) => {
    const match = numericDatePattern.exec(withoutWeekday(normaliseText(text)));
    return match ? [[Number(match[1]), Number(match[2])] as const] : [];
  });
  const misread = (order: DateOrder) =>
    pairs.filter(([a, b]) => (order === 'dmy' ? b > 12 || a > 31 : a > 12 || b > 31)).length;
  const [dmy, mdy] = [misread('dmy'), misread('mdy')];
  const isShown = (dmy === 0) !== (mdy === 0);
  return {
    order: dmy === mdy ? usualOrder : mdy < dmy ? 'mdy' : 'dmy',
    isAmbiguous: !isShown && pairs.some(([a, b]) => a !== b && a <= 12 && b <= 12),
  };
}
