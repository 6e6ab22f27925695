/** Groups posts by day: today, yesterday, or a relative date for earlier days (spec 2 §2). Pure. */
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

/** A label and the number of consecutive posts below it. */
export interface DayGroup {
  label: string;
  count: number;
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Calendar days between two dates in the local time zone. Rounded, since a day can have 23 hours when the clocks change. */
const daysBetween = (date: Date, now: Date) => Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000);

function formatDayLabel(date: Date, now: Date, language: string): string {
  const relative = new Intl.RelativeTimeFormat(resolveFormatLocale(language), { numeric: 'auto' });
  const days = Math.max(0, daysBetween(date, now));
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

/**
 * Groups consecutive dates with the same label, in the given order.
 * @param dates dates of the posts in API v3 format
 */
export function groupByDay(dates: readonly string[], now: Date, language: string): DayGroup[] {
  const days: DayGroup[] = [];
  for (const date of dates) {
    const label = formatDayLabel(new Date(date), now, language);
    const last = days.at(-1);
    if (last?.label === label) last.count += 1;
    else days.push({ label, count: 1 });
  }
  return days;
}
