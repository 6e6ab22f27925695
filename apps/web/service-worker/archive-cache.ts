/** Cache of byte ranges of map archives, for each person: who may see an archive differs. */
import { deviceCacheHeader } from '@waypost/contract/common/device-cache';
import { buildArchiveRangeCacheKey, getArchiveCacheName } from '../src/blocks/device/cache-names.ts';
import { listAreaCaches, toFullResponse, toPartialResponse } from './base-map-cache.ts';
import { findCached, putBounded } from './bounded-cache.ts';
import { fetchInTime } from './server-fetch.ts';
import { isCurrentOwner, ownerOfRequest } from './worker-session.ts';

const maxEntries = 600;

/** Whether a URL is the file of a map archive, with the version of its content. */
export const isArchiveFile = ({ pathname, searchParams }: URL): boolean =>
  /^\/api\/v3\/map-archives\/\d+\/file$/.test(pathname) && searchParams.has('v');

/** A range of an archive: from the cache if it is there, since the content behind an address never changes. */
export async function respondWithArchiveRange(event: FetchEvent, range: string): Promise<Response> {
  const owner = await ownerOfRequest(event.request);
  if (owner === null) return fetchInTime(event.request);
  const cacheName = getArchiveCacheName(owner);
  const key = buildArchiveRangeCacheKey(event.request.url, range);
  const cached = await findCached([cacheName, ...(await listAreaCaches(owner))], key);
  if (cached) return toPartialResponse(cached);
  const response = await fetchInTime(event.request);
  if (response.status !== 206 || !response.headers.has(deviceCacheHeader)) return response;
  const copy = toFullResponse(response);
  event.waitUntil(
    (async () => {
      if (!(await isCurrentOwner(owner))) return;
      await putBounded(cacheName, key, copy, maxEntries);
      if (!(await isCurrentOwner(owner))) await caches.delete(cacheName);
    })(),
  );
  return response;
}
