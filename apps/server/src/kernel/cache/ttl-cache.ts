/** A cache with a time to live, for values that many requests read at once. */

/** Bounded, since keys may come from requests. */
const maxEntries = 500;

/**
 * Caches the results of `load` by key.
 * @param ttlMs how long a result is kept
 * @param load loads a value; failures are not kept
 */
export function ttlCache<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const entries = new Map<string, { expiresAt: number; value: Promise<T> }>();
  return (key) => {
    const now = Date.now();
    const entry = entries.get(key);
    if (entry && entry.expiresAt > now) return entry.value;
    const value = load(key);
    entries.delete(key);
    entries.set(key, { expiresAt: now + ttlMs, value });
    value.catch(() => entries.delete(key));
    for (const [oldest] of entries) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
    return value;
  };
}
