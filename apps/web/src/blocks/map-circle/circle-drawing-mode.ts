/** Whether the user is drawing a circle on the map; set by the filters and by the map. */
import { useSyncExternalStore } from 'react';

let isDrawing = false;
const listeners = new Set<() => void>();

/** Starts or ends drawing. */
export function setDrawingCircle(next: boolean): void {
  isDrawing = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a circle is being drawn. */
export const useIsDrawingCircle = (): boolean => useSyncExternalStore(subscribe, () => isDrawing);
