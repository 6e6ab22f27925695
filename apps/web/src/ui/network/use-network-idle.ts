/** Whether the network is idle: code and data of the screen are loaded, and no request is running. */
import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isNetworkBusy, subscribeNetworkBusy } from './network-busy.ts';

/**
 * @param idleMs how long no request must be running
 * @param waitsForMap whether to wait for the requests of the map, too
 * @returns false until the network was idle once, then always true
 */
export function useNetworkIdle(idleMs: number, waitsForMap = true): boolean {
  const [isIdle, setIdle] = useState(false);
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' });
  const isMarkedBusy = useSyncExternalStore(subscribeNetworkBusy, isNetworkBusy);
  const isBusy = useIsFetching() > 0 || isNavigating || (isMarkedBusy && waitsForMap);
  useEffect(() => {
    if (isIdle || isBusy) return undefined;
    const timer = setTimeout(() => setIdle(true), idleMs);
    return () => clearTimeout(timer);
  }, [isIdle, isBusy, idleMs]);
  return isIdle;
}
