/** Caches with a maximum number of entries: the entries written longest ago are deleted first. */

/** Writes, over all caches, between two checks of the number of entries. */
const writesBetweenTrims = 16;
let writeCount = 0;

/** Stores a response. Errors, such as a full disk, are ignored. */
export async function putBounded(
  cacheName: string,
  key: string,
  response: Response,
  maxEntries: number,
): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(key, response);
    writeCount += 1;
    if (writeCount % writesBetweenTrims !== 0) return;
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - maxEntries)).map((it) => cache.delete(it)));
  } catch {
    // What could not be stored is fetched next time.
  }
}

/** The response from the first cache that has one for the key. */
export async function findCached(cacheNames: readonly string[], key: string): Promise<Response | undefined> {
  for (const name of cacheNames) {
    if (!(await caches.has(name))) continue;
    const cached = await (await caches.open(name)).match(key, { ignoreVary: true });
    if (cached) return cached;
  }
  return undefined;
}
