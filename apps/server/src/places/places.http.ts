/** The address where places are found by name. */
import * as contract from '@waypost/contract/places';
import { type Mount, route } from '../kernel/route.ts';
import { foldName } from './fold-name.ts';
import { findByBeginning, findByLikeness } from './places.sql.ts';

export function mountPlaces(mount: Mount): void {
  route(mount, contract.findPlaces, async ({ tx, query: { q, near, lang, limit } }) => {
    const name = foldName(q.split(/[,،，、]/u)[0] ?? '');
    if (name === '') return { count: 0, results: [] };
    const sought = { name, language: lang, near, limit };
    const begun = await findByBeginning(tx, sought);
    const found = begun.length > 0 ? begun : await findByLikeness(tx, sought);
    return { count: found.length, results: found };
  });
}
