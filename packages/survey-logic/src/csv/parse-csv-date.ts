/** Parses dates as people and spreadsheets write them. */

import { parseDate, parseIsoDate } from '@waypost/contract/common/dates';
import type { CsvOptions } from '@waypost/contract/imports/imports';

export type DateOrder = CsvOptions['date_order'];

/** Languages whose month names are recognised. If two languages disagree, the first one applies. */
const monthNameLanguages = [
  'en',
  'fr',
  'es',
  'pt',
  'de',
  'it',
  'nl',
  'id',
  'sw',
  'pl',
  'ru',
  'uk',
  'tr',
  'ar',
  'hi',
];

/** Haitian Creole, which browsers have no names for; folded. */
const creoleMonths: readonly (readonly [string, number])[] = [
  ['janvye', 1],
  ['fevriye', 2],
  ['mas', 3],
  ['me', 5],
  ['jen', 6],
  ['jiye', 7],
  ['out', 8],
  ['septanm', 9],
  ['oktob', 10],
  ['novanm', 11],
  ['desanm', 12],
];

const foldWord = (word: string) =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}.]/gu, '');

let cachedMonthNames: Map<string, number> | undefined;

/** Month numbers from 1, by long and short name. */
function loadMonthNames(): Map<string, number> {
  if (cachedMonthNames) return cachedMonthNames;
  cachedMonthNames = new Map([['sept', 9]]);
  for (const language of monthNameLanguages)
    for (const length of ['long', 'short'] as const) {
      const name = new Intl.DateTimeFormat(language, { month: length, day: 'numeric', timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        // With a day: some languages use another form for a month without one.
        const parts = name.formatToParts(Date.UTC(2024, month - 1, 1));
        const word = foldWord(parts.find((it) => it.type === 'month')?.value ?? '');
        if (/\p{L}/u.test(word) && !cachedMonthNames.has(word)) cachedMonthNames.set(word, month);
      }
    }
  for (const [word, month] of creoleMonths)
    if (!cachedMonthNames.has(word)) cachedMonthNames.set(word, month);
  return cachedMonthNames;
}

/** Trimmed, with single spaces, as the patterns expect. */
const normaliseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

const timePattern =
  '(?:[T,]? ?(\\d{1,2})[:.h](\\d{2})(?:[:.](\\d{2})(?:[.,]\\d{1,6})?)? ?([ap]\\.?m\\.?)? ?(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?)?';
const datePartSeparator = ' ?[-/. ] ?';
const numericDatePattern = new RegExp(
  `^(\\d{1,2})${datePartSeparator}(\\d{1,2})${datePartSeparator}(\\d{4}|\\d{2})\\.? ?${timePattern}$`,
  'i',
);
const yearFirstPattern = new RegExp(
  `^(\\d{4})${datePartSeparator}(\\d{1,2})${datePartSeparator}(\\d{1,2}) ?${timePattern}$`,
  'i',
);
const chinesePattern = new RegExp(`^(\\d{4}) ?年 ?(\\d{1,2}) ?月 ?(\\d{1,2}) ?[日号] ?${timePattern}$`, 'i');
const wordPattern = '(\\p{L}[\\p{L}\\p{M}]*\\.?)';
const weekdayPattern = '(?:\\p{L}[\\p{L}\\p{M}]*\\.?, ?)?';
const dayMonthNamePattern = new RegExp(
  `^${weekdayPattern}(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?[-/. ]*(?:de )?${wordPattern}[-/., ]*(?:de )?(\\d{4}|\\d{2}) ?${timePattern}$`,
  'iu',
);
const monthNameDayPattern = new RegExp(
  `^${weekdayPattern}${wordPattern}[-/. ]*(\\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\\d{4}|\\d{2}) ?${timePattern}$`,
  'iu',
);

/** Two-digit years up to 69 are of this century, as in current spreadsheets. */
const expandYear = (digits: string) => {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
};

interface DateParts {
  year: number;
  month: number;
  day: number;
  /** Hours, minutes, seconds, am or pm, zone; undefined if absent. */
  timeParts: (string | undefined)[];
}

function parseDateParts(text: string, order: DateOrder): DateParts | null {
  const inOrder = yearFirstPattern.exec(text) ?? chinesePattern.exec(text);
  if (inOrder)
    return {
      year: Number(inOrder[1]),
      month: Number(inOrder[2]),
      day: Number(inOrder[3]),
      timeParts: inOrder.slice(4),
    };
  const match = numericDatePattern.exec(text);
  if (match) {
    const [, a = '', b = '', year = ''] = match;
    const [day, month] = order === 'dmy' ? [a, b] : [b, a];
    return { year: expandYear(year), month: Number(month), day: Number(day), timeParts: match.slice(4) };
  }
  const dayFirstMatch = dayMonthNamePattern.exec(text);
  const monthFirst = dayFirstMatch ? null : monthNameDayPattern.exec(text);
  const [, first = '', second = '', year = '', ...rest] = dayFirstMatch ?? monthFirst ?? [];
  const [day, month] = dayFirstMatch ? [first, second] : [second, first];
  const number = loadMonthNames().get(foldWord(month));
  if (number === undefined) return null;
  return { year: expandYear(year), month: number, day: Number(day), timeParts: rest };
}

const padTwoDigits = (part: number | string) => String(part).padStart(2, '0');

function formatTime([hours, minutes, seconds = '00', half, zone = 'Z']: DateParts['timeParts']):
  | string
  | null {
  if (hours === undefined) return 'T00:00:00Z';
  const isAfternoon = half?.toLowerCase().startsWith('p');
  let hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (isAfternoon ? 12 : 0);
  }
  const offset = /^(?:Z|UTC|GMT)$/i.test(zone) ? 'Z' : zone;
  return hour > 23 ? null : `T${padTwoDigits(hour)}:${minutes}:${seconds}${offset}`;
}

