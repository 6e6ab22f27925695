/** Says results aloud that are only seen otherwise: how many were found, that something was saved. */
import { VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';

let announcement = '';
const listeners = new Set<() => void>();

/** @param text translated; the same text twice in a row is said again */
export function announce(text: string): void {
  announcement = announcement === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Once, at the root. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => announcement);
  return (
    <VisuallyHidden component="output" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
