/** A value kept on the device and watched by screens: a few lines instead of a state library. */
import { useSyncExternalStore } from 'react';

export interface DeviceStore<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * @param key where it is kept in local storage
 * @param parse from what was stored to the value; null when nothing was stored or the storage is closed to us
 */
export function createDeviceStore<T>(key: string, parse: (stored: unknown) => T): DeviceStore<T> {
  const load = (): T => {
    try {
      return parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    } catch {
      return parse(null);
    }
  };
  let value = load();
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  // Another tab logged in or out.
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    value = load();
    notifyListeners();
  });
  // A page that the browser kept while it was left heard nothing meanwhile.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    value = load();
    notifyListeners();
  });
  return {
    get: () => value,
    set: (next) => {
      value = next;
      try {
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // A full or closed storage: the value lives until the page is left.
      }
      notifyListeners();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useDeviceStore = <T>(store: DeviceStore<T>): T =>
  useSyncExternalStore(store.subscribe, store.get);
