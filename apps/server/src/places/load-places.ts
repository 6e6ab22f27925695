/** Fills the tables of places from the file, once for each file. */
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { foldName, keysOf } from './fold-name.ts';
import {
  insertPlaces,
  type KeyRow,
  loadedFile,
  type NameRow,
  type PlaceRow,
  rememberFile,
  removePlaces,
  takeLoading,
} from './places.sql.ts';
import { hashOfFile, readPlacesFile } from './read-places-file.ts';

const batchSize = 2000;

async function loadAll(tx: Tx, file: string, signal: AbortSignal): Promise<number> {
  let places: PlaceRow[] = [];
  let keys: KeyRow[] = [];
  let otherNames: NameRow[] = [];
  let id = 0;
  const flush = async () => {
    signal.throwIfAborted();
    await insertPlaces(tx, places, keys, otherNames);
    places = [];
    keys = [];
    otherNames = [];
  };
  for await (const { name, country, population, lat, lon, names } of readPlacesFile(file)) {
    const folded = foldName(name);
    id += 1;
    places.push({ id, name, folded, country, population, lat, lon });
    const others = names.map((it) => ({ place_id: id, ...it, folded: foldName(it.name) }));
    otherNames.push(...others);
    const spellings = new Set([folded, ...others.map((it) => it.folded)].flatMap(keysOf));
    for (const key of spellings) keys.push({ key, place_id: id });
    if (places.length === batchSize) await flush();
  }
  await flush();
  return id;
}

/**
 * Loads the file unless its places are in already. All or nothing: until it is done, searches find what was there before.
 * @param file absolute
 * @param signal ends the loading, which then throws and leaves everything as it was
 * @returns how many places were loaded; 0 when there was nothing to do, or another server does it
 * @throws when the file cannot be read
 */
export async function loadPlaces(db: Db, file: string, signal: AbortSignal): Promise<number> {
  const sha256 = await hashOfFile(file);
  return inTransaction(db, 'writes', async (tx) => {
    if (!(await takeLoading(tx)) || (await loadedFile(tx)) === sha256) return 0;
    await removePlaces(tx);
    const loaded = await loadAll(tx, file, signal);
    await rememberFile(tx, sha256);
    return loaded;
  });
}
