/** Whether a circle is being drawn on the map: asked for by the filters as well as on the map itself. */
import { useSyncExternalStore } from 'react';

let isOn = false;
const listeners = new Set<() => void>();

export function drawCircle(on: boolean): void {
  isOn = on;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsDrawingCircle = (): boolean => useSyncExternalStore(subscribe, () => isOn);
