/**
 * The files of the app on the device. A version is cached completely or not at all: its page is only served when all files
 * that it needs are cached. An open page of the previous version still finds its own files.
 */
import { appCachePrefix } from '../src/blocks/device/cache-names.ts';
import { fetchInTime } from './server-fetch.ts';

/** Defined by the build: see build-service-worker.ts. */
declare const APP_BUILD: { version: string; files: readonly string[] };

const { version, files } = APP_BUILD;

export { version };

const currentCacheName = appCachePrefix + version;
const pagePath = '/index.html';
const isHashed = (path: string) => path.startsWith('/assets/');

const listAppCaches = async () => (await caches.keys()).filter((name) => name.startsWith(appCachePrefix));

async function findInAnyVersion(path: string): Promise<Response | undefined> {
  // An older version may hold the file too; the newest caches are searched first.
  const others = (await listAppCaches()).filter((name) => name !== currentCacheName).reverse();
  for (const name of [currentCacheName, ...others]) {
    const cached = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (cached) return cached;
  }
  return undefined;
}

async function fetchAsset(path: string): Promise<Response> {
  const response = await fetchInTime(path, { cache: isHashed(path) ? 'default' : 'no-cache' });
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Caches all files of this version; fails if one of them cannot be fetched. Three at a time, for slow connections. */
export async function installApp(): Promise<void> {
  const cache = await caches.open(currentCacheName);
  const pendingPaths = [...files];
  const cacheNext = async () => {
    for (let path = pendingPaths.shift(); path !== undefined; path = pendingPaths.shift()) {
      if (isHashed(path) && (await cache.match(path))) continue;
      const existing = isHashed(path) ? await findInAnyVersion(path) : undefined;
      await cache.put(path, existing ?? (await fetchAsset(path)));
    }
  };
  await Promise.all([cacheNext(), cacheNext(), cacheNext()]);
}

/** Deletes all versions but this one and the previous one, which open pages may still need. */
export async function deleteOldVersions(): Promise<void> {
  const others = (await listAppCaches()).filter((name) => name !== currentCacheName);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** The page's start script. Its name contains a hash, so it identifies the version. */
const findStartScript = (html: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];

/** Updates the cached page from the server, since its settings may have changed, but only within the same version. */
async function refreshPage(cachedPage: Response): Promise<void> {
  const response = await fetchInTime(pagePath, { cache: 'no-cache' });
  if (!response.ok) return;
  const [newHtml, cachedHtml] = await Promise.all([response.clone().text(), cachedPage.text()]);
  if (findStartScript(newHtml) === findStartScript(cachedHtml))
    await (await caches.open(currentCacheName)).put(pagePath, response);
}

/** Responds to a navigation with the cached page and updates that page in the background. */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const cached = await (await caches.open(currentCacheName)).match(pagePath);
  if (!cached) return fetch(event.request);
  event.waitUntil(refreshPage(cached.clone()).catch(() => undefined));
  return cached;
}

/** Responds with a file of the app. One that is not part of the installation is cached on its first use. */
export async function respondWithAsset(event: FetchEvent, path: string): Promise<Response> {
  const cached = await findInAnyVersion(path);
  if (cached) return cached;
  const response = await fetchInTime(event.request);
  if (response.ok && isHashed(path)) {
    const copy = response.clone();
    event.waitUntil(caches.open(currentCacheName).then((cache) => cache.put(path, copy)));
  }
  return response;
}

/** Whether a path is a file of the app. */
export const isAppAsset = (path: string): boolean => isHashed(path) || files.includes(path);

/** Caches files that the page loaded before the worker was active; the browser's HTTP cache still has them. */
export async function cacheAssets(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(currentCacheName);
  for (const url of urls) {
    const { origin, pathname } = new URL(url);
    if (origin !== location.origin || !isHashed(pathname) || (await cache.match(pathname))) continue;
    const response = await fetchInTime(pathname).catch(() => null);
    if (response?.ok) await cache.put(pathname, response);
  }
}
