/** Fills the tables of places from the file, once for each file. */
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { foldName, suffixKeys } from './fold-name.ts';
import {
  deletePlaces,
  insertLoadedFile,
  insertPlaces,
  type KeyRow,
  type NameRow,
  type PlaceRow,
  readLoadedFileHash,
  tryLockLoading,
} from './places.sql.ts';
import { hashFile, readPlacesFile } from './read-places-file.ts';

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
    const spellings = new Set([folded, ...others.map((it) => it.folded)].flatMap(suffixKeys));
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
  const sha256 = await hashFile(file);
  return inTransaction(db, 'writes', async (tx) => {
    if (!(await tryLockLoading(tx)) || (await readLoadedFileHash(tx)) === sha256) return 0;
    await deletePlaces(tx);
    const loaded = await loadAll(tx, file, signal);
    await insertLoadedFile(tx, sha256);
    return loaded;
  });
}
