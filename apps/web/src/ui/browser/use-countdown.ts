/** A countdown of the seconds that somebody has to wait. */
import { useEffect, useState } from 'react';

/** @returns the seconds left, 0 at the end, and a function that starts the countdown */
export function useCountdown(): [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  const [end, setEnd] = useState(0);
  useEffect(() => {
    if (end === 0) return undefined;
    // By the clock: timers are throttled in background tabs.
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

/** Formats seconds as minutes and seconds: `1:15` for 75. */
export const formatMinutesSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
