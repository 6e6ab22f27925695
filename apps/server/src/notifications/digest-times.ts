/** When somebody is told, by the rhythm they chose. Pure. */
import type { Digest } from './telling.sql.ts';

/** Milliseconds. */
const minute = 60_000;
/** What comes in together is told together. */
const settling = 3000;
/** Between two mails of somebody who is told at once: a burst of posts is a handful of mails. */
const pause = 15 * minute;
/** The hour at which those are told who are told once a day. */
const morning = '08:00';

function clockIn(timezone: string): (time: Date) => string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone });
    return (time) => format.format(time);
  } catch {
    return clockIn('UTC');
  }
}

/** The next quarter of an hour at which a clock there shows this. */
function nextTime(after: Date, clock: string, timezone: string): Date {
  const show = clockIn(timezone);
  const quarter = 15 * minute;
  const first = (Math.floor(after.getTime() / quarter) + 1) * quarter;
  // A day of 25 hours at the longest.
  for (let step = 0; step < 101; step++) {
    const time = new Date(first + step * quarter);
    if (show(time) === clock) return time;
  }
  return new Date(first + 96 * quarter);
}

/**
 * @param last when they were last told of anything
 * @param timezone the deployment's
 */
export function dueTime(
  digest: Digest,
  { now, last, timezone }: { now: Date; last: Date | undefined; timezone: string },
): Date {
  if (digest === 'daily') return nextTime(now, morning, timezone);
  if (digest === 'hourly') return new Date((Math.floor(now.getTime() / (60 * minute)) + 1) * 60 * minute);
  return new Date(Math.max(now.getTime() + settling, (last?.getTime() ?? 0) + pause));
}
