import { useEffect } from 'react';
import { useAtLeisure } from './at-leisure.ts';

/** Milliseconds. */
const leisure = 2000;

/**
 * Fetches unasked what may be wanted later, so that it is there when the line is gone.
 * @param load the same each time
 * @param since milliseconds for which the line is free
 * @param waitsForMap false for what is wanted sooner than the map
 */
export function useFetchedAtLeisure(
  load: () => Promise<unknown>,
  { since = leisure, waitsForMap = true }: { since?: number; waitsForMap?: boolean } = {},
): void {
  const isFree = useAtLeisure(since, waitsForMap);
  useEffect(() => {
    if (isFree) void load().catch(() => undefined);
  }, [isFree, load]);
}
