/** When somebody is told, by the rhythm they chose. Pure. */
import type { Digest } from './notification-delivery.sql.ts';

/** Milliseconds. */
const minuteMs = 60_000;
/** What comes in together is told together. */
const settleDelayMs = 3000;
/** Between two mails of somebody who is told at once: a burst of posts is a handful of mails. */
const minIntervalMs = 15 * minuteMs;
/** The hour at which those are told who are told once a day. */
const dailyDigestTime = '08:00';

function createClock(timezone: string): (time: Date) => string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone });
    return (time) => format.format(time);
  } catch {
    return createClock('UTC');
  }
}

/** The next quarter of an hour at which a clock there shows this. */
function nextTimeAtClock(after: Date, clock: string, timezone: string): Date {
  const show = createClock(timezone);
  const quarter = 15 * minuteMs;
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
export function nextDeliveryTime(
  digest: Digest,
  { now, last, timezone }: { now: Date; last: Date | undefined; timezone: string },
): Date {
  if (digest === 'daily') return nextTimeAtClock(now, dailyDigestTime, timezone);
  if (digest === 'hourly') return new Date((Math.floor(now.getTime() / (60 * minuteMs)) + 1) * 60 * minuteMs);
  return new Date(Math.max(now.getTime() + settleDelayMs, (last?.getTime() ?? 0) + minIntervalMs));
}
