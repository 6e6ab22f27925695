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
      const options = { signal, quiet: true };
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
  const options = { signal, quiet: true };
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

/** Creates a set. @param filter of a saved search */
export function createSet(kind: SetKind, body: SetInput, filter: object): Promise<AnySet> {
  return kind === 'collection'
    ? call(createCollection, { body }, { quiet: true })
    : call(createSavedSearch, { body: { ...body, filter: { ...filter } } }, { quiet: true });
}

/** Changes a set. @param filter new filters of a saved search; without it the filters are kept */
export function updateSet(kind: SetKind, id: number, body: SetInput, filter?: object): Promise<AnySet> {
  return kind === 'collection'
    ? call(updateCollection, { params: { id }, body }, { quiet: true })
    : call(
        updateSavedSearch,
        { params: { id }, body: { ...body, ...(filter ? { filter: { ...filter } } : {}) } },
        { quiet: true },
      );
}

/** Deletes a set. */
export const deleteSet = (kind: SetKind, id: number): Promise<AnySet> =>
  kind === 'collection'
    ? call(deleteCollection, { params: { id } }, { quiet: true })
    : call(deleteSavedSearch, { params: { id } }, { quiet: true });

/** After a change: fetches the sets again, and the notifications, which contain their names. */
export async function invalidateSets(kind: SetKind): Promise<void> {
  await Promise.all(
    [resourceByKind[kind], 'notifications'].map((it) => queryClient.invalidateQueries({ queryKey: [it] })),
  );
}
