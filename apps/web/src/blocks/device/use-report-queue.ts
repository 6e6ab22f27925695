/** What waits on this device, as screens show it. */
import { useEffect, useState } from 'react';
import { type EncryptedReport, listQueuedReports, onQueueChange, type QueuedReport } from './report-queue.ts';

/** Asks the device, and again whenever something changes there. Undefined until it has answered; then what it last said. */
export function useDeviceQuery<T>(
  query: () => Promise<T>,
  subscribe: (listener: () => void) => () => void,
): T | undefined {
  const [found, setFound] = useState<T>();
  useEffect(() => {
    let isMounted = true;
    let queryCount = 0;
    const refresh = () => {
      queryCount += 1;
      const queryNumber = queryCount;
      query().then(
        // An answer that was overtaken by a later one says what is no longer so.
        (it) => isMounted && queryNumber === queryCount && setFound(it),
        () => undefined,
      );
    };
    refresh();
    const stop = subscribe(refresh);
    return () => {
      isMounted = false;
      stop();
    };
  }, [query, subscribe]);
  return found;
}

export const useReportQueue = (): (QueuedReport | EncryptedReport)[] | undefined =>
  useDeviceQuery(listQueuedReports, onQueueChange);
