/** Announces results to screen readers that are otherwise only visible: the number of results, that something was saved. */
import { VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';

let announcement = '';
const listeners = new Set<() => void>();

/** @param text translated; the same text twice in a row is announced again */
export function announce(text: string): void {
  announcement = announcement === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The live region of the announcements; rendered once, at the root. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => announcement);
  return (
    <VisuallyHidden component="output" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
