/**
 * What the service worker and the pages call the stores that they share. An owner is `visitor`, or `u12` for an account:
 * what one person was shown is in stores of their own, which go when they log out.
 */
export const visitor = 'visitor';
export const ownerOf = (accountId: number | null | undefined): string =>
  accountId == null ? visitor : `u${accountId}`;

/** The program itself, by version. */
export const appPrefix = 'waypost-app-';
/** What the worker has to remember between its lives. */
export const memoryName = 'waypost-memory';
/** The base map as far as it was looked at: nobody's in particular. */
export const groundName = 'waypost-ground';
export const answersOf = (owner: string): string => `waypost-answers-${owner}`;
export const picturesOf = (owner: string): string => `waypost-pictures-${owner}`;
export const areaPrefix = (owner: string): string => `waypost-area-${owner}-`;

/** Whose a store is; undefined for those that are everybody's. */
const ownerIn = (name: string): string | undefined =>
  /^waypost-(?:answers|pictures|area)-([a-z]+\d*)/.exec(name)?.[1];

/** Deletes what any account but this one was shown. */
export async function forgetOthers(owner: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => ![undefined, visitor, owner].includes(ownerIn(name)));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Told to the worker whenever somebody logs in or out, or is given another token. */
export interface SessionTold {
  kind: 'session';
  owner: string;
  /** Hash of the token that this owner's requests carry; null when they carry none. */
  mark: string | null;
}
/** Told to a worker that waits for its turn. */
export interface TakeOver {
  kind: 'take over';
}
/** Told after the first visit: parts of the program that came before there was a worker to keep them. */
export interface PartsTold {
  kind: 'parts';
  addresses: readonly string[];
}
export type Told = SessionTold | TakeOver | PartsTold;

export async function markOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(hash)].map((it) => it.toString(16).padStart(2, '0')).join('');
}

/** Where a piece of the base map is kept: stores know no ranges. */
export const rangeKey = (address: string, range: string): string =>
  `${address.split('?')[0]}?range=${encodeURIComponent(range.replace(/^bytes=/, ''))}`;
