/** Redirects between the URLs of collections, saved searches and their posts (spec 2 §2, "Routes"). */
import { redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import {
  clearedSearch,
  enterCollection,
  enterSavedSearch,
  readPostMode,
  type SetKind,
} from '../../blocks/post-search/post-mode.ts';
import { type PostSearch, parsePostSearch } from '../../blocks/post-search/post-search.ts';
import type { AnySet } from '../../blocks/sets/set-endpoints.ts';

type SetView = 'map' | 'data';

/**
 * Loaded on demand, since every screen waits for this module.
 * @throws ApiError
 */
async function fetchSet(kind: SetKind, id: number): Promise<AnySet> {
  const { buildSetQuery } = await import('../../blocks/sets/set-endpoints.ts');
  return queryClient.fetchQuery(buildSetQuery(kind, id));
}

const buildSetSearch = (kind: SetKind, set: AnySet): PostSearch =>
  kind === 'savedsearch' ? enterSavedSearch(set.id, set.filter ?? {}) : enterCollection(set.id);

/** Builds the redirect with typed routes; a concatenated path would not be type-checked. */
function buildSetRedirect(kind: SetKind, id: string, view: SetView | null, search: PostSearch) {
  const redirectOptions = { search, replace: true };
  if (kind === 'collection') {
    const params = { collectionId: id };
    if (view === null) return redirect({ to: '/collections/$collectionId', params, ...redirectOptions });
    return view === 'data'
      ? redirect({ to: '/collections/$collectionId/data', params, ...redirectOptions })
      : redirect({ to: '/collections/$collectionId/map', params, ...redirectOptions });
  }
  const params = { savedSearchId: id };
  if (view === null) return redirect({ to: '/savedsearches/$savedSearchId', params, ...redirectOptions });
  return view === 'data'
    ? redirect({ to: '/savedsearches/$savedSearchId/data', params, ...redirectOptions })
    : redirect({ to: '/savedsearches/$savedSearchId/map', params, ...redirectOptions });
}

/**
 * Redirects the bare URL to the default view of the collection or saved search.
 * @returns the error when it cannot be loaded
 */
export async function redirectToSetView(kind: SetKind, id: string): Promise<{ error: unknown }> {
  let set: AnySet;
  try {
    set = await fetchSet(kind, Number(id));
  } catch (error) {
    return { error };
  }
  const view = set.view === 'data' || set.view === 'list' ? 'data' : 'map';
  throw buildSetRedirect(kind, id, view, buildSetSearch(kind, set));
}

/** Adds the mode to the search parameters of a view. Loading errors are shown at the bare URL. */
export async function ensureSetMode(
  kind: SetKind,
  id: string,
  view: SetView,
  search: PostSearch,
): Promise<void> {
  const set = await fetchSet(kind, Number(id)).catch(() => {
    throw buildSetRedirect(kind, id, null, clearedSearch);
  });
  const mode = readPostMode(parsePostSearch(search));
  if (mode.kind !== kind || mode.id !== set.id)
    throw buildSetRedirect(kind, id, view, buildSetSearch(kind, set));
}

/** Redirects a map or list filtered by a collection or saved search to its own URL. */
export const redirectToSetAddress =
  (view: SetView) =>
  ({ search }: { search: PostSearch }): void => {
    const mode = readPostMode(search);
    if (mode.kind !== 'all') throw buildSetRedirect(mode.kind, String(mode.id), view, search);
  };
