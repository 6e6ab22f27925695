/** Saved searches: filters of posts kept under a name (wire 2.3). */
import { z } from 'zod';
import { SetQuery, setFields, setInput, setInputFields } from './collections.ts';
import { endpoint } from './endpoint.ts';
import { listOfEntities } from './envelope.ts';
import { limits } from './limits.ts';
import { isUnset, PostFilters, PostQuery } from './post-filters.ts';
import { Post } from './posts.ts';
import { Privileges } from './privileges.ts';
import { Id } from './scalars.ts';

/**
 * The posts that stored filters mean. Filters are kept as a client wrote them, with keys that are its own business: those
 * are passed over, as is what is not set.
 */
export const readSavedFilter = (filter: object) =>
  PostFilters.safeParse(Object.fromEntries(Object.entries(filter).filter(([, value]) => !isUnset(value))));

/** Filters in the words of a post query. Kept as sent. */
export const SavedFilter = z
  .union([z.record(z.string(), z.unknown()), z.tuple([]).transform(() => ({}))])
  .superRefine((filter, context) => {
    const [wrong] = readSavedFilter(filter).error?.issues ?? [];
    if (wrong || JSON.stringify(filter).length > limits.savedFilter)
      context.addIssue({ code: 'custom', input: filter, params: { rule: 'invalid' }, message: 'filter' });
  });

export const SavedSearch = z.object({
  ...setFields,
  /** `[]` when there are none. */
  filter: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]),
  allowed_privileges: Privileges,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const SavedSearchInput = z.object({ ...setInput, filter: SavedFilter });
/** A key that is absent stays as it is. */
export const SavedSearchChange = z.object({ ...setInputFields, filter: SavedFilter }).partial();

const one = z.object({ id: Id });

export const listSavedSearches = endpoint({
  name: 'listSavedSearches',
  method: 'GET',
  path: '/savedsearches',
  summary: 'Saved searches that the caller may see, featured ones first',
  scope: 'savedsearches',
  query: SetQuery,
  answer: listOfEntities(SavedSearch),
});

export const createSavedSearch = endpoint({
  name: 'createSavedSearch',
  method: 'POST',
  path: '/savedsearches',
  summary: 'Keep filters under a name',
  scope: 'savedsearches',
  body: SavedSearchInput,
  answer: SavedSearch,
});

export const readSavedSearch = endpoint({
  name: 'readSavedSearch',
  method: 'GET',
  path: '/savedsearches/{id}',
  summary: 'One saved search',
  scope: 'savedsearches',
  params: one,
  answer: SavedSearch,
});

export const updateSavedSearch = endpoint({
  name: 'updateSavedSearch',
  method: 'PUT',
  path: '/savedsearches/{id}',
  summary: 'Change a saved search; featuring one takes Manage Posts',
  scope: 'savedsearches',
  params: one,
  body: SavedSearchChange,
  answer: SavedSearch,
});

export const deleteSavedSearch = endpoint({
  name: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/savedsearches/{id}',
  summary: 'Delete a saved search',
  scope: 'savedsearches',
  params: one,
  answer: SavedSearch,
});

export const listPostsOfSavedSearch = endpoint({
  name: 'listPostsOfSavedSearch',
  method: 'GET',
  path: '/savedsearches/{id}/posts',
  summary: 'Posts that a saved search finds now, of those that the caller may see; further filters narrow it',
  scope: 'savedsearches',
  params: one,
  query: PostQuery,
  answer: listOfEntities(Post),
});
