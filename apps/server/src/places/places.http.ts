/** The address where places are found by name. */
import * as contract from '@waypost/contract/places/places';
import { type MountContext, route } from '../kernel/http/route.ts';
import { foldName } from './fold-name.ts';
import { findByPrefix, findBySimilarity } from './places.sql.ts';

export function mountPlaces(mount: MountContext): void {
  route(mount, contract.findPlaces, async ({ tx, query: { q, near, lang, limit } }) => {
    const name = foldName(q.split(/[,،，、]/u)[0] ?? '');
    if (name === '') return { count: 0, results: [] };
    const placeQuery = { name, language: lang, near, limit };
    const withPrefix = await findByPrefix(tx, placeQuery);
    const found = withPrefix.length > 0 ? withPrefix : await findBySimilarity(tx, placeQuery);
    return { count: found.length, results: found };
  });
}
