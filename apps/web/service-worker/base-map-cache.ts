/** The base map: pieces of our own archive, and tiles of outside services as far as somebody looked at them. */
import {
  baseMapCacheName,
  buildRangeCacheKey,
  getAreaCachePrefix,
  visitorOwner,
  workerStateCacheName,
} from '../src/blocks/device/cache-names.ts';
import { findCached, putBounded } from './bounded-cache.ts';
import { getSession } from './worker-session.ts';

export const archivePath = '/map/world.pmtiles';
const externalTileHosts =
  /^(?:tile\.openstreetmap\.org|tile-a\.openstreetmap\.fr|server\.arcgisonline\.com)$/;
export const isExternalTile = ({ host }: URL): boolean => externalTileHosts.test(host);
const maxEntries = 600;

/** Which archive the pieces are of: those of two archives must never meet on one map. */
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

async function listBaseMapCaches(): Promise<string[]> {
  const { owner } = await getSession();
  const names = await caches.keys();
  const areas = names.filter((it) =>
    [getAreaCachePrefix(owner), getAreaCachePrefix(visitorOwner)].some((pre) => it.startsWith(pre)),
  );
  return [baseMapCacheName, ...areas];
}

/** Kept as a whole answer, given out as the piece that it is. */
const toPartialResponse = (fullResponse: Response): Response =>
  new Response(fullResponse.body, {
    status: 206,
    statusText: 'Partial Content',
    headers: fullResponse.headers,
  });

async function findCachedRange(key: string): Promise<Response | undefined> {
  const found = await findCached(await listBaseMapCaches(), key);
  return found && found.headers.get('etag') === (await readArchiveVersion())
    ? toPartialResponse(found)
    : undefined;
}

/** A piece of the archive. The first one, which says what is where, is asked for anew; it tells when the archive changed. */
export async function respondWithRange(event: FetchEvent, range: string): Promise<Response> {
  const key = buildRangeCacheKey(event.request.url, range);
  const isFirst = range.startsWith('bytes=0-');
  const before = isFirst ? undefined : await findCachedRange(key);
  if (before) return before;
  try {
    const response = await fetch(event.request);
    if (response.status !== 206) return response;
    if (isFirst) await storeArchiveVersion(response.headers.get('etag'));
    const copy = response.clone();
    const fullResponse = new Response(copy.body, { status: 200, headers: copy.headers });
    event.waitUntil(putBounded(baseMapCacheName, key, fullResponse, maxEntries));
    return response;
  } catch (error) {
    const found = await findCachedRange(key);
    if (found) return found;
    throw error;
  }
}

/** A tile of somebody else's map. */
export async function respondWithExternalTile(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(putBounded(baseMapCacheName, url, response.clone(), maxEntries));
    return response;
  } catch (error) {
    const found = await findCached([baseMapCacheName], url);
    if (found) return found;
    throw error;
  }
}
