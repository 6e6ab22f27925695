/**
 * Dialogs that open over any screen and have no address of their own: whoever needs one asks here, and the root draws it.
 */
import { useSyncExternalStore } from 'react';

export type AskedDialog =
  /** The login ended, or a visitor came to a place that needs one (spec 1 §4). */
  | { name: 'login'; why: 'expired' | 'forbidden' }
  /** One's own account (spec 1 §2). */
  | { name: 'account'; tab?: 'notifications' };

let asked: AskedDialog | null = null;
const listeners = new Set<() => void>();

/** Opens a dialog, or closes the one that is open. */
export function askDialog(next: AskedDialog | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** The dialog that is open, or null. */
export const askedDialog = (): AskedDialog | null => asked;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAskedDialog = (): AskedDialog | null => useSyncExternalStore(subscribe, askedDialog);
