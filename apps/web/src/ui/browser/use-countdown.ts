/** Seconds that somebody has to wait, counted down. */
import { useEffect, useState } from 'react';

/** @returns seconds that are left, 0 when it is over; and what begins it */
export function useCountdown(): [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  const [end, setEnd] = useState(0);
  useEffect(() => {
    if (end === 0) return undefined;
    // By the clock: a tab that sleeps does not tick.
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [end]);
  const begin = (seconds: number) => {
    setLeft(seconds);
    setEnd(Date.now() + seconds * 1000);
  };
  return [left, begin];
}

/** @param seconds to show, such as 75 @returns minutes and seconds, such as `1:15` */
export const formatMinutesSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
