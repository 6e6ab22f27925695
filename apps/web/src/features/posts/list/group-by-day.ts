/** Posts under the day they belong to: today, yesterday, further back in words (spec 2 §2). Pure. */
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

export interface DayGroup {
  label: string;
  count: number;
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Calendar days between two moments, by the reader's clock; summer time makes some days 23 hours long. */
const daysBetween = (date: Date, now: Date) => Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000);

function formatDayLabel(date: Date, now: Date, language: string): string {
  const relative = new Intl.RelativeTimeFormat(resolveFormatLocale(language), { numeric: 'auto' });
  const days = Math.max(0, daysBetween(date, now));
  const said =
    days < 7
      ? relative.format(-days, 'day')
      : days < 31
        ? relative.format(-Math.floor(days / 7), 'week')
        : days < 365
          ? relative.format(-Math.floor(days / 30.44), 'month')
          : relative.format(-Math.floor(days / 365.25), 'year');
  return said.charAt(0).toLocaleUpperCase(language) + said.slice(1);
}

/** Runs of posts that share a label, in the order given. @param dates of the posts, as the wire writes them */
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
