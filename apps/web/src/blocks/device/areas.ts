/** The areas that are kept on this device, by name. */
import { areaPrefix, visitor } from './cache-names.ts';
import { allIn, inDatabase } from './database.ts';

export interface Area {
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
export function onAreas(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const tell = () => {
  for (const listener of listeners) listener();
};

const listAll = async (): Promise<(Area & { id: string })[]> =>
  (await allIn<Area>('areas')).map(([id, area]) => ({ id, ...area }));

/** This owner's and those of visitors, the newest first. */
export const listAreas = async (owner: string): Promise<(Area & { id: string })[]> =>
  (await listAll())
    .filter((it) => it.owner === owner || it.owner === visitor)
    .sort((a, b) => b.savedAt - a.savedAt);

export async function putArea(id: string, area: Area): Promise<void> {
  await inDatabase('readwrite', ['areas'], ({ areas }) => areas.put(area, id));
  tell();
}

export async function deleteArea(id: string, owner: string): Promise<void> {
  await caches.delete(areaPrefix(owner) + id);
  await inDatabase('readwrite', ['areas'], ({ areas }) => areas.delete(id));
  tell();
}

/** Deletes what any account but this one kept. */
export async function forgetAreas(owner: string): Promise<void> {
  for (const it of await listAll())
    if (it.owner !== visitor && it.owner !== owner) await deleteArea(it.id, it.owner);
}
