/**
 * What was found is remembered until the data change (docs/decisions/0008). Every process does so for itself; what the data
 * are is told by the database, so that no process has to tell another.
 */
import type { Tx } from '../db/database.ts';
import type { Viewer } from '../security/viewer.ts';

/** Bytes that all answers of a process may take. */
const maxBytes = 48 * 1024 * 1024;
/** Bytes that an answer takes beside itself and its question. */
const overheadBytes = 200;

interface CacheEntry {
  version: string;
  value: unknown;
  bytes: number;
}

/** The one asked for longest ago comes first. */
const entries = new Map<string, CacheEntry>();
let usedBytes = 0;
const hitCounts = { found: 0, made: 0 };

/** How much this process remembers, and how often that helped. */
export const getVersionedCacheStats = () => ({
  answers: entries.size,
  bytes: usedBytes,
  most: maxBytes,
  ...hitCounts,
});

function evict(key: string): void {
  usedBytes -= entries.get(key)?.bytes ?? 0;
  entries.delete(key);
}

function store(key: string, entry: CacheEntry): void {
  evict(key);
  if (entry.bytes > maxBytes / 10) return;
  entries.set(key, entry);
  usedBytes += entry.bytes;
  for (const oldest of entries.keys()) {
    if (usedBytes <= maxBytes) return;
    evict(oldest);
  }
}

/**
 * Finds something, or remembers it from an earlier request of somebody who sees the same.
 *
 * In a transaction that only reads: what it sees and the version it reads belong together.
 * @param asked.version what the data are, as one word, of this database alone
 * @param asked.question everything that decides the answer, besides the data and who asks
 * @param asked.sizeOf bytes of an answer
 * @param load its answer is shared and never to be changed
 */
export async function readThroughCache<T>(
  tx: Tx,
  viewer: Viewer,
  options: {
    version: (tx: Tx) => Promise<string>;
    question: readonly unknown[];
    sizeOf: (entry: T) => number;
  },
  load: () => Promise<T>,
): Promise<T> {
  const version = await options.version(tx);
  const [database] = version.split(':');
  const key = JSON.stringify([database, viewer.visibilityClass, ...options.question]);
  const entry = entries.get(key);
  if (entry?.version === version) {
    // To the end of the line.
    entries.delete(key);
    entries.set(key, entry);
    hitCounts.found++;
    return entry.value as T;
  }
  const value = await load();
  hitCounts.made++;
  store(key, { version, value, bytes: options.sizeOf(value) + 2 * key.length + overheadBytes });
  return value;
}
