import { useEffect } from 'react';
import { useNetworkIdle } from './use-network-idle.ts';

/** Milliseconds. */
const defaultIdleMs = 2000;

/**
 * Fetches unasked what may be wanted later, so that it is there when the line is gone.
 * @param load the same each time
 * @param since milliseconds for which the line is free
 * @param waitsForMap false for what is wanted sooner than the map
 */
export function useIdlePreload(
  load: () => Promise<unknown>,
  { idleMs: since = defaultIdleMs, waitsForMap = true }: { idleMs?: number; waitsForMap?: boolean } = {},
): void {
  const isFree = useNetworkIdle(since, waitsForMap);
  useEffect(() => {
    if (isFree) void load().catch(() => undefined);
  }, [isFree, load]);
}
