/** Values in local storage that components can subscribe to. */
import { useSyncExternalStore } from 'react';

/** A stored value. */
export interface DeviceStore<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Creates a store.
 * @param key in local storage
 * @param parse turns the stored JSON into the value; gets null when nothing is stored or storage is blocked
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
  // Another tab changed the value.
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    value = load();
    notifyListeners();
  });
  // A page that returns from the back/forward cache got no storage events meanwhile.
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
        // Storage is full or blocked: the value lasts until the page is left.
      }
      notifyListeners();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store for components, which render again when it changes. */
export const useDeviceStore = <T>(store: DeviceStore<T>): T =>
  useSyncExternalStore(store.subscribe, store.get);
