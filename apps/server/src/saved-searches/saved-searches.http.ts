/** HTTP routes of saved searches (API v3 §2.3). Authorization is that of collections. */
import * as contract from '@waypost/contract/saved-searches/saved-searches';
import { readPostPage } from '../browse/browse.public.ts';
import {
  createSet,
  deleteSet,
  readAuthorizedSet,
  searchSets,
  updateSet,
} from '../collections/collections.public.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { viewSavedSearch } from './saved-searches.view.ts';

/** Mounts the routes of saved searches. */
export function mountSavedSearches(mount: MountContext): void {
  route(mount, contract.listSavedSearches, async ({ tx, viewer, urls, query }) => {
    const { results, total } = await searchSets(tx, viewer, 'savedsearch', query);
    const searches = results.map((set) => viewSavedSearch(viewer, urls, set));
    return listEnvelope(urls, '/savedsearches', query, { results: searches, total });
  });
  route(mount, contract.createSavedSearch, async ({ tx, viewer, urls, body }) =>
    viewSavedSearch(viewer, urls, await createSet(tx, viewer, 'savedsearch', body)),
  );
  route(mount, contract.readSavedSearch, async ({ tx, viewer, urls, params }) =>
    viewSavedSearch(viewer, urls, await readAuthorizedSet(tx, viewer, 'savedsearch', params.id, 'read')),
  );
  route(mount, contract.updateSavedSearch, async ({ tx, viewer, urls, params, body }) =>
    viewSavedSearch(viewer, urls, await updateSet(tx, viewer, 'savedsearch', params.id, body)),
  );
  route(mount, contract.deleteSavedSearch, async ({ tx, viewer, urls, params }) =>
    viewSavedSearch(viewer, urls, await deleteSet(tx, viewer, 'savedsearch', params.id)),
  );
  route(mount, contract.listPostsOfSavedSearch, async (context) => {
    const { tx, viewer, params, query } = context;
    const { id } = await readAuthorizedSet(tx, viewer, 'savedsearch', params.id, 'read');
    return readPostPage(context, `/savedsearches/${id}/posts`, { ...query, saved_search: [id] });
  });
}
