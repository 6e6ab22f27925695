/**
 * What the service worker and the pages call the stores that they share. An owner is `visitor`, or `u12` for an account:
 * what one person was shown is in stores of their own, which go when they log out.
 */
export const visitorOwner = 'visitor';
export const getCacheOwner = (accountId: number | null | undefined): string =>
  accountId == null ? visitorOwner : `u${accountId}`;

/** The program itself, by version. */
export const appCachePrefix = 'waypost-app-';
/** What the worker has to remember between its lives. */
export const workerStateCacheName = 'waypost-memory';
/** The base map as far as it was looked at: nobody's in particular. */
export const baseMapCacheName = 'waypost-ground';
export const getApiCacheName = (owner: string): string => `waypost-answers-${owner}`;
export const getMediaCacheName = (owner: string): string => `waypost-pictures-${owner}`;
export const getAreaCachePrefix = (owner: string): string => `waypost-area-${owner}-`;

/** Whose a store is; undefined for those that are everybody's. */
const parseCacheOwner = (name: string): string | undefined =>
  /^waypost-(?:answers|pictures|area)-([a-z]+\d*)/.exec(name)?.[1];

/** Deletes what any account but this one was shown. */
export async function deleteCachesOfOthers(currentOwner: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter(
    (name) => ![undefined, visitorOwner, currentOwner].includes(parseCacheOwner(name)),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Told to the worker whenever somebody logs in or out, or is given another token. */
export interface SessionMessage {
  kind: 'session';
  owner: string;
  /** Hash of the token that this owner's requests carry; null when they carry none. */
  mark: string | null;
}
/** Told to a worker that waits for its turn. */
export interface SkipWaitingMessage {
  kind: 'take over';
}
/** Told after the first visit: parts of the program that came before there was a worker to keep them. */
export interface CacheAssetsMessage {
  kind: 'parts';
  addresses: readonly string[];
}
export type WorkerMessage = SessionMessage | SkipWaitingMessage | CacheAssetsMessage;

export async function hashToken(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(hash)].map((it) => it.toString(16).padStart(2, '0')).join('');
}

/** Where a piece of the base map is kept: stores know no ranges. */
export const buildRangeCacheKey = (url: string, range: string): string =>
  `${url.split('?')[0]}?range=${encodeURIComponent(range.replace(/^bytes=/, ''))}`;
