/** When the line is free: the screen has its parts and its answers, and nothing that was asked is on its way. */
import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isLineInUse, watchLine } from './line-in-use.ts';

/**
 * @param since milliseconds for which nothing is on its way
 * @param waitsForMap whether what is fetched for the map is waited for, too
 * @returns false until that was so once
 */
export function useAtLeisure(since: number, waitsForMap = true): boolean {
  const [isFree, setFree] = useState(false);
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  const isInUse = useSyncExternalStore(watchLine, isLineInUse);
  const isBusy = useIsFetching() > 0 || isLoading || (isInUse && waitsForMap);
  useEffect(() => {
    if (isFree || isBusy) return undefined;
    const timer = setTimeout(() => setFree(true), since);
    return () => clearTimeout(timer);
  }, [isFree, isBusy, since]);
  return isFree;
}
