/** Loads the places file into the database, once per version of the file. */

import { foldName, suffixKeys } from '@waypost/survey-logic/fold-name';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
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
    const translations = names.map((it) => ({ place_id: id, ...it, folded: foldName(it.name) }));
    otherNames.push(...translations);
    const placeKeys = new Set([folded, ...translations.map((it) => it.folded)].flatMap(suffixKeys));
    for (const key of placeKeys) keys.push({ key, place_id: id });
    if (places.length === batchSize) await flush();
  }
  await flush();
  return id;
}

/**
 * Loads the places file unless it is loaded already. One transaction: until it ends, searches use the previous places.
 * @param file absolute path
 * @param signal aborts the loading, which then throws and changes nothing
 * @returns number of places loaded; 0 when the file is loaded already or another server is loading it
 * @throws when the file cannot be read, or has other columns
 */
export async function loadPlaces(db: Db, file: string, signal: AbortSignal): Promise<number> {
  const sha256 = await hashFile(file);
  return inTransaction(db, 'writes', async (tx) => {
    if (!(await tryLockLoading(tx)) || (await readLoadedFileHash(tx)) === sha256) return 0;
    await deletePlaces(tx);
    const placeCount = await loadAll(tx, file, signal);
    await insertLoadedFile(tx, sha256);
    return placeCount;
  });
}
