/**
 * Names of the caches that the service worker and the pages share. An owner is `visitor`, or `u12` for an account: each
 * account has caches of its own, which are deleted when it logs out.
 */
/** Owner of the caches of people without an account. */
export const visitorOwner = 'visitor';
/** Owner of an account's caches. */
export const getCacheOwner = (accountId: number | null | undefined): string =>
  accountId == null ? visitorOwner : `u${accountId}`;

/** Prefix of the caches of the app's files, one per version. */
export const appCachePrefix = 'waypost-app-';
/** Cache for the worker's own state, which must survive its restarts. */
export const workerStateCacheName = 'waypost-memory';
/** Cache of the base map; shared by all owners. */
export const baseMapCacheName = 'waypost-ground';
/** Cache of API responses that the server allows to keep. Before docs/decisions/0103 its name was `waypost-answers-…`. */
export const getApiCacheName = (owner: string): string => `waypost-api-${owner}`;
/** Cache of pictures. */
export const getMediaCacheName = (owner: string): string => `waypost-pictures-${owner}`;
/** Cache of byte ranges of map archives. */
export const getArchiveCacheName = (owner: string): string => `waypost-maps-${owner}`;
/** Prefix of the caches of saved areas. While one is being filled, a lock of its name is held. */
export const getAreaCachePrefix = (owner: string): string => `waypost-area-${owner}-`;
/** Whether a cache is of a saved area. */
export const isAreaCache = (name: string): boolean => name.startsWith('waypost-area-');

/** The owner of a cache; undefined for shared ones. */
const parseCacheOwner = (name: string): string | undefined =>
  /^waypost-(?:api|pictures|maps|area)-([a-z]+\d*)/.exec(name)?.[1];

/** Deletes the caches of all accounts but this one. */
export async function deleteCachesOfOthers(currentOwner: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter(
    (name) => ![undefined, visitorOwner, currentOwner].includes(parseCacheOwner(name)),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Deletes all caches of one owner. */
export async function deleteCachesOf(owner: string): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => parseCacheOwner(name) === owner).map((name) => caches.delete(name)),
  );
}

/** Sent to the worker after a login, a logout or a new token. */
export interface SessionMessage {
  kind: 'session';
  owner: string;
  /** Hash of the token that this owner's requests carry; null when they carry none. */
  mark: string | null;
}
/** Sent to a waiting worker: activate now. */
export interface SkipWaitingMessage {
  kind: 'take over';
}
/** Sent after the first visit: files of the app that were loaded before the worker was active. */
export interface CacheAssetsMessage {
  kind: 'parts';
  addresses: readonly string[];
}
/** Messages from the pages to the worker. Both may be of different versions: never rename members or values. */
export type WorkerMessage = SessionMessage | SkipWaitingMessage | CacheAssetsMessage;

/** SHA-256 of a token in hexadecimal, to compare tokens without storing them. */
export async function hashToken(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(hash)].map((it) => it.toString(16).padStart(2, '0')).join('');
}

/** Cache key of a range of a map archive, whose URL changes with its content. */
export const buildArchiveRangeCacheKey = (url: string, range: string): string =>
  `${url}&range=${encodeURIComponent(range.replace(/^bytes=/, ''))}`;

/** Cache key of a range of the base map: the Cache API does not know ranges. */
export const buildRangeCacheKey = (url: string, range: string): string =>
  `${url.split('?')[0]}?range=${encodeURIComponent(range.replace(/^bytes=/, ''))}`;
