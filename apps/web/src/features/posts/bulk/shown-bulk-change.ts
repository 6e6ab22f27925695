/** Which bulk change the list shows: the one that was started or undone last in this tab. */
import { useSyncExternalStore } from 'react';

let shownId: number | null = null;
const listeners = new Set<() => void>();

/** Shows the progress and result of a bulk change; null hides it. */
export function showBulkChange(id: number | null): void {
  shownId = id;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The id of the shown bulk change, or null. */
export const useShownBulkChange = (): number | null => useSyncExternalStore(subscribe, () => shownId);
