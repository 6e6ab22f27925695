/** What waits on this device, as screens show it. */
import { useEffect, useState } from 'react';
import { type LockedReport, listWaiting, onWaiting, type WaitingReport } from './waiting-reports.ts';

/** Asks the device, and again whenever something changes there. Undefined until it has answered; then what it last said. */
export function useFromDevice<T>(
  ask: () => Promise<T>,
  subscribe: (listener: () => void) => () => void,
): T | undefined {
  const [found, setFound] = useState<T>();
  useEffect(() => {
    let isHere = true;
    let asked = 0;
    const look = () => {
      asked += 1;
      const mine = asked;
      ask().then(
        // An answer that was overtaken by a later one says what is no longer so.
        (it) => isHere && mine === asked && setFound(it),
        () => undefined,
      );
    };
    look();
    const stop = subscribe(look);
    return () => {
      isHere = false;
      stop();
    };
  }, [ask, subscribe]);
  return found;
}

export const useWaiting = (): (WaitingReport | LockedReport)[] | undefined =>
  useFromDevice(listWaiting, onWaiting);
