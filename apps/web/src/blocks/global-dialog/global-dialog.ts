/**
 * Dialogs that open over any screen and have no URL. Any module can open one; the root component renders it.
 */
import { useSyncExternalStore } from 'react';

/** A dialog with its parameters. */
export type GlobalDialog =
  /** The session expired, or a visitor opened a page that needs a login (spec 1 §4). */
  | { name: 'login'; reason: 'expired' | 'forbidden' }
  /** The settings of one's own account (spec 1 §2). */
  | { name: 'account'; tab?: 'notifications' }
  /** An own email and password for the default administrator (spec 1 §4). */
  | { name: 'admin-setup' };

let currentDialog: GlobalDialog | null = null;
const listeners = new Set<() => void>();

/** Opens a dialog; null closes the open one. */
export function setGlobalDialog(next: GlobalDialog | null): void {
  currentDialog = next;
  for (const listener of listeners) listener();
}

/** The open dialog, or null. */
export const getGlobalDialog = (): GlobalDialog | null => currentDialog;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The same for components. */
export const useGlobalDialog = (): GlobalDialog | null => useSyncExternalStore(subscribe, getGlobalDialog);
