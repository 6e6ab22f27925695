/** Whether a circle is being drawn on the map: asked for by the filters as well as on the map itself. */
import { useSyncExternalStore } from 'react';

let isDrawing = false;
const listeners = new Set<() => void>();

export function setDrawingCircle(on: boolean): void {
  isDrawing = on;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsDrawingCircle = (): boolean => useSyncExternalStore(subscribe, () => isDrawing);
