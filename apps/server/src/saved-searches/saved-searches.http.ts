/** The addresses of saved searches. Who may see and change them is as with collections. */
import * as contract from '@waypost/contract/saved-searches';
import { postPage } from '../browse/browse.public.ts';
import {
  createSet,
  deleteSet,
  requireCreate,
  searchSets,
  setFor,
  updateSet,
} from '../collections/collections.public.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { viewSavedSearch } from './saved-searches.view.ts';

export function mountSavedSearches(mount: Mount): void {
  route(mount, contract.listSavedSearches, async ({ tx, viewer, addresses, query }) => {
    const { results, total } = await searchSets(tx, viewer, 'savedsearch', query);
    const searches = results.map((set) => viewSavedSearch(viewer, addresses, set));
    return listEnvelope(addresses, '/savedsearches', query, { results: searches, total });
  });
  route(mount, contract.createSavedSearch, async ({ tx, viewer, addresses, body }) => {
    requireCreate(viewer, 'savedsearch');
    return viewSavedSearch(viewer, addresses, await createSet(tx, viewer, 'savedsearch', body, body.filter));
  });
  route(mount, contract.readSavedSearch, async ({ tx, viewer, addresses, params }) =>
    viewSavedSearch(viewer, addresses, await setFor(tx, viewer, 'savedsearch', params.id, 'read')),
  );
  route(mount, contract.updateSavedSearch, async ({ tx, viewer, addresses, params, body }) => {
    await setFor(tx, viewer, 'savedsearch', params.id, 'update');
    const { filter, ...change } = body;
    const saved = await updateSet(tx, viewer, 'savedsearch', params.id, change, filter);
    return viewSavedSearch(viewer, addresses, saved);
  });
  route(mount, contract.deleteSavedSearch, async ({ tx, viewer, addresses, params }) =>
    viewSavedSearch(viewer, addresses, await deleteSet(tx, viewer, 'savedsearch', params.id)),
  );
  route(mount, contract.listPostsOfSavedSearch, async ({ tx, viewer, addresses, params, query }) => {
    const { id } = await setFor(tx, viewer, 'savedsearch', params.id, 'read');
    return postPage(tx, viewer, addresses, `/savedsearches/${id}/posts`, { ...query, saved_search: [id] });
  });
}
