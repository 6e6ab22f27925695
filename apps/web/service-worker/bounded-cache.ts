/** Stores that hold no more than they may: what was written longest ago goes first. */

/** Writes, of all stores, between two looks at how full they are. */
const writesBetweenTrims = 16;
let writeCount = 0;

/** Stores an answer; a full disk loses the answer and nothing else. */
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
    // What is not kept is fetched next time.
  }
}

/** An answer out of the first store that has it. */
export async function findCached(cacheNames: readonly string[], key: string): Promise<Response | undefined> {
  for (const name of cacheNames) {
    if (!(await caches.has(name))) continue;
    const found = await (await caches.open(name)).match(key, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}
