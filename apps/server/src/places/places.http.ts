/** Route of the search for places by name. */
import * as contract from '@waypost/contract/places/places';
import { foldName } from '@waypost/survey-logic/fold-name';
import { type MountContext, route } from '../kernel/http/route.ts';
import { findByPrefix, findBySimilarity, findNearest, isLoadingFirstPlaces } from './places.sql.ts';

/** Mounts the search for places: by prefix, or by similarity where no name begins with the query; by distance without a name. */
export function mountPlaces(mount: MountContext): void {
  route(mount, contract.findPlaces, async ({ tx, query: { q, near, lang, limit } }) => {
    if (q === undefined) {
      const nearest = near ? await findNearest(tx, near, lang, limit) : [];
      return { count: nearest.length, results: nearest };
    }
    const name = foldName(q.split(/[,،，、]/u)[0] ?? '');
    if (name === '') return { count: 0, results: [] };
    const placeQuery = { name, language: lang, near, limit };
    const byPrefix = await findByPrefix(tx, placeQuery);
    const results = byPrefix.length > 0 ? byPrefix : await findBySimilarity(tx, placeQuery);
    const isLoading = results.length === 0 && (await isLoadingFirstPlaces(tx));
    return { count: results.length, results, ...(isLoading ? { loading: true } : {}) };
  });
}
