/** Requests for collections and saved searches, which differ only in their endpoints. */

import { queryOptions } from '@tanstack/react-query';
import {
  type Collection,
  createCollection,
  deleteCollection,
  listCollections,
  readCollection,
  updateCollection,
} from '@waypost/contract/collections/collections';
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  readSavedSearch,
  type SavedSearch,
  updateSavedSearch,
} from '@waypost/contract/saved-searches/saved-searches';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import type { SetKind } from '../post-search/post-mode.ts';

/** A collection or saved search; only the latter has a `filter`. */
export type AnySet = Collection & { filter?: SavedSearch['filter'] };

/** First segment of their paths, and of their query keys. */
export const resourceByKind = { collection: 'collections', savedsearch: 'savedsearches' } as const;

/** Query of one set. */
export const buildSetQuery = (kind: SetKind, id: number) =>
  queryOptions({
    queryKey: [resourceByKind[kind], 'one', id],
    queryFn: ({ signal }): Promise<AnySet> => {
      const options = { signal };
      return kind === 'collection'
        ? call(readCollection, { params: { id } }, options)
        : call(readSavedSearch, { params: { id } }, options);
    },
  });

/** Filters of a list of sets. */
export interface SetListFilters {
  q: string;
  /** Only sets that the reader may change. */
  editableBy?: 'me';
  /** Only the reader's own sets. */
  user?: 'me';
  featured?: true;
}

/** One page of sets: featured ones first, then the newest (API v3 §7.7). */
export function listSets(
  kind: SetKind,
  { q, ...search }: SetListFilters,
  offset: number,
  signal: AbortSignal,
) {
  const query = {
    ...search,
    ...(q === '' ? {} : { q }),
    orderby: 'created' as const,
    order: 'desc' as const,
    limit: 50,
    offset,
  };
  const options = { signal };
  return kind === 'collection'
    ? call(listCollections, { query }, options)
    : call(listSavedSearches, { query }, options);
}

/** The editable members of a set. */
export interface SetInput {
  name: string;
  description: string;
  view: 'map' | 'data';
  /** Empty means everyone. */
  role: string[];
  /** Absent keeps the value: setting it needs a permission. */
  featured?: boolean;
}

/** Saves a set. The caller invalidates the sets. */
export function useSaveSet(kind: SetKind) {
  const options = { invalidates: [] };
  const addCollection = useCall(createCollection, options);
  const changeCollection = useCall(updateCollection, options);
  const addSavedSearch = useCall(createSavedSearch, options);
  const changeSavedSearch = useCall(updateSavedSearch, options);
  const isCollection = kind === 'collection';
  return {
    /** @param filter of a saved search */
    create: (body: SetInput, filter: object): Promise<AnySet> =>
      isCollection
        ? addCollection.mutateAsync({ body })
        : addSavedSearch.mutateAsync({ body: { ...body, filter: { ...filter } } }),
    /** @param filter new filters of a saved search; without it the filters are kept */
    update: (id: number, body: SetInput, filter?: object): Promise<AnySet> =>
      isCollection
        ? changeCollection.mutateAsync({ params: { id }, body })
        : changeSavedSearch.mutateAsync({
            params: { id },
            body: { ...body, ...(filter ? { filter: { ...filter } } : {}) },
          }),
  };
}

/** @returns a function that deletes a set. The caller invalidates the sets. */
export function useDeleteSet(kind: SetKind): (id: number) => Promise<AnySet> {
  const removeCollection = useCall(deleteCollection, { invalidates: [] });
  const removeSavedSearch = useCall(deleteSavedSearch, { invalidates: [] });
  return (id) =>
    kind === 'collection'
      ? removeCollection.mutateAsync({ params: { id } })
      : removeSavedSearch.mutateAsync({ params: { id } });
}

/** After a change: fetches the sets again, and the notifications, which contain their names. */
export async function invalidateSets(kind: SetKind): Promise<void> {
  await Promise.all(
    [resourceByKind[kind], 'notifications'].map((it) => queryClient.invalidateQueries({ queryKey: [it] })),
  );
}
