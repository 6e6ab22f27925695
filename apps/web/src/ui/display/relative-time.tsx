import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../i18n/format-locale.ts';

const minuteMs = 60_000;
const unitSteps: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['second', 1000, minuteMs],
  ['minute', minuteMs, 60 * minuteMs],
  ['hour', 60 * minuteMs, 24 * 60 * minuteMs],
  ['day', 24 * 60 * minuteMs, 7 * 24 * 60 * minuteMs],
];

/** Days by the calendar of the reader: what happened the day before yesterday was not yesterday, however few hours ago. */
function countCalendarDays(date: Date, now: number): number {
  const midnight = (time: Date) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(date) - midnight(new Date(now))) / (24 * 60 * minuteMs));
}

/** `3 hours ago` within a week of now, a date beyond it. */
export function formatRelativeTime(date: Date, now: number, language: string): string {
  const away = date.getTime() - now;
  const step = unitSteps.find(([, , limit]) => Math.abs(away) < limit);
  if (!step)
    return new Intl.DateTimeFormat(resolveFormatLocale(language), { dateStyle: 'medium' }).format(date);
  const [unit, size] = step;
  // Seconds would tick; "now" is exact enough.
  const count =
    unit === 'second' ? 0 : unit === 'day' ? countCalendarDays(date, now) : Math.trunc(away / size);
  return new Intl.RelativeTimeFormat(resolveFormatLocale(language), { numeric: 'auto' }).format(count, unit);
}

// One clock for all of them.
let currentTime = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribeMinute(listener: () => void): () => void {
  listeners.add(listener);
  // Nobody kept it while nobody looked.
  if (!timer) currentTime = Date.now();
  timer ??= setInterval(() => {
    currentTime = Date.now();
    for (const tell of listeners) tell();
  }, minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How long ago, kept up to date; the exact time for those who point at it. @param date as on the wire */
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
