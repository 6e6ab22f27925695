/**
 * Dates in queries as scripts have always been able to say them: `yesterday`, `-1 week`, `@1575158400`, `30 Nov 2019 09:15:00
 * +0000` (wire 1.8, "requests"). What has a written form is left to the schemas.
 */

const second = 1000;
const lengths: Record<string, number> = {
  sec: second,
  second,
  min: 60 * second,
  minute: 60 * second,
  hour: 3600 * second,
  day: 86_400 * second,
  week: 604_800 * second,
  fortnight: 1_209_600 * second,
};
const months: Record<string, number> = { month: 1, year: 12 };

const midnight = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));

/** Days from today at midnight. */
const days: Record<string, number> = { today: 0, midnight: 0, yesterday: -1, tomorrow: 1 };

function later(date: Date, count: number, unit: string): Date | null {
  const length = lengths[unit];
  if (length !== undefined) return new Date(date.getTime() + count * length);
  const inMonths = months[unit];
  if (inMonths === undefined) return null;
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + count * inMonths);
  return moved;
}

const signs: Record<string, number> = { last: -1, previous: -1, next: 1, this: 0 };
const step = /^(?:([+-])? ?(\d{1,6})|(last|previous|next|this)) ?([a-z]+?)s?( ago)?(?: |$)/;

/** `-1 week`, `2 days ago`, `+1 month -3 days`, `last year`. */
function afterSteps(start: Date, words: string): Date | null {
  let [date, rest] = [start, words];
  while (rest !== '') {
    const found = step.exec(rest);
    if (!found) return null;
    const [whole, sign, digits, word, unit = '', ago] = found;
    const count = digits === undefined ? (signs[word ?? ''] ?? 0) : Number(digits) * (sign === '-' ? -1 : 1);
    const moved = later(date, ago ? -count : count, unit);
    if (!moved) return null;
    [date, rest] = [moved, rest.slice(whole.length).trim()];
  }
  return date;
}

const ofMail = /^(?:[a-z]{3}, ?)?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? ?(?:gmt|utc|z|[+-]\d{4})$/;

/**
 * @param now what the words count from
 * @returns null for what is no such word
 */
export function readSpokenDate(text: string, now: Date): Date | null {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const epoch = /^@(-?\d{1,12})$/.exec(words)?.[1];
  if (epoch !== undefined) return new Date(Number(epoch) * second);
  if (ofMail.test(words)) return new Date(words.replace(/ ?(?:utc|z)$/, ' gmt'));
  const [, day = '', rest = ''] = /^(now|today|midnight|yesterday|tomorrow)(?: (.*))?$/.exec(words) ?? [];
  if (day === 'now') return afterSteps(now, rest);
  const start = days[day];
  if (start === undefined) return words === '' ? null : afterSteps(now, words);
  return afterSteps(new Date(midnight(now).getTime() + start * 86_400 * second), rest);
}

const asked = /^(?:created|updated|date)_(?:before|after)$/;

/** A query with its spoken dates written out. */
export function withWrittenDates(query: Record<string, unknown>): Record<string, unknown> {
  const now = new Date();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string' || value.length > 100 || !asked.test(name)) continue;
    const date = readSpokenDate(value, now);
    if (date && !Number.isNaN(date.getTime()) && Math.abs(date.getUTCFullYear() - 5000) < 5000)
      query[name] = date.toISOString();
  }
  return query;
}
