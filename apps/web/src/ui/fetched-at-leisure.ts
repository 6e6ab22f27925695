import { useEffect } from 'react';
import { useAtLeisure } from './at-leisure.ts';

/** Milliseconds. */
const leisure = 2000;

/**
 * Fetches unasked what may be wanted later, so that it is there when the line is gone.
 * @param load the same each time
 * @param since milliseconds for which the line is free
 */
export function useFetchedAtLeisure(load: () => Promise<unknown>, since = leisure): void {
  const isFree = useAtLeisure(since);
  useEffect(() => {
    if (isFree) void load().catch(() => undefined);
  }, [isFree, load]);
}
