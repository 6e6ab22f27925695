/** Groups entries of a list by day: today, yesterday, or a relative date for earlier days (spec 2 §2). Pure. */
import { resolveFormatLocale } from '../i18n/format-locale.ts';

/** A label and the number of consecutive entries below it. */
export interface DayGroup {
  label: string;
  count: number;
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

const dayMs = 86_400_000;

/** Calendar days between two dates in the local time zone. Rounded, since a day can have 23 hours when the clocks change. */
const localDaysBetween = (date: Date, now: Date) => Math.round((startOfDay(now) - startOfDay(date)) / dayMs);
const utcDaysBetween = (date: Date, now: Date) =>
  Math.floor(now.getTime() / dayMs) - Math.floor(date.getTime() / dayMs);

/** A date of an entry, in API v3 format. */
export interface ListDate {
  date: string;
  /** `day` if the time of the day is hidden: its day is one of UTC. */
  precision?: 'day' | undefined;
}

function formatDayLabel({ date, precision }: ListDate, now: Date, language: string): string {
  const relative = new Intl.RelativeTimeFormat(resolveFormatLocale(language), { numeric: 'auto' });
  const daysBetween = precision === 'day' ? utcDaysBetween : localDaysBetween;
  const days = Math.max(0, daysBetween(new Date(date), now));
  const label =
    days < 7
      ? relative.format(-days, 'day')
      : days < 31
        ? relative.format(-Math.floor(days / 7), 'week')
        : days < 365
          ? relative.format(-Math.floor(days / 30.44), 'month')
          : relative.format(-Math.floor(days / 365.25), 'year');
  return label.charAt(0).toLocaleUpperCase(language) + label.slice(1);
}

/** Groups consecutive dates with the same label, in the given order. */
export function groupByDay(dates: readonly ListDate[], now: Date, language: string): DayGroup[] {
  const days: DayGroup[] = [];
  for (const date of dates) {
    const label = formatDayLabel(date, now, language);
    const last = days.at(-1);
    if (last?.label === label) last.count += 1;
    else days.push({ label, count: 1 });
  }
  return days;
}
