import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../i18n/format-locale.ts';

const minuteMs = 60_000;
/** Units with their size and the distance below which they are used, in milliseconds. */
const unitSteps: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['second', 1000, minuteMs],
  ['minute', minuteMs, 60 * minuteMs],
  ['hour', 60 * minuteMs, 24 * 60 * minuteMs],
  ['day', 24 * 60 * minuteMs, 7 * 24 * 60 * minuteMs],
];

/** Difference in calendar days: the day before yesterday is never "yesterday", even if it is less than 48 hours ago. */
function countCalendarDays(date: Date, now: number): number {
  const midnight = (time: Date) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(date) - midnight(new Date(now))) / (24 * 60 * minuteMs));
}

/** `3 hours ago` within a week of now, otherwise a date. */
export function formatRelativeTime(date: Date, now: number, language: string): string {
  const differenceMs = date.getTime() - now;
  const step = unitSteps.find(([, , limitMs]) => Math.abs(differenceMs) < limitMs);
  if (!step)
    return new Intl.DateTimeFormat(resolveFormatLocale(language), { dateStyle: 'medium' }).format(date);
  const [unit, unitMs] = step;
  // Seconds would change all the time; "now" is exact enough.
  const count =
    unit === 'second' ? 0 : unit === 'day' ? countCalendarDays(date, now) : Math.trunc(differenceMs / unitMs);
  return new Intl.RelativeTimeFormat(resolveFormatLocale(language), { numeric: 'auto' }).format(count, unit);
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

/** A relative time that updates itself, with the exact time as a tooltip. @param date as in the API */
export function RelativeTime({ date }: { date: string }) {
  const { i18n } = useTranslation();
  const at = new Date(date);
  const time = useSyncExternalStore(subscribeMinute, () => currentTime);
  const exact = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(at);
  return (
    <time dateTime={date} title={exact}>
      {formatRelativeTime(at, time, i18n.language)}
    </time>
  );
}
