import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatsOf } from './formats-of.ts';

const minute = 60_000;
const steps: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['second', 1000, minute],
  ['minute', minute, 60 * minute],
  ['hour', 60 * minute, 24 * 60 * minute],
  ['day', 24 * 60 * minute, 7 * 24 * 60 * minute],
];

/** Days by the calendar of the reader: what happened the day before yesterday was not yesterday, however few hours ago. */
function daysApart(date: Date, now: number): number {
  const midnight = (time: Date) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(date) - midnight(new Date(now))) / (24 * 60 * minute));
}

/** `3 hours ago` within a week of now, a date beyond it. */
export function relativeText(date: Date, now: number, language: string): string {
  const away = date.getTime() - now;
  const step = steps.find(([, , limit]) => Math.abs(away) < limit);
  if (!step) return new Intl.DateTimeFormat(formatsOf(language), { dateStyle: 'medium' }).format(date);
  const [unit, size] = step;
  // Seconds would tick; "now" is exact enough.
  const count = unit === 'second' ? 0 : unit === 'day' ? daysApart(date, now) : Math.trunc(away / size);
  return new Intl.RelativeTimeFormat(formatsOf(language), { numeric: 'auto' }).format(count, unit);
}

// One clock for all of them.
let now = Date.now();
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function everyMinute(listener: () => void): () => void {
  listeners.add(listener);
  // Nobody kept it while nobody looked.
  if (!clock) now = Date.now();
  clock ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, minute);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

/** How long ago, kept up to date; the exact time for those who point at it. @param date as on the wire */
export function RelativeTime({ date }: { date: string }) {
  const { i18n } = useTranslation();
  const at = new Date(date);
  const time = useSyncExternalStore(everyMinute, () => now);
  const exact = new Intl.DateTimeFormat(formatsOf(i18n.language), {
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(at);
  return (
    <time dateTime={date} title={exact}>
      {relativeText(at, time, i18n.language)}
    </time>
  );
}
