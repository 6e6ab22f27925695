/** Collections and saved searches are read and changed alike; only their addresses differ. */
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

/** `filter` is a saved search's. */
export type AnySet = Collection & { filter?: SavedSearch['filter'] };

/** The first word of their paths: names what is cached of them. */
export const resourceByKind = { collection: 'collections', savedsearch: 'savedsearches' } as const;

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

export interface SetListFilters {
  q: string;
  /** Only those that the reader may change. */
  editableBy?: 'me';
  /** Only the reader's own. */
  user?: 'me';
  featured?: true;
}

/** A page of them, featured ones first, the newest of the others next (wire 7.7). */
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

export interface SetInput {
  name: string;
  description: string;
  view: 'map' | 'data';
  /** Empty means everyone. */
  role: string[];
  /** Absent leaves it as it is: saying so takes a right. */
  featured?: boolean;
}

export function createSet(kind: SetKind, body: SetInput, filter: object): Promise<AnySet> {
  return kind === 'collection'
    ? call(createCollection, { body }, { quiet: true })
    : call(createSavedSearch, { body: { ...body, filter: { ...filter } } }, { quiet: true });
}

/** @param filter new filters of a saved search; without them it keeps its own */
export function updateSet(kind: SetKind, id: number, body: SetInput, filter?: object): Promise<AnySet> {
  return kind === 'collection'
    ? call(updateCollection, { params: { id }, body }, { quiet: true })
    : call(
        updateSavedSearch,
        { params: { id }, body: { ...body, ...(filter ? { filter: { ...filter } } : {}) } },
        { quiet: true },
      );
}

export const deleteSet = (kind: SetKind, id: number): Promise<AnySet> =>
  kind === 'collection'
    ? call(deleteCollection, { params: { id } }, { quiet: true })
    : call(deleteSavedSearch, { params: { id } }, { quiet: true });

/** After a change: what is cached of them, and of the notifications that name them, is fetched anew. */
export async function invalidateSets(kind: SetKind): Promise<void> {
  await Promise.all(
    [resourceByKind[kind], 'notifications'].map((it) => queryClient.invalidateQueries({ queryKey: [it] })),
  );
}
