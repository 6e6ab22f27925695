/** The list of map areas that are saved on this device. */
import { getAreaCachePrefix, isAreaCache, visitorOwner } from './cache-names.ts';
import { readAllEntries, withStores } from './device-database.ts';

/** A saved area; its data is in a cache of the service worker. */
export interface SavedArea {
  owner: string;
  name: string;
  /** Map view: `lat,lon,zoom`. */
  at: string;
  /** West, south, east and north in degrees; absent in areas that earlier versions saved. */
  bounds?: [number, number, number, number];
  bytes: number;
  posts: number;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

const listeners = new Set<() => void>();
/** @returns a function that removes the listener */
export function onSavedAreasChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

const listAllAreas = async (): Promise<(SavedArea & { id: string })[]> =>
  (await readAllEntries<SavedArea>('areas')).map(([id, area]) => ({ id, ...area }));

/** The areas of this owner and of visitors, the newest first. */
export const listSavedAreas = async (owner: string): Promise<(SavedArea & { id: string })[]> =>
  (await listAllAreas())
    .filter((it) => it.owner === owner || it.owner === visitorOwner)
    .sort((a, b) => b.savedAt - a.savedAt);

/** Adds or updates an area in the list. */
export async function storeSavedArea(id: string, area: SavedArea): Promise<void> {
  await withStores('readwrite', ['areas'], ({ areas }) => areas.put(area, id));
  notifyListeners();
}

/** Deletes an area with its cache. */
export async function deleteSavedArea(id: string, owner: string): Promise<void> {
  await caches.delete(getAreaCachePrefix(owner) + id);
  await withStores('readwrite', ['areas'], ({ areas }) => areas.delete(id));
  notifyListeners();
}

/** Deletes the areas of all other accounts. */
export async function deleteSavedAreasOfOthers(currentOwner: string): Promise<void> {
  for (const it of await listAllAreas())
    if (it.owner !== visitorOwner && it.owner !== currentOwner) await deleteSavedArea(it.id, it.owner);
}

const buildCacheName = ({ id, owner }: { id: string; owner: string }): string =>
  getAreaCachePrefix(owner) + id;

/**
 * Deletes what is left of incomplete areas: caches that are not in the list, since the page was closed before they were complete, and
 * areas without a cache, since the worker deletes those of visitors whom the server refuses.
 */
export async function deleteIncompleteAreas(): Promise<void> {
  for (const area of await listAllAreas())
    if (!(await caches.has(buildCacheName(area)))) await deleteSavedArea(area.id, area.owner);
  for (const name of (await caches.keys()).filter(isAreaCache))
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      // Another tab may be saving it.
      if (!lock) return;
      const isListed = (await listAllAreas()).some((area) => buildCacheName(area) === name);
      if (!isListed) await caches.delete(name);
    });
}
