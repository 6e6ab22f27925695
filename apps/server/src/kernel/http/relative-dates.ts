/**
 * Relative and textual dates in queries, which existing scripts send: `yesterday`, `-1 week`, `@1575158400`,
 * `30 Nov 2019 09:15:00 +0000` (API v3 §1.8). ISO 8601 dates are left to the schemas.
 */

const secondMs = 1000;
const unitMs: Record<string, number> = {
  sec: secondMs,
  second: secondMs,
  min: 60 * secondMs,
  minute: 60 * secondMs,
  hour: 3600 * secondMs,
  day: 86_400 * secondMs,
  week: 604_800 * secondMs,
  fortnight: 1_209_600 * secondMs,
};
const unitMonths: Record<string, number> = { month: 1, year: 12 };

const midnight = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));

/** Days from today, at midnight. */
const dayOffsets: Record<string, number> = { today: 0, midnight: 0, yesterday: -1, tomorrow: 1 };

function addUnits(date: Date, count: number, unit: string): Date | null {
  const durationMs = unitMs[unit];
  if (durationMs !== undefined) return new Date(date.getTime() + count * durationMs);
  const months = unitMonths[unit];
  if (months === undefined) return null;
  const result = new Date(date);
  result.setUTCMonth(result.getUTCMonth() + count * months);
  return result;
}

const stepSigns: Record<string, number> = { last: -1, previous: -1, next: 1, this: 0 };
const stepPattern = /^(?:([+-])? ?(\d{1,6})|(last|previous|next|this)) ?([a-z]+?)s?( ago)?(?: |$)/;

/** `-1 week`, `2 days ago`, `+1 month -3 days`, `last year`. */
function applySteps(start: Date, normalized: string): Date | null {
  let [date, rest] = [start, normalized];
  while (rest !== '') {
    const step = stepPattern.exec(rest);
    if (!step) return null;
    const [match, sign, digits, word, unit = '', ago] = step;
    const count =
      digits === undefined ? (stepSigns[word ?? ''] ?? 0) : Number(digits) * (sign === '-' ? -1 : 1);
    const next = addUnits(date, ago ? -count : count, unit);
    if (!next) return null;
    [date, rest] = [next, rest.slice(match.length).trim()];
  }
  return date;
}

const rfc822Date = /^(?:[a-z]{3}, ?)?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? ?(?:gmt|utc|z|[+-]\d{4})$/;

/**
 * Parses a relative or textual date.
 * @param now the reference time
 * @returns null for any other text
 */
export function parseRelativeDate(text: string, now: Date): Date | null {
  const normalized = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const epoch = /^@(-?\d{1,12})$/.exec(normalized)?.[1];
  if (epoch !== undefined) return new Date(Number(epoch) * secondMs);
  if (rfc822Date.test(normalized)) return new Date(normalized.replace(/ ?(?:utc|z)$/, ' gmt'));
  const [, day = '', rest = ''] =
    /^(now|today|midnight|yesterday|tomorrow)(?: (.*))?$/.exec(normalized) ?? [];
  if (day === 'now') return applySteps(now, rest);
  const offsetDays = dayOffsets[day];
  if (offsetDays === undefined) return normalized === '' ? null : applySteps(now, normalized);
  return applySteps(new Date(midnight(now).getTime() + offsetDays * 86_400 * secondMs), rest);
}

const dateParameter = /^(?:created|updated|date)_(?:before|after)$/;

/** Replaces relative dates in the date parameters of a query by ISO 8601 dates, in place. */
export function resolveRelativeDates(query: Record<string, unknown>): Record<string, unknown> {
  const now = new Date();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string' || value.length > 100 || !dateParameter.test(name)) continue;
    const date = parseRelativeDate(value, now);
    if (date && !Number.isNaN(date.getTime()) && Math.abs(date.getUTCFullYear() - 5000) < 5000)
      query[name] = date.toISOString();
  }
  return query;
}
