/** What the server said, kept for when it cannot be asked: newest first, per person. */
import { getApiCacheName, getAreaCachePrefix, getMediaCacheName } from '../src/blocks/device/cache-names.ts';
import { findCached, putBounded } from './bounded-cache.ts';
import { getSession, isCurrentOwner, ownerOfRequest } from './worker-session.ts';

/** What the map, posts and surveys are read from; nothing of people, contacts, messages, files and logs. */
const cacheablePaths =
  /^\/api\/v3\/(?:config|countries|forms|tags|collections|savedsearches|roles|users\/me$|posts(?!\/export|\/\d+\/(?:messages|revisions|lock)))/;
const maxEntries = { answers: 500, pictures: 150 };
/** Bytes; larger ones would push out everything else. */
const maxResponseBytes = 3_000_000;
/** Milliseconds that a line may be silent before what is kept stands in. */
const networkTimeoutMs = 12_000;

export const isCacheableRequest = ({ pathname }: URL): boolean => cacheablePaths.test(pathname);

const listAreaCaches = async (owner: string): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(getAreaCachePrefix(owner)));

/** The network's answer, or after a long silence the one that is kept, whichever is there. */
async function fetchWithFallback(
  request: Request,
  readFallback: () => Promise<Response | undefined>,
): Promise<Response> {
  const networkResponse = fetch(request);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, networkTimeoutMs));
  try {
    const first = await Promise.race([networkResponse, timeout]);
    if (first) return first;
    const found = await readFallback();
    if (found) {
      networkResponse.catch(() => undefined);
      return found;
    }
    return await networkResponse;
  } catch (error) {
    const found = request.signal.aborted ? undefined : await readFallback();
    if (found) return found;
    throw error;
  }
}

const isCacheableResponse = (answer: Response): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  Number(answer.headers.get('content-length') ?? 0) < maxResponseBytes &&
  !/no-store/.test(answer.headers.get('cache-control') ?? '');

interface CacheTarget {
  owner: string;
  cacheName: string;
  key: string;
  maxEntries: number;
}

async function networkFirst(event: FetchEvent, target: CacheTarget): Promise<Response> {
  let isFromDevice = false;
  const answer = await fetchWithFallback(event.request, async () => {
    isFromDevice = true;
    return findCached([target.cacheName, ...(await listAreaCaches(target.owner))], target.key);
  });
  if (isFromDevice || !isCacheableResponse(answer)) return answer;
  const copy = answer.clone();
  event.waitUntil(
    (async () => {
      if (!(await isCurrentOwner(target.owner))) return;
      await putBounded(target.cacheName, target.key, copy, target.maxEntries);
      if (!(await isCurrentOwner(target.owner))) await caches.delete(target.cacheName);
    })(),
  );
  return answer;
}

/** A call of the interface that only reads. */
export async function respondFromApi(event: FetchEvent): Promise<Response> {
  const owner = await ownerOfRequest(event.request);
  if (owner === null) return fetch(event.request);
  const { url } = event.request;
  return networkFirst(event, {
    owner,
    cacheName: getApiCacheName(owner),
    key: url,
    maxEntries: maxEntries.answers,
  });
}

/** A stored picture: its address may carry a seal that changes, its path does not. */
export async function respondWithMedia(event: FetchEvent): Promise<Response> {
  const { owner } = await getSession();
  const key = new URL(event.request.url).pathname;
  return networkFirst(event, {
    owner,
    cacheName: getMediaCacheName(owner),
    key,
    maxEntries: maxEntries.pictures,
  });
}
