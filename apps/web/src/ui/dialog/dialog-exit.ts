/** The quick exit of a page, which dialogs show as well: they cover the button of the page. */
import { useSyncExternalStore } from 'react';

/** The button that leaves the page at once. */
export interface DialogExit {
  label: string;
  hint: string;
  leave: () => void;
}

let current: DialogExit | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the exit while a page has one; null when it is left. */
export function setDialogExit(exit: DialogExit | null): void {
  current = exit;
  for (const notify of listeners) notify();
}

/** The exit of the page; null where there is none. */
export const useDialogExit = (): DialogExit | null => useSyncExternalStore(subscribe, () => current);
