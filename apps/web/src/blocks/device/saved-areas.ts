/** The areas that are kept on this device, by name. */
import { getAreaCachePrefix, visitorOwner } from './cache-names.ts';
import { readAllEntries, withStores } from './device-database.ts';

export interface SavedArea {
  owner: string;
  name: string;
  /** Where the map was: `lat,lon,zoom`. */
  at: string;
  bytes: number;
  posts: number;
  /** Milliseconds of the epoch. */
  savedAt: number;
}

const listeners = new Set<() => void>();
export function onSavedAreasChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

const listAllAreas = async (): Promise<(SavedArea & { id: string })[]> =>
  (await readAllEntries<SavedArea>('areas')).map(([id, area]) => ({ id, ...area }));

/** This owner's and those of visitors, the newest first. */
export const listSavedAreas = async (owner: string): Promise<(SavedArea & { id: string })[]> =>
  (await listAllAreas())
    .filter((it) => it.owner === owner || it.owner === visitorOwner)
    .sort((a, b) => b.savedAt - a.savedAt);

export async function storeSavedArea(id: string, area: SavedArea): Promise<void> {
  await withStores('readwrite', ['areas'], ({ areas }) => areas.put(area, id));
  notifyListeners();
}

export async function deleteSavedArea(id: string, owner: string): Promise<void> {
  await caches.delete(getAreaCachePrefix(owner) + id);
  await withStores('readwrite', ['areas'], ({ areas }) => areas.delete(id));
  notifyListeners();
}

/** Deletes what any account but this one kept. */
export async function deleteSavedAreasOfOthers(currentOwner: string): Promise<void> {
  for (const it of await listAllAreas())
    if (it.owner !== visitorOwner && it.owner !== currentOwner) await deleteSavedArea(it.id, it.owner);
}
