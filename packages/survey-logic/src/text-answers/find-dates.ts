/** Dates that a text names in full. Pure. */
import { type DateOrder, guessDateOrder, readWrittenDate } from '../csv/written-date.ts';
import type { Span } from '../personal-data/spans.ts';
import { toPlainText } from './text-words.ts';

/** A date, and the time of day if the text names one. */
export interface TextDate extends Span {
  /** `2025-01-31`. */
  day: string;
  /** `17:30`, where the sender is; undefined without one, null for one that cannot be. */
  time: string | null | undefined;
}

const time = '(?:[T,]?\\s*(?:at\\s+)?(\\d{1,2}):(\\d{2})(?!\\d|:)(?:\\s*([ap])\\.?m\\b\\.?)?)?';
const word = '\\p{L}[\\p{L}\\p{M}]*\\.?';
const patterns = [
  `\\d{4}([-/.])\\d{1,2}\\2\\d{1,2}`,
  `\\d{1,2}([-/.])\\d{1,2}\\2\\d{4}`,
  `()\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?[-/. ](?:de )?${word}[-/., ]+(?:de )?\\d{4}`,
  `()${word} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}`,
].map(
  (date) => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}.,:/-])(${date})${time}(?![\\p{L}\\p{N}]|[-/.:,]\\d)`, 'giu'),
);

/** In texts without spaces. */
patterns.push(new RegExp(`(?<!\\d)(()\\d{4}年\\d{1,2}月\\d{1,2}[日号])${time}`, 'giu'));

const yearLastPattern = /\b\d{1,2}([-/.])\d{1,2}\1\d{4}\b/g;

/** Years that a report is about. Others belong to another calendar, such as 1403 or 2567. */
const isUsualYear = (day: string) => /^(?:19|20)\d\d-/.test(day);

/** With dots and dashes the day is first everywhere: a site with the month first does not tell what is meant. */
function isUnclear(date: string, order: DateOrder): boolean {
  const [, first = '', second = ''] = /^(\d{1,2})[-.](\d{1,2})[-.]\d{4}$/.exec(date) ?? [];
  return order === 'mdy' && first !== second && Number(first) <= 12 && Number(second) <= 12 && first !== '';
}

function readTime(hours: string | undefined, minutes: string | undefined, half: string | undefined) {
  if (hours === undefined || minutes === undefined) return undefined;
  if (Number(minutes) > 59) return null;
  const hour = Number(hours);
  if (half ? hour < 1 || hour > 12 : hour > 23) return null;
  const ofDay = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  return `${String(ofDay).padStart(2, '0')}:${minutes}`;
}

/**
 * Dates with a year of four digits, digits of any script, and month names of the languages of the import.
 * @param usualOrder which of two numbers is the day, unless the text shows it, as 25/12/2025 does
 */
export function findDates(text: string, usualOrder: DateOrder): TextDate[] {
  const plain = toPlainText(text);
  const order = guessDateOrder(plain.match(yearLastPattern) ?? [], usualOrder).order;
  const found: TextDate[] = [];
  for (const pattern of patterns)
    for (const match of plain.matchAll(pattern)) {
      const [all, date = '', , hours, minutes, half] = match;
      const span = { start: match.index, end: match.index + all.length };
      const isTaken = found.some(({ start, end }) => start < span.end && span.start < end);
      const written = isTaken || isUnclear(date, order) ? null : readWrittenDate(date, order);
      const day = written?.local.toISOString().slice(0, 10);
      if (day && isUsualYear(day)) found.push({ ...span, day, time: readTime(hours, minutes, half) });
    }
  return found.toSorted((a, b) => a.start - b.start);
}
