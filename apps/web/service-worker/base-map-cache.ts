/** Cache of the base map: byte ranges of our own archive, and tiles of external services that somebody looked at. */
import {
  baseMapCacheName,
  buildRangeCacheKey,
  getAreaCachePrefix,
  visitorOwner,
  workerStateCacheName,
} from '../src/blocks/device/cache-names.ts';
import { findCached, putBounded } from './bounded-cache.ts';
import { fetchOrReadStored } from './server-fetch.ts';
import { getSession } from './worker-session.ts';

/** Path of the base map archive. */
export const archivePath = '/map/world.pmtiles';
const externalTileHosts =
  /^(?:tile\.openstreetmap\.org|tile-a\.openstreetmap\.fr|server\.arcgisonline\.com)$/;
/** Whether a URL is a tile of one of the external services. */
export const isExternalTile = ({ host }: URL): boolean => externalTileHosts.test(host);
const maxEntries = 600;

/** The ETag of the archive that the ranges belong to. Ranges of two archives must never be mixed on one map. */
const archiveVersionKey = '/archive';
let archiveVersion: string | null | undefined;

async function readArchiveVersion(): Promise<string | null> {
  if (archiveVersion !== undefined) return archiveVersion;
  const stored = await (await caches.open(workerStateCacheName)).match(archiveVersionKey);
  archiveVersion = stored ? await stored.text() : null;
  return archiveVersion;
}

async function storeArchiveVersion(etag: string | null): Promise<void> {
  if (etag === (await readArchiveVersion())) return;
  archiveVersion = etag;
  await caches.delete(baseMapCacheName);
  await (await caches.open(workerStateCacheName)).put(archiveVersionKey, new Response(etag));
}

/** Caches of the areas that an owner, or somebody without an account, has saved. */
export async function listAreaCaches(owner: string): Promise<string[]> {
  const names = await caches.keys();
  return names.filter((name) =>
    [getAreaCachePrefix(owner), getAreaCachePrefix(visitorOwner)].some((prefix) => name.startsWith(prefix)),
  );
}

async function listBaseMapCaches(): Promise<string[]> {
  const { owner } = await getSession();
  return [baseMapCacheName, ...(await listAreaCaches(owner))];
}

/** The Cache API stores no 206 responses: a range is stored as a 200 (`toFullResponse`) and turned back into a 206 here. */
export const toPartialResponse = (fullResponse: Response): Response =>
  new Response(fullResponse.body, {
    status: 206,
    statusText: 'Partial Content',
    headers: fullResponse.headers,
  });

/** A copy of a 206 that the Cache API stores. */
export function toFullResponse(response: Response): Response {
  const copy = response.clone();
  return new Response(copy.body, { status: 200, headers: copy.headers });
}

async function findCachedRange(key: string): Promise<Response | undefined> {
  const cached = await findCached(await listBaseMapCaches(), key);
  return cached && cached.headers.get('etag') === (await readArchiveVersion())
    ? toPartialResponse(cached)
    : undefined;
}

/** A range of the archive. The first one holds the directory and is always fetched: it shows when the archive has changed. */
export async function respondWithRange(event: FetchEvent, range: string): Promise<Response> {
  const key = buildRangeCacheKey(event.request.url, range);
  const isFirst = range.startsWith('bytes=0-');
  const cachedRange = isFirst ? undefined : await findCachedRange(key);
  if (cachedRange) return cachedRange;
  const { response, from } = await fetchOrReadStored(event.request, {
    isExpected: ({ status }) => status === 206,
    readStored: () => findCachedRange(key),
  });
  if (from !== 'server') return response;
  if (isFirst) await storeArchiveVersion(response.headers.get('etag'));
  event.waitUntil(putBounded(baseMapCacheName, key, toFullResponse(response), maxEntries));
  return response;
}

/** Responds with a tile of an external map service, network first. */
export async function respondWithExternalTile(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const { response, from } = await fetchOrReadStored(event.request, {
    isExpected: ({ ok }) => ok,
    readStored: () => findCached([baseMapCacheName], url),
  });
  if (from === 'server') event.waitUntil(putBounded(baseMapCacheName, url, response.clone(), maxEntries));
  return response;
}
