/** Hooks for data on this device. */
import { useEffect, useState } from 'react';
import {
  type LockedReport,
  listQueuedReports,
  onReportsChange,
  type QueuedReport,
} from './stored-reports.ts';

/** Runs a query now and at each change. Undefined until the first result; errors keep the last result. */
export function useDeviceQuery<T>(
  query: () => Promise<T>,
  subscribe: (listener: () => void) => () => void,
): T | undefined {
  const [result, setResult] = useState<T>();
  useEffect(() => {
    let isMounted = true;
    let queryCount = 0;
    const refresh = () => {
      queryCount += 1;
      const queryNumber = queryCount;
      query().then(
        // A later query is newer than this result.
        (latest) => isMounted && queryNumber === queryCount && setResult(latest),
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
  return result;
}

/** All reports on this device that are or were to be sent. */
export const useQueuedReports = (): (QueuedReport | LockedReport)[] | undefined =>
  useDeviceQuery(listQueuedReports, onReportsChange);
