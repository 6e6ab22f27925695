/**
 * The program on the device. A version is kept whole or not at all: its page is only given out once every part that it needs
 * is there, and an open page of the version before still finds its own parts.
 */
import { appCachePrefix } from '../src/blocks/device/cache-names.ts';

/** Put in by the build: see build-service-worker.ts. */
declare const PROGRAM: { version: string; files: readonly string[] };

const { version, files } = PROGRAM;

export { version };

const currentCacheName = appCachePrefix + version;
const pagePath = '/index.html';
const isHashed = (path: string) => path.startsWith('/assets/');

const listAppCaches = async () => (await caches.keys()).filter((name) => name.startsWith(appCachePrefix));

async function findInAnyVersion(path: string): Promise<Response | undefined> {
  // The one before last may hold it too; the newest is asked first.
  const others = (await listAppCaches()).filter((name) => name !== currentCacheName).reverse();
  for (const name of [currentCacheName, ...others]) {
    const found = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

async function fetchAsset(path: string): Promise<Response> {
  const response = await fetch(path, { cache: isHashed(path) ? 'default' : 'no-cache' });
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** At the worker's installation: fails as a whole when one part cannot be had. A few at a time: lines are slow. */
export async function installApp(): Promise<void> {
  const cache = await caches.open(currentCacheName);
  const waiting = [...files];
  const take = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (isHashed(path) && (await cache.match(path))) continue;
      const existing = isHashed(path) ? await findInAnyVersion(path) : undefined;
      await cache.put(path, existing ?? (await fetchAsset(path)));
    }
  };
  await Promise.all([take(), take(), take()]);
}

/** Pages that are open may still need the version before; what is older goes. */
export async function deleteOldVersions(): Promise<void> {
  const others = (await listAppCaches()).filter((name) => name !== currentCacheName);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** The script that a page starts with names its version. */
const findStartScript = (html: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];

/** The page as the operator has it now, as long as it is of the same version: what it tells may have changed. */
async function refreshPage(cachedPage: Response): Promise<void> {
  const response = await fetch(pagePath, { cache: 'no-cache' });
  if (!response.ok) return;
  const [now, before] = await Promise.all([response.clone().text(), cachedPage.text()]);
  if (findStartScript(now) === findStartScript(before))
    await (await caches.open(currentCacheName)).put(pagePath, response);
}

export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const cached = await (await caches.open(currentCacheName)).match(pagePath);
  if (!cached) return fetch(event.request);
  event.waitUntil(refreshPage(cached.clone()).catch(() => undefined));
  return cached;
}

/** A part of the program; one that few screens need is kept when it is first asked for. */
export async function respondWithAsset(event: FetchEvent, path: string): Promise<Response> {
  const cached = await findInAnyVersion(path);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok && isHashed(path)) {
    const copy = response.clone();
    event.waitUntil(caches.open(currentCacheName).then((cache) => cache.put(path, copy)));
  }
  return response;
}

/** Whether a file beside the page belongs to the program. */
export const isAppAsset = (path: string): boolean => isHashed(path) || files.includes(path);

/** Keeps parts that were fetched before there was a worker: they are in the browser's own store still. */
export async function cacheAssets(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(currentCacheName);
  for (const address of urls) {
    const { origin, pathname } = new URL(address);
    if (origin !== location.origin || !isHashed(pathname) || (await cache.match(pathname))) continue;
    const response = await fetch(pathname).catch(() => null);
    if (response?.ok) await cache.put(pathname, response);
  }
}
