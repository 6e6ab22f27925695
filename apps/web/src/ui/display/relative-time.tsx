import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { getDateFormat, getRelativeTimeFormat } from '../i18n/formats.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Units with their size and the distance below which they are used, in milliseconds. */
const unitSteps: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['second', 1000, minuteMs],
  ['minute', minuteMs, 60 * minuteMs],
  ['hour', 60 * minuteMs, dayMs],
  ['day', dayMs, 7 * dayMs],
];

/** Difference in calendar days: the day before yesterday is never "yesterday", even if it is less than 48 hours ago. */
function countCalendarDays(date: Date, now: number): number {
  const midnight = (time: Date) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(date) - midnight(new Date(now))) / dayMs);
}

/** `3 hours ago` within a week of now, otherwise a date. */
export function formatRelativeTime(date: Date, now: number, language: string): string {
  const differenceMs = date.getTime() - now;
  const step = unitSteps.find(([, , limitMs]) => Math.abs(differenceMs) < limitMs);
  if (!step) return getDateFormat(language, { dateStyle: 'medium' }).format(date);
  const [unit, unitMs] = step;
  // Seconds would change all the time; "now" is exact enough.
  const count =
    unit === 'second' ? 0 : unit === 'day' ? countCalendarDays(date, now) : Math.trunc(differenceMs / unitMs);
  return getRelativeTimeFormat(language, { numeric: 'auto' }).format(count, unit);
}

/** `today`, `3 days ago` within a week of now, otherwise a date; in UTC days. @param date midnight UTC of the day */
export function formatRelativeDay(date: Date, now: number, language: string): string {
  const days = Math.floor(date.getTime() / dayMs) - Math.floor(now / dayMs);
  return Math.abs(days) < 7
    ? getRelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
    : getDateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

// One timer for all instances.
let currentTime = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribeMinute(listener: () => void): () => void {
  listeners.add(listener);
  // The time is not updated while there are no listeners.
  if (!timer) currentTime = Date.now();
  timer ??= setInterval(() => {
    currentTime = Date.now();
    for (const notify of listeners) notify();
  }, minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time in milliseconds, updated every minute. */
export const useCurrentMinute = (): number => useSyncExternalStore(subscribeMinute, () => currentTime);

interface Props {
  /** As in the API. */
  date: string;
  /** `day` if the time of the day is not known: the day is shown alone, in UTC. */
  precision?: 'day' | undefined;
}

/** The text of a relative time, updated every minute. */
export function useRelativeTime(date: string, precision?: 'day'): string {
  const { i18n } = useTranslation();
  const time = useCurrentMinute();
  const format = precision === 'day' ? formatRelativeDay : formatRelativeTime;
  return format(new Date(date), time, i18n.language);
}

/** A relative time that updates itself, with the exact time as a tooltip. */
export function RelativeTime({ date, precision }: Props) {
  const { i18n } = useTranslation();
  const at = new Date(date);
  const text = useRelativeTime(date, precision);
  const exact = getDateFormat(
    i18n.language,
    precision === 'day' ? { dateStyle: 'full', timeZone: 'UTC' } : { dateStyle: 'full', timeStyle: 'short' },
  ).format(at);
  return (
    <time dateTime={precision === 'day' ? date.slice(0, 10) : date} title={exact}>
      {text}
    </time>
  );
}
