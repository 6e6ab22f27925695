/** Loads places in the background, so that the start of the server does not wait for it. */
import type { Db } from '../kernel/db/database.ts';
import { loadPlaces } from './load-places.ts';

/**
 * Starts loading in the background. Without the file, the search for places finds nothing; everything else works.
 * @param warn called with one line when loading fails
 * @returns a function that aborts the loading and waits for its end
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
