import { useEffect } from 'react';
import { useNetworkIdle } from './use-network-idle.ts';

/** How long the network must be idle. */
const defaultIdleMs = 2000;

/**
 * Preloads code that may be needed later when the network is idle, so that it also works offline.
 * @param load a stable reference
 * @param options.idleMs how long the network must be idle
 * @param options.waitsForMap false for code that is needed sooner than the map
 */
export function useIdlePreload(
  load: () => Promise<unknown>,
  { idleMs = defaultIdleMs, waitsForMap = true }: { idleMs?: number; waitsForMap?: boolean } = {},
): void {
  const isIdle = useNetworkIdle(idleMs, waitsForMap);
  useEffect(() => {
    if (isIdle) void load().catch(() => undefined);
  }, [isIdle, load]);
}
