import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** Milliseconds, kept within a minute of the truth: a day, a week or a month may end while the screen is open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(clock);
  }, []);
  return now;
}
