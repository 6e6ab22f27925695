/** Answers kept for a few seconds, for what many ask at once. */

/** More are not kept: addresses can be made up without end. */
const maxEntries = 500;

/**
 * @param ttlMs milliseconds that an answer is kept
 * @param load what is asked when none is kept; a failure is not kept
 */
export function ttlCache<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const entries = new Map<string, { until: number; answer: Promise<T> }>();
  return (key) => {
    const now = Date.now();
    const entry = entries.get(key);
    if (entry && entry.until > now) return entry.answer;
    const value = load(key);
    entries.delete(key);
    entries.set(key, { until: now + ttlMs, answer: value });
    value.catch(() => entries.delete(key));
    for (const [oldest] of entries) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
    return value;
  };
}
