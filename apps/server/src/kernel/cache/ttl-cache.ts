/** A cache with a time to live, for values that many requests read at once. */
import { LRUCache } from 'lru-cache';

/** Bounded, since keys may come from requests. */
const maxEntries = 500;

/**
 * Caches the results of `load` by key. Requests that come while a value is being loaded share it.
 * @param ttlMs how long a result is kept
 * @param load loads a value; failures are not kept
 */
export function ttlCache<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const entries = new LRUCache<string, Promise<T>>({ max: maxEntries, ttl: ttlMs });
  return (key) => {
    const cached = entries.get(key);
    if (cached) return cached;
    const value = load(key);
    entries.set(key, value);
    value.catch(() => entries.delete(key));
    return value;
  };
}
