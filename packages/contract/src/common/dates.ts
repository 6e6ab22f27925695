/** Dates in requests (API v3 §1.8). */
import { parseFreeFormDate } from './free-form-dates.ts';

const isoPattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?\s?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Parses ISO 8601 with or without a zone, `Y-m-d` and `Y-m-d H:i:s`. Without a zone it is UTC.
 * @returns null for anything else, such as 31 February
 */
export function parseIsoDate(text: string): Date | null {
  const trimmed = text.trim();
  // There is no year 0, and PostgreSQL has none either.
  if (!isoPattern.test(trimmed) || trimmed.startsWith('0000')) return null;
  const day = trimmed.slice(0, 10);
  const timeAndZone = trimmed.slice(10).replace(/^[ T]/, '').replace(' ', '');
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(timeAndZone);
  const date = new Date(timeAndZone === '' ? `${day}T00:00:00Z` : `${day}T${timeAndZone}${zoned ? '' : 'Z'}`);
  if (Number.isNaN(date.getTime())) return null;
  const rolledOver = new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day;
  return rolledOver ? null : date;
}

/**
 * Parses a date as clients send it, in a body, a value or a filter: ISO 8601, and on the server every notation of
 * `parseFreeFormDate`.
 * @returns null for anything else
 */
export const parseDate = (text: string): Date | null =>
  parseIsoDate(text) ?? parseFreeFormDate(text, new Date());
