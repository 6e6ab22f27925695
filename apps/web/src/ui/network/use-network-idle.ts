/** When the line is free: the screen has its parts and its answers, and nothing that was asked is on its way. */
import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isNetworkBusy, subscribeNetworkBusy } from './network-busy.ts';

/**
 * @param idleMs milliseconds for which nothing is on its way
 * @param waitsForMap whether what is fetched for the map is waited for, too
 * @returns false until that was so once
 */
export function useNetworkIdle(idleMs: number, waitsForMap = true): boolean {
  const [isFree, setFree] = useState(false);
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  const isInUse = useSyncExternalStore(subscribeNetworkBusy, isNetworkBusy);
  const isBusy = useIsFetching() > 0 || isLoading || (isInUse && waitsForMap);
  useEffect(() => {
    if (isFree || isBusy) return undefined;
    const timer = setTimeout(() => setFree(true), idleMs);
    return () => clearTimeout(timer);
  }, [isFree, isBusy, idleMs]);
  return isFree;
}
