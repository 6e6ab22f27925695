import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/**
 * The current time in milliseconds since the epoch, updated every minute: the day, week or month may end while the screen is
 * open.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(clock);
  }, []);
  return now;
}
