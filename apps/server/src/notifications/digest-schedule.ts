/** Delivery times of notifications by digest frequency. Pure. */
import type { Digest } from './notification-delivery.sql.ts';

const minuteMs = 60_000;
/** Delay that collects posts created at the same time into one message. */
const settleDelayMs = 3000;
/** Minimum time between two messages with digest `at_once`, so that a burst of posts causes few messages. */
const minIntervalMs = 15 * minuteMs;
/** Local time of daily digests. */
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

/** The next full quarter of an hour at which the local time is `clock` (HH:MM). */
function nextTimeAtClock(after: Date, clock: string, timezone: string): Date {
  const localTime = createClock(timezone);
  const quarterMs = 15 * minuteMs;
  const first = (Math.floor(after.getTime() / quarterMs) + 1) * quarterMs;
  // 101 steps cover the longest day, which has 25 hours.
  for (let step = 0; step < 101; step++) {
    const time = new Date(first + step * quarterMs);
    if (localTime(time) === clock) return time;
  }
  return new Date(first + 96 * quarterMs);
}

/**
 * The time of the next delivery to a user.
 * @param last time of the user's last notification
 * @param timezone of the deployment (IANA name; unknown ones count as UTC)
 */
export function nextDeliveryTime(
  digest: Digest,
  { now, last, timezone }: { now: Date; last: Date | undefined; timezone: string },
): Date {
  if (digest === 'daily') return nextTimeAtClock(now, dailyDigestTime, timezone);
  if (digest === 'hourly') return new Date((Math.floor(now.getTime() / (60 * minuteMs)) + 1) * 60 * minuteMs);
  return new Date(Math.max(now.getTime() + settleDelayMs, (last?.getTime() ?? 0) + minIntervalMs));
}
