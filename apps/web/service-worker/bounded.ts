/** Stores that hold no more than they may: what was written longest ago goes first. */

/** Writes, of all stores, between two looks at how full they are. */
const seldom = 16;
let writes = 0;

/** Stores an answer; a full disk loses the answer and nothing else. */
export async function keep(name: string, key: string, answer: Response, most: number): Promise<void> {
  try {
    const cache = await caches.open(name);
    await cache.put(key, answer);
    writes += 1;
    if (writes % seldom !== 0) return;
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((it) => cache.delete(it)));
  } catch {
    // What is not kept is fetched next time.
  }
}

/** An answer out of the first store that has it. */
export async function find(names: readonly string[], key: string): Promise<Response | undefined> {
  for (const name of names) {
    if (!(await caches.has(name))) continue;
    const found = await (await caches.open(name)).match(key, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}
