/**
 * A cache whose entries are valid until the data change (docs/decisions/0008). Each process has its own. The version of the data
 * is read from the database, so processes need not notify each other.
 */
import { LRUCache } from 'lru-cache';
import type { Tx } from '../db/database.ts';
import type { Viewer } from '../security/viewer.ts';

/** Memory limit of the cache of a process, in bytes. */
const maxBytes = 48 * 1024 * 1024;
/** Estimated bytes of an entry besides key and value. */
const overheadBytes = 200;

interface CacheEntry {
  version: string;
  value: unknown;
}

const entries = new LRUCache<string, CacheEntry>({
  maxSize: maxBytes,
  maxEntrySize: Math.floor(maxBytes / 10),
});
const hitCounts = { found: 0, made: 0 };

/** Statistics of the cache of this process, in the form of the status API (`remembered`). */
export const getVersionedCacheStats = () => ({
  answers: entries.size,
  bytes: entries.calculatedSize,
  most: maxBytes,
  ...hitCounts,
});

/**
 * Reads a value from the cache, or loads and stores it. Viewers of the same visibility class share entries.
 *
 * Call it in a read-only transaction, so that the data and their version are of one snapshot.
 * @param options.version reads the version of the data: `<id of the database>:…`
 * @param options.keyParts everything that decides the value besides the data and the viewer
 * @param options.sizeInBytes size of a value
 * @param load its result is shared and must not be changed
 */
export async function readThroughCache<T>(
  tx: Tx,
  viewer: Viewer,
  options: {
    version: (tx: Tx) => Promise<string>;
    keyParts: readonly unknown[];
    sizeInBytes: (value: T) => number;
  },
  load: () => Promise<T>,
): Promise<T> {
  const version = await options.version(tx);
  const [database] = version.split(':');
  const key = JSON.stringify([database, viewer.visibilityClass, ...options.keyParts]);
  const entry = entries.get(key);
  if (entry?.version === version) {
    hitCounts.found++;
    return entry.value as T;
  }
  const value = await load();
  hitCounts.made++;
  const size = options.sizeInBytes(value) + 2 * key.length + overheadBytes;
  entries.set(key, { version, value }, { size });
  return value;
}
