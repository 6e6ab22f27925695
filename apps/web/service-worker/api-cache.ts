/**
 * Network-first cache of API responses and pictures, for use without a network. Each person has caches of their own. The server
 * says which responses are kept (docs/decisions/0103): a URL whose response was never kept is not found.
 */
import { type DeviceCacheOwner, deviceCacheHeader } from '@waypost/contract/common/device-cache';
import { isFromServer } from '../src/api/is-from-server.ts';
import {
  deleteCachesOf,
  getApiCacheName,
  getAreaCachePrefix,
  getMediaCacheName,
  visitorOwner,
} from '../src/blocks/device/cache-names.ts';
import { findCached, putBounded } from './bounded-cache.ts';
import { fetchInTime, fetchOrReadStored } from './server-fetch.ts';
import { getSession, isCurrentOwner, ownerOfRequest } from './worker-session.ts';

const maxEntries = { responses: 500, pictures: 150 };
/** Larger responses would push out everything else. */
const maxResponseBytes = 3_000_000;

/** Whether a URL is of the API. */
export const isApiRequest = ({ pathname }: URL): boolean => pathname.startsWith('/api/v3/');

const listAreaCaches = async (owner: string): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(getAreaCachePrefix(owner)));

/** The server allows it for each response, by the declaration of its endpoint and the rights of the caller. */
const isAllowedResponse = ({ headers }: Response): boolean => headers.has(deviceCacheHeader);
/** The same for one owner: nothing of an account is stored for visitors, whatever the worker knows of the session. */
function isAllowedFor({ headers }: Response, owner: string): boolean {
  const expected: DeviceCacheOwner = owner === visitorOwner ? 'visitor' : 'account';
  return headers.get(deviceCacheHeader) === expected;
}
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

/** Whether something is gone, or may no longer be seen. A token that has expired says nothing about that. */
const isRefusal = ({ status }: Response, { headers }: Request): boolean =>
  [403, 404, 410].includes(status) || (status === 401 && !headers.has('authorization'));

/** Deletes what was stored before of a response that is refused, or not to be stored now. */
async function deleteStored({ owner, cacheName, key }: CacheTarget, response: Response): Promise<void> {
  const areas = await listAreaCaches(owner);
  if ((await findCached([cacheName, ...areas], key)) === undefined) return;
  // Only people with an account may see the site now.
  if (response.status === 401) return deleteCachesOf(visitorOwner);
  // An area of the team holds the public response, which they still may read.
  const names = response.ok ? [cacheName] : [cacheName, ...areas];
  const found = await Promise.all(
    names.map(async (name) => (await caches.open(name)).delete(key, { ignoreVary: true })),
  );
  const haveRightsChanged = response.ok && found[0] === true && cacheName === getApiCacheName(owner);
  // A receipt makes single responses of a visitor private.
  if (!haveRightsChanged || owner === visitorOwner) return;
  await caches.delete(cacheName);
  for (const name of areas) await deleteResponses(name, (path) => path.startsWith('/api/v3/posts'));
}

async function networkFirst(event: FetchEvent, target: CacheTarget): Promise<Response> {
  const { request } = event;
  const { response, from } = await fetchOrReadStored(request, {
    isExpected: isFromServer,
    readStored: async () =>
      // What was seen before is not what a reload asks for.
      request.cache === 'reload'
        ? undefined
        : findCached([target.cacheName, ...(await listAreaCaches(target.owner))], target.key),
  });
  // Its status would be taken for the server's: a refusal, or a report that was deleted.
  if (from === 'elsewhere' && response.status < 500) return Response.error();
  if (from !== 'server') return response;
  if (!target.isAllowed(response)) {
    if (response.ok || isRefusal(response, request)) event.waitUntil(deleteStored(target, response));
    return response;
  }
  if (!isCacheableResponse(response)) return response;
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
  if (owner === null) return fetchInTime(event.request);
  const { url } = event.request;
  return networkFirst(event, {
    owner,
    cacheName: getApiCacheName(owner),
    key: url,
    maxEntries: maxEntries.responses,
    isAllowed: (response) => isAllowedFor(response, owner),
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

/** Deletes responses in a cache, by their path. */
async function deleteResponses(
  cacheName: string,
  isDeleted: (path: string, response: Response) => boolean,
): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    if (response && isDeleted(new URL(request.url).pathname, response))
      await cache.delete(request, { ignoreVary: true });
  }
}

/** Whether an earlier version stored what would not be stored now, in the cache of an account or a saved area. */
function isUndeclared(path: string, response: Response): boolean {
  if (path.startsWith('/storage/')) return !isPublicPicture(response);
  // The form needs the surveys without a network, and they are what they would be now.
  return /^\/api\/v3\/(?!forms|map-archives)/.test(path) && !isAllowedResponse(response);
}

/** Deletes what versions before docs/decisions/0103 stored of the team. Maps and surveys of saved areas stay. */
export async function deleteUndeclaredResponses(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('waypost-answers-')) await caches.delete(name);
    else if (/^waypost-(?:area|pictures)-/.test(name)) await deleteResponses(name, isUndeclared);
}
