/** How the addresses of collections and saved searches lead to one another, and to the posts in them (spec 2 §2, "Routes"). */
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

/** What reads them comes with the first that is opened: these rules are part of what every screen waits for. @throws ApiError */
async function fetchSet(kind: SetKind, id: number): Promise<AnySet> {
  const { buildSetQuery: readSet } = await import('../../blocks/sets/set-endpoints.ts');
  return queryClient.fetchQuery(readSet(kind, id));
}

const buildSetSearch = (kind: SetKind, set: AnySet): PostSearch =>
  kind === 'savedsearch' ? enterSavedSearch(set.id, set.filter ?? {}) : enterCollection(set.id);

/** Typed addresses, which a name put together would not be. */
function buildSetRedirect(kind: SetKind, id: string, view: SetView | null, search: PostSearch) {
  const rest = { search, replace: true };
  if (kind === 'collection') {
    const params = { collectionId: id };
    if (view === null) return redirect({ to: '/collections/$collectionId', params, ...rest });
    return view === 'data'
      ? redirect({ to: '/collections/$collectionId/data', params, ...rest })
      : redirect({ to: '/collections/$collectionId/map', params, ...rest });
  }
  const params = { savedSearchId: id };
  if (view === null) return redirect({ to: '/savedsearches/$savedSearchId', params, ...rest });
  return view === 'data'
    ? redirect({ to: '/savedsearches/$savedSearchId/data', params, ...rest })
    : redirect({ to: '/savedsearches/$savedSearchId/map', params, ...rest });
}

/**
 * The bare address leads to the view that its maker wished.
 * @returns why it cannot be opened
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

/** A view of one: its mode is in the address; what cannot be opened is told of at the bare address. */
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

/** Map and list of a collection or saved search are at its own address, wherever they were asked for. */
export const redirectToSetAddress =
  (view: SetView) =>
  ({ search }: { search: PostSearch }): void => {
    const mode = readPostMode(search);
    if (mode.kind !== 'all') throw buildSetRedirect(mode.kind, String(mode.id), view, search);
  };