/** Dates with a year that the patterns here do not match: `20241231`, RFC 2822, the text of a JavaScript `Date`. */
const parseOtherNotation = (text: string) => (/^@|\d{4}/.test(text) ? parseDate(text) : null);

/** Dates that spreadsheets save as numbers, in days since 1899-12-30: from 1954 to 2119, so that no other number is taken for one. */
const serialRange = { min: 20_000, max: 80_000 };
const unixEpochSerial = 25_569;
const serialPattern = /^\d{5}(?:[.,]\d{1,15})?$/;

/** Whether a text is the number of a date in a spreadsheet, such as `45688.729` for 2025-01-31 17:30. */
export function isDateSerial(text: string): boolean {
  const trimmed = text.trim();
  const serial = Number(trimmed.replace(',', '.'));
  return serialPattern.test(trimmed) && serial >= serialRange.min && serial < serialRange.max;
}

const parseDateSerial = (text: string): Date =>
  new Date(Math.round((Number(text.replace(',', '.')) - unixEpochSerial) * 86_400) * 1000);

/**
 * Parses a date with or without a time: ISO 8601, `31/12/2024`, `12-31-24 5:30 pm`, `2024.12.31`, `31 Dec 2024`,
 * `December 31, 2024`, `2024年12月31日`, the number of a date in a spreadsheet. A time without a zone is UTC (API v3 §1.8).
 * @param order which of two numbers before the year is the day
 * @returns null for anything else, such as 31 February, and words such as `yesterday`, since the file is older than the import
 */
export function parseCsvDate(text: string, order: DateOrder): Date | null {
  const trimmed = normaliseSpaces(text);
  if (isDateSerial(trimmed)) return parseDateSerial(trimmed);
  if (trimmed.length < 6 || trimmed.length > 100) return null;
  const iso = parseIsoDate(trimmed);
  if (iso) return iso;
  const parts = parseDateParts(trimmed, order);
  if (!parts) return parseOtherNotation(trimmed);
  const time = formatTime(parts.timeParts);
  return time
    ? parseIsoDate(`${parts.year}-${padTwoDigits(parts.month)}-${padTwoDigits(parts.day)}${time}`)
    : null;
}

/**
 * Guesses the order of day and month that all dates agree with.
 * @param dates sampled dates; empty ones are ignored
 * @param usualOrder applies where the dates do not show it
 * @returns `isAmbiguous` if both orders are valid and give different dates
 */
export function guessDateOrder(
  dates: readonly string[],
  usualOrder: DateOrder,
): { order: DateOrder; isAmbiguous: boolean } {
  const pairs = dates.flatMap((text) => {
    const match = numericDatePattern.exec(normaliseSpaces(text));
    return match ? [[Number(match[1]), Number(match[2])] as const] : [];
  });
  const misread = (order: DateOrder) =>
    pairs.filter(([a, b]) => (order === 'dmy' ? b > 12 || a > 31 : a > 12 || b > 31)).length;
  const [dmy, mdy] = [misread('dmy'), misread('mdy')];
  return {
    order: dmy === mdy ? usualOrder : mdy < dmy ? 'mdy' : 'dmy',
    isAmbiguous: dmy === 0 && mdy === 0 && pairs.some(([a, b]) => a !== b),
  };
}
