/**
 * Network-first cache of API responses and pictures, for use without a network. Each person has caches of their own. The server
 * says which responses are kept (docs/decisions/0103): a URL whose response was never kept is not found.
 */
import { deviceCacheHeader } from '@waypost/contract/common/device-cache';
import { getApiCacheName, getAreaCachePrefix, getMediaCacheName } from '../src/blocks/device/cache-names.ts';
import { findCached, putBounded } from './bounded-cache.ts';
import { getSession, isCurrentOwner, ownerOfRequest } from './worker-session.ts';

const maxEntries = { responses: 500, pictures: 150 };
/** Larger responses would push out everything else. */
const maxResponseBytes = 3_000_000;
/** After this time without a response, a cached one is used if there is one. */
const networkTimeoutMs = 12_000;

/** Whether a URL is of the API. */
export const isApiRequest = ({ pathname }: URL): boolean => pathname.startsWith('/api/v3/');

const listAreaCaches = async (owner: string): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(getAreaCachePrefix(owner)));

/** The network's response; the cached one when the network fails or takes longer than the timeout. */
async function fetchWithFallback(
  request: Request,
  readFallback: () => Promise<Response | undefined>,
): Promise<Response> {
  const networkResponse = fetch(request);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, networkTimeoutMs));
  try {
    const first = await Promise.race([networkResponse, timeout]);
    if (first) return first;
    const fallback = await readFallback();
    if (fallback) {
      networkResponse.catch(() => undefined);
      return fallback;
    }
    return await networkResponse;
  } catch (error) {
    const fallback = request.signal.aborted ? undefined : await readFallback();
    if (fallback) return fallback;
    throw error;
  }
}

/** The server allows it for each response, by the declaration of its endpoint and the rights of the caller. */
const isAllowedResponse = ({ headers }: Response): boolean => headers.has(deviceCacheHeader);
/** Pictures of reports that are not public are for those who may see them now. */
const isPublicPicture = ({ headers }: Response): boolean =>
  /\bpublic\b/.test(headers.get('cache-control') ?? '');

const isCacheableResponse = (response: Response): boolean =>
  response.status === 200 &&
  response.type === 'basic' &&
  Number(response.headers.get('content-length') ?? 0) < maxResponseBytes &&
  !/no-store/.test(response.headers.get('cache-control') ?? '');

interface CacheTarget {
  owner: string;
  cacheName: string;
  key: string;
  maxEntries: number;
  isAllowed: (response: Response) => boolean;
}

async function networkFirst(event: FetchEvent, target: CacheTarget): Promise<Response> {
  let isFromDevice = false;
  const response = await fetchWithFallback(event.request, async () => {
    isFromDevice = true;
    return findCached([target.cacheName, ...(await listAreaCaches(target.owner))], target.key);
  });
  if (isFromDevice || !isCacheableResponse(response) || !target.isAllowed(response)) return response;
  const copy = response.clone();
  event.waitUntil(
    (async () => {
      if (!(await isCurrentOwner(target.owner))) return;
      await putBounded(target.cacheName, target.key, copy, target.maxEntries);
      if (!(await isCurrentOwner(target.owner))) await caches.delete(target.cacheName);
    })(),
  );
  return response;
}

/** Responds to a GET request of the API, network first. Requests with an unknown token are not cached. */
export async function respondFromApi(event: FetchEvent): Promise<Response> {
  const owner = await ownerOfRequest(event.request);
  if (owner === null) return fetch(event.request);
  const { url } = event.request;
  return networkFirst(event, {
    owner,
    cacheName: getApiCacheName(owner),
    key: url,
    maxEntries: maxEntries.responses,
    isAllowed: isAllowedResponse,
  });
}

/** Responds to a request for a stored picture, network first. The key is the path: the signature in the query may change. */
export async function respondWithMedia(event: FetchEvent): Promise<Response> {
  const { owner } = await getSession();
  const key = new URL(event.request.url).pathname;
  return networkFirst(event, {
    owner,
    cacheName: getMediaCacheName(owner),
    key,
    maxEntries: maxEntries.pictures,
    isAllowed: isPublicPicture,
  });
}

/** Deletes the responses in a cache that would not be stored now. */
async function deleteForbiddenResponses(
  cacheName: string,
  pathPrefix: string,
  isAllowed: CacheTarget['isAllowed'],
): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith(pathPrefix)) continue;
    const response = await cache.match(request, { ignoreVary: true });
    if (response && !isAllowed(response)) await cache.delete(request, { ignoreVary: true });
  }
}

/** Deletes what versions before docs/decisions/0103 stored of the team. Maps and surveys of saved areas stay. */
export async function deleteUndeclaredResponses(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('waypost-answers-')) await caches.delete(name);
    else if (name.startsWith(getAreaCachePrefix('u').slice(0, -1)))
      await deleteForbiddenResponses(name, '/api/v3/posts', isAllowedResponse);
    else if (name.startsWith(getMediaCacheName('u')))
      await deleteForbiddenResponses(name, '/storage/', isPublicPicture);
}
