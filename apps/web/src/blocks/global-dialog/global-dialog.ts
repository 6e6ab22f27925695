/**
 * Dialogs that open over any screen and have no address of their own: whoever needs one asks here, and the root draws it.
 */
import { useSyncExternalStore } from 'react';

export type GlobalDialog =
  /** The login ended, or a visitor came to a place that needs one (spec 1 §4). */
  | { name: 'login'; reason: 'expired' | 'forbidden' }
  /** One's own account (spec 1 §2). */
  | { name: 'account'; tab?: 'notifications' };

let currentDialog: GlobalDialog | null = null;
const listeners = new Set<() => void>();

/** Opens a dialog, or closes the one that is open. */
export function setGlobalDialog(next: GlobalDialog | null): void {
  currentDialog = next;
  for (const listener of listeners) listener();
}

/** The dialog that is open, or null. */
export const getGlobalDialog = (): GlobalDialog | null => currentDialog;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useGlobalDialog = (): GlobalDialog | null => useSyncExternalStore(subscribe, getGlobalDialog);
