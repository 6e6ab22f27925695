/** Loading places beside everything else, so that a start does not wait for it. */
import type { Db } from '../kernel/db/database.ts';
import { loadPlaces } from './load-places.ts';

/**
 * Starts loading and goes on at once. Without the file, the search of places finds nothing, and everything else works.
 * @param warn told in one line when it fails
 * @returns ends the loading, if it still goes on, and waits for it
 */
export function startLoadingPlaces(db: Db, file: string, warn: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController();
  const loading = loadPlaces(db, file, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    warn(`Places cannot be searched by name: ${error instanceof Error ? error.message : String(error)}`);
  });
  return async () => {
    stopping.abort();
    await loading;
  };
}
